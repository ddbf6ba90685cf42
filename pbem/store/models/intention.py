"""What a seat has planned: its answer to one question that is not asked yet.

It is a secret of the person who made it: the next player of the seat does not get it. Whether it has been used is told
by the log: a line knows which question it has answered. So an undo brings it back without touching it.
"""

from datetime import datetime

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Intention(SQLModel, table=True):
    __tablename__ = "intentions"
    __table_args__ = (UniqueConstraint("seat_id", "key"),)

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    seat_id: int = Field(foreign_key="seats.id")
    user_id: int = Field(foreign_key="users.id", index=True)  # whose plan it is
    key: str  # of the question that it answers
    content: dict[str, object] = Field(sa_type=JSON)  # the engine's struct
    ply: int  # of the position in which it was made: a rewind past it drops it
    made_at: datetime = Field(sa_type=Utc)
