"""Planning: what a seat will be asked next, what is suggested for it, and keeping what its player decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlmodel import Session

from engine.core.ahead import Ahead, questions_ahead
from engine.core.game import AnyGame
from engine.core.plan import Intention
from pbem.base.service import Service
from pbem.play.plans import SeatPlan, drop_plan, keep_plan, plan_of
from pbem.play.play_line import locked_table
from pbem.store.models import Seat, Table
from pbem.store.positions import game_of, state_at


@dataclass(frozen=True)
class Outlook:
    """What a seat will be asked next, as far as it can be foreseen from what the seat may know."""

    game: AnyGame
    state: Any
    number: int  # of the seat
    ply: int
    plan: SeatPlan

    @cached_property
    def questions(self) -> tuple[Ahead[Any], ...]:
        """Those still to come, in their order; the present one is answered, not planned."""
        return tuple(one for one in self.all_questions if not one.now)

    @cached_property
    def all_questions(self) -> tuple[Ahead[Any], ...]:
        return questions_ahead(self.game, self.game.view(self.state, self.number), self.number, self.plan.plan)


def outlook(session: Session, table: Table, seat: Seat) -> Outlook:
    return outlook_at(session, table, seat, table.ply)


def outlook_at(session: Session, table: Table, seat: Seat, ply: int) -> Outlook:
    """As it was at an earlier ply, with what is planned now."""
    return Outlook(game_of(table), state_at(session, table, ply), seat.number, ply, plan_of(session, seat))


def plan_ahead(service: Service, seat_id: int, ply: int, wanted: Iterable[Intention]) -> tuple[Intention, ...]:
    """Keeps these answers; returns what they stand in place of. Raises CannotPlan, or MovedOn if the position of
    `ply`, in which they were looked at, is not the present one."""
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        table = locked_table(session, seat.table_id)
        session.refresh(seat)
        return keep_plan(service, session, table, seat, ply, wanted)


def forget_plan(service: Service, seat_id: int, keys: Iterable[str] | None = None) -> tuple[Intention, ...]:
    """Drops what is planned for these questions, or everything; returns what is dropped."""
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        locked_table(session, seat.table_id)
        return drop_plan(session, seat, keys)
