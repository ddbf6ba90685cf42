"""A mail address of a person. Replies are taken from all that are confirmed; mails go to the first one."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.db import Utc


class Address(SQLModel, table=True):
    __tablename__ = "addresses"

    id: int = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    email: str = Field(unique=True)  # in lower case
    is_main: bool = True
    confirmed_at: datetime | None = Field(default=None, sa_type=Utc)
    bounce_score: int = 0
    bounced_at: datetime | None = Field(default=None, sa_type=Utc)
    suspended_at: datetime | None = Field(default=None, sa_type=Utc)
