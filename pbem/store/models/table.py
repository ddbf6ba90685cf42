"""One running game."""

from datetime import datetime

from sqlalchemy import JSON, Index, false, text
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

# Unconfirmed: the host has not yet confirmed the address, and no invitation has been sent.
UNCONFIRMED, INVITING, RUNNING, PAUSED, OVER, CANCELLED = (
    "unconfirmed", "inviting", "running", "paused", "over", "cancelled",
)  # fmt: skip
ENDED = (OVER, CANCELLED)
# Planning ahead: the section stands in mails that are sent anyway, everybody gets a mail where there is something to
# plan, or nobody plans. The first is the standard.
OFFERED, ASKED, OFF = PLANS = ("offered", "asked", "off")
BEGUN = text("status IN ('running', 'paused')")  # and not over


class Table(SQLModel, table=True):
    __tablename__ = "tables"
    __table_args__ = (Index("tables_begun", "id", sqlite_where=BEGUN, postgresql_where=BEGUN),)

    id: int = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)  # for spectators; says nothing about how many tables there are
    title: str
    game: str
    version: int
    options: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    status: str = Field(default=INVITING, index=True)
    host_id: int = Field(foreign_key="users.id", index=True)
    lang: str = "en"
    # The host's own words in the invitations.
    greeting: str = Field(default="", sa_column_kwargs={"server_default": ""})
    is_open: bool = False  # spectators may look
    # Players may ask what a patient bot would play.
    has_advice: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    pace: dict[str, object] = Field(default_factory=dict, sa_type=JSON)
    at_deadline: str = "default"  # play the default that the mail named, or ask the host
    plans: str = Field(default=OFFERED, sa_column_kwargs={"server_default": OFFERED})
    secret: str  # 256 random bits, in hexadecimal; shown at the end
    commitment: str  # its SHA-256, shown in the invitations
    seed: str = ""  # of the game, once it has started
    ply: int = 0  # of the present position
    base_ply: int = 0  # from here on the log replays under the present rules; before it, under those of its time
    most_defaults: int = 2  # after this many in a row, the seat may be given to somebody else
    paused_at: datetime | None = Field(default=None, sa_type=Utc)
    rematch_of: int | None = Field(default=None, foreign_key="tables.id")
    warned_at: datetime | None = Field(default=None, sa_type=Utc)  # when the watchdog last told of a trouble
    created_at: datetime = Field(sa_type=Utc)
    started_at: datetime | None = Field(default=None, sa_type=Utc)
    ended_at: datetime | None = Field(default=None, sa_type=Utc)
