"""A private note, of the person who wrote it: whoever takes the seat over does not see it."""

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
