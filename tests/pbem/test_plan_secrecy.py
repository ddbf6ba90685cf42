"""A plan is a secret: nobody else sees that there is one before it is played, nor that it was one while that helps."""

import re

import pytest
from sqlalchemy import update

from pbem.base.service import Service
from pbem.mail_out.compose import render
from pbem.play.follow_plan import follow_plan
from pbem.store.links import Links
from pbem.store.models import Line, Seat
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.pbem.plans import look_ahead, plan, plan_everything, planned_keys
from tests.pbem.sample_tables import asks, lines, mails, play_one, seats, started, state, table
from tests.pbem.test_secrecy import scrambled
from tests.pbem.test_secrecy import shown as shown_to

GAMES_PLANNED = ["age-of-steam", "railroad-tycoon", "spike", "whistle-stop"]


def pages(service: Service, table_id: int, but: Seat) -> list[str]:
    """Everything that others than this seat can read: the pages of their seats and of those who watch, and mails."""
    client = create_app(service).test_client()
    links, here = Links(service), table(service, table_id)
    with service.db.writing() as session:
        session.merge(here).is_open = True
    found = [client.get(f"/watch/{here.slug}").text, client.get(f"/watch/{here.slug}/history").text]
    for seat in seats(service, table_id):
        if seat.id == but.id:
            continue
        ask = next((ask for ask in asks(service, table_id) if ask.seat_id == seat.id), None)
        base = f"/t/{links.turn_token(seat, ask)}"
        found += [client.get(base + page).text for page in ("", "/history", "/talk")]
    for mail in mails(service, table_id=table_id):
        if mail.seat_id != but.id and mail.ply is not None:
            message = opened(mail.model_copy(update={"raw": render(service, mail)}))
            found += [text_of(message, "plain"), text_of(message, "html")]
    # Signatures and reply addresses are made anew each time.
    return [re.sub(r'p\+[a-z2-7]{26}|value="[^"]*\.[A-Za-z0-9_-]{20,}"', "", text) for text in found]


@pytest.mark.parametrize("game", GAMES_PLANNED)
def test_nobody_else_sees_that_there_is_a_plan(sqlite_service: Service, game: str) -> None:
    table_id = started(sqlite_service, game, 3)
    for _ in range(7):
        play_one(sqlite_service, table_id, bot="greedy")
    owner = next(seat for seat in seats(sqlite_service, table_id) if look_ahead(sqlite_service, seat).questions)
    before = pages(sqlite_service, table_id, owner)
    assert plan_everything(sqlite_service, owner)
    assert planned_keys(sqlite_service, owner)
    assert pages(sqlite_service, table_id, owner) == before


@pytest.mark.parametrize("game", ["railroad-tycoon", "spike", "whistle-stop"])
def test_what_a_planner_sees_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(
    sqlite_service: Service, game: str
) -> None:
    table_id = started(sqlite_service, game, 3)
    for _ in range(7):
        play_one(sqlite_service, table_id, bot="greedy")
    owner = next(seat for seat in seats(sqlite_service, table_id) if look_ahead(sqlite_service, seat).questions)
    plan_everything(sqlite_service, owner)
    written = [mail for mail in mails(sqlite_service, seat_id=owner.id) if mail.ply is not None]
    before = shown_to(sqlite_service, owner, written[-1])
    keys = [(one.key, one.intention) for one in look_ahead(sqlite_service, owner).questions]
    scrambled(sqlite_service, table_id, owner.number)
    assert shown_to(sqlite_service, owner, written[-1]) == before
    assert [(one.key, one.intention) for one in look_ahead(sqlite_service, owner).questions] == keys


def test_that_a_bid_was_planned_is_told_when_the_auction_is_over(sqlite_service: Service) -> None:
    table_id = started(sqlite_service)
    bidder = seats(sqlite_service, table_id)[state(sqlite_service, table_id).order[0]]  # type: ignore[attr-defined]
    plan(sqlite_service, bidder, "1/auction", "upto.6")
    while not asks(sqlite_service, table_id)[0].is_planned:
        play_one(sqlite_service, table_id, bot="greedy")
    assert follow_plan(sqlite_service)
    planned = lines(sqlite_service, table_id)[-1]
    assert (planned.text, planned.how) == ("bid.1", "plan")
    during = pages(sqlite_service, table_id, bidder)
    assert not any("planned ahead" in page for page in during)
    for way in ("page", "mail", "link"):
        told_as(sqlite_service, planned, way)
        assert pages(sqlite_service, table_id, bidder) == during, "an answer by hand looks the same"
    told_as(sqlite_service, planned, "plan")
    own = create_app(sqlite_service).test_client().get(f"/t/{Links(sqlite_service).turn_token(bidder, None)}/history")
    assert "planned ahead" in own.text, "its owner knows it anyway"
    while state(sqlite_service, table_id).phase == "auction":  # type: ignore[attr-defined]
        play_one(sqlite_service, table_id, bot="greedy")
    assert any("planned ahead" in page for page in pages(sqlite_service, table_id, bidder))


def told_as(service: Service, line: Line, way: str) -> None:
    with service.db.writing() as session:
        session.exec(update(Line).where(Line.id == line.id).values(how=way))  # type: ignore[arg-type]
