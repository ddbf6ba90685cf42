"""A mail address of a person. Replies are accepted from all confirmed addresses; mails go to the main one.

An address that somebody has added and not yet confirmed belongs to nobody: others can still add it.
"""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

_SETTLED = text("is_main OR confirmed_at IS NOT NULL")


class Address(SQLModel, table=True):
    __tablename__ = "addresses"
    __table_args__ = (
        Index("addresses_settled", "email", unique=True, sqlite_where=_SETTLED, postgresql_where=_SETTLED),
    )

    id: int = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    email: str = Field(index=True)  # in lower case
    is_main: bool = True
    confirmed_at: datetime | None = Field(default=None, sa_type=Utc)
    bounce_score: int = 0
    bounced_at: datetime | None = Field(default=None, sa_type=Utc)
    suspended_at: datetime | None = Field(default=None, sa_type=Utc)
