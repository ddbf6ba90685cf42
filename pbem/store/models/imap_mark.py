"""How far an IMAP mailbox has been read, and which process is reading it."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class ImapMark(SQLModel, table=True):
    __tablename__ = "imap_marks"

    mailbox: str = Field(primary_key=True)
    validity: int = 0  # UIDVALIDITY; when it changes, all numbers begin again
    uid: int = 0  # the last one that is stored
    lease_until: datetime | None = Field(default=None, sa_type=Utc)
