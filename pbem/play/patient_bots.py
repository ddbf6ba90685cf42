"""Thinking for patient bots, and for people who ask what such a bot would play: one question at a time.

Nothing is open while it thinks: no transaction, no lock. So a process that dies in the middle has done nothing, and the
sweep calls for the same thought again, which comes to the same line.
"""

import logging

from sqlmodel import Session

from pbem.base.logs import told
from pbem.base.service import Dilemma, Service
from pbem.play.advice import advice_wanted, keep_advice
from pbem.play.ask_seats import patient_bots_asked
from pbem.play.bots import answer, dice_of
from pbem.play.thinking_process import think
from pbem.store.models import Ask, Seat, Table
from pbem.store.positions import game_of, state_at

log = logging.getLogger(__name__)


def think_once(service: Service, table_id: int | None = None) -> bool:
    """Thinks about the question that has waited longest, people's first; False when there is none."""
    with service.db.reading() as session:
        found = _next(session, table_id)
        if found is None:
            return False
        ask, seat = found
        dilemma = _dilemma(service, session, ask, seat)
    told(log, "thought begun", table=ask.table_id, ply=ask.ply, seat=seat.number, playouts=dilemma.playouts)
    line = (service.thinker or think)(dilemma)
    if ask.for_bot:
        answer(service, ask, seat, line)
    else:
        keep_advice(service, ask.id, line)
    return True


def call_thinkers(service: Service) -> None:
    """For the sweep: a hint may have been lost, or the process that followed it may have died."""
    with service.db.reading() as session:
        waits = _next(session) is not None
    if waits:
        service.hint("think", None)


def _next(session: Session, table_id: int | None = None) -> tuple[Ask, Seat] | None:
    ask = advice_wanted(session, table_id)
    if ask is not None:
        return ask, session.get_one(Seat, ask.seat_id)
    return next(iter(patient_bots_asked(session, table_id)), None)


def _dilemma(service: Service, session: Session, ask: Ask, seat: Seat) -> Dilemma:
    table = session.get_one(Table, ask.table_id)
    game = game_of(table)
    playouts = service.config.bot_playouts or game.playouts
    position = game.encode(state_at(session, table))
    return Dilemma(table.game, position, seat.number, dice_of(table, ask, seat).seed, playouts)
