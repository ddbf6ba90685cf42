"""A private note of a seat to itself."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Note(SQLModel, table=True):
    __tablename__ = "notes"

    id: int = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seats.id", index=True)
    text: str
    written_at: datetime = Field(sa_type=Utc)
