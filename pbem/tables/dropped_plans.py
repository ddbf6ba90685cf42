"""Plans that somebody else than their owner ends: the host, a rewind, new rules, a change of hands.

A question that waits for such a plan is asked: the worker that would follow the plan finds nothing to follow.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlmodel import Session, col

from pbem.base.service import Service
from pbem.play.plans import drop_where, touched_by_rewind
from pbem.play.turn import seats_of
from pbem.store.asks import open_asks
from pbem.store.mail_content import AboutTable
from pbem.store.models import Intention, Line, Seat, Table
from pbem.store.models.seat import JOINED
from pbem.tables.acts import tell

REWOUND, NEW_RULES = "plans-rewound", "plans-new-rules"  # why, as the notice says it


def drop_all_plans(session: Session, table: Table) -> None:
    """Nobody plans at this table any more. The act that everybody is told of says that the plans are dropped."""
    drop_where(session, col(Intention.table_id) == table.id)


def drop_plans_for_new_rules(service: Service, session: Session, table: Table) -> None:
    """They were made for what their lines did under the old rules."""
    _drop(service, session, table, col(Intention.table_id) == table.id, NEW_RULES)


def drop_rewound_plans(service: Service, session: Session, table: Table, undone: Sequence[Line]) -> None:
    """Called before the position comes back, so that no question is opened for one of them."""
    _drop(service, session, table, touched_by_rewind(table, undone), REWOUND)


def drop_plans_of(session: Session, table: Table, seat: Seat) -> None:
    """The seat changes hands, and its next player does not inherit them."""
    for ask in open_asks(session, table.id):
        if ask.seat_id == seat.id:
            ask.is_planned, ask.why_asked = False, None  # why a plan was not followed was for its owner to read
            session.add(ask)
    drop_where(session, col(Intention.seat_id) == seat.id)


def _drop(service: Service, session: Session, table: Table, which: ColumnElement[bool], why: str) -> None:
    """Their owners are told."""
    dropped = drop_where(session, which)
    for seat in seats_of(session, table.id):
        if seat.id in dropped and seat.status == JOINED and seat.user_id is not None:
            tell(service, session, table, seat, f"{why}:{table.id}:{seat.id}:{table.ply}", AboutTable(why))
