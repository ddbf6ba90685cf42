"""Taking a line back. It is itself a line, `undo`, that restores the position before the named one: the log only grows.

A player may take a line back until the cooling-off ends, another seat has played, or something was shown.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from engine.core.game import AnyGame
from engine.core.play import play
from engine.core.record import UNDO
from engine.core.refusal import MoveError
from engine.core.rng import Rng
from pbem.base.service import Service
from pbem.play.ask_seats import refresh_asks
from pbem.play.notify import notify
from pbem.play.play_line import append_line
from pbem.play.turn import FINAL, Turn, begin_turn, locked_table
from pbem.store.models import Ask, Line, Seat, Table
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of, state_at

WORLDS = 2


class CannotTakeBack(Exception):
    """There is nothing that this seat may still take back."""


def take_back(service: Service, seat_id: int, once_since: datetime | None = None) -> int:
    """Takes the seat's last line back and returns the ply of the undo; raises CannotTakeBack.

    If a line was already taken back after `once_since`, nothing more is: a mail may be read again after a crash.
    """
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        table = locked_table(session, seat.table_id)
        if once_since is not None and (done := _undone_since(session, seat, once_since)) is not None:
            return done
        undone = undoable(service, session, table, seat)
        if undone is None:
            raise CannotTakeBack
        state = state_at(session, table, undone[0].ply - 1)
        for line in undone:
            line.taken_back = True
            session.add(line)
        turn = begin_turn(service, session, table, "undo")
        ply = append_line(turn, seat.number, UNDO, "undo", state, (), None)
        answered = session.get(Ask, undone[0].ask_id) if undone[0].ask_id is not None else None
        give_back(turn, undone)
        opened = refresh_asks(turn, state, answered, asked_since(turn, undone[0].ply))
        notify(turn, state, opened, seat.number, new_round=False)
    return ply


def give_back(turn: Turn, undone: Sequence[Line]) -> None:
    """The time that these lines took from the banks; silence that was counted with them is not counted any more."""
    seats = {seat.id: seat for seat in turn.seats}
    answered = select(Ask).where(col(Ask.id).in_([line.ask_id for line in undone if line.ask_id is not None]))
    for ask in turn.session.exec(answered.order_by(col(Ask.id).desc())).all():  # the first answer is undone last
        if ask.bank_before is not None and ask.defaults_before is not None:
            seat = seats[ask.seat_id]
            seat.bank, seat.defaults_in_a_row = ask.bank_before, ask.defaults_before
            turn.session.add(seat)


def asked_since(turn: Turn, ply: int) -> dict[int, int]:
    """The seats whose open question came up only after the position that comes back.

    A seat that was asked in it and has not answered yet keeps its question, with the same links and deadline.
    """
    asked = {ask.seat_id for ask in turn.asks if ask.ply >= ply}
    return {seat.number: turn.table.ply for seat in turn.seats if seat.id in asked}


def _undone_since(session: Session, seat: Seat, since: datetime) -> int | None:
    mine = select(Line.ply).where(Line.table_id == seat.table_id, Line.seat == seat.number, Line.how == "undo")
    return session.exec(mine.where(col(Line.played_at) >= since)).first()


def undoable(service: Service, session: Session, table: Table, seat: Seat) -> list[Line] | None:
    """The seat's last line and what was forced by it, if they may still be taken back."""
    if table.status != RUNNING:
        return None
    lines = session.exec(
        select(Line)
        .where(Line.table_id == table.id, col(Line.taken_back).is_(False), Line.ply > 0, Line.how != "undo")
        .order_by(col(Line.ply).desc())
        .limit(20)
    ).all()
    tail: list[Line] = []
    for line in lines:
        tail.insert(0, line)
        if line.how != "forced":
            break
    if not tail or tail[0].seat != seat.number or tail[0].how in ("forced", *FINAL):
        return None
    if service.now() >= tail[0].settled_at or table.ply != tail[-1].ply:
        return None
    return None if something_seen(session, table, tail) else tail


def something_seen(session: Session, table: Table, lines: Sequence[Line]) -> bool:
    """Whether these lines, the last valid ones, have shown somebody something that could not be known before.

    In a world that a reader could not tell from the true one, the same lines must lead to what looks the same to that
    reader; if they do not, then dice, cards or hidden choices were shown. The true world is not played again: after an
    earlier rewind, or under new rules, it would not come out as it did.
    """
    if any(line.shows for line in lines):
        return True
    game, before, after = game_of(table), state_at(session, table, lines[0].ply - 1), state_at(session, table)
    for reader in range(len(before.seats)):
        seen = game.view(after, reader)
        for number in range(WORLDS):
            world = game.imagine(game.view(before, reader), Rng(f"undo-{number}"))
            try:
                if game.view(_after(game, world, lines), reader) != seen:
                    return True
            except MoveError:
                return True
    return False


def _after(game: AnyGame, state: Any, lines: Sequence[Line]) -> Any:
    for line in lines:
        moves = game.read(line.text, state)
        state = play(game, state, line.seat or 0, moves).state
    return state
