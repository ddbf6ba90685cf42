"""One open question to one seat, with its deadline and what is played if the seat stays silent."""

from datetime import datetime

from sqlalchemy import JSON, Index, false, text
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

_OPEN = text("closed_at IS NULL")
# Written so in the query as well: only then SQLite sees that the index holds what is wanted.
FOR_BOTS = text("asks.closed_at IS NULL AND asks.for_bot")
_OPEN_FOR_BOTS = text("closed_at IS NULL AND for_bot")
PLANNED = text("asks.closed_at IS NULL AND asks.is_planned")
_OPEN_PLANNED = text("closed_at IS NULL AND is_planned")
ADVICE_WANTED = text("asks.closed_at IS NULL AND asks.advice_wanted_at IS NOT NULL AND asks.advice = ''")
_ADVICE_WANTED = text("closed_at IS NULL AND advice_wanted_at IS NOT NULL AND advice = ''")


class Ask(SQLModel, table=True):
    __tablename__ = "asks"
    __table_args__ = (
        # Partial, so that a sweep looks only at open questions.
        Index("asks_open", "table_id", "seat_id", sqlite_where=_OPEN, postgresql_where=_OPEN),
        Index("asks_deadline", "deadline_at", sqlite_where=_OPEN, postgresql_where=_OPEN),
        Index("asks_reminder", "next_reminder_at", sqlite_where=_OPEN, postgresql_where=_OPEN),
        Index("asks_for_bots", "id", sqlite_where=_OPEN_FOR_BOTS, postgresql_where=_OPEN_FOR_BOTS),
        Index("asks_planned", "starts_at", sqlite_where=_OPEN_PLANNED, postgresql_where=_OPEN_PLANNED),
        Index("asks_advice", "advice_wanted_at", sqlite_where=_ADVICE_WANTED, postgresql_where=_ADVICE_WANTED),
    )

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id")
    seat_id: int = Field(foreign_key="seats.id")
    for_bot: bool = False  # a bot sits there: a worker answers
    # Its seat has planned the answer: when its clock starts a worker follows the plan. No mail brings the question.
    is_planned: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    # Why it is asked although it was planned, as the engine says it.
    why_asked: dict[str, object] | None = Field(default=None, sa_type=JSON)
    ply: int  # of the position in which it was opened
    default: str  # the line that is printed as the default
    opened_at: datetime = Field(sa_type=Utc)
    starts_at: datetime = Field(sa_type=Utc)  # when its clock starts
    used: int = 0  # seconds of its time that had passed when the clock last started again after a pause
    deadline_at: datetime | None = Field(default=None, sa_type=Utc)
    next_reminder_at: datetime | None = Field(default=None, sa_type=Utc)
    reminders_sent: int = 0
    reminded_at: datetime | None = Field(default=None, sa_type=Utc)  # the last time
    alive_at: datetime | None = Field(default=None, sa_type=Utc)  # the player has been active: no reminder is needed
    deadline_moves: int = 0  # how often the deadline has moved, for calendars that subscribe to it
    moved_at: datetime | None = Field(default=None, sa_type=Utc)
    is_fixed: bool = False  # the host has set the deadline: absences do not move it any more
    host_asked_at: datetime | None = Field(default=None, sa_type=Utc)  # the time ran out and the host was asked
    advice_wanted_at: datetime | None = Field(default=None, sa_type=Utc)  # the player asks what a bot would play
    advice: str = Field(default="", sa_column_kwargs={"server_default": ""})  # the line, once a worker has found it
    closed_at: datetime | None = Field(default=None, sa_type=Utc)
    closed_by: int | None = None  # the ply that answered it
    # What its seat had when it answered; restored when the line is taken back.
    bank_before: int | None = None
    defaults_before: int | None = None
