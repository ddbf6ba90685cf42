"""A table as a record: the text from which everything can be computed again."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from engine.core.game import Game
from engine.core.play import is_over
from engine.core.record import CHANCE, HOST, Entry, Record, write_result
from pbem.store.models import Act, Line, Seat, Table
from pbem.store.positions import game_of, state_at, unpack_state

RULES = "rules"  # the kind of act that tells of a change of the rules


def record_of(session: Session, table: Table) -> Record:
    """With its seed and every line in clear: no player may see it while the table runs."""
    seats = session.exec(select(Seat).where(Seat.table_id == table.id).order_by(col(Seat.number))).all()
    colours = tuple(seat.colour for seat in seats)
    game, state = game_of(table), state_at(session, table)
    lines = session.exec(select(Line).where(Line.table_id == table.id, Line.ply > 0).order_by(col(Line.ply))).all()
    changes = rules_changes(session, table)
    return Record(
        table.game,
        lines[0].version if lines else table.version,
        colours,
        table.seed,
        table.options,
        tuple(seat.name for seat in seats),
        write_result(game.standings(state), colours) if is_over(game, state) else "",
        tuple(entry_of(line, colours, changes.get(line.ply, "")) for line in lines),
        further_seeds(game, lines),
    )


def further_seeds(game: Game[Any, Any], lines: Sequence[Line]) -> tuple[str, ...]:
    """What came after the first seed, where a record has gone on as this table."""
    return tuple(unpack_state(game, line.snapshot).rng.seed for line in lines if line.text == CHANCE)


def entry_of(line: Line, colours: tuple[str, ...], comment: str = "") -> Entry:
    return Entry(line.ply, colours[line.seat] if line.seat is not None else HOST, line.text, comment)


def rules_changes(session: Session, table: Table) -> dict[int, str]:
    """The remark after the last ply that was played under other rules."""
    acts = session.exec(select(Act).where(Act.table_id == table.id, Act.kind == RULES).order_by(col(Act.id))).all()
    return {act.ply: f"rules {act.content['rules']} from here" for act in acts}
