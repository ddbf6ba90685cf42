"""A person with one or more addresses."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class User(SQLModel, table=True):
    __tablename__ = "users"

    id: int = Field(default=None, primary_key=True)
    name: str
    lang: str = "en"
    zone: str = "UTC"
    news: str = "round"  # when the new board comes without a question: round, line, daily or turn (never)
    quiet_from: str = ""  # "22:00", local time; empty: no quiet hours
    quiet_to: str = ""
    reminders: str = "1/2 4h"  # points of an ask's time: fractions of it, hours before the deadline
    wants_reminders: bool = True
    next_news_at: datetime | None = Field(default=None, sa_type=Utc, index=True)  # of who wants the board once a day
    link_epoch: int = 0  # goes up to revoke every link
    invitations_blocked: bool = False
    created_at: datetime = Field(sa_type=Utc)
