"""When a process of the server last did its work, by its kind and the machine it runs on."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Sign(SQLModel, table=True):
    __tablename__ = "signs"

    process: str = Field(primary_key=True)  # worker, beat, inbound, imap, web
    machine: str = Field(primary_key=True)
    seen_at: datetime = Field(sa_type=Utc)
