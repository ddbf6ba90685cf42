"""A task that failed, for the operator's page. The sweep does its work again; this is what a person should look at."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Failure(SQLModel, table=True):
    __tablename__ = "failures"

    id: int = Field(default=None, primary_key=True)
    what: str  # the task, with its argument
    error: str  # the class and the first line
    times: int = 1
    first_at: datetime = Field(sa_type=Utc)
    last_at: datetime = Field(sa_type=Utc, index=True)
