"""Planning: what a seat will be asked next, what is suggested for it, and keeping what its player decides."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from sqlmodel import Session

from engine.core.ahead import Ahead, read_choice
from engine.core.game import AnyGame
from engine.core.move import Line
from engine.core.plan import Choice, Intention, Plan
from engine.core.refusal import MoveError
from pbem.base.service import Service
from pbem.play.foresight import foreseen
from pbem.play.plans import SeatPlan, drop_plan, keep_plan, lines_by_question, plan_of
from pbem.play.turn import locked_table
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
    def soon(self) -> tuple[Ahead[Any], ...]:
        """Those up to the next planning point: what is better planned there is offered there. What is planned stays."""
        return tuple(one for one in self.questions if one.planned or not one.later)

    @cached_property
    def all_questions(self) -> tuple[Ahead[Any], ...]:
        return self.foresee(self.plan.plan)

    def foresee(self, plan: Plan, line: Line | None = None) -> tuple[Ahead[Any], ...]:
        """The questions from the present one on, if this is planned. `line` is played first, as the answer to the
        present question, which is then not among them."""
        return foreseen(self.game, self.state, self.number, plan, line)


def outlook(session: Session, table: Table, seat: Seat) -> Outlook:
    return outlook_at(session, table, seat, table.ply)


def outlook_at(session: Session, table: Table, seat: Seat, ply: int) -> Outlook:
    """As it was at an earlier ply, with what is planned now and goes with what was played."""
    plan = plan_of(session, seat).fitting(lines_by_question(session, table, seat.number))
    return Outlook(game_of(table), state_at(session, table, ply), seat.number, ply, plan)


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


def changed_plan(outlook: Outlook, changed: Intention) -> tuple[Intention, ...]:
    """This answer, and those planned after it as they are when it is played first.

    What they do, and which answers they go with, is worked out anew. A choice that is not possible any more is left
    out; if none is left the answer stays as it was, and its owner will be asked.
    """
    keys = [one.key for one in outlook.all_questions]
    later = keys[keys.index(changed.key) + 1 :] if changed.key in keys else []
    plan = Plan(tuple(one for one in outlook.plan.plan.intentions if one.key not in later)).with_intention(changed)
    found = [changed]
    for key in later:
        known = outlook.plan.plan.named(key)
        if known is None:
            continue
        asked = next((one for one in outlook.foresee(plan) if one.key == key), None)
        choices = tuple(_again(outlook, asked, known)) if asked is not None else ()
        fresh = Intention(key, choices or known.choices, known.always, known.any_cost)
        plan = plan.with_intention(fresh)
        found.append(fresh)
    return tuple(found)


def _again(outlook: Outlook, asked: Ahead[Any], known: Intention) -> Iterator[Choice]:
    for choice in known.choices:
        with suppress(MoveError):
            again = read_choice(outlook.game, asked, outlook.number, choice.form, outlook.state)
            yield msgspec.structs.replace(again, instead=choice.instead)
