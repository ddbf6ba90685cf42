"""A mail that came in: its bytes are stored before the sender is told that it was accepted."""

from datetime import datetime

from sqlalchemy import Index, LargeBinary, text
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

PENDING, PROCESSING, ACCEPTED, REJECTED, IGNORED, FAILED = (
    "pending", "processing", "accepted", "rejected", "ignored", "failed",
)  # fmt: skip
FOR_OPERATOR = "for the operator: "  # what became of a mail to postmaster or abuse, and which of the two
WAITING = text("status IN ('pending', 'processing')")
_WITH_BYTES = text("raw IS NOT NULL")


class InboundMail(SQLModel, table=True):
    __tablename__ = "inbound_mails"
    __table_args__ = (
        Index("inbound_waiting", "received_at", sqlite_where=WAITING, postgresql_where=WAITING),
        Index("inbound_with_bytes", "received_at", sqlite_where=_WITH_BYTES, postgresql_where=_WITH_BYTES),
    )

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)  # of the same mail to the same recipient, by whatever way it comes
    transport: str  # smtp, lmtp, pipe, imap, webhook, mailbox
    sender: str = Field(index=True)  # of the envelope
    recipient: str = Field(index=True)
    status: str = PENDING
    error: str = ""  # why it was rejected, ignored or failed
    user_id: int | None = Field(default=None, foreign_key="users.id", index=True)  # who was recognised as its writer
    excerpt: str = Field(default="", sa_column_kwargs={"server_default": ""})  # of a mail to the operator
    attempts: int = 0
    lease_until: datetime | None = Field(default=None, sa_type=Utc)
    raw: bytes | None = Field(default=None, sa_type=LargeBinary)  # dropped after some days
    received_at: datetime = Field(sa_type=Utc)
    done_at: datetime | None = Field(default=None, sa_type=Utc)
