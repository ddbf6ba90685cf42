"""What seats have planned: kept, dropped, and found when a question comes. `follow_plan` plays it.

A plan is a secret of its owner. What it holds is the engine's (`engine/core/plan.py`); here it is a row a question, so
that two windows that change two questions do not disturb each other.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, bindparam, delete
from sqlmodel import Session, col, select

from engine.core.follow import intended, question
from engine.core.game import AnyGame
from engine.core.phase_plans import planning_of
from engine.core.plan import Choice, Intention, Plan
from engine.core.play import imagined, is_over
from pbem.base.service import Service
from pbem.store.models import Intention as Row
from pbem.store.models import Line, Seat, Table
from pbem.store.models.seat import JOINED
from pbem.store.models.table import OFF, PAUSED, RUNNING
from pbem.store.positions import game_of, state_at


class CannotPlan(Exception):
    """Nobody plans at this table, or not any more."""


class MovedOn(Exception):
    """The position is no longer the one in which the plan was looked at."""


@dataclass(frozen=True)
class Kept:
    """What a seat has planned, and in which position."""

    intention: Intention
    ply: int


@dataclass(frozen=True)
class SeatPlan:
    """Everything that one seat has planned."""

    kept: tuple[Kept, ...] = ()

    @property
    def plan(self) -> Plan:
        return Plan(tuple(each.intention for each in self.kept))

    def answer_to(self, game: AnyGame, state: Any, number: int) -> Kept | None:
        """What is planned for the question that this seat is asked now."""
        if not self.kept:
            return None
        found = intended(self.plan, question(game, state, number))
        return next((each for each in self.kept if each.intention is found), None)

    def fitting(self, played: Mapping[str, str]) -> "SeatPlan":
        """Without what was made for other answers than these: when its question comes, its owner can only be asked."""
        return SeatPlan(
            tuple(each for each in self.kept if any(_goes_with(choice, played) for choice in each.intention.choices))
        )


def _goes_with(choice: Choice, played: Mapping[str, str]) -> bool:
    return all(played.get(key) in (None, *lines) for key, lines in choice.after.items())


NOTHING = SeatPlan()
_PLANNED = select(Row).where(col(Row.table_id) == bindparam("table")).order_by(col(Row.id))


def plans_at(session: Session, table_id: int) -> dict[int, SeatPlan]:
    """What is planned at a table, by seat."""
    rows = session.exec(_PLANNED, params={"table": table_id}).all()
    return {seat_id: SeatPlan(_read(rows, seat_id)) for seat_id in dict.fromkeys(row.seat_id for row in rows)}


def plan_of(session: Session, seat: Seat) -> SeatPlan:
    return plans_at(session, seat.table_id).get(seat.id, NOTHING)


def _read(rows: Sequence[Row], seat_id: int) -> tuple[Kept, ...]:
    kept = []
    for row in rows:
        if row.seat_id == seat_id:
            with suppress(msgspec.ValidationError):  # of a release with other plans: then the seat is asked
                kept.append(Kept(msgspec.convert(row.content, Intention), row.ply))
    return tuple(kept)


def not_used(session: Session, table: Table, seat: Seat) -> tuple[Intention, ...]:
    """What the seat has planned and has not been asked yet. What is planned for always is never used up."""
    plan = plan_of(session, seat)
    if not plan.kept:
        return ()
    played = lines_by_question(session, table, seat.number)
    open_bid = _auction_it_is_in(session, table, seat)
    return tuple(
        each
        for each in plan.fitting(played).plan.intentions
        if each.always or each.key not in played or each.key == open_bid
    )


def _auction_it_is_in(session: Session, table: Table, seat: Seat) -> str | None:
    """The question of the auction in which the seat may be asked again: it answers each of them."""
    game, state = game_of(table), state_at(session, table)
    if is_over(game, state):
        return None
    bidding = planning_of(game.phase_named[state.phase]).bidding
    again = bidding is not None and bidding.asked_again(imagined(game, game.view(state, seat.number)), seat.number)
    return question(game, state, seat.number) if again else None


def lines_by_question(session: Session, table: Table, number: int) -> dict[str, str]:
    """The seat's own lines by the questions that they answered, as they were planned; of an auction, the last bid."""
    mine = select(Line.question, Line.text, Line.planned_as).where(Line.table_id == table.id, Line.seat == number)
    rows = session.exec(mine.where(col(Line.taken_back).is_(False)).order_by(col(Line.ply))).all()
    return {question: planned_as or text for question, text, planned_as in rows}


def may_plan(table: Table, seat: Seat) -> bool:
    return table.plans != OFF and table.status in (RUNNING, PAUSED) and seat.status == JOINED


def keep_plan(
    service: Service,
    session: Session,
    table: Table,
    seat: Seat,
    ply: int,
    wanted: Iterable[Intention],
    *,
    with_line: bool = False,
) -> tuple[Intention, ...]:
    """Keeps these answers, in the transaction that holds the table; returns what they stand in place of.

    The later one stands, whichever window or mail it comes from. They were looked at in the position of `ply`: if that
    is not the present one, MovedOn is raised, and the caller looks again. `with_line`: they are meant for after a line
    that is played in the same transaction, so they go when that line goes.
    """
    if not may_plan(table, seat) or seat.user_id is None:
        raise CannotPlan
    if table.ply != ply:
        raise MovedOn
    known = {row.key: row for row in session.exec(select(Row).where(Row.seat_id == seat.id)).all()}
    replaced = []
    for intention in wanted:
        content = _plain(intention)
        row = known.get(intention.key)
        for standing in _standing_instead(known.values(), intention):
            replaced += [each.intention for each in _read([standing], seat.id)]
            session.delete(known.pop(standing.key))
        if row is None:
            row = Row(
                table_id=table.id,
                seat_id=seat.id,
                user_id=seat.user_id,
                key=intention.key,
                content=content,
                ply=ply,
                made_at=service.now(),
            )
        elif row.content != content:
            replaced += [each.intention for each in _read([row], seat.id)]
        row.content, row.ply, row.made_at = content, ply + with_line, service.now()
        session.add(row)
    seat.rounds_unheard = 0
    session.add(seat)
    session.flush()
    return tuple(replaced)


def _standing_instead(rows: Iterable[Row], later: Intention) -> list[Row]:
    """The standing orders of other turns for the same question, which this one takes the place of."""
    return [
        row
        for row in rows
        for each in _read([row], row.seat_id)
        if row.key != later.key and later.replaces(each.intention)
    ]


def _plain(intention: Intention) -> dict[str, object]:
    """As it comes back from the database, so that it can be compared with what is there."""
    plain: dict[str, object] = msgspec.json.decode(msgspec.json.encode(intention))
    return plain


def drop_plan(session: Session, seat: Seat, keys: Iterable[str] | None = None) -> tuple[Intention, ...]:
    """Drops what the seat has planned for these questions, standing orders too, or everything; returns what is
    dropped."""
    which = col(Row.seat_id) == seat.id
    if keys is not None:
        questions = list(keys)
        planned = plan_of(session, seat).plan.intentions
        standing = [one.key for one in planned if any(one.stands_for(key) for key in questions)]
        which &= col(Row.key).in_([*questions, *standing])
    return drop_where(session, which).get(seat.id, ())


def drop_where(session: Session, which: ColumnElement[bool]) -> dict[int, tuple[Intention, ...]]:
    """Drops these rows; returns what was dropped, by seat."""
    rows = session.exec(select(Row).where(which).order_by(col(Row.id))).all()
    session.exec(delete(Row).where(col(Row.id).in_([row.id for row in rows])))
    seats = dict.fromkeys(row.seat_id for row in rows)
    return {seat_id: tuple(each.intention for each in _read(rows, seat_id)) for seat_id in seats}


def touched_by_rewind(table: Table, undone: Sequence[Line]) -> ColumnElement[bool]:
    """The rows that a rewind makes worthless: made since its first line, or used by one of its lines.

    What is taken back there was seen by everybody, so it is not played again unasked.
    """
    answered = [line.question for line in undone if line.question]
    return (col(Row.table_id) == table.id) & ((col(Row.ply) >= undone[0].ply) | col(Row.key).in_(answered))
