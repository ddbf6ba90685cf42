"""The host takes a table back. Like every undo it is a line of its own, `rewind.N`, and the log only grows.

Afterwards the generator draws from a new epoch, so that dice that have been seen do not come back. Where somebody has
learnt something since, every seat must agree first (`proposing`).
"""

from sqlmodel import Session, col, func, select

from engine.core.play import reseeded
from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.play_line import append_line, begin_turn, locked_table, notify, refresh_asks
from pbem.play.undo import asked_since, give_back, something_seen
from pbem.store.models import Line, Table
from pbem.store.models.proposal import REWIND
from pbem.store.models.table import PAUSED, RUNNING
from pbem.store.positions import state_at
from pbem.tables.act_words import REWOUND
from pbem.tables.acts import record_act
from pbem.tables.proposals import propose, somebody_to_ask


def rewind(service: Service, table_id: int, ply: int) -> bool:
    """Goes back to the position before the ply; False when all seats are asked for their consent first.

    Whether something was seen is found out before any transaction, for it takes long: a line that is played meanwhile
    makes it begin again.
    """
    while True:
        with service.db.reading() as session:
            table = session.get_one(Table, table_id)
            seen = something_seen(session, table, standing_since(session, table, ply))
        done = _rewind(service, table, ply, seen)
        if done is not None:
            return done


def _rewind(service: Service, known: Table, ply: int, seen: bool) -> bool | None:
    with service.db.writing() as session:
        table = locked_table(session, known.id)
        if table.ply != known.ply:
            return None
        needs_consent = seen and somebody_to_ask(session, table)
        if needs_consent:
            standing_since(session, table, ply)  # it may be over by now
            propose(service, session, table, REWIND, ply=ply)
        else:
            go_back(service, session, table, ply)
    return not needs_consent


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


def go_back(service: Service, session: Session, table: Table, ply: int) -> None:
    undone = standing_since(session, table, ply)
    for line in undone:
        line.taken_back = True
        session.add(line)
    before = state_at(session, table, ply - 1)
    state = reseeded(before, before.rng.next_epoch(_rewinds(session, table)))
    turn = begin_turn(service, session, table, "host")
    append_line(turn, None, f"rewind.{ply}", "host", state, (), None)
    give_back(turn, undone)
    opened = refresh_asks(turn, state, None, asked_since(turn, ply))
    record_act(service, session, table, REWOUND, ply=ply)
    if table.status == RUNNING:  # in a pause nobody can answer; when it goes on, the watchdog sees that no mail asks
        notify(turn, state, opened, None, new_round=False)


def _rewinds(session: Session, table: Table) -> int:
    """Each rewind has used one epoch more than all before it."""
    query = select(func.count()).select_from(Line)
    return session.exec(query.where(Line.table_id == table.id, col(Line.text).startswith("rewind."))).one()
