"""What a move shows is told to its player: on the page that goes on, in the mail that follows, and to nobody else."""

import re
from dataclasses import replace

from engine.core.record import read_record
from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.play.play_line import play_line
from pbem.store.links import Links
from pbem.store.models import Mail
from pbem.tables.import_record import import_record
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Presser
from tests.pbem.sample_tables import asks, mails, seats
from tests.records.take import FOLDER as RECORDS


def before_a_draw(service: Service) -> int:
    """A game of Spike in which the seat that is asked may draw and go on."""
    whole = read_record((RECORDS / "spike-1.txt").read_text("utf-8"))
    first = next(
        number
        for number, entry in enumerate(whole.entries)
        if entry.text == "draw" and whole.entries[number + 1].by == entry.by
    )
    people = {colour: f"seat{number}@mail.localhost" for number, colour in enumerate(whole.seats)}
    return import_record(service, replace(whole, entries=whole.entries[:first]), people, "Thursday table")


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
    told = text_of(opened(Mail(**mail.model_dump() | {"raw": render(service, mail)})), "plain")
    assert "card from the deck." in told
    assert "drew a card from the deck." not in told
