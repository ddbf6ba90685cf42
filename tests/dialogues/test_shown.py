"""What a move shows is told to its player: on the page that goes on, in the mail that follows, and to nobody else."""

import re
from dataclasses import replace

from engine.core.record import Record, read_record
from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.play.play_line import play_line
from pbem.store.links import Links
from pbem.store.models import Mail
from pbem.tables.import_record import import_record
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Presser
from tests.pbem.sample_tables import asks, mails, play_one, seats
from tests.records.take import FOLDER as RECORDS


def imported(service: Service, whole: Record, lines: int) -> int:
    people = {colour: f"seat{number}@mail.localhost" for number, colour in enumerate(whole.seats)}
    return import_record(service, replace(whole, entries=whole.entries[:lines]), people, "Thursday table")


def before_a_draw(service: Service) -> int:
    """A game of Spike in which the seat that is asked may draw and go on."""
    whole = read_record((RECORDS / "spike-1.txt").read_text("utf-8"))
    first = next(
        number
        for number, entry in enumerate(whole.entries)
        if entry.text == "draw" and whole.entries[number + 1].by == entry.by
    )
    return imported(service, whole, first)


def told_by(service: Service, mail: Mail) -> str:
    return text_of(opened(Mail(**mail.model_dump() | {"raw": render(service, mail)})), "plain")


def test_the_card_that_was_drawn_is_told_to_its_owner_alone(sqlite_service: Service) -> None:
    service = sqlite_service
    table_id = before_a_draw(service)
    ask = asks(service, table_id)[0]
    play_line(service, ask.seat_id, ask.id, "draw", "page")
    browser, links = Presser(create_app(service)), Links(service)
    owner = next(seat for seat in seats(service, table_id) if seat.id == ask.seat_id)
    for seat in seats(service, table_id):
        page = browser.open(links.turn(seat, None)).text
        assert re.search(r"drew a [\w ]*card from the deck\.", page)
        assert ("drew a card from the deck." in page) == (seat.id != owner.id)
    again = asks(service, table_id)[0]
    assert again.seat_id == owner.id
    (mail,) = (mail for mail in mails(service, kind="turn") if mail.ask_id == again.id)
    told = told_by(service, mail)
    assert "card from the deck." in told
    assert "drew a card from the deck." not in told


def test_how_the_round_ended_is_told_to_the_player_whose_line_ended_it(sqlite_service: Service) -> None:
    """The page that follows says it, and so does the next mail: the page is soon gone."""
    service = sqlite_service
    whole = read_record((RECORDS / "age-of-steam-1.txt").read_text("utf-8"))
    last = next(number for number, entry in enumerate(whole.entries) if entry.text.startswith("issue") and number > 20)
    table_id = imported(service, whole, last - 1)
    ask = asks(service, table_id)[0]
    owner = next(seat for seat in seats(service, table_id) if seat.id == ask.seat_id)
    play_line(service, ask.seat_id, ask.id, whole.entries[last - 1].text, "page")
    page = Presser(create_app(service)).open(Links(service).turn(owner, None)).text
    later: list[Mail] = []
    while not later:
        play_one(service, table_id, bot="greedy")
        later = [mail for mail in mails(service, kind="turn") if mail.seat_id == owner.id and mail.ask_id != ask.id]
    for told in (page, told_by(service, later[0])):
        assert "Income:" in told
        assert "Expenses:" in told
