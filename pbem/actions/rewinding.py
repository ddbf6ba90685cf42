"""The host takes a table back. Like every undo it is a line of its own, `rewind.N`, and the log only grows.

Afterwards the generator draws from a new epoch, so that dice that have been seen do not come back. Where somebody has
learnt something since, every seat must agree first (`proposing`).
"""

from sqlmodel import Session, col, func, select

from engine.core.move import read_line
from engine.core.play import reseeded
from pbem.actions.acting import record_act
from pbem.actions.people import BadField
from pbem.actions.playing import append_line, begin_turn, locked_table, notify, refresh_asks
from pbem.actions.proposing import propose, somebody_to_ask
from pbem.actions.taking_back import something_seen
from pbem.acts import REWOUND
from pbem.models import Line, Table
from pbem.models.proposal import REWIND
from pbem.models.table import PAUSED, RUNNING
from pbem.positions import game_of, state_at
from pbem.service import Service


def rewind(service: Service, table_id: int, ply: int) -> bool:
    """Goes back to the position before the ply; False when all seats are asked for their consent first."""
    with service.db.writing() as session:
        table = locked_table(session, table_id)
        undone = standing_since(session, table, ply)
        if somebody_to_ask(session, table) and needs_consent(session, table, undone):
            propose(service, session, table, REWIND, ply=ply)
            done = False
        else:
            go_back(service, session, table, ply)
            done = True
    service.hint("deliver", None)
    service.hint("answer", table_id)
    return done


def standing_since(session: Session, table: Table, ply: int) -> list[Line]:
    """The lines that a rewind makes void; raises BadField when there is nothing to go back to."""
    if table.status not in (RUNNING, PAUSED):
        raise BadField("to", "This table is not running.")
    lines = session.exec(
        select(Line)
        .where(Line.table_id == table.id, Line.ply >= max(ply, 1), col(Line.taken_back).is_(False))
        .order_by(col(Line.ply))
    ).all()
    played = [line for line in lines if line.seat is not None and line.how != "undo"]
    if not played or played[0].ply != ply:
        raise BadField("to", "Choose a line that still stands.")
    return played


def needs_consent(session: Session, table: Table, undone: list[Line]) -> bool:
    game, before = game_of(table), state_at(session, table, undone[0].ply - 1)
    lexicon = game.lexicon(before.options)
    return something_seen(
        game, before, [(line.seat or 0, read_line(line.text, game.verbs, lexicon)) for line in undone]
    )


def go_back(service: Service, session: Session, table: Table, ply: int) -> None:
    for line in standing_since(session, table, ply):
        line.taken_back = True
        session.add(line)
    before = state_at(session, table, ply - 1)
    state = reseeded(before, before.rng.next_epoch(_rewinds(session, table)))
    turn = begin_turn(service, session, table, "host")
    done = append_line(turn, None, f"rewind.{ply}", "host", state, (), None)
    opened = refresh_asks(turn, state, None, {seat.number: done for seat in turn.seats})
    record_act(service, session, table, REWOUND, ply=ply)
    notify(turn, state, opened, None, new_round=False)


def _rewinds(session: Session, table: Table) -> int:
    """Each rewind has used one epoch more than all before it."""
    query = select(func.count()).select_from(Line)
    return session.exec(query.where(Line.table_id == table.id, col(Line.text).startswith("rewind."))).one()
