"""Positions as they are stored: the snapshot and the events of a line."""

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from engine.core.event import Event
from engine.core.game import Game
from engine.core.move import read_line
from engine.core.refusal import MoveError
from engine.games import GAMES
from pbem.store.models import Line, Table
from pbem.store.models.table import ENDED

# For lists of lines, which need a few words of each line and not the thousands of bytes of its position.
_SNAPSHOT: Any = Line.snapshot
WITHOUT_POSITION = defer(_SNAPSHOT)


def game_of(table: Table) -> Game[Any, Any]:
    return GAMES[table.game]


def pack_state(game: Game[Any, Any], state: Any) -> bytes:
    return zlib.compress(game.encode(state), 6)


def unpack_state(game: Game[Any, Any], data: bytes) -> Any:
    return game.decode(zlib.decompress(data))


def pack_events(events: Sequence[Event]) -> bytes:
    return zlib.compress(msgspec.json.encode(tuple(events)), 6)


def unpack_events(game: Game[Any, Any], data: bytes) -> tuple[Event, ...]:
    return game.event_decoder.decode(zlib.decompress(data))


def line_seen_by(table: Table, text: str, seat: int, reader: int | None) -> str:
    """A line of a seat as this reader may see it, with `?` for what is hidden. `undo` and the like stay as they are."""
    game = game_of(table)
    try:
        moves = read_line(text, game.verbs, game.lexicon(table.options))
    except MoveError:
        return text
    return " ".join(move.seen_by(reader, seat) for move in moves)


def line_at(session: Session, table: Table, ply: int) -> Line:
    return session.exec(select(Line).where(Line.table_id == table.id, Line.ply == ply)).one()


def state_at(session: Session, table: Table, ply: int | None = None) -> Any:
    """The position after a ply; the present one if none is named."""
    line = line_at(session, table, table.ply if ply is None else ply)
    return unpack_state(game_of(table), line.snapshot)


def events_between(session: Session, table: Table, after: int, to: int) -> tuple[Event, ...]:
    """What happened after one ply up to another, without lines that were taken back."""
    lines = session.exec(
        select(Line)
        .where(Line.table_id == table.id, Line.ply > after, Line.ply <= to, col(Line.taken_back).is_(False))
        .order_by(col(Line.ply))
    ).all()
    game = game_of(table)
    return tuple(event for line in lines for event in unpack_events(game, line.events))


def silent_between(session: Session, table: Table, after: int, to: int) -> tuple[int, ...]:
    """The seats for which a default was played after one ply up to another."""
    query = select(Line.seat).where(
        Line.table_id == table.id,
        Line.ply > after,
        Line.ply <= to,
        Line.how == "default",
        col(Line.taken_back).is_(False),
    )
    return tuple(dict.fromkeys(seat for seat in session.exec(query.order_by(col(Line.ply))).all() if seat is not None))


def told_line(table: Table, line: Line, reader: int | None) -> str:
    """The line as this reader may see it; in clear when the table has ended."""
    if line.seat is None or table.status in ENDED:
        return line.text
    return line_seen_by(table, line.text, line.seat, reader)
