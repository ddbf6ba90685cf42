"""The state of the server in figures: for the operator's page and for /metrics. Counted by the database when asked for.

The text of /metrics is written here and not by the Prometheus client: that keeps counters inside one process, and ours
are rows that all processes share.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.base.version import release
from pbem.store.asks import IS_OPEN
from pbem.store.models import Address, Ask, Failure, InboundMail, Mail, Pulse, Sign, Table
from pbem.store.models import inbound_mail as inbound
from pbem.store.models import mail as outbox
from pbem.store.models import table as tables
from pbem.store.models.pulse import THE_ONE
from pbem.store.models.table import RUNNING
from pbem.store.signs import last_seen

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
    oldest_due: float  # seconds that the oldest mail that should have left has waited
    open_asks: int
    overdue_asks: int  # whose deadline has passed at a running table
    lines: int
    failures: int  # tasks that failed, each time counted
    suspended: int  # addresses that get no mail because mails to them came back
    since_sweep: float | None  # seconds since the last sweep began; None before the first
    signs: tuple[Sign, ...]  # when each process was last heard of
    now: datetime


def figures(session: Session, now: datetime) -> Figures:
    oldest = session.exec(
        select(func.min(Mail.due_at)).where(col(Mail.status).in_((outbox.PENDING, outbox.SENDING)), Mail.due_at <= now)
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
        (now - oldest).total_seconds() if oldest is not None else 0.0,
        session.exec(select(func.count()).select_from(Ask).where(IS_OPEN)).one(),
        session.exec(overdue).one(),
        session.exec(select(func.coalesce(func.sum(Table.ply), 0))).one(),  # a ply is never used twice
        session.exec(select(func.coalesce(func.sum(Failure.times), 0))).one(),
        session.exec(select(func.count()).select_from(Address).where(col(Address.suspended_at).is_not(None))).one(),
        _since_sweep(session, now),
        tuple(last_seen(session)),
        now,
    )


def _since_sweep(session: Session, now: datetime) -> float | None:
    pulse = session.get(Pulse, THE_ONE)
    return None if pulse is None else (now - pulse.swept_at).total_seconds()


def _by_status(session: Session, model: Any, states: tuple[str, ...]) -> dict[str, int]:
    """Every status, including those without rows."""
    found = dict(session.exec(select(model.status, func.count()).group_by(model.status)).all())
    return {state: found.get(state, 0) for state in states}


def exposition(found: Figures) -> str:
    """In the text format of Prometheus."""
    return "".join(_lines(found))


def _lines(found: Figures) -> Iterator[str]:
    yield from _labelled("railpost_tables", "Tables by status.", found.tables)
    yield from _labelled("railpost_mails", "Mails of the outbox by status.", found.mails)
    yield from _labelled("railpost_inbound_mails", "Mails that came in, by status.", found.inbound)
    yield from _single("railpost_oldest_due_mail_seconds", "How long the oldest mail has been due.", found.oldest_due)
    yield from _single("railpost_open_asks", "Questions that wait for an answer.", found.open_asks)
    yield from _single("railpost_overdue_asks", "Questions whose deadline has passed.", found.overdue_asks)
    yield from _single("railpost_lines", "Lines in the logs of all tables.", found.lines)
    yield from _single("railpost_task_failures", "Failures of tasks that nobody has looked at.", found.failures)
    yield from _single("railpost_suspended_addresses", "Addresses that mails came back from.", found.suspended)
    if found.since_sweep is not None:
        yield from _single("railpost_last_sweep_seconds", "Seconds since the last sweep began.", found.since_sweep)
    yield _head("railpost_process_silent_seconds", "Seconds since a process was last heard of.")
    for sign in found.signs:
        labels = f'process="{sign.process}",machine="{sign.machine}"'
        yield f"railpost_process_silent_seconds{{{labels}}} {(found.now - sign.seen_at).total_seconds()}\n"
    yield _head("railpost_info", "The release that answers.")
    yield f'railpost_info{{version="{release()}"}} 1\n'


def _head(name: str, told: str) -> str:
    return f"# HELP {name} {told}\n# TYPE {name} gauge\n"


def _single(name: str, told: str, value: float) -> Iterator[str]:
    yield _head(name, told)
    yield f"{name} {value}\n"


def _labelled(name: str, told: str, values: dict[str, int]) -> Iterator[str]:
    yield _head(name, told)
    for status, value in values.items():
        yield f'{name}{{status="{status}"}} {value}\n'
