"""What happens when a deadline passes: the default that the mail named is played, or the host is asked first."""

from contextlib import suppress

from sqlmodel import Session, col, select

from engine.core.move import write_line
from engine.core.play import default, play
from engine.core.refusal import MoveError
from pbem.base.service import Service
from pbem.pacing.pace import read_pace
from pbem.play.ask_clock import move_to
from pbem.play.ask_seats import ITS_TABLE_RUNS
from pbem.play.outbox import About, post
from pbem.play.play_line import Accepted, AskClosed, play_line
from pbem.play.turn import Turn, locked_table
from pbem.store.asks import IS_OPEN, ask_of_number
from pbem.store.faults import recorded
from pbem.store.mail_content import AboutTable, DefaultPlayed, HostDecides
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Seat, Table
from pbem.store.models.seat import JOINED
from pbem.store.positions import game_of, state_at
from pbem.tables.act_words import HOST_ASKED
from pbem.tables.acts import pass_hosting, record_act, tell
from pbem.upkeep.examination import suspended_among

MOST = 100


def overdue(service: Service) -> list[tuple[Ask, Seat]]:
    with service.db.reading() as session:
        found = session.exec(
            select(Ask, Seat)
            .join(Seat, col(Seat.id) == col(Ask.seat_id))
            .where(IS_OPEN, col(Ask.deadline_at) <= service.now(), ITS_TABLE_RUNS)
            .order_by(col(Ask.deadline_at))
            .limit(MOST)
        ).all()
        return [(ask, seat) for ask, seat in found]


def treat_overdue(service: Service) -> int:
    """Deals with every ask whose deadline has passed; returns their number."""
    late = overdue(service)
    for ask, seat in late:
        with recorded(service, f"default {ask.table_id}"):
            treat(service, ask, seat)
    return len(late)


def treat(service: Service, ask: Ask, seat: Seat) -> None:
    """The deadline of this ask has passed."""
    with suppress(AskClosed):
        if not ask_host(service, ask.id):
            play_defaults(service, ask, seat)


def play_defaults(service: Service, ask: Ask, seat: Seat) -> None:
    """If the default shows something and the seat is asked again within the same time, the next default follows."""
    while True:
        again = play_default(service, ask, seat).asked_again
        if again is None:
            return
        with service.db.reading() as session:
            following = session.get_one(Ask, again)
        if (following.starts_at, following.deadline_at) != (ask.starts_at, ask.deadline_at):
            return
        ask = following


def ask_host(service: Service, ask_id: int) -> bool:
    """If the table is set so, or if no mail reaches the player, the host gets the time for one answer to decide.

    False when the default is to be played.
    """
    now = service.now()
    with service.db.writing() as session:
        ask = session.get_one(Ask, ask_id)
        table = locked_table(session, ask.table_id)
        session.refresh(ask)
        if ask.closed_at is not None or ask.deadline_at is None or ask.deadline_at > now:
            raise AskClosed
        seat = session.get_one(Seat, ask.seat_id)
        if ask.host_asked_at is not None or not _host_decides(session, table, seat):
            return False
        passed = ask.deadline_at
        ask.host_asked_at, ask.next_reminder_at = now, None
        move_to(ask, read_pace(table.pace).deadline(now), now)
        session.add(ask)
        record_act(service, session, table, HOST_ASKED, name=seat.name, until=ask.deadline_at.isoformat())
        content = HostDecides(ask.id, passed, ask.deadline_at)
        post(service, session, MailKind.HOST, f"host:{ask.id}", table.host_id, About(table), content=content)
    return True


def _host_decides(session: Session, table: Table, seat: Seat) -> bool:
    if seat.status != JOINED or seat.user_id is None or seat.user_id == table.host_id:
        return False
    return table.at_deadline == "host" or bool(suspended_among(session, {seat.user_id}))


def play_default(service: Service, ask: Ask, seat: Seat) -> Accepted:
    """Plays it; in the same transaction the player is told, and the host if there were too many in a row."""
    line = silent_line(service, ask, seat)

    def tell_of_it(turn: Turn, accepted: Accepted) -> None:
        silent = turn.seats[seat.number]
        if silent.status != JOINED or silent.user_id is None:
            return
        if accepted.asked_again is None and not accepted.over:  # otherwise the next mail would say it again
            content = DefaultPlayed(line, accepted.ply, ask.deadline_at or turn.now, silent.defaults_in_a_row)
            key = f"default:{turn.table.id}:{accepted.ply}:{silent.id}"
            post(
                service,
                turn.session,
                MailKind.DEFAULT,
                key,
                silent.user_id,
                About.news(turn.table, silent),
                content=content,
            )
        before = turn.session.get_one(Ask, ask.id).defaults_before or 0
        if before < silent.defaults_in_a_row == turn.table.most_defaults:
            _too_many(turn, silent)

    return play_line(service, seat.id, ask.id, line, "default", tell_of_it)


def decide_for_default(service: Service, table_id: int, seat_number: int) -> None:
    """The host was asked and decides for the default now."""
    with service.db.reading() as session:
        found = ask_of_number(session, table_id, seat_number)
    if found is not None and found[0].host_asked_at is not None:
        with suppress(AskClosed):
            play_defaults(service, *found)


def _too_many(turn: Turn, seat: Seat) -> None:
    """The host may give the seat away now; and if it is the host who is missing, somebody else becomes the host."""
    service, session, table = turn.service, turn.session, turn.table
    if seat.user_id != table.host_id:
        host = next((row for row in turn.seats if row.user_id == table.host_id), None)
        if host is not None:
            key = f"missing:{table.id}:{seat.id}:{table.ply}"
            tell(service, session, table, host, key, AboutTable("missing", seat.name))
        return
    pass_hosting(service, session, table, (row for row in turn.seats if row.defaults_in_a_row == 0))


def silent_line(service: Service, ask: Ask, seat: Seat) -> str:
    """The default that the mail named if it is still legal, else the default of the present position."""
    with service.db.reading() as session:
        table = session.get_one(Table, ask.table_id)
        game, state = game_of(table), state_at(session, table)
    with suppress(MoveError):
        play(game, state, seat.number, game.read(ask.default, state))
        return ask.default
    return write_line(default(game, game.view(state, seat.number), seat.number))
