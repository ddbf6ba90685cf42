"""The state of the server in figures: for the operator's page and for /metrics (`exposition.py`). Counted by the
database when asked for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.base.tallies import Key
from pbem.store.asks import IS_OPEN
from pbem.store.models import Address, Ask, Failure, InboundMail, Mail, Pulse, Sign, Table
from pbem.store.models import inbound_mail as inbound
from pbem.store.models import mail as outbox
from pbem.store.models import table as tables
from pbem.store.models.pulse import THE_ONE
from pbem.store.models.table import RUNNING
from pbem.store.signs import last_seen
from pbem.store.tallies import read_tallies

TABLE_STATES = (
    tables.UNCONFIRMED, tables.INVITING, tables.RUNNING, tables.PAUSED, tables.OVER, tables.CANCELLED,
)  # fmt: skip
MAIL_STATES = (outbox.PENDING, outbox.SENDING, outbox.SENT, outbox.DEAD, outbox.CANCELLED)
INBOUND_STATES = (
    inbound.PENDING, inbound.PROCESSING, inbound.ACCEPTED, inbound.REJECTED, inbound.IGNORED, inbound.FAILED,
)  # fmt: skip


@dataclass(frozen=True)
class Figures:
    tables: dict[str, int]  # by status
    mails: dict[str, int]
    inbound: dict[str, int]
    due: int  # mails that should have left
    oldest_due: float  # seconds that the oldest mail that should have left has waited
    open_asks: int
    overdue_asks: int  # whose deadline has passed at a running table
    lines: int
    failures: int  # of tasks and pages, each time counted, until somebody has looked
    suspended: int  # addresses that get no mail because mails to them came back
    since_sweep: float | None  # seconds since the last sweep began; None before the first
    signs: tuple[Sign, ...]  # when each process was last heard of
    tallies: dict[Key, float]  # what all processes have counted
    now: datetime


def figures(session: Session, now: datetime) -> Figures:
    due, oldest = session.exec(
        select(func.count(), func.min(Mail.due_at)).select_from(Mail).where(outbox.WAITING, col(Mail.due_at) <= now)
    ).one()
    overdue = (
        select(func.count())
        .select_from(Ask)
        .join(Table, col(Table.id) == col(Ask.table_id))
        .where(IS_OPEN, col(Ask.deadline_at) <= now, Table.status == RUNNING)
    )
    return Figures(
        _by_status(session, Table, TABLE_STATES),
        _by_status(session, Mail, MAIL_STATES),
        _by_status(session, InboundMail, INBOUND_STATES),
        due,
        (now - oldest).total_seconds() if oldest is not None else 0.0,
        session.exec(select(func.count()).select_from(Ask).where(IS_OPEN)).one(),
        session.exec(overdue).one(),
        session.exec(select(func.coalesce(func.sum(Table.ply), 0))).one(),  # a ply is never used twice
        session.exec(select(func.coalesce(func.sum(Failure.times), 0))).one(),
        session.exec(select(func.count()).select_from(Address).where(col(Address.suspended_at).is_not(None))).one(),
        _since_sweep(session, now),
        tuple(last_seen(session)),
        read_tallies(session),
        now,
    )


def _since_sweep(session: Session, now: datetime) -> float | None:
    pulse = session.get(Pulse, THE_ONE)
    return None if pulse is None else (now - pulse.swept_at).total_seconds()


def _by_status(session: Session, model: Any, states: tuple[str, ...]) -> dict[str, int]:
    """Every status, including those without rows."""
    found = dict(session.exec(select(model.status, func.count()).group_by(model.status)).all())
    return {state: found.get(state, 0) for state in states}
