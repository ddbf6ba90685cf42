"""“What would a patient bot play?”: allowed by the host, seen by everybody, answered by a worker, played by nobody."""

from dataclasses import replace

from pbem.base.service import Service
from pbem.play.patient_bots import think_once
from pbem.store.links import Links
from pbem.tables.open_table import create_table
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.dialogues.test_host import EVERYBODY, Company
from tests.e2e.player import Post, Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, lines, mails, new_table, seats, table
from tests.safety.test_new_tables import FORM

QUESTION = "What would a patient bot play?"


def turn_page_of(company: Company) -> tuple[str, str]:
    """The address of the turn page of whoever is asked, and the page."""
    ask = asks(company.service, company.table_id)[0]
    seat = next(seat for seat in seats(company.service, company.table_id) if seat.id == ask.seat_id)
    url = Links(company.service).turn(seat, ask)
    return url, company.browser.open(url).text


def test_the_page_asks_a_worker_and_shows_its_line_as_a_draft(sqlite_service: Service) -> None:
    sqlite_service.config = replace(sqlite_service.config, bot_playouts=2)
    company = Company(sqlite_service, "parlour")
    assert QUESTION not in turn_page_of(company)[1]
    company.does("advice", allowed="yes")
    url, page = turn_page_of(company)
    assert QUESTION in page
    before = len(lines(sqlite_service, company.table_id))
    thinking = company.browser.press(company.browser.open(url), "advice").text
    assert "It is thinking." in thinking
    assert '<meta http-equiv="refresh"' in thinking
    assert think_once(sqlite_service)
    answered = company.browser.open(url).text
    assert "It is thinking." not in answered
    assert '<meta http-equiv="refresh"' not in answered
    line = asks(sqlite_service, company.table_id)[0].advice
    assert f"/{line.replace(' ', '~')}" in answered.partition(QUESTION)[2]
    assert len(lines(sqlite_service, company.table_id)) == before


def test_a_page_that_has_waited_long_says_so_and_no_longer_looks_again(
    sqlite_service: Service, clock: FakeClock
) -> None:
    company = Company(sqlite_service, "parlour")
    company.does("advice", allowed="yes")
    url, _ = turn_page_of(company)
    company.browser.press(company.browser.open(url), "advice")
    clock.forward(minutes=6)
    page = company.browser.open(url).text
    assert "It takes longer than usual." in page
    assert '<meta http-equiv="refresh"' not in page


def test_everybody_is_told_that_it_is_allowed_and_that_it_is_no_longer(sqlite_service: Service) -> None:
    company = Company(sqlite_service)
    assert "Players may not ask" in company.browser.open(company.host).text
    for allowed, words in (("yes", "The host allows all players to ask"), ("no", "The host no longer allows players")):
        company.does("advice", allowed=allowed)
        assert table(sqlite_service, company.table_id).has_advice == (allowed == "yes")
        told = company.told()
        assert set(told) == EVERYBODY
        assert all(words in text for text in told.values())
        assert words in company.history()
    assert QUESTION not in turn_page_of(company)[1]


def test_an_invitation_says_so(sqlite_service: Service) -> None:
    create_table(sqlite_service, new_table("parlour", has_advice=True), by_operator=True)
    browser = Presser(create_app(sqlite_service))
    Post(sqlite_service).arrive()
    for invitation in mails(sqlite_service, kind="invitation"):
        assert "what a patient bot would play" in " ".join(text_of(opened(invitation), "plain").split())
    seat = seats(sqlite_service, 1)[1]
    assert "players may ask what a patient bot would play" in browser.open(Links(sqlite_service).join(seat)).text


def test_who_is_not_asked_cannot_ask(sqlite_service: Service) -> None:
    company = Company(sqlite_service)
    company.does("advice", allowed="yes")
    ask = asks(sqlite_service, company.table_id)[0]
    other = next(seat for seat in seats(sqlite_service, company.table_id) if seat.id != ask.seat_id)
    url = Links(sqlite_service).turn(other, None)
    for number in (str(ask.id), "", "9" * 30):
        assert company.browser.client.post(f"{url}/advice", data={"ask": number}).status_code == 303
    assert asks(sqlite_service, company.table_id)[0].advice_wanted_at is None


def test_the_forms_offer_a_patient_bot_and_advice(sqlite_service: Service) -> None:
    browser = Presser(create_app(sqlite_service))
    form = browser.open("/tables/new?game=age-of-steam").text
    assert '<option value="patient">a patient bot (takes a minute)</option>' in form
    assert 'name="has_advice"' in form
    bots = {f"seat-{number}-kind": "patient" for number in (2, 3)}
    browser.client.post("/tables/new?game=age-of-steam", data={**FORM, **bots, "seat-4-kind": "none"})
    assert [seat.bot for seat in seats(sqlite_service, 1)] == ["", "patient", "patient"]
    assert not table(sqlite_service, 1).has_advice, "off as standard"
    browser.client.post("/tables/new?game=age-of-steam", data={**FORM, **bots, "has_advice": "on"})
    assert table(sqlite_service, 2).has_advice


def test_a_seat_may_be_given_to_a_patient_bot(sqlite_service: Service) -> None:
    company = Company(sqlite_service, people=1, bots=2)
    company.does("seat/1", kind="patient", name="Pat")
    assert seats(sqlite_service, company.table_id)[1].bot == "patient"
