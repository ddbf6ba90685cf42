"""A time in which a person is away: her clocks stand still, and nobody reminds her."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.db import Utc


class Absence(SQLModel, table=True):
    __tablename__ = "absences"

    id: int = Field(default=None, primary_key=True)
    user_id: int = Field(foreign_key="users.id", index=True)
    starts_at: datetime = Field(sa_type=Utc)
    ends_at: datetime = Field(sa_type=Utc)
