"""The clock of an ask: its deadline and its next reminder, from the table's pace and the person's own days and hours.

Both are columns that the sweep finds; nothing waits in a queue.
"""

from bisect import bisect_right
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import update
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.pacing import rest as resting
from pbem.pacing.local import moment, wall
from pbem.pacing.pace import Pace, read_pace
from pbem.pacing.reminder_times import Point, read_points, schedule
from pbem.pacing.rest import Rest, read_quiet
from pbem.store.asks import IS_OPEN, open_ask
from pbem.store.models import Absence, Ask, Seat, Table, User
from pbem.store.models.table import PAUSED, RUNNING

NOBODY = Rest()
NEWS_HOUR = time(8)  # of the daily news, in the reader's zone
_MINUTE = timedelta(minutes=1)


def rest_of(session: Session, user: User | None) -> Rest:
    """When this person is not to be disturbed. Bots never rest."""
    if user is None:
        return NOBODY
    rows = session.exec(select(Absence).where(Absence.user_id == user.id)).all()
    absences = tuple(resting.Absence(row.first, row.last) for row in rows)
    return Rest(user.zone, read_quiet(user.quiet_from, user.quiet_to), absences)


def points_of(pace: Pace, user: User | None) -> tuple[Point, ...]:
    """The table's points, or else the person's; none for a person who wants no reminders."""
    if user is None or not user.wants_reminders:
        return ()
    return read_points(pace.reminders or user.reminders)


def give_time(session: Session, table: Table, seat: Seat, ask: Ask, user: User | None) -> None:
    """The ask's clock begins at its start."""
    pace, rest = read_pace(table.pace), rest_of(session, user)
    ask.used = 0
    ask.deadline_at = deadline_of(ask, seat, pace, rest)
    ask.next_reminder_at = next_reminder(ask, pace, user, rest)


def deadline_of(ask: Ask, seat: Seat, pace: Pace, rest: Rest) -> datetime:
    return pace.deadline(ask.starts_at, rest.away, seat.bank * _MINUTE, timedelta(seconds=ask.used))


def time_used(ask: Ask, pace: Pace, rest: Rest, until: datetime) -> timedelta:
    """How much of its time has passed by then, without pauses and absences."""
    return timedelta(seconds=ask.used) + pace.counted_between(ask.starts_at, max(until, ask.starts_at), rest.away)


def next_reminder(ask: Ask, pace: Pace, user: User | None, rest: Rest) -> datetime | None:
    """The first planned moment that has not been dealt with."""
    if ask.deadline_at is None or ask.alive_at is not None or ask.host_asked_at is not None:
        return None
    planned = schedule(points_of(pace, user), pace, ask.starts_at, ask.deadline_at, rest)
    handled = bisect_right(planned, ask.reminded_at or ask.starts_at)
    return planned[handled] if handled < len(planned) else None


def move_to(ask: Ask, deadline: datetime, now: datetime) -> None:
    """Another deadline for an open ask; the caller plans its reminders again."""
    if ask.deadline_at != deadline:
        ask.deadline_at, ask.moved_at, ask.deadline_moves = deadline, now, ask.deadline_moves + 1


def is_shortened(session: Session, table: Table, seat: Seat, ask: Ask, user: User | None) -> bool:
    """Whether the host has set a deadline that leaves less than the table's own time: to miss it counts for nothing."""
    if not ask.is_fixed or ask.deadline_at is None:
        return False
    return ask.deadline_at < deadline_of(ask, seat, read_pace(table.pace), rest_of(session, user))


def replan(session: Session, table: Table, ask: Ask, user: User | None) -> None:
    ask.next_reminder_at = next_reminder(ask, read_pace(table.pace), user, rest_of(session, user))
    session.add(ask)


def save_time(session: Session, table: Table, seat: Seat, ask: Ask, now: datetime, user: User | None) -> None:
    """A quick answer fills the seat's bank, a late one empties it."""
    pace = read_pace(table.pace)
    if pace.bank:
        used = time_used(ask, pace, rest_of(session, user), now)
        seat.bank = pace.bank_after(seat.bank * _MINUTE, used) // _MINUTE
        session.add(seat)


def asks_of(session: Session, user_id: int) -> list[tuple[Ask, Seat, Table]]:
    """Every open question to this person at tables that are not over."""
    rows = session.exec(
        select(Ask, Seat, Table)
        .join(Seat, col(Seat.id) == col(Ask.seat_id))
        .join(Table, col(Table.id) == col(Ask.table_id))
        .where(Seat.user_id == user_id, IS_OPEN, col(Table.status).in_((RUNNING, PAUSED)))
        .order_by(col(Ask.deadline_at))
    ).all()
    return [(ask, seat, table) for ask, seat, table in rows]


def settings_changed(service: Service, session: Session, user: User, is_back: bool = False) -> None:
    """Quiet hours, zone, reminders or absences have changed: deadlines move, reminders are planned again.

    A deadline never becomes earlier than promised, except when an absence is cancelled (`is_back`), and never moves
    into the past.
    """
    rest, now = rest_of(session, user), service.now()
    for ask, seat, table in asks_of(session, user.id):
        pace = read_pace(table.pace)
        if ask.host_asked_at is None and ask.deadline_at is not None and ask.deadline_at > now:
            slid = deadline_of(ask, seat, pace, rest)
            if slid > (now if is_back else ask.deadline_at) and not ask.is_fixed:
                move_to(ask, slid, now)
        ask.next_reminder_at = next_reminder(ask, pace, user, rest)
        session.add(ask)


def plan_daily_news(session: Session, user: User, now: datetime) -> None:
    """Plans the daily news of a person who chose it: the next morning at home, outside quiet hours."""
    zone, rest = ZoneInfo(user.zone), rest_of(session, user)

    def morning_of(day: date) -> datetime:
        return moment(datetime.combine(day, NEWS_HOUR), zone)

    day = wall(now, zone).date()
    if morning_of(day) <= now:
        day += timedelta(days=1)
    free = rest.next_allowed(morning_of(day))
    while wall(free, zone).date() > day:  # an absence ends at midnight, and the news waits for the morning
        day = wall(free, zone).date()
        free = rest.next_allowed(morning_of(day))
    user.next_news_at = free
    session.add(user)


def show_life(service: Service, session: Session, seat_id: int) -> None:
    """The player has been active at this table, by a press or a mail: the open question needs no reminder."""
    session.exec(update(Seat).where(col(Seat.id) == seat_id).values(rounds_unheard=0))
    ask = open_ask(session, seat_id)
    if ask is not None:
        ask.alive_at, ask.next_reminder_at = service.now(), None
        session.add(ask)
