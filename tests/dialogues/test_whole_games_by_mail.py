"""Whole games played by nothing but answers to mails, each seat with another mail program, in two languages."""

import smtplib

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from engine.core.record import replay
from pbem.base.service import Service
from pbem.mail_in.listener import Listener
from pbem.mail_in.read_mail import read_mail
from pbem.store.models import InboundMail, Mail, User
from pbem.store.positions import game_of, state_at
from pbem.tables.open_table import Joining, create_table, join
from pbem.tables.records import record_of
from pbem.web.mailbox import opened
from tests.dialogues.clients import CLIENTS
from tests.e2e.player import Post
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, bot_line, near_its_end, new_table, seats, table

LANGUAGES = ("en", "fr", "en", "fr")
MOST_LINES = 600
LAST_TURN = 26  # lines


def typed(service: Service, table_id: int, line: str, lang: str) -> str:
    """The line as a person types it: a move a line, verbs in the own language, blanks for dots."""
    with service.db.reading() as session:
        here = table(service, table_id)
        game, state = game_of(here), state_at(session, here)
    moves = game.read(line, state)
    return "\n".join(" ".join((game.words.verb(move.VERB, lang), *move.words())) for move in moves)


def quiet_but_for_questions(service: Service, table_id: int) -> None:
    """News are tested elsewhere; without them a game is half as long. Everybody has another language than the next."""
    with service.db.writing() as session:
        for seat, lang in zip(seats(service, table_id), LANGUAGES, strict=False):
            session.exec(update(User).where(col(User.id) == seat.user_id).values(news="turn", lang=lang))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "people"), [pytest.param("age-of-steam", 4, marks=pytest.mark.soak), ("parlour", 3)])
def test_a_whole_game_by_answers(
    sqlite_service: Service, clock: FakeClock, door: Listener, game: str, people: int
) -> None:
    table_id = create_table(sqlite_service, new_table(game, people))
    for seat in seats(sqlite_service, table_id):
        join(sqlite_service, seat.id, Joining(zone="Europe/Paris"))
    play_by_answers(sqlite_service, clock, door, table_id)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_last_turn_of_a_long_game_by_answers(sqlite_service: Service, clock: FakeClock, door: Listener) -> None:
    """Every phase of Age of Steam once more, on a board where much is built, up to the final score."""
    play_by_answers(sqlite_service, clock, door, near_its_end(sqlite_service, "age-of-steam-2", LAST_TURN))


def play_by_answers(service: Service, clock: FakeClock, door: Listener, table_id: int) -> None:
    """To the end: every answer is read, played and confirmed, and the log replays."""
    stored: list[int] = []
    service.hint = lambda task, id: stored.append(id or 0) if task == "read" else None
    quiet_but_for_questions(service, table_id)
    post, about = Post(service), dict[int, Mail]()
    answered = 0
    while open_now := asks(service, table_id):
        about |= {mail.ask_id: mail for mail in post.arrive() if mail.ask_id is not None}
        ask = open_now[0]
        number = next(seat.number for seat in seats(service, table_id) if seat.id == ask.seat_id)
        mail = about[ask.id]
        text = typed(service, table_id, bot_line(service, ask, "greedy"), LANGUAGES[number])
        with smtplib.SMTP("127.0.0.1", door.port) as connection:
            connection.send_message(CLIENTS[number](mail, text), mail.email, [str(opened(mail)["Reply-To"])])
        inbound_id = stored.pop()
        read_mail(service, inbound_id)
        clock.forward(minutes=10)  # nobody writes thirty mails an hour
        with service.db.reading() as session:
            done = session.get_one(InboundMail, inbound_id)
        assert done.status == "accepted", (done.error, CLIENTS[number].__name__, text)
        answered += 1
        assert answered < MOST_LINES
    here = table(service, table_id)
    assert here.status == "over"
    with service.db.reading() as session:
        record = record_of(session, here)
        kinds = session.exec(select(Mail.kind)).all()
        assert replay(game_of(here), record).now == state_at(session, here)
    assert kinds.count("receipt") == answered
    assert "refused" not in kinds
