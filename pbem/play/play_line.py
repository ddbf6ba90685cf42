"""What one accepted line does, in one transaction (docs/why.md tells the whole of it).

The table is locked, the engine plays the line whole or not at all, and then what needs no decision: automatic
phases and forced lines. Then the open questions are brought up to date and the mails are put into the outbox.
"""

import logging
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from engine.core.bots import PATIENT
from engine.core.follow import question
from engine.core.game import Ends
from engine.core.move import write_line
from engine.core.play import actors, default, forced, is_over, play
from pbem.base.logs import told
from pbem.base.service import Service
from pbem.play.ask_clock import give_time, is_shortened, plan_daily_news, save_time
from pbem.play.outbox import (
    About,
    ask_in_receipt,
    cancel_about,
    cancel_news,
    post,
    release,
    unsent_receipt,
    waiting_mails,
)
from pbem.play.plans import NOTHING, SeatPlan, drop_where, plans_at
from pbem.store.asks import open_asks
from pbem.store.fresh_ids import give_id
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Intention, Line, Mail, Seat, Table, User
from pbem.store.models.ask import FOR_BOTS
from pbem.store.models.seat import BOT, JOINED, OPEN
from pbem.store.models.table import ASKED, OVER, RUNNING
from pbem.store.positions import game_of, pack_events, pack_state, state_at

# A player on the page sees at once what follows; a mail is sent only if the next question stays open for a while.
PATIENCE_ON_PAGE = timedelta(minutes=10)
ON_PAGE = ("page", "link")
BY_HAND = (*ON_PAGE, "mail")
PLANNED = "plan"
# Bots and plans answer soon, and then somebody is asked: what would be told before then is told with the question.
PATIENCE_WITH_BOTS = timedelta(minutes=1)
# Not a join: without statistics SQLite would scan all running tables to find a few questions.
ITS_TABLE_RUNS = select(Table.id).where(col(Table.id) == col(Ask.table_id), Table.status == RUNNING).exists()
log = logging.getLogger(__name__)
BOTS = (BOT, OPEN)  # an open seat is played by a bot until somebody comes


class AskClosed(Exception):
    """The question has been answered, or no longer belongs to this seat."""


@dataclass(frozen=True)
class Accepted:
    table_id: int
    ply: int  # of the line itself
    asked_again: int | None  # the next ask of the same seat, if it goes on
    over: bool


@dataclass(frozen=True)
class Turn:
    """What one transaction is changing."""

    service: Service
    session: Session
    table: Table
    seats: list[Seat]
    now: datetime
    how: str
    asks: list[Ask]  # that were open when it began
    waiting: list[Mail]  # mails of this table that have not left
    people: dict[int, User]
    plans: dict[int, SeatPlan]  # by seat

    @property
    def settles_at(self) -> datetime:
        """When the cooling-off of its line ends. A planned line has none: it cannot be taken back."""
        seconds = 0 if self.how == PLANNED else self.service.config.cooling_off
        return self.now + timedelta(seconds=seconds)


Then = Callable[[Turn, Accepted], None]


def begin_turn(service: Service, session: Session, table: Table, how: str) -> Turn:
    """Everything that a change of this table needs, in a few queries."""
    seats = seats_of(session, table.id)
    people = session.exec(select(User).where(col(User.id).in_([seat.user_id for seat in seats]))).all()
    return Turn(
        service,
        session,
        table,
        seats,
        service.now(),
        how,
        open_asks(session, table.id),
        waiting_mails(session, table),
        {user.id: user for user in people},
        plans_at(session, table.id),
    )


def locked_table(session: Session, table_id: int) -> Table:
    """The row, locked until the end of the transaction (on SQLite the transaction itself is the lock)."""
    return session.exec(select(Table).where(Table.id == table_id).with_for_update()).one()


def locked_table_of(session: Session, seat_id: int) -> Table | None:
    query = select(Table).join(Seat, col(Seat.table_id) == col(Table.id)).where(Seat.id == seat_id)
    return session.exec(query.with_for_update(of=Table)).first()


def seats_of(session: Session, table_id: int | None) -> list[Seat]:
    return list(session.exec(select(Seat).where(Seat.table_id == table_id).order_by(col(Seat.number))).all())


def play_line(
    service: Service,
    seat_id: int,
    ask_id: int,
    text: str,
    how: str,
    then: Then | None = None,
    first: Callable[[Turn], None] | None = None,
) -> Accepted:
    """Plays the line as the answer to the ask. Raises AskClosed, or a MoveError; then nothing has happened.

    `then` does in the same transaction what else follows from it, such as posting a receipt; `first` may still refuse.
    """
    with service.db.writing() as session:
        table = locked_table_of(session, seat_id)
        if table is None or table.status != RUNNING:
            raise AskClosed
        turn = begin_turn(service, session, table, how)
        ask = next((ask for ask in turn.asks if ask.id == ask_id and ask.seat_id == seat_id), None)
        if ask is None:
            raise AskClosed
        if first is not None:
            first(turn)
        number = next(seat.number for seat in turn.seats if seat.id == seat_id)
        accepted = _play(turn, number, ask, text)
        if then is not None:
            then(turn, accepted)
    told(log, "line played", table=accepted.table_id, ply=accepted.ply, seat=number, how=how)
    return accepted


def _play(turn: Turn, number: int, ask: Ask, text: str) -> Accepted:
    game, state = game_of(turn.table), state_at(turn.session, turn.table)
    phase = state.phase
    line = game.read(text, state)
    played = play(game, state, number, line)
    before = game.round(game.view(state, None))
    ply = append_line(
        turn,
        number,
        write_line(line),
        turn.how,
        played.state,
        played.events + played.settled,
        played.ends,
        ask,
        question(game, state, number),
    )
    state = _play_forced(turn, played.state)
    mover = turn.seats[number]
    ask.bank_before, ask.defaults_before = mover.bank, mover.defaults_in_a_row
    if turn.how in ON_PAGE:
        # A mail says what was drawn and how the round ended, as the page does: a page is soon gone.
        mover.told_ply = ply - 1 if played.ends == "seen" or played.settled else ply
    if turn.how in BY_HAND:
        mover.rounds_unheard = 0
    if turn.how not in ("default", PLANNED):
        mover.defaults_in_a_row = 0
    goes_on = played.ends == "seen" and number in actors(game, state)
    if not goes_on and turn.how != PLANNED:  # a seat that goes on after seeing something is still on the clock
        user = turn.people.get(mover.user_id or 0)
        is_missed = turn.how == "default" and not is_shortened(turn.session, turn.table, mover, ask, user)
        save_time(turn.session, turn.table, mover, ask, turn.now, user)
        mover.defaults_in_a_row += is_missed
    turn.session.add(mover)
    opened = refresh_asks(turn, state, ask if goes_on else None, {number: ply})
    if not goes_on_by_itself(turn.asks + opened):
        release(turn.service, turn.session, turn.waiting)
    new_round = game.round(game.view(state, None)) != before
    if new_round:
        for seat in turn.seats:
            seat.rounds_unheard += 1
            turn.session.add(seat)
    # A player whose plan was followed is not there: what happened is news to that player as well.
    mover_knows = None if turn.how == PLANNED else number
    notify(turn, state, opened, mover_knows, new_round, _planners(turn, phase, state, number, new_round))
    again = next((new.id for new in opened if new.seat_id == mover.id), None)
    return Accepted(turn.table.id, ply, again, is_over(game, state))


def append_line(
    turn: Turn,
    number: int | None,
    text: str,
    how: str,
    state: Any,
    events: tuple[Any, ...],
    ends: Ends | None,
    ask: Ask | None = None,
    key: str = "",
) -> int:
    """One more line in the log; its ply is never used again."""
    game, table = game_of(turn.table), turn.table
    if how != "opening":
        table.ply += 1
    turn.session.add(
        Line(
            table_id=table.id,
            ply=table.ply,
            seat=number,
            text=text,
            how=how,
            question=key,
            version=game.version,
            ask_id=ask.id if ask is not None else None,
            shows=ends == "seen",
            events=pack_events(events),
            snapshot=pack_state(game, state),
            played_at=turn.now,
            settled_at=turn.settles_at,
        )
    )
    turn.session.add(table)
    turn.session.flush()
    return table.ply


def _play_forced(turn: Turn, state: Any) -> Any:
    """Lines of seats that have no choice are played for them."""
    game = game_of(turn.table)
    while not is_over(game, state):
        found = ((number, forced(game, state, number)) for number in actors(game, state))
        number, line = next(((number, line) for number, line in found if line is not None), (-1, None))
        if line is None:
            return state
        played = play(game, state, number, line)
        events, key = played.events + played.settled, question(game, state, number)
        append_line(turn, number, write_line(line), "forced", played.state, events, played.ends, key=key)
        state = played.state
    return state


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


def _planners(turn: Turn, phase: str, state: Any, mover: int, new_round: bool) -> Container[int]:
    """The seats that get the news because they have something to plan now, where the table asks for plans."""
    game = game_of(turn.table)
    if turn.table.plans != ASKED:
        return ()
    if game.planning_points and (new_round or (state.phase != phase and state.phase in game.planning_points)):
        return range(len(turn.seats))
    # Whoever plays by hand plans on the page, or with the receipt.
    return (mover,) if game.plans_after_turns and turn.how == PLANNED and mover not in actors(game, state) else ()


def notify(
    turn: Turn,
    state: Any,
    opened: list[Ask],
    mover: int | None,
    new_round: bool,
    planners: Container[int] = (),
) -> None:
    """The mails that follow from a line: questions, news, and at the end the result."""
    table = turn.table
    settled = turn.settles_at
    quiet = max(settled, turn.now + PATIENCE_WITH_BOTS) if goes_on_by_itself(turn.asks + opened) else settled
    if is_over(game_of(table), state):
        table.status, table.ended_at = OVER, turn.now
        turn.session.add(table)
        drop_where(turn.session, col(Intention.table_id) == table.id)
    asked = {ask.seat_id: ask for ask in opened if not ask.is_planned}
    for seat in turn.seats:
        if seat.status != JOINED or seat.user_id is None:
            continue
        if table.status == OVER:
            cancel_news(turn.session, turn.waiting, seat)
            post(
                turn.service,
                turn.session,
                MailKind.OVER,
                f"over:{table.id}:{seat.id}",
                seat.user_id,
                About.news(table, seat),
            )
        elif seat.id in asked and seat.number == mover and turn.how == "mail":
            continue  # the receipt of a mailed line is the new question too
        elif seat.id in asked:
            ask = asked[seat.id]
            went_on = seat.number == mover and turn.how in ON_PAGE
            cancel_news(turn.session, turn.waiting, seat)
            receipt = unsent_receipt(turn.waiting, seat)
            if receipt is not None:
                ask_in_receipt(turn.service, turn.session, receipt, table, seat, ask)
                continue
            post(
                turn.service,
                turn.session,
                MailKind.TURN,
                f"turn:{table.id}:{ask.id}:{seat.id}",
                seat.user_id,
                About.news(table, seat, ask),
                due_at=turn.now + PATIENCE_ON_PAGE if went_on else settled,
            )
        elif seat.number != mover and (
            turn.how == "opening" or _wants_news(turn, seat, new_round) or seat.number in planners
        ):
            kind = MailKind.STARTED if turn.how == "opening" else MailKind.NEWS
            key = f"{kind}:{table.id}:{table.ply}:{seat.id}"
            post(turn.service, turn.session, kind, key, seat.user_id, About.news(table, seat), due_at=quiet)


def _wants_news(turn: Turn, seat: Seat, new_round: bool) -> bool:
    user = turn.people.get(seat.user_id or 0)
    if user is None:
        return False
    if user.news == "daily" and user.next_news_at is None:
        plan_daily_news(turn.session, user, turn.now)
    return user.news == "line" or (user.news == "round" and new_round)


def open_game(service: Service, session: Session, table: Table, state: Any, events: tuple[Any, ...]) -> None:
    """The opening position of a table that starts, with its first questions."""
    turn = begin_turn(service, session, table, "opening")
    append_line(turn, None, "", "opening", state, events, None)
    state = _play_forced(turn, state)
    opened = refresh_asks(turn, state, None, {})
    notify(turn, state, opened, None, new_round=True)


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
