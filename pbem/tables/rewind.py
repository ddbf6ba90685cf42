"""The host takes a table back. Like every undo it is a line of its own, `rewind.N`, and the log only grows.

Afterwards the generator draws from a new epoch, so that dice that have been seen do not come back. Where somebody has
learnt something since, be it only what another seat has decided, every seat must agree first (`proposals`).
"""

from sqlmodel import Session, col, func, select

from engine.core.play import reseeded
from engine.core.rng import Rng
from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.play.ask_seats import refresh_asks
from pbem.play.notify import notify
from pbem.play.play_line import append_line
from pbem.play.turn import begin_turn
from pbem.play.undo import asked_since, give_back
from pbem.store.models import Line, Table
from pbem.store.models.table import PAUSED, RUNNING
from pbem.store.positions import state_at
from pbem.tables.act_words import REWOUND
from pbem.tables.acts import record_act
from pbem.tables.dropped_plans import drop_rewound_plans


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
        raise BadField("to", "Choose a line that has not been taken back.")
    return played


def is_answered(session: Session, table: Table, first: Line) -> bool:
    """Whether anything was learnt after this line that a replay of what stands would not show.

    What another seat has decided since is known, even if it was taken back: else a host would take back the answer
    first, and then the move that it answered. A forced line is no decision.
    """
    later = select(Line.id).where(Line.table_id == table.id, Line.ply > first.ply)
    decided = (col(Line.seat) != first.seat) & col(Line.how).not_in(("forced", "undo"))
    return session.exec(later.where(decided | col(Line.shows))).first() is not None


def go_back(service: Service, session: Session, table: Table, ply: int) -> None:
    undone = standing_since(session, table, ply)
    for line in undone:
        line.taken_back = True
        session.add(line)
    before = state_at(session, table, ply - 1)
    now = state_at(session, table).rng  # of a record that went on here the first seed is known: it does not come back
    rng = Rng(now.seed, before.rng.epoch, before.rng.count).next_epoch(_rewinds(session, table))
    state = reseeded(before, rng)
    drop_rewound_plans(service, session, table, undone)
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
