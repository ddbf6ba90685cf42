"""Reminders: one mail for all tables that wait for a person, at the times they chose, never in their quiet hours.

Every question in the mail is advanced in the same transaction that posts it, so nothing is sent twice, and after a
time without service at most one mail comes.
"""

from datetime import datetime

from sqlmodel import col, select

from pbem.base.service import Service
from pbem.pacing.pace import read_pace
from pbem.pacing.reminder_times import Step, schedule, step
from pbem.pacing.rest import Rest
from pbem.play.ask_clock import asks_of, points_of, rest_of
from pbem.play.ask_seats import ITS_TABLE_RUNS
from pbem.play.outbox import post
from pbem.store.asks import IS_OPEN
from pbem.store.faults import recorded
from pbem.store.mail_content import Waiting
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Seat, Table, User
from pbem.store.models.seat import JOINED
from pbem.store.models.table import RUNNING

MOST = 100


def remind(service: Service) -> int:
    """Posts the reminders that are due; returns how many people get one."""
    reminded = 0
    for user_id in _due(service):
        with recorded(service, f"remind {user_id}"):
            reminded += remind_person(service, user_id)
    return reminded


def _due(service: Service) -> list[int]:
    """The people with a question whose next reminder is due."""
    with service.db.reading() as session:
        query = (
            select(Seat.user_id)
            .join(Ask, col(Ask.seat_id) == col(Seat.id))
            .where(
                IS_OPEN,
                col(Ask.next_reminder_at) <= service.now(),
                ITS_TABLE_RUNS,
                Seat.status == JOINED,
                col(Ask.is_planned).is_(False),
            )
            .distinct()
            .limit(MOST)
        )
        return [user_id for user_id in session.exec(query).all() if user_id is not None]


def remind_person(service: Service, user_id: int) -> bool:
    now = service.now()
    with service.db.writing() as session:
        user = session.exec(select(User).where(User.id == user_id).with_for_update()).one()
        rest = rest_of(session, user)
        waiting = [(ask, table) for ask, seat, table in asks_of(session, user_id) if _waits(ask, seat, table, now)]
        steps = {ask.id: _step(ask, table, user, rest, now) for ask, table in waiting}
        due = [steps[ask.id].due for ask, _ in waiting if _is_due(ask, now) and steps[ask.id].due is not None]
        if not due:
            for ask, _ in waiting:
                if _is_due(ask, now):
                    ask.next_reminder_at = steps[ask.id].next
                    session.add(ask)
            return False
        for ask, table in waiting:
            ask.reminded_at, ask.reminders_sent = now, ask.reminders_sent + 1
            ask.next_reminder_at = _step(ask, table, user, rest, now).next if ask.alive_at is None else None
            session.add(ask)
        until = max(ask.deadline_at for ask, _ in waiting if ask.deadline_at is not None)
        slot = int(now.timestamp())
        content = Waiting(tuple(ask.id for ask, _ in waiting))
        post(
            service,
            session,
            MailKind.REMINDER,
            f"digest:{user_id}:{slot}",
            user_id,
            content=content,
            useful_until=until,
        )
    return True


def _waits(ask: Ask, seat: Seat, table: Table, now: datetime) -> bool:
    """Whether it may be in a reminder: an open question with time left."""
    return (
        table.status == RUNNING
        and seat.status == JOINED
        and ask.deadline_at is not None
        and ask.starts_at <= now < ask.deadline_at
        and ask.host_asked_at is None
        and not ask.is_planned
    )


def _is_due(ask: Ask, now: datetime) -> bool:
    return ask.next_reminder_at is not None and ask.next_reminder_at <= now


def _step(ask: Ask, table: Table, user: User, rest: Rest, now: datetime) -> Step:
    assert ask.deadline_at is not None, "what has no deadline has no reminders"
    pace = read_pace(table.pace)
    planned = schedule(points_of(pace, user), pace, ask.starts_at, ask.deadline_at, rest)
    return step(planned, ask.reminded_at or ask.starts_at, now, ask.deadline_at, rest)
