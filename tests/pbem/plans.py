"""Short ways to a plan, for tests."""

from collections.abc import Sequence

from sqlmodel import col, select

from engine.core.ahead import read_choice
from engine.core.plan import Intention
from pbem.base.service import Service
from pbem.play.follow_plan import follow_plan
from pbem.play.plan_ahead import Outlook, outlook, plan_ahead
from pbem.play.plans import plan_of
from pbem.store.models import Intention as Row
from pbem.store.models import Seat, Table


def look_ahead(service: Service, seat: Seat) -> Outlook:
    with service.db.reading() as session:
        return outlook(session, session.get_one(Table, seat.table_id), seat)


def plan(service: Service, seat: Seat, key: str, *forms: str, always: bool = False) -> tuple[Intention, ...]:
    """Plans these choices for a question ahead, or what is suggested; returns what they stand in place of."""
    ahead = look_ahead(service, seat)
    asked = next(one for one in ahead.questions if one.key == key)
    choices = tuple(read_choice(ahead.game, asked, seat.number, form) for form in forms) or asked.intention.choices
    return plan_ahead(service, seat.id, ahead.ply, [Intention(key, choices, always=always)])


def plan_everything(service: Service, seat: Seat) -> Sequence[str]:
    """Takes all that is suggested; returns the keys."""
    ahead = look_ahead(service, seat)
    plan_ahead(service, seat.id, ahead.ply, [one.intention for one in ahead.questions])
    return [one.key for one in ahead.questions]


def planned_keys(service: Service, seat: Seat) -> list[str]:
    with service.db.reading() as session:
        return list(session.exec(select(Row.key).where(Row.seat_id == seat.id).order_by(col(Row.id))).all())


def follow_all(service: Service) -> int:
    """Follows every plan that can be followed now; returns the number of questions dealt with."""
    number = 0
    while follow_plan(service):
        number += 1
    return number


def planned_forms(service: Service, seat: Seat) -> dict[str, list[str]]:
    """What is planned, by question."""
    with service.db.reading() as session:
        kept = plan_of(session, seat).kept
    return {each.intention.key: [choice.form for choice in each.intention.choices] for each in kept}
