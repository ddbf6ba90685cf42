"""Positions as they are stored: the snapshot and the events of a line."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import bindparam
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from engine.core.event import Event
from engine.core.game import AnyGame
from engine.core.refusal import MoveError
from engine.core.same import LAST, Same
from engine.core.together import SEALED, line_seen_by, open_together
from engine.games import GAMES
from pbem.store.models import Ask, Line, Table
from pbem.store.models.table import ENDED

# For lists of lines, which need a few words of each line and not the thousands of bytes of its position.
_SNAPSHOT: Any = Line.snapshot
WITHOUT_POSITION = defer(_SNAPSHOT)
# Every page and every mail asks these, and writing a query takes longer than running it.
_AT_TABLE = col(Line.table_id) == bindparam("table")
_POSITION = select(Line.snapshot).where(_AT_TABLE, col(Line.ply) == bindparam("ply"))
_NEWS = (
    select(Line.events, Line.seat, Line.how)
    .where(_AT_TABLE, col(Line.ply) > bindparam("after"), col(Line.ply) <= bindparam("to"))
    .where(col(Line.taken_back).is_(False))
    .order_by(col(Line.ply))
)


def game_of(table: Table) -> AnyGame:
    return GAMES[table.game]


def pack_state(game: AnyGame, state: Any) -> bytes:
    return zlib.compress(game.encode(state), 6)


def unpack_state(game: AnyGame, data: bytes) -> Any:
    """The same bytes give the same object as long as they are in use, and with it what was derived from it already."""
    return _state(Same(game), data)


@lru_cache(maxsize=LAST)
def _state(game: Same[AnyGame], data: bytes) -> Any:
    return game.value.decode(zlib.decompress(data))


def pack_events(events: Sequence[Event]) -> bytes:
    return zlib.compress(msgspec.json.encode(tuple(events)), 6)


def unpack_events(game: AnyGame, data: bytes) -> tuple[Event, ...]:
    return game.event_decoder.decode(zlib.decompress(data))


def line_at(session: Session, table: Table, ply: int) -> Line:
    return session.exec(select(Line).where(Line.table_id == table.id, Line.ply == ply)).one()


def state_at(session: Session, table: Table, ply: int | None = None) -> Any:
    """The position after a ply; the present one if none is named."""
    wanted = {"table": table.id, "ply": table.ply if ply is None else ply}
    return unpack_state(game_of(table), session.exec(_POSITION, params=wanted).one())


def events_between(session: Session, table: Table, after: int, to: int) -> tuple[Event, ...]:
    """What happened after one ply up to another, without lines that were taken back."""
    return news_between(session, table, after, to)[0]


def news_between(session: Session, table: Table, after: int, to: int) -> tuple[tuple[Event, ...], tuple[int, ...]]:
    """What happened after one ply up to another, without lines that were taken back, and the seats for which a default
    was played."""
    lines = session.exec(_NEWS, params={"table": table.id, "after": after, "to": to}).all()
    game = game_of(table)
    events = tuple(event for packed, _, _ in lines for event in unpack_events(game, packed))
    return events, tuple(dict.fromkeys(seat for _, seat, how in lines if how == "default" and seat is not None))


@dataclass(frozen=True)
class Seal:
    """What of a table's log nobody but its mover may read yet: the answers to a question that was put to several seats
    and that some of them have still to answer."""

    table: Table
    since: int | None  # the first line that is sealed, if any; None: no such question is open

    @classmethod
    def of(cls, session: Session, table: Table) -> "Seal":
        if table.status in ENDED or table.started_at is None:
            return cls(table, None)
        together = open_together(game_of(table), _newest_first(session, table))
        return cls(table, None if together is None else table.ply + 1 - together.lines)

    def told_line(self, line: Line, reader: int | None) -> str:
        """The line as this reader may see it; in clear when the table has ended."""
        if line.seat is None or self.table.status in ENDED:
            return line.text
        return self._seen(line.text, line.seat, reader, self.since is not None and line.ply >= self.since)

    def told_default(self, ask: Ask, seat: int, reader: int | None) -> str:
        """What is played for a silent seat; nothing while it is sealed. It rests on what that seat knows, so it is
        sealed with the answers."""
        told = self._seen(ask.default, seat, reader, self.since is not None)
        return "" if told == SEALED else told

    def _seen(self, text: str, seat: int, reader: int | None, sealed: bool) -> str:
        """With `?` for what is hidden. `undo` and the like stay as they are."""
        try:
            moves = game_of(self.table).read(text, self.table)
        except MoveError:
            return text
        return line_seen_by(moves, seat, reader, sealed)


def _newest_first(session: Session, table: Table) -> Iterator[Any]:
    """The positions back through the log, each read when it is asked for."""
    return (state_at(session, table, ply) for ply in range(table.ply, -1, -1))
