"""A private note. It belongs to the person who wrote it: the next player of the seat does not see it."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Note(SQLModel, table=True):
    __tablename__ = "notes"

    id: int = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seats.id", index=True)
    user_id: int | None = Field(default=None, foreign_key="users.id", index=True)  # None: nobody's any more
    text: str
    written_at: datetime = Field(sa_type=Utc)
