"""A mail that came back; the same report counts once."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Bounce(SQLModel, table=True):
    __tablename__ = "bounces"
    __table_args__ = (UniqueConstraint("mail_id", "digest"),)

    id: int = Field(default=None, primary_key=True)
    mail_id: int = Field(foreign_key="mails.id")
    digest: str  # SHA-256 of the report
    status: str  # such as 5.1.1
    score: int
    came_at: datetime = Field(sa_type=Utc)
