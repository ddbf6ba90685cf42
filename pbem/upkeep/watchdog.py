"""The watchdog: no table stops unnoticed. It repairs what it can and reports the rest to host and operator.

A sweep looks at what an index shows to be wrong, and at some tables in turn, so that its cost does not grow with their
number; `pbem check` looks at all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session, col, func, select

from pbem.base.service import Service
from pbem.play.ask_seats import ITS_TABLE_RUNS
from pbem.play.turn import locked_table, seats_of
from pbem.store.asks import IS_OPEN
from pbem.store.faults import record_failure, recorded
from pbem.store.mail_content import AboutTable
from pbem.store.models import Ask, Failure, Mail, Pulse, Seat, Table
from pbem.store.models.mail import WAITING
from pbem.store.models.pulse import THE_ONE
from pbem.store.models.table import BEGUN
from pbem.tables.acts import tell
from pbem.upkeep.deadlines import treat
from pbem.upkeep.examination import LATE, Fault, Kind, cases, faults
from pbem.upkeep.pulse import DOWN, locked_pulse
from pbem.upkeep.repairs import examine, mend

SLICE = 100  # tables at once
STUCK = timedelta(minutes=15)  # after a mail was due, or after whoever was sending it has vanished
WAITED = timedelta(days=1)  # for a mail server that takes it
WARNED_FOR = timedelta(days=1)  # the host of a table is told of its troubles once in this time
NOTED_FOR = timedelta(hours=1)  # the operator sees that a trouble still stands
STUCK_MAILS, NO_SWEEP = "stuck-mails", "no-sweep"


@dataclass(frozen=True)
class Complaint:
    """Something that was wrong: at a table, or with the service when there is none."""

    table_id: int | None
    fault: str
    detail: str
    is_mended: bool
    seat: int | None = None

    def __str__(self) -> str:
        where = f"table {self.table_id}: " if self.table_id is not None else ""
        return f"{where}{self.fault}: {self.detail}"


class Trouble(Exception):
    """A trouble reported to the operator; never raised."""


def complaints(service: Service, repair: bool = True) -> list[Complaint]:
    """Everything that is wrong with any table, or with the service. Without repairing, nobody is told either."""
    found = list(_about_service(service))
    after = 0
    while tables := _next_tables(service, after):
        found += _look_at(service, tables, repair)
        after = tables[-1].id
    if repair:
        _note(service, found)
    return found


def guard(service: Service) -> list[Complaint]:
    """One sweep's share."""
    with service.db.reading() as session:
        pulse = session.get(Pulse, THE_ONE)
        suspects = _suspects(service, session)
    tables = _next_tables(service, pulse.guarded_id if pulse is not None else 0)
    found = [*_stuck_mails(service), *_look_at(service, [*tables, *suspects], repair=True)]
    _note(service, found)
    _go_on_from(service, tables[-1].id if len(tables) == SLICE else 0)
    return found


def _next_tables(service: Service, after: int) -> Sequence[Table]:
    with service.db.reading() as session:
        return session.exec(
            select(Table).where(BEGUN, col(Table.id) > after).order_by(col(Table.id)).limit(SLICE)
        ).all()


def _go_on_from(service: Service, table_id: int) -> None:
    with service.db.writing() as session:
        pulse = locked_pulse(session)
        if pulse is not None and pulse.guarded_id != table_id:
            pulse.guarded_id = table_id
            session.add(pulse)


def _suspects(service: Service, session: Session) -> Sequence[Table]:
    """Tables with a question that no sweep will ever find, or that sweeps have found in vain."""
    late = col(Ask.deadline_at) <= service.now() - LATE
    found: set[int] = set()
    for wrong in (col(Ask.deadline_at).is_(None), late):
        query = select(Ask.table_id).where(IS_OPEN, wrong, ITS_TABLE_RUNS).limit(SLICE)
        found |= set(session.exec(query).all())
    return session.exec(select(Table).where(col(Table.id).in_(found))).all() if found else []


def _look_at(service: Service, tables: Sequence[Table], repair: bool) -> list[Complaint]:
    with service.db.reading() as session:
        suspicious = [
            case.table.id
            for case in cases(session, tables)
            if any(True for _ in faults(session, case, service.now(), not service.config.mail_disabled))
        ]
    found: list[Complaint] = []
    for table_id in dict.fromkeys(suspicious):
        # Looked at again under the lock: what was read a moment ago may have been two moments.
        with recorded(service, f"check {table_id}"):
            found += _mended(service, table_id) if repair else _seen(service, table_id)
    return found


def _seen(service: Service, table_id: int) -> list[Complaint]:
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        return [_complaint(table_id, fault, False) for fault in examine(service, session, table)]


def _mended(service: Service, table_id: int) -> list[Complaint]:
    with service.db.writing() as session:
        found, left = mend(service, session, locked_table(session, table_id))
    late = [fault for fault in left if fault.kind == Kind.OVERDUE]
    if late:
        for fault in late:
            _treat(service, fault)
        with service.db.reading() as session:
            left = examine(service, session, session.get_one(Table, table_id))
    if left:
        _warn_host(service, table_id, left)
    return [_complaint(table_id, fault, fault not in left) for fault in found]


def _treat(service: Service, fault: Fault) -> None:
    with service.db.reading() as session:
        ask = session.get_one(Ask, fault.ask_id)
        seat = session.get_one(Seat, ask.seat_id)
    with recorded(service, f"default {ask.table_id}"):
        treat(service, ask, seat)


def _complaint(table_id: int, fault: Fault, is_mended: bool) -> Complaint:
    return Complaint(table_id, fault.kind, fault.detail, is_mended, fault.seat)


def _warn_host(service: Service, table_id: int, left: list[Fault]) -> None:
    """Faults that only a person can repair: somebody has no working address, or the table cannot go on."""
    now = service.now()
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.warned_at is not None and table.warned_at > now - WARNED_FOR:
            return
        seats = seats_of(session, table_id)
        host = next((seat for seat in seats if seat.user_id == table.host_id), None)
        table.warned_at = now
        session.add(table)
        mute = {fault.seat for fault in left if fault.kind in (Kind.MAIL_LOST, Kind.MAIL_BOUNCED, Kind.UNREACHABLE)}
        if host is None or mute == {host.number}:
            return  # a host whom no mail reaches cannot be told; the operator is
        names = ", ".join(seat.name for seat in seats if seat.number in mute)
        key = f"warning:{table.id}:{int(now.timestamp())}"
        tell(service, session, table, host, key, AboutTable("unreachable" if names else "trouble", names))


def _about_service(service: Service) -> Iterator[Complaint]:
    with service.db.reading() as session:
        pulse = session.get(Pulse, THE_ONE)
    if pulse is not None and pulse.swept_at < service.now() - DOWN:
        yield Complaint(None, NO_SWEEP, f"the last sweep was at {pulse.swept_at.isoformat()}", False)
    yield from _stuck_mails(service)


def _stuck_mails(service: Service) -> Iterator[Complaint]:
    """Mails that nobody sends, or that no mail server has taken for a day."""
    now = service.now()
    forgotten = (col(Mail.due_at) <= now - STUCK) & (func.coalesce(Mail.lease_until, Mail.due_at) <= now - STUCK)
    refused = (col(Mail.attempts) > 0) & (col(Mail.created_at) <= now - WAITED)
    with service.db.reading() as session:
        query = select(func.count(), func.min(Mail.due_at)).select_from(Mail)
        number, since = session.exec(query.where(WAITING, forgotten | refused)).one()
    if number:
        yield Complaint(None, STUCK_MAILS, f"{number} mails wait, the first since {since.isoformat()}", False)


def _note(service: Service, found: Sequence[Complaint]) -> None:
    """For the operator's page."""
    for complaint in found:
        if complaint.is_mended:
            continue
        what = f"watchdog: {complaint.fault}" + (f" at table {complaint.table_id}" if complaint.table_id else "")
        with service.db.reading() as session:
            known = session.exec(select(func.max(Failure.last_at)).where(Failure.what == what)).one()
        if known is None or known <= service.now() - NOTED_FOR:
            record_failure(service, what, Trouble(complaint.detail))
