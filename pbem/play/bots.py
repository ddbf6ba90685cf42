"""Bots are asked like people; a worker answers for them, one line per transaction."""

from contextlib import suppress
from hashlib import sha256

from engine.core.bots import BOTS
from engine.core.move import write_line
from engine.core.rng import Rng
from pbem.base.service import Service
from pbem.play.play_line import AskClosed, bots_asked, play_line
from pbem.store.models import Table
from pbem.store.positions import game_of, state_at


def answer_bot(service: Service, table_id: int | None = None) -> bool:
    """Answers one open question to a bot; False when there is none."""
    with service.db.reading() as session:
        waiting = bots_asked(session, table_id)
        if not waiting:
            return False
        ask, seat = waiting[0]
        table = session.get_one(Table, ask.table_id)
        state = state_at(session, table)
    game = game_of(table)
    # Its own dice: they must not be the game's, and the same answer must come if this is done twice, or at another
    # table with the same secret.
    rng = Rng(sha256(f"{table.secret}/bot/{ask.ply}/{seat.number}".encode()).hexdigest())
    line = BOTS[seat.bot](game, game.view(state, seat.number), seat.number, rng)
    with suppress(AskClosed):  # another worker was quicker
        play_line(service, seat.id, ask.id, write_line(line), "bot")
    return True
