"""One line of a table's log, with what happened and the position after it. What was played never changes.

Ply 0 is the opening. `taken_back` marks lines that an undo or a rewind has cancelled, so that they are shown as such. A
position that cannot be read any more is computed again from the log (`repairs`).
"""

from datetime import datetime

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

OWN_PRESSES = ("page", "link", "mail")  # how a line comes that the player has sent


class Line(SQLModel, table=True):
    __tablename__ = "lines"
    __table_args__ = (UniqueConstraint("table_id", "ply"),)

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    ply: int
    seat: int | None = None  # None: the host, or the opening
    text: str = ""
    # The key of the question that it answered; empty in lines from before there were plans.
    question: str = Field(default="", sa_column_kwargs={"server_default": ""})
    # Of a planned line that had to be spelled otherwise when it was played: the choice as it was planned.
    planned_as: str = Field(default="", sa_column_kwargs={"server_default": ""})
    how: str = ""  # page, link, mail, default, plan, forced, bot, host, undo
    version: int = 1  # of the rules it was played under
    ask_id: int | None = None
    shows: bool = False  # it showed something that nobody could know before
    taken_back: bool = False
    events: bytes = Field(sa_type=LargeBinary)  # JSON, zlib
    snapshot: bytes = Field(sa_type=LargeBinary)  # JSON, zlib
    played_at: datetime = Field(sa_type=Utc)
    settled_at: datetime = Field(sa_type=Utc)  # until then the player may take it back
