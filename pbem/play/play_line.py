"""What one accepted line does, in one transaction (docs/why.md tells the whole of it).

The table is locked, the engine plays the line whole or not at all, and then what needs no decision: automatic
phases and forced lines. Then the open questions are brought up to date (`ask_seats.py`) and the mails are put into the
outbox (`notify.py`).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from engine.core.follow import question
from engine.core.game import Ends
from engine.core.move import write_line
from engine.core.play import actors, forced, is_over, play
from pbem.base.logs import told
from pbem.base.service import Service
from pbem.play.ask_clock import is_shortened, save_time
from pbem.play.ask_seats import goes_on_by_itself, refresh_asks
from pbem.play.notify import notify, planners_of
from pbem.play.outbox import release
from pbem.play.turn import BY_HAND, ON_PAGE, OPENING, PLANNED, Turn, begin_turn, locked_table_of
from pbem.store.models import Ask, Line, Table
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of, pack_events, pack_state, state_at

log = logging.getLogger(__name__)


class AskClosed(Exception):
    """The question has been answered, or no longer belongs to this seat."""


@dataclass(frozen=True)
class Accepted:
    table_id: int
    ply: int  # of the line itself
    asked_again: int | None  # the next ask of the same seat, if it goes on
    over: bool


Then = Callable[[Turn, Accepted], None]


def play_line(
    service: Service,
    seat_id: int,
    ask_id: int,
    text: str,
    how: str,
    then: Then | None = None,
    first: Callable[[Turn], None] | None = None,
) -> Accepted:
    """Plays the line as the answer to the ask. Raises AskClosed, or a MoveError; then nothing has happened.

    `then` does in the same transaction what else follows from it, such as posting a receipt; `first` may still refuse.
    """
    with service.db.writing() as session:
        table = locked_table_of(session, seat_id)
        if table is None or table.status != RUNNING:
            raise AskClosed
        turn = begin_turn(service, session, table, how)
        ask = next((ask for ask in turn.asks if ask.id == ask_id and ask.seat_id == seat_id), None)
        if ask is None:
            raise AskClosed
        if first is not None:
            first(turn)
        number = next(seat.number for seat in turn.seats if seat.id == seat_id)
        accepted = _play(turn, number, ask, text)
        if then is not None:
            then(turn, accepted)
    told(log, "line played", table=accepted.table_id, ply=accepted.ply, seat=number, how=how)
    return accepted


def _play(turn: Turn, number: int, ask: Ask, text: str) -> Accepted:
    game, state = game_of(turn.table), state_at(turn.session, turn.table)
    phase = state.phase
    line = game.read(text, state)
    played = play(game, state, number, line)
    before = game.round(game.view(state, None))
    ply = append_line(
        turn,
        number,
        write_line(line),
        turn.how,
        played.state,
        played.events + played.settled,
        played.ends,
        ask,
        question(game, state, number),
    )
    state = _play_forced(turn, played.state)
    mover = turn.seats[number]
    ask.bank_before, ask.defaults_before = mover.bank, mover.defaults_in_a_row
    if turn.how in ON_PAGE:
        # A mail says what was drawn and how the round ended, as the page does: a page is soon gone.
        mover.told_ply = ply - 1 if played.ends == "seen" or played.settled else ply
    if turn.how in BY_HAND:
        mover.rounds_unheard = 0
    if turn.how not in ("default", PLANNED):
        mover.defaults_in_a_row = 0
    goes_on = played.ends == "seen" and number in actors(game, state)
    if not goes_on and turn.how != PLANNED:  # a seat that goes on after seeing something is still on the clock
        user = turn.people.get(mover.user_id or 0)
        is_missed = turn.how == "default" and not is_shortened(turn.session, turn.table, mover, ask, user)
        save_time(turn.session, turn.table, mover, ask, turn.now, user)
        mover.defaults_in_a_row += is_missed
    turn.session.add(mover)
    opened = refresh_asks(turn, state, ask if goes_on else None, {number: ply})
    if not goes_on_by_itself(turn.asks + opened):
        release(turn.service, turn.session, turn.waiting)
    new_round = game.round(game.view(state, None)) != before
    if new_round:
        for seat in turn.seats:
            seat.rounds_unheard += 1
            turn.session.add(seat)
    # A player whose plan was followed is not there: what happened is news to that player as well.
    mover_knows = None if turn.how == PLANNED else number
    notify(turn, state, opened, mover_knows, new_round, planners_of(turn, phase, state, number, new_round))
    again = next((new.id for new in opened if new.seat_id == mover.id), None)
    return Accepted(turn.table.id, ply, again, is_over(game, state))


def append_line(
    turn: Turn,
    number: int | None,
    text: str,
    how: str,
    state: Any,
    events: tuple[Any, ...],
    ends: Ends | None,
    ask: Ask | None = None,
    key: str = "",
) -> int:
    """One more line in the log; its ply is never used again."""
    game, table = game_of(turn.table), turn.table
    if how != OPENING:
        table.ply += 1
    turn.session.add(
        Line(
            table_id=table.id,
            ply=table.ply,
            seat=number,
            text=text,
            how=how,
            question=key,
            version=game.version,
            ask_id=ask.id if ask is not None else None,
            shows=ends == "seen",
            events=pack_events(events),
            snapshot=pack_state(game, state),
            played_at=turn.now,
            settled_at=turn.settles_at,
        )
    )
    turn.session.add(table)
    turn.session.flush()
    return table.ply


def _play_forced(turn: Turn, state: Any) -> Any:
    """Lines of seats that have no choice are played for them."""
    game = game_of(turn.table)
    while not is_over(game, state):
        found = ((number, forced(game, state, number)) for number in actors(game, state))
        number, line = next(((number, line) for number, line in found if line is not None), (-1, None))
        if line is None:
            return state
        played = play(game, state, number, line)
        events, key = played.events + played.settled, question(game, state, number)
        append_line(turn, number, write_line(line), "forced", played.state, events, played.ends, key=key)
        state = played.state
    return state


def open_game(service: Service, session: Session, table: Table, state: Any, events: tuple[Any, ...]) -> None:
    """The opening position of a table that starts, with its first questions."""
    turn = begin_turn(service, session, table, OPENING)
    append_line(turn, None, "", OPENING, state, events, None)
    state = _play_forced(turn, state)
    opened = refresh_asks(turn, state, None, {})
    notify(turn, state, opened, None, new_round=True)
