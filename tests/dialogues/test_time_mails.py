"""The mails about time: how large a reminder of four tables becomes; nobody learns from them what is hidden."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from engine.core.words import LANGUAGES
from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.store.links import Links
from pbem.store.models import Table, User
from pbem.store.models.table import RUNNING
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, host_link, mails, play_one, seats, started, sweep, table

LARGEST = {"age-of-steam": 6, "railways-of-the-world": 6, "railroad-tycoon": 6, "whistle-stop": 5}
HTML_LIMIT, MAIL_LIMIT = 80 * 1024, 300 * 1024  # bytes: mail programs cut or refuse what is larger


def asked_of(service: Service, table_id: int, number: int) -> None:
    """Plays until this seat is asked."""
    seat = seats(service, table_id)[number]
    while all(ask.seat_id != seat.id for ask in asks(service, table_id)):
        play_one(service, table_id, bot="greedy")


def html_part(message: EmailMessage) -> bytes:
    """As it goes over the wire."""
    part = message.get_body(("html",))
    assert part is not None
    return str(part.get_payload()).encode()


@pytest.mark.slow
def test_a_reminder_of_the_four_largest_tables_keeps_to_the_sizes(sqlite_service: Service, clock: FakeClock) -> None:
    service = sqlite_service
    service.drawer = None
    for game, people in LARGEST.items():
        table_id = started(service, game, people)
        for _ in range(40):
            play_one(service, table_id, bot="greedy")
        asked_of(service, table_id, 0)
    sweep(service)
    clock.forward(hours=37)
    sweep(service)
    (mail,) = [mail for mail in mails(service, kind="reminder") if mail.email == "seat0@mail.localhost"]
    for lang in LANGUAGES:
        with service.db.writing() as session:
            session.get_one(User, mail.user_id).lang = lang
        mail.raw = render(service, mail)
        assert len(mail.raw) <= MAIL_LIMIT, lang
        message = opened(mail)
        assert len(html_part(message)) <= HTML_LIMIT, lang
        told = text_of(message, "plain")
        for table_id in range(1, 5):
            ask = next(ask for ask in asks(service, table_id) if ask.seat_id == seats(service, table_id)[0].id)
            assert Links(service).turn(seats(service, table_id)[0], ask) in told, "every table has its link"
        assert 1 <= mail.raw.count(b"Content-Type: image/png") <= 2, "as many of the first two as there is room for"


def test_the_host_learns_nothing_from_a_default(sqlite_service: Service, clock: FakeClock) -> None:
    """The line that would be played names a card that only its owner may see."""
    service = sqlite_service
    table_id = started(service, "parlour", 3)
    with service.db.writing() as session:
        session.get_one(Table, table_id).at_deadline = "host"
    asked_of(service, table_id, 1)
    clock.forward(days=3, minutes=1)
    sweep(service)
    late = [ask for ask in asks(service, table_id) if ask.host_asked_at is not None]
    assert late
    page = Presser(create_app(service)).open(host_link(service, table_id)).text
    (mail, *_) = mails(service, kind="host")
    mail.raw = render(service, mail)
    told = text_of(opened(mail), "plain")
    for ask in late:
        assert "." in ask.default
        assert ask.default not in page
        assert ask.default not in told
    for text in (" ".join(told.split()), page):
        assert "The default is secret until everybody has answered." in text


def test_a_silent_seat_has_missed_one_deadline_however_many_lines_that_takes(
    sqlite_service: Service, clock: FakeClock
) -> None:
    """A default may show something, and then the seat is asked again in the same time: all in one sweep."""
    service = sqlite_service
    table_id = started(service, "parlour", 2)
    for _ in range(12):
        clock.forward(days=3, minutes=1)
        before = {seat.id: seat.defaults_in_a_row for seat in seats(service, table_id)}
        late = [ask.seat_id for ask in asks(service, table_id)]
        sweep(service)
        if table(service, table_id).status != RUNNING:
            break
        for ask in asks(service, table_id):
            assert ask.deadline_at is not None
            assert ask.deadline_at > clock.time + timedelta(days=2)
        after = {seat.id: seat.defaults_in_a_row for seat in seats(service, table_id)}
        assert {seat_id for seat_id in after if after[seat_id] > before[seat_id] + 1} == set()
        assert all(after[seat_id] == before[seat_id] + 1 for seat_id in late)
