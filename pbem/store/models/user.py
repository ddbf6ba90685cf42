"""A person with one or more addresses."""

import secrets
from datetime import datetime

from sqlalchemy import BigInteger, Column
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


def new_word() -> int:
    """The part of a person's keys that cannot be guessed by counting. Never 0, which means nobody."""
    return secrets.randbits(47) + 1


NO_ZONE = "UTC"  # of somebody who has never chosen one


class User(SQLModel, table=True):
    __tablename__ = "users"
    __table_args__ = {"sqlite_autoincrement": True}  # the number of a row that is gone is nobody else's

    id: int = Field(default=None, primary_key=True)
    name: str
    lang: str = "en"
    zone: str = NO_ZONE
    news: str = "round"  # when to send the new board without a question: round, line, daily or turn (never)
    quiet_from: str = ""  # "22:00", local time; empty: no quiet hours
    quiet_to: str = ""
    reminders: str = "1/2 4h"  # points of an ask's time: fractions of it, hours before the deadline
    wants_reminders: bool = True
    next_news_at: datetime | None = Field(default=None, sa_type=Utc, index=True)  # of the daily news, if chosen
    word: int = Field(default_factory=new_word, sa_column=Column(BigInteger, nullable=False, server_default="0"))
    link_epoch: int = 0  # goes up to revoke every link
    invitations_blocked: bool = False
    created_at: datetime = Field(sa_type=Utc)
