"""When the server last swept: how long it was down is seen from it."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.db import Utc

THE_ONE = 1


class Pulse(SQLModel, table=True):
    __tablename__ = "pulses"

    id: int = Field(default=THE_ONE, primary_key=True)
    swept_at: datetime = Field(sa_type=Utc)
