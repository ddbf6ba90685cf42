"""The sweep, every 30 seconds: whatever a lost hint or a crash has left undone. Each step is bounded and repeatable."""

from contextlib import suppress

from sqlmodel import col, select

from engine.core.move import read_line, write_line
from engine.core.play import default, play
from engine.core.refusal import MoveError
from pbem.actions.bots import answer_bot
from pbem.actions.failing import recorded
from pbem.actions.playing import AskClosed, bots_asked, play_line
from pbem.models import Ask, Seat, Table
from pbem.models.table import RUNNING
from pbem.positions import game_of, state_at
from pbem.service import Service

MOST = 100


def sweep(service: Service) -> None:
    """Each step and each table by itself: what fails is written down and holds nothing else up."""
    with recorded(service, "sweep defaults"):
        play_defaults(service)
    with recorded(service, "sweep bots"):
        answer_bots(service)
    service.hint("deliver", None)


def answer_bots(service: Service) -> None:
    with service.db.reading() as session:
        tables = dict.fromkeys(ask.table_id for ask, _ in bots_asked(session))
    for table_id in tables:
        with recorded(service, f"answer {table_id}"):
            for _ in range(MOST):
                if not answer_bot(service, table_id):
                    break


def overdue(service: Service) -> list[tuple[Ask, Seat]]:
    with service.db.reading() as session:
        found = session.exec(
            select(Ask, Seat)
            .join(Seat, col(Seat.id) == col(Ask.seat_id))
            .join(Table, col(Table.id) == col(Ask.table_id))
            .where(col(Ask.closed_at).is_(None), col(Ask.deadline_at) <= service.now(), Table.status == RUNNING)
            .order_by(col(Ask.deadline_at))
            .limit(MOST)
        ).all()
        return [(ask, seat) for ask, seat in found]


def play_defaults(service: Service) -> int:
    """Plays the printed default of every ask whose time is over."""
    played = 0
    for ask, seat in overdue(service):
        with recorded(service, f"default {ask.table_id}"), suppress(AskClosed):
            play_line(service, seat.id, ask.id, silent_line(service, ask, seat), "default")
            played += 1
    return played


def silent_line(service: Service, ask: Ask, seat: Seat) -> str:
    """The printed default if it is still legal, else the default of the present position."""
    with service.db.reading() as session:
        table = session.get_one(Table, ask.table_id)
        game, state = game_of(table), state_at(session, table)
    with suppress(MoveError):
        play(game, state, seat.number, read_line(ask.default, game.verbs, game.lexicon(state.options)))
        return ask.default
    return write_line(default(game, game.view(state, seat.number), seat.number))
