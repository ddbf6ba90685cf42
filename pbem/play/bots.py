"""Bots are asked like people; a worker answers for them, one line per transaction.

Most bots decide at once. A patient bot thinks in a queue of its own (`patient_bots.py`); one that has not answered in
time plays like the greedy one, so that nobody waits for a queue that is long or has no worker.
"""

from contextlib import suppress
from datetime import timedelta
from hashlib import sha256

from sqlmodel import Session

from engine.core.bots import BOTS
from engine.core.move import write_line
from engine.core.rng import Rng
from pbem.base.service import Service
from pbem.pacing.pace import read_pace
from pbem.play.ask_seats import bots_asked, patient_bots_asked
from pbem.play.play_line import AskClosed, play_line
from pbem.store.models import Ask, Seat, Table
from pbem.store.positions import game_of, state_at

HASTY = "greedy"  # how a patient bot plays that has run out of time
LONGEST_THOUGHT = timedelta(minutes=5)
SHARE_OF_PACE = 20  # a bot takes at most this part of the time that a person has


def answer_bot(service: Service, table_id: int | None = None) -> bool:
    """Answers one open question to a bot that need not think, or not any longer; False when there is none."""
    with service.db.reading() as session:
        waiting = bots_due(service, session, table_id)
        if not waiting:
            return False
        ask, seat = waiting[0]
        table = session.get_one(Table, ask.table_id)
        state = state_at(session, table)
    game = game_of(table)
    decide = BOTS.get(seat.bot, BOTS[HASTY])
    line = decide(game, game.view(state, seat.number), seat.number, dice_of(table, ask, seat))
    answer(service, ask, seat, write_line(line))
    return True


def answer(service: Service, ask: Ask, seat: Seat, line: str) -> None:
    with suppress(AskClosed):  # another worker was quicker
        play_line(service, seat.id, ask.id, line, "bot")


def dice_of(table: Table, ask: Ask, seat: Seat) -> Rng:
    """A bot's own dice: they must not be the game's, and the same answer must come if this is done twice, or at another
    table with the same secret."""
    return Rng(sha256(f"{table.secret}/bot/{ask.ply}/{seat.number}".encode()).hexdigest())


def bots_due(service: Service, session: Session, table_id: int | None = None) -> list[tuple[Ask, Seat]]:
    """Open questions to bots that answer at once, and to patient ones that have had their time."""
    late = [
        (ask, seat)
        for ask, seat in patient_bots_asked(session, table_id)
        if ask.opened_at + time_to_think(session.get_one(Table, ask.table_id)) <= service.now()
    ]
    return bots_asked(session, table_id) + late


def time_to_think(table: Table) -> timedelta:
    return min(LONGEST_THOUGHT, read_pace(table.pace).time / SHARE_OF_PACE)
