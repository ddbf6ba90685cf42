"""Seats that are asked together: nothing of an answer leaves before the last has answered, wherever one looks."""

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.base.service import Service
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import read_mail
from pbem.mail_out.compose import render
from pbem.play.play_line import play_line
from pbem.store.links import Links
from pbem.store.models import Ask, Line, Mail, ReplyKey, Seat, User
from pbem.tables.open_table import Joining, create_table, join
from pbem.upkeep.deadlines import decide_for_default
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import NAMES, asks, bot_line, host_link, lines, mails, new_table, seats, sweep, table

TOGETHER = {"parlour": {}, "spike": {"expert": "on"}}


@pytest.fixture(params=TOGETHER)
def table_id(sqlite_service: Service, request: pytest.FixtureRequest) -> int:
    """A table whose first question is put to all seats; at a deadline the host is asked."""
    wanted = new_table(request.param, 3, options=TOGETHER[request.param], at_deadline="host", is_open=True)
    table_id = create_table(sqlite_service, wanted, by_operator=True)
    for seat in seats(sqlite_service, table_id):
        join(sqlite_service, seat.id, Joining(zone="Europe/Paris"))
    for _ in range(20):
        if len(asks(sqlite_service, table_id)) == 3:
            break
        ask = asks(sqlite_service, table_id)[0]
        play_line(sqlite_service, ask.seat_id, ask.id, bot_line(sqlite_service, ask), "page")
    assert len(asks(sqlite_service, table_id)) == 3, "all are asked together"
    return table_id


def everything_shown_to(service: Service, seat: Seat) -> str:
    """The board, the log, the watch page, the log by mail, the host's page if it is hers, and her mails."""
    browser, links = Presser(create_app(service)), Links(service)
    here = table(service, seat.table_id)
    urls = [links.turn(seat, None), links.history(seat), links.watch(here), f"{links.watch(here)}/history"]
    with service.db.reading() as session:
        user = session.get_one(User, seat.user_id)
        key = session.exec(select(ReplyKey).where(ReplyKey.seat_id == seat.id)).first()
    if here.host_id == user.id:
        urls.append(links.host(here, user))
    texts = [browser.open(url).text for url in urls]
    if key is not None:
        raw = f"From: seat{seat.number}@mail.localhost\r\nSubject: x{service.now()}\r\n\r\nhistory\r\n".encode()
        stored = store_raw(service, raw, f"seat{seat.number}@mail.localhost", f"p+{key.key}@railpost.localhost", "smtp")
        read_mail(service, stored.id)
    for mail in (mail for mail in mails(service) if mail.user_id == user.id and mail.seat_id == seat.id):
        message = opened(Mail(**mail.model_dump() | {"raw": render(service, mail)}))
        texts += [text_of(message, "plain"), text_of(message, "html")]
    return "\n".join(texts)


def told_as_played(line: Line, told: str) -> list[str]:
    """Where the words of a line stand as those that were played. The same words may be offered to a reader: what she
    may choose herself stands in links and in the lines that she may send."""
    name = NAMES[line.seat or 0]
    return [found for found in (f">{line.text}<", f"{line.ply}. {name}: {line.text}") if found in told]


def answers(service: Service, table_id: int, begun: int) -> list[Line]:
    return [line for line in lines(service, table_id) if line.ply > begun and line.seat is not None]


def test_nobody_sees_an_answer_before_the_last_has_answered(
    sqlite_service: Service, clock: FakeClock, table_id: int
) -> None:
    service = sqlite_service
    Post(service).arrive()
    begun = table(service, table_id).ply
    phase = len(asks(service, table_id))
    while len(asks(service, table_id)) > 1 and phase:
        ask = asks(service, table_id)[-1]
        play_line(service, ask.seat_id, ask.id, bot_line(service, ask), "page")
        clock.forward(minutes=10)
        Post(service).arrive()
        if len(asks(service, table_id)) > 2:
            break  # the next question to all
        given = answers(service, table_id, begun)
        for reader in seats(service, table_id):
            told = everything_shown_to(service, reader)
            for line in given:
                if line.seat != reader.number:
                    assert told_as_played(line, told) == [], reader.number
                else:
                    assert told_as_played(line, told), "her own she may read"


@pytest.fixture
def decides(sqlite_service: Service, clock: FakeClock, table_id: int) -> list[Ask]:
    """The host's own answer is there, the others are late, and the host is asked about each of them."""
    service = sqlite_service
    own = host_seat(service, table_id)
    ask = next(ask for ask in asks(service, table_id) if ask.seat_id == own.id)
    play_line(service, own.id, ask.id, bot_line(service, ask), "page")
    Post(service).arrive()
    clock.forward(days=4)
    sweep(service)
    late = [ask for ask in asks(service, table_id) if ask.host_asked_at is not None]
    assert len(late) == 2
    assert service.now() - late[0].opened_at > timedelta(days=3)
    return late


def host_seat(service: Service, table_id: int) -> Seat:
    return next(seat for seat in seats(service, table_id) if seat.user_id == table(service, table_id).host_id)


def told_to_the_host(service: Service, table_id: int) -> str:
    """On her page and in the mails that ask her."""
    letters = [
        text_of(opened(Mail(**mail.model_dump() | {"raw": render(service, mail)})), "plain")
        for mail in mails(service, kind="host")
    ]
    return "\n".join([Presser(create_app(service)).open(host_link(service, table_id)).text, *letters])


def test_the_host_sees_no_default_of_a_question_to_all(
    sqlite_service: Service, table_id: int, decides: list[Ask]
) -> None:
    told = told_to_the_host(sqlite_service, table_id)
    own = next(line.text for line in reversed(lines(sqlite_service, table_id)) if line.seat is not None)
    defaults = [ask.default for ask in decides if ask.default not in own]  # her own answer she may read
    assert defaults
    assert not [line for line in defaults if line in told]
    assert told.count("The default is secret until everybody has answered.") == 2 * len(decides), "page and mail"
    assert "<code>?</code>" not in told


def test_a_default_that_the_host_has_played_stays_sealed_as_well(
    sqlite_service: Service, table_id: int, decides: list[Ask]
) -> None:
    service = sqlite_service
    begun = table(service, table_id).ply - 1
    number = next(seat.number for seat in seats(service, table_id) if seat.id == decides[0].seat_id)
    decide_for_default(service, table_id, number)
    Post(service).arrive()
    given = answers(service, table_id, begun)
    assert {line.how for line in given} == {"page", "default"}
    for reader in seats(service, table_id):
        told = everything_shown_to(service, reader)
        for line in given:
            if line.seat != reader.number:
                assert told_as_played(line, told) == [], reader.number
