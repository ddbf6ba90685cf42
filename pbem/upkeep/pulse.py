"""The pulse of the server: it shows a sweep that there was none for a while, whatever the reason.

Questions whose time ran out meanwhile get a grace period: nobody could have answered.
"""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.play.ask_clock import move_to, replan
from pbem.store.asks import IS_OPEN
from pbem.store.models import Ask, Pulse, Seat, Table, User
from pbem.store.models.pulse import THE_ONE
from pbem.store.models.table import RUNNING

DOWN = timedelta(minutes=10)  # without a sweep: the server was down
GRACE = timedelta(hours=1)  # for questions whose time ran out meanwhile
MOST = 10_000


def wake_up(service: Service) -> None:
    """Records that the server is up, and makes up for the time in which it was down."""
    now = service.now()
    with service.db.writing() as session:
        pulse = locked_pulse(session)
        if pulse is not None and now - pulse.swept_at > DOWN:
            _give_grace(session, pulse.swept_at, now)
        pulse = pulse or Pulse(id=THE_ONE, swept_at=now)
        pulse.swept_at = now
        session.add(pulse)


def locked_pulse(session: Session) -> Pulse | None:
    return session.exec(select(Pulse).where(Pulse.id == THE_ONE).with_for_update()).first()


def _give_grace(session: Session, since: datetime, now: datetime) -> None:
    missed = (
        select(Ask, Seat, Table)
        .join(Seat, col(Seat.id) == col(Ask.seat_id))
        .join(Table, col(Table.id) == col(Ask.table_id))
        .where(IS_OPEN, col(Ask.deadline_at) > since, col(Ask.deadline_at) < now + GRACE)
        .where(Table.status == RUNNING)  # in a pause no time runs out
    )
    for ask, seat, table in session.exec(missed.limit(MOST)).all():
        move_to(ask, now + GRACE, now)
        replan(session, table, ask, session.get(User, seat.user_id) if seat.user_id is not None else None)
