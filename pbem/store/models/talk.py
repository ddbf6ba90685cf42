"""Table talk: to all seats, or to one. A private message belongs to the two persons, not to their seats."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Talk(SQLModel, table=True):
    __tablename__ = "talks"

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    seat_id: int = Field(foreign_key="seats.id")
    user_id: int | None = Field(default=None, foreign_key="users.id", index=True)  # who said it, if still known
    to_seat_id: int | None = Field(default=None, foreign_key="seats.id")
    to_user_id: int | None = Field(default=None, foreign_key="users.id", index=True)
    text: str
    said_at: datetime = Field(sa_type=Utc)
