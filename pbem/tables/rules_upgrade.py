"""Running tables on the rules of a new release.

A table is replayed from its base. If the result is the same, it moves on silently. If not, its present position becomes
its new base: nothing that was played changes, and host and seats are told. No table ever stops for a release.
"""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from engine.core.game import AnyGame, BadSetup
from engine.core.play import start
from engine.core.record import Broken, Timeline
from pbem.base.service import Service
from pbem.play.ask_seats import refresh_asks
from pbem.play.notify import notify
from pbem.play.turn import begin_turn, locked_table, seats_of
from pbem.store.faults import record_failure, recorded
from pbem.store.models import Line, Table
from pbem.store.models.table import BEGUN, PAUSED, RUNNING
from pbem.store.positions import game_of, state_at, unpack_state
from pbem.tables.acts import record_act
from pbem.tables.dropped_plans import drop_plans_for_new_rules
from pbem.tables.records import RULES, entry_of, further_seeds

NIGHTS = 7  # after this many nights, every running table has been replayed
AT_ONCE = 50  # tables in one task
SAME, CHANGED, STALE, FAILED = "same", "changed", "stale", "failed"


@dataclass(frozen=True)
class Replayed:
    table_id: int
    outcome: str  # the same position, another one, the table was played on meanwhile, or it could not be told
    why: str = ""

    @property
    def failed(self) -> bool:
        return self.outcome == FAILED


def replay_tables(service: Service) -> list[Replayed]:
    with service.db.reading() as session:
        found = session.exec(select(Table.id).where(BEGUN).order_by(col(Table.id))).all()
    return [_replayed(service, table_id) for table_id in found]


def _replayed(service: Service, table_id: int) -> Replayed:
    """If something is wrong with a table, it goes on as it is, and the others are still replayed."""
    try:
        return bring_up_to_date(service, table_id)
    except Exception as error:
        record_failure(service, f"replay {table_id}", error)
        return Replayed(table_id, FAILED, f"{type(error).__name__}: {error}")


def replay_tonight(service: Service, after: int = 0) -> int | None:
    """A few of the tables whose night it is; the last of them, or None when the night's work is done.

    Nothing but a new release should ever make a difference; a table that shows one is put right before its next
    question.
    """
    night = service.now().toordinal() % NIGHTS
    with service.db.reading() as session:
        query = select(Table.id).where(BEGUN, col(Table.id) > after, col(Table.id) % NIGHTS == night)
        found = session.exec(query.order_by(col(Table.id)).limit(AT_ONCE)).all()
    for table_id in found:
        with recorded(service, f"replay {table_id}"):
            bring_up_to_date(service, table_id)
    return found[-1] if len(found) == AT_ONCE else None


def bring_up_to_date(service: Service, table_id: int) -> Replayed:
    """Replays outside of any transaction; a line that is played meanwhile makes it begin again."""
    while True:
        with service.db.reading() as session:
            table = session.get_one(Table, table_id)
            why = difference(session, table)
        done = _adopt(service, table_id, table.ply, why)
        if done.outcome != STALE:
            return done


def difference(session: Session, table: Table) -> str:
    """Empty if the log leads to the present position; otherwise, where the two differ."""
    game = game_of(table)
    lines = session.exec(select(Line).where(Line.table_id == table.id).order_by(col(Line.ply))).all()
    colours = tuple(seat.colour for seat in seats_of(session, table.id))
    try:
        opening = _opening(game, table, colours, lines[0])
        timeline = Timeline(game, colours, opening, further_seeds(game, lines))
        for line in lines[1:]:
            known = unpack_state(game, line.snapshot) if line.ply <= table.base_ply else None
            timeline.add(entry_of(line, colours), known)
    except (BadSetup, Broken) as broken:
        return str(broken)
    same = game.encode(timeline.now) == game.encode(state_at(session, table))
    return "" if same else f"ply {table.ply}: the position is another one"


def _opening(game: AnyGame, table: Table, colours: tuple[str, ...], line: Line) -> Any:
    if table.base_ply > 0:
        return unpack_state(game, line.snapshot)
    return start(game, colours, table.seed, table.options).state


def _adopt(service: Service, table_id: int, ply: int, why: str) -> Replayed:
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        if table.ply != ply or table.status not in (RUNNING, PAUSED):
            return Replayed(table_id, STALE if table.ply != ply else SAME)
        game = game_of(table)
        table.version = game.version
        if why:
            table.base_ply = ply
            record_act(service, session, table, RULES, rules=game.rules)
            drop_plans_for_new_rules(service, session, table)
            _ask_anew(service, session, table)
        session.add(table)
    return Replayed(table_id, CHANGED if why else SAME, why)


def _ask_anew(service: Service, session: Session, table: Table) -> None:
    """Under the new rules somebody else may have to decide."""
    if table.status == RUNNING:
        state = state_at(session, table)
        turn = begin_turn(service, session, table, RULES)
        notify(turn, state, refresh_asks(turn, state, None, {}), None, new_round=False)
