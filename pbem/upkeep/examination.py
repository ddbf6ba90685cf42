"""What can be wrong with a table that runs or is paused. It only looks: `repairs` mends, `watchdog` decides when.

Many tables are looked at with a few queries, and nothing is read that may be large, such as the bytes of mails.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlmodel import Session, col, select

from engine.core.game import AnyGame
from engine.core.play import actors, is_over
from engine.games import GAMES
from pbem.pacing.pace import read_pace
from pbem.play.ask_clock import next_reminder, points_of, rest_of
from pbem.play.ask_seats import BOTS
from pbem.store.asks import IS_OPEN
from pbem.store.mail_kind import QUESTIONS
from pbem.store.models import Address, Ask, Bounce, Line, Mail, Seat, Table, User
from pbem.store.models.mail import PENDING, SENDING, SENT
from pbem.store.models.seat import JOINED
from pbem.store.models.table import PAUSED, RUNNING
from pbem.store.positions import unpack_state

LATE = timedelta(minutes=5)  # after a moment that some sweep should have seen


class Kind(StrEnum):
    NO_GAME = "no-game"  # its rules are not on this server
    NO_LINE = "no-line"  # the present ply is not in the log
    NO_POSITION = "no-position"  # the present position cannot be read
    OVER = "over"  # the game is over, the table is not
    NO_ASK = "no-ask"  # a seat has to decide and is not asked
    STRAY_ASK = "stray-ask"  # a seat is asked and has nothing to decide
    TWO_ASKS = "two-asks"  # a seat is asked twice
    WRONG_PLAYER = "wrong-player"  # a bot is taken for a person, or a person for a bot
    NO_DEADLINE = "no-deadline"
    NO_DEFAULT = "no-default"
    NO_REMINDER = "no-reminder"
    NOT_FOLLOWED = "not-followed"  # a plan should have been followed
    OVERDUE = "overdue"  # no sweep has dealt with a deadline
    NO_MAIL = "no-mail"  # no mail brings the question
    MAIL_LOST = "mail-lost"  # no mail server has taken it
    MAIL_BOUNCED = "mail-bounced"  # it came back
    UNREACHABLE = "unreachable"  # the address takes no mail any more
    NO_PAUSE = "no-pause"  # paused, and nobody knows since when; or the other way round
    NO_HOST = "no-host"  # the host has no seat


@dataclass(frozen=True)
class Fault:
    kind: Kind
    seat: int | None = None  # its number
    ask_id: int | None = None
    detail: str = ""


@dataclass(frozen=True)
class Sent:
    """A mail without its bytes."""

    id: int
    status: str
    error: str


@dataclass(frozen=True)
class Case:
    """A table with all that is looked at."""

    table: Table
    seats: list[Seat]
    asks: list[Ask]
    snapshot: bytes | None  # of the present ply; None when there is no such line
    mails: Mapping[int, list[Sent]]  # by ask
    bounced: set[int]  # mails that came back
    suspended: set[int]  # people whose address takes no mail


def cases(session: Session, tables: Sequence[Table]) -> list[Case]:
    ids = [table.id for table in tables]
    seats, asks = defaultdict[int, list[Seat]](list), defaultdict[int, list[Ask]](list)
    for seat in session.exec(select(Seat).where(col(Seat.table_id).in_(ids)).order_by(col(Seat.number))).all():
        seats[seat.table_id].append(seat)
    found = session.exec(select(Ask).where(col(Ask.table_id).in_(ids), IS_OPEN)).all()
    for ask in sorted(found, key=lambda ask: ask.id):
        asks[ask.table_id].append(ask)
    mails = _mails(session, [ask.id for ask in found])
    bounced = _bounced(session, [mail.id for sent in mails.values() for mail in sent])
    players = {seat.user_id for of_table in seats.values() for seat in of_table if seat.user_id is not None}
    suspended = suspended_among(session, players)
    snapshots = _snapshots(session, ids)
    return [
        Case(table, seats[table.id], asks[table.id], snapshots.get(table.id), mails, bounced, suspended)
        for table in tables
    ]


def _snapshots(session: Session, ids: Sequence[int]) -> dict[int, bytes]:
    query = (
        select(Line.table_id, Line.snapshot)
        .join(Table, (col(Table.id) == col(Line.table_id)) & (col(Table.ply) == col(Line.ply)))
        .where(col(Table.id).in_(ids))
    )
    return dict(session.exec(query).all())


def _mails(session: Session, asks: Sequence[int]) -> dict[int, list[Sent]]:
    query = select(Mail.id, Mail.ask_id, Mail.status, Mail.error).where(
        col(Mail.ask_id).in_(asks), col(Mail.kind).in_(QUESTIONS)
    )
    by_ask = defaultdict[int, list[Sent]](list)
    for mail_id, ask_id, status, error in session.exec(query.order_by(col(Mail.id))).all():
        by_ask[ask_id or 0].append(Sent(mail_id, status, error))
    return by_ask


def _bounced(session: Session, mails: Sequence[int]) -> set[int]:
    query = select(Bounce.mail_id).where(col(Bounce.mail_id).in_(mails), Bounce.score > 0)
    return set(session.exec(query).all())


def suspended_among(session: Session, people: set[int]) -> set[int]:
    """The people whose address takes no mail any more."""
    query = select(Address.user_id).where(
        col(Address.user_id).in_(people), col(Address.is_main).is_(True), col(Address.suspended_at).is_not(None)
    )
    return set(session.exec(query).all())


def faults(session: Session, case: Case, now: datetime, mail_leaves: bool = True) -> Iterator[Fault]:
    """Everything that is wrong with the table, in the order in which it has to be repaired."""
    table = case.table
    if table.status not in (RUNNING, PAUSED):
        return
    if (table.paused_at is None) == (table.status == PAUSED):
        yield Fault(
            Kind.NO_PAUSE, detail="it is not known since when it is paused" if table.status == PAUSED else "it runs"
        )
    if not _host_sits(case):
        yield Fault(Kind.NO_HOST, detail="the host has no seat at the table")
    game = GAMES.get(table.game)
    if game is None:
        yield Fault(Kind.NO_GAME, detail=table.game)
        return
    if case.snapshot is None:
        yield Fault(Kind.NO_LINE, detail=f"ply {table.ply} has no line")
        return
    state = position(game, case.snapshot)
    if state is None:
        yield Fault(Kind.NO_POSITION, detail=f"the position after ply {table.ply} cannot be read")
        return
    if is_over(game, state):
        yield Fault(Kind.OVER, detail="the game is over and the table is not")
        return
    yield from _wrong_asks(case, actors(game, state))
    for ask in case.asks:
        yield from _wrong_ask(session, case, ask, now, mail_leaves)


def position(game: AnyGame, snapshot: bytes) -> Any | None:
    """None when it cannot be read, or when nobody can tell from it who has to decide."""
    try:
        state = unpack_state(game, snapshot)
        actors(game, state)
    except Exception:  # whatever damaged bytes may lead to
        return None
    return state


def _host_sits(case: Case) -> bool:
    """If only bots are left, nobody can be the host."""
    people = {seat.user_id for seat in case.seats if seat.status == JOINED}
    return not people or case.table.host_id in people


def _wrong_asks(case: Case, wanted: Sequence[int]) -> Iterator[Fault]:
    number_of = {seat.id: seat.number for seat in case.seats}
    asked = [number_of.get(ask.seat_id) for ask in case.asks]
    for number in wanted:
        if number not in asked:
            yield Fault(Kind.NO_ASK, number, detail="the seat has to decide and is not asked")
    for index, (seat, ask) in enumerate(zip(asked, case.asks, strict=True)):
        if seat not in wanted:
            yield Fault(Kind.STRAY_ASK, seat, ask.id, "the seat is asked and has nothing to decide")
        elif seat in asked[:index]:
            yield Fault(Kind.TWO_ASKS, seat, ask.id, "the seat is asked twice")


def _wrong_ask(session: Session, case: Case, ask: Ask, now: datetime, mail_leaves: bool) -> Iterator[Fault]:
    table, seat = case.table, next((seat for seat in case.seats if seat.id == ask.seat_id), None)
    if seat is None:
        return
    if ask.for_bot != (seat.status in BOTS):
        yield Fault(Kind.WRONG_PLAYER, seat.number, ask.id, "a bot is taken for a person, or a person for a bot")
    if not ask.default:
        yield Fault(Kind.NO_DEFAULT, seat.number, ask.id, "the question has no default")
    if ask.deadline_at is None:
        yield Fault(Kind.NO_DEADLINE, seat.number, ask.id, "the question has no deadline")
    elif table.status == RUNNING and ask.deadline_at <= now - LATE:
        yield Fault(Kind.OVERDUE, seat.number, ask.id, f"the time was over at {ask.deadline_at.isoformat()}")
    elif _lacks_reminder(session, table, seat, ask, now):
        yield Fault(Kind.NO_REMINDER, seat.number, ask.id, "no reminder is planned")
    if ask.is_planned:
        if table.status == RUNNING and ask.starts_at <= now - LATE:
            yield Fault(Kind.NOT_FOLLOWED, seat.number, ask.id, "nobody has followed the plan for the question")
    elif seat.status == JOINED and mail_leaves and table.status == RUNNING:
        kind, detail = _trouble_with_mail(case, seat, case.mails.get(ask.id, []))
        if kind:
            yield Fault(kind, seat.number, ask.id, detail)


def _lacks_reminder(session: Session, table: Table, seat: Seat, ask: Ask, now: datetime) -> bool:
    """Only where nothing at all has been planned: which of several is next is decided when one is sent."""
    if any((ask.next_reminder_at, ask.reminded_at, ask.alive_at, ask.host_asked_at)) or seat.status != JOINED:
        return False
    user = session.get(User, seat.user_id)
    pace = read_pace(table.pace)
    if not points_of(pace, user):
        return False
    planned = next_reminder(ask, pace, user, rest_of(session, user))
    return planned is not None and planned > now


def _trouble_with_mail(case: Case, seat: Seat, mails: Sequence[Sent]) -> tuple[Kind | None, str]:
    """The question has reached its seat when one mail with it was accepted and did not come back."""
    arrived = (mail.status == SENT and mail.id not in case.bounced for mail in mails)
    if any(arrived) or any(mail.status in (PENDING, SENDING) for mail in mails):
        return None, ""  # a mail that waits too long is a trouble of the outbox, not of the table
    if seat.user_id in case.suspended:
        return Kind.UNREACHABLE, "the address takes no mail"
    if not mails:
        return Kind.NO_MAIL, "no mail with the question was written"
    last = mails[-1]
    if last.id in case.bounced:
        return Kind.MAIL_BOUNCED, "the mail with the question came back"
    return Kind.MAIL_LOST, f"the mail with the question was not accepted: {last.error or last.status}"
