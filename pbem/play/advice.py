"""What a patient bot would play, for a person who asks at a table that allows it.

The page only leaves the wish on the question; the thinking is done by a worker (`patient_bots.py`).
"""

from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.play.ask_seats import ITS_TABLE_RUNS
from pbem.play.play_line import AskClosed
from pbem.play.turn import locked_table_of
from pbem.store.asks import open_ask
from pbem.store.models import Ask
from pbem.store.models.ask import ADVICE_WANTED


def ask_advice(service: Service, seat_id: int, ask_id: int) -> None:
    """Twice is as good as once. Raises AskClosed if this is no longer asked, or if the table does not allow it."""
    with service.db.writing() as session:
        table = locked_table_of(session, seat_id)
        ask = open_ask(session, seat_id)
        if table is None or not table.has_advice or ask is None or ask.id != ask_id:
            raise AskClosed
        if ask.advice_wanted_at is None:
            ask.advice_wanted_at = service.now()
            session.add(ask)
        service.hint_after(session, "think", table.id)


def keep_advice(service: Service, ask_id: int, line: str) -> None:
    with service.db.writing() as session:
        ask = session.get_one(Ask, ask_id)
        ask.advice = line
        session.add(ask)


def advice_wanted(session: Session, table_id: int | None = None) -> Ask | None:
    """The question of the person who has waited longest."""
    query = select(Ask).where(ADVICE_WANTED, ITS_TABLE_RUNS).order_by(col(Ask.advice_wanted_at)).limit(1)
    if table_id is not None:
        query = query.where(Ask.table_id == table_id)
    return session.exec(query).first()
