"""When the server last swept, which shows how long it was down, and how far the watchdog has come."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

THE_ONE = 1


class Pulse(SQLModel, table=True):
    __tablename__ = "pulses"

    id: int = Field(default=THE_ONE, primary_key=True)
    swept_at: datetime = Field(sa_type=Utc)
    sending_rests_until: datetime | None = Field(default=None, sa_type=Utc)  # the mail server is away or puts mail off
    guarded_id: int = 0  # the last table that the watchdog has looked at; then come those with higher ids
