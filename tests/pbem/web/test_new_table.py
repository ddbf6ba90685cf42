"""The host's form: what is filled in is kept, what it means is said, and afterwards it is said who was written to."""

from html import unescape

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from pbem.base.service import Service
from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace
from pbem.store.links import Links
from pbem.store.mail_kind import MailKind
from pbem.store.models import Table, User
from pbem.tables.game_length import length_of
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser
from tests.pbem.sample_tables import mails, play_one, seats, started, table
from tests.services import PATIENCE, served

FORM = {
    "title": "Thursday table", "host_name": "Anna", "host_email": "anna@example.org", "lang": "en",
    "seat-2-kind": "none", "seat-2-name": "Bruno", "seat-2-email": "bruno@example.org",
    "seat-3-kind": "greedy", "seat-4-kind": "none",
    "pace-time": "3", "pace-unit": "days", "pace-days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "pace-zone": "Europe/Paris", "pace-reminders": ["1/2", "4h"], "at_deadline": "default",
}  # fmt: skip


@pytest.fixture
def client(sqlite_service: Service) -> FlaskClient:
    return create_app(sqlite_service, with_mailbox=True).test_client()


def test_a_filled_row_is_a_person_and_the_host_is_told_who_was_written_to(
    sqlite_service: Service, client: FlaskClient
) -> None:
    answer = client.post(
        "/tables/new?game=age-of-steam", data={**FORM, "greeting": "Come and play.\nAs in May."}, follow_redirects=True
    )
    page = unescape(answer.text)
    assert answer.status_code == 200
    assert "Invitations go to: Bruno (bruno@example.org)." in page
    assert answer.request.path.startswith("/host/")
    assert "Take my seat" in page
    here = seats(sqlite_service, 1)
    assert [(seat.name, seat.bot) for seat in here] == [("Anna", ""), ("Bruno", ""), ("Bot 3", "greedy")]
    Post(sqlite_service).arrive()
    invitation = next(mail for mail in mails(sqlite_service, kind=MailKind.INVITATION) if mail.seat_id == here[1].id)
    assert "  Come and play.\r\n  As in May." in text_of(opened(invitation), "plain")
    joining = Presser(create_app(sqlite_service)).open(Links(sqlite_service).join(here[1])).text
    assert "Come and play." in joining
    with sqlite_service.db.reading() as session:
        assert session.get_one(Table, 1).pace["reminders"] == "1/2 4h"


def test_another_game_keeps_what_was_typed(sqlite_service: Service, client: FlaskClient) -> None:
    page = client.post("/tables/new?game=age-of-steam", data={**FORM, "to-game": "spike"})
    assert page.status_code == 200
    assert 'action="/tables/new?game=spike"' in page.text
    for typed in ("Thursday table", "anna@example.org", "Bruno"):
        assert f'value="{typed}"' in page.text
    with sqlite_service.db.reading() as session:
        assert session.get(Table, 1) is None


def test_a_row_that_nobody_filled_is_a_person_only_where_the_other_game_needs_one(client: FlaskClient) -> None:
    rows = {"seat-2-kind": "person", "seat-3-kind": "person", "seat-4-kind": "person", "seat-4-name": "Dewi"}
    page = client.post("/tables/new?game=age-of-steam", data={**FORM, **rows, "to-game": "spike"}).text
    chosen = [page.partition(f'id="seat-{n}-kind"')[2].partition("</select>")[0] for n in (2, 3, 4)]
    assert ["selected" in one.partition('value="person"')[2].partition(">")[0] for one in chosen] == [True, False, True]


def test_a_table_tried_out_is_in_the_zone_of_the_browser(sqlite_service: Service, client: FlaskClient) -> None:
    for number, zone in enumerate(("Asia/Tokyo", "UTC"), 1):
        client.post("/try", data={"zone": zone.removeprefix("UTC")})
        assert table(sqlite_service, number).pace["zone"] == zone
        with sqlite_service.db.reading() as session:
            assert session.get_one(User, seats(sqlite_service, number)[0].user_id).zone == zone


def test_the_pace_says_what_it_means(client: FlaskClient) -> None:
    first = unescape(client.get("/tables/new?game=age-of-steam").text)
    assert "A game takes about" in first
    looked = unescape(client.post("/tables/new?game=whistle-stop", data={**FORM, "look": "pace"}).text)
    assert "A game takes about 9 days at this pace" in looked
    assert "(Paris)" in looked


def test_the_meaning_of_the_pace_follows_the_zone_of_the_browser_and_each_change(
    sqlite_service: Service, chromium: Browser
) -> None:
    with served(create_app(sqlite_service)) as port:
        context = chromium.new_context(timezone_id="Asia/Tokyo")
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/tables/new?game=spike")
        expect(page.locator(".meaning")).to_contain_text("(Tokyo)", timeout=PATIENCE * 1000)
        page.fill("#pace-zone", "Europe/Paris")
        page.locator("#pace-zone").blur()
        expect(page.locator(".meaning")).to_contain_text("(Paris)", timeout=PATIENCE * 1000)
        context.close()


def test_errors_stand_at_their_field_which_comes_into_view(client: FlaskClient) -> None:
    page = client.post("/tables/new?game=age-of-steam", data={**FORM, "seat-2-email": "bruno"})
    assert page.status_code == 422
    field = page.text.partition('id="seat-2-email"')[2].partition(">")[0]
    assert "autofocus" in field
    assert 'aria-invalid="true"' in field
    assert 'href="#seat-2-email"' in page.text


@pytest.mark.parametrize("words", ["see www.example.org", "x" * 301])
def test_the_words_of_the_host_hold_no_link_and_are_short(client: FlaskClient, words: str) -> None:
    page = client.post("/tables/new?game=age-of-steam", data={**FORM, "greeting": words})
    assert page.status_code == 422
    assert "autofocus" in page.text.partition('id="greeting"')[2].partition(">")[0]


def test_people_one_has_played_with_are_invited_without_their_address(sqlite_service: Service) -> None:
    service, table_id = sqlite_service, started(sqlite_service)
    anna, bruno, _ = seats(service, table_id)
    with service.db.reading() as session:
        url = Links(service).me(session.get_one(User, anna.user_id)) + "/new"
    client = create_app(service, with_mailbox=True).test_client()
    path = url.removeprefix(service.config.public_url)
    assert f'value="known-{bruno.user_id}"' in client.get(path).text
    wanted = {**FORM, "seat-2-kind": f"known-{bruno.user_id}", "seat-2-name": "", "seat-2-email": ""}
    answer = client.post(f"{path}?game=age-of-steam", data=wanted, follow_redirects=True)
    assert "Invitations go to: Bruno." in answer.text
    assert "seat1@mail.localhost" not in answer.text
    assert seats(service, table_id + 1)[1].user_id == bruno.user_id
    stranger = client.post(f"{path}?game=age-of-steam", data={**wanted, "seat-2-kind": "known-999"})
    assert stranger.status_code == 422


def test_rewinding_is_pressing_a_line_of_the_log(sqlite_service: Service) -> None:
    service, table_id = sqlite_service, started(sqlite_service, people=1, bots=2)
    for _ in range(4):
        play_one(service, table_id)
    presser = Presser(create_app(service))
    with service.db.reading() as session:
        here = session.get_one(Table, table_id)
        url = Links(service).host(here, session.get_one(User, here.host_id))
    page = presser.open(url).text
    assert "issued" in page or "no shares" in page
    asked = presser.open(f"{url}/rewind/2")
    assert "Back to before line 2?" in asked.text
    assert table(service, table_id).ply == 4
    done = presser.press(asked, "/rewind")
    assert "The table is back before line 2." in done.text
    assert presser.open(f"{url}/rewind/2").status_code == 404


def test_the_length_of_a_game_follows_pace_and_people() -> None:
    usual = length_of("age-of-steam", 4, Pace())
    assert usual is not None
    assert usual.days == 69
    quick, weekdays = length_of("age-of-steam", 4, Pace(hours=6)), Pace(counts=CountedTime(days=(0, 1, 2, 3, 4)))
    assert quick is not None
    assert quick.days < usual.days / 3
    slow = length_of("age-of-steam", 4, weekdays)
    assert slow is not None
    assert slow.days == round(69 * 7 / 5)
    assert length_of("age-of-steam", 2, Pace()) != usual
    assert length_of("parlour", 4, Pace()) is None
