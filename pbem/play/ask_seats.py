"""Who is asked after a line, and who answers for bots and for players who have planned."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from engine.core.bots import PATIENT
from engine.core.move import write_line
from engine.core.play import actors, default
from pbem.base.service import Service
from pbem.play.ask_clock import give_time
from pbem.play.outbox import cancel_about
from pbem.play.plans import NOTHING
from pbem.play.turn import Turn, seats_of
from pbem.store.asks import open_asks
from pbem.store.fresh_ids import give_id
from pbem.store.models import Ask, Seat, Table
from pbem.store.models.ask import FOR_BOTS
from pbem.store.models.seat import BOT, JOINED, OPEN
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of

BOTS = (BOT, OPEN)  # an open seat is played by a bot until somebody comes
# Not a join: without statistics SQLite would scan all running tables to find a few questions.
ITS_TABLE_RUNS = select(Table.id).where(col(Table.id) == col(Ask.table_id), Table.status == RUNNING).exists()


def refresh_asks(turn: Turn, state: Any, continued: Ask | None, played: dict[int, int]) -> list[Ask]:
    """Closes answered and outdated asks, keeps those that still apply, opens new ones; returns the new ones."""
    game, session = game_of(turn.table), turn.session
    wanted = actors(game, state)
    by_id = {seat.id: seat for seat in turn.seats}
    kept: set[int] = set()
    closed: list[Ask] = []
    for ask in turn.asks:
        number = by_id[ask.seat_id].number
        if number in wanted and number not in played:
            kept.add(number)
            continue
        ask.closed_at, ask.closed_by = turn.now, played.get(number, turn.table.ply)
        session.add(ask)
        closed.append(ask)
    cancel_about(session, turn.waiting, closed)
    return [_open(turn, state, number, continued) for number in wanted if number not in kept]


def _open(turn: Turn, state: Any, number: int, continued: Ask | None) -> Ask:
    game, seat = game_of(turn.table), turn.seats[number]
    goes_on = continued is not None and continued.seat_id == seat.id
    ask = Ask(
        table_id=turn.table.id,
        seat_id=seat.id,
        for_bot=seat.status in BOTS,
        ply=turn.table.ply,
        default=write_line(default(game, game.view(state, number), number)),
        opened_at=turn.now,
        starts_at=turn.settles_at,
        is_planned=_is_planned(turn, state, seat),
    )
    give_id(turn.session, ask)
    if goes_on and continued is not None:  # a seat that goes on after seeing something has no new time for it
        for name in (
            "starts_at",
            "used",
            "deadline_at",
            "is_fixed",
            "host_asked_at",
            "next_reminder_at",
            "reminded_at",
        ):
            setattr(ask, name, getattr(continued, name))
    else:
        with turn.session.no_autoflush:  # what is changed so far is written with the ask
            give_time(turn.session, turn.table, seat, ask, turn.people.get(seat.user_id or 0))
    turn.session.add(ask)
    turn.session.flush()
    call_bots(turn.service, turn.session, [ask])
    call_followers(turn.service, turn.session, [ask])
    return ask


def _is_planned(turn: Turn, state: Any, seat: Seat) -> bool:
    """Whether a worker will answer by the seat's plan. A player who takes a line back wants to decide by hand."""
    if seat.status != JOINED or turn.how == "undo":
        return False
    return turn.plans.get(seat.id, NOTHING).answer_to(game_of(turn.table), state, seat.number) is not None


def goes_on_by_itself(asks: Iterable[Ask]) -> bool:
    """Whether only bots are asked, and players who have planned their answer."""
    waiting = [ask for ask in asks if ask.closed_at is None]
    return bool(waiting) and all(ask.for_bot or ask.is_planned for ask in waiting)


def call_bots(service: Service, session: Session, asks: Iterable[Ask]) -> None:
    """A worker answers for the bots among those who are asked, once this is committed."""
    for ask in asks:
        if ask.for_bot:
            is_patient = session.get_one(Seat, ask.seat_id).bot == PATIENT
            service.hint_after(session, "think" if is_patient else "answer", ask.table_id)


def call_followers(service: Service, session: Session, asks: Iterable[Ask]) -> None:
    """A worker follows the plans of those who are asked, as soon as their clock runs. The sweep finds later ones."""
    for ask in asks:
        if ask.is_planned and ask.starts_at <= service.now():
            service.hint_after(session, "follow", ask.table_id)


def mark_bots(service: Service, session: Session, table: Table) -> None:
    """A seat has changed hands: its question is a bot's now, or a person's."""
    session.flush()
    bots = {seat.id for seat in seats_of(session, table.id) if seat.status in BOTS}
    asks = open_asks(session, table.id)
    for ask in asks:
        ask.for_bot = ask.seat_id in bots
        session.add(ask)
    call_bots(service, session, asks)


def bots_asked(session: Session, table_id: int | None = None) -> list[tuple[Ask, Seat]]:
    """Open questions to bots that answer at once."""
    return _asked_of(session, col(Seat.bot) != PATIENT, table_id)


def patient_bots_asked(session: Session, table_id: int | None = None) -> list[tuple[Ask, Seat]]:
    return _asked_of(session, col(Seat.bot) == PATIENT, table_id)


def _asked_of(session: Session, which: ColumnElement[bool], table_id: int | None) -> list[tuple[Ask, Seat]]:
    query = (
        select(Ask, Seat)
        .join(Seat, col(Seat.id) == col(Ask.seat_id))
        .where(FOR_BOTS, which, col(Seat.status).in_(BOTS), ITS_TABLE_RUNS)
        .order_by(col(Ask.id))
        .limit(100)
    )
    if table_id is not None:
        query = query.where(Ask.table_id == table_id)
    return [(ask, seat) for ask, seat in session.exec(query).all()]
