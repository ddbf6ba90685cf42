"""The outbox: a mail that is to leave, under a key that cannot be used twice.

Written in the transaction of what caused it; rendered once by the worker, its bytes stored before the first try, so
that a retry sends the same mail.
"""

from datetime import datetime

from sqlalchemy import JSON, Index, LargeBinary, text
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc
from pbem.store.mail_kind import MailKind, StoredKind

PENDING, SENDING, SENT, DEAD, CANCELLED = "pending", "sending", "sent", "dead", "cancelled"
# Written so and not with parameters: only then SQLite sees that the index holds what a query wants.
WAITING = text("status IN ('pending', 'sending')")
GIVEN_UP = text("status = 'dead'")
_WITH_BYTES = text("raw IS NOT NULL")


class Mail(SQLModel, table=True):
    __tablename__ = "mails"
    __table_args__ = (
        Index("mails_waiting", "due_at", sqlite_where=WAITING, postgresql_where=WAITING),
        Index("mails_given_up", "created_at", sqlite_where=GIVEN_UP, postgresql_where=GIVEN_UP),
        Index("mails_to_one", "email", "sent_at"),
        Index("mails_with_bytes", "created_at", sqlite_where=_WITH_BYTES, postgresql_where=_WITH_BYTES),
    )

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    kind: MailKind = Field(sa_type=StoredKind)
    user_id: int = Field(foreign_key="users.id", index=True)
    email: str
    table_id: int | None = Field(default=None, foreign_key="tables.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seats.id")
    ask_id: int | None = Field(default=None, foreign_key="asks.id", index=True)
    ply: int | None = None  # the position it shows
    since_ply: int | None = None  # it tells what happened after this one
    content: dict[str, object] = Field(default_factory=dict, sa_type=JSON)  # what else this kind needs
    message_id: str = Field(index=True)
    bounce_key: str = Field(unique=True)
    status: str = PENDING
    due_at: datetime = Field(sa_type=Utc)
    useful_until: datetime | None = Field(default=None, sa_type=Utc)
    lease_until: datetime | None = Field(default=None, sa_type=Utc)
    attempts: int = 0
    error: str = ""
    raw: bytes | None = Field(default=None, sa_type=LargeBinary)
    created_at: datetime = Field(sa_type=Utc)
    sent_at: datetime | None = Field(default=None, sa_type=Utc)

    @property
    def is_answer(self) -> bool:
        """To a mail that came in."""
        return self.key.startswith("ans:")
