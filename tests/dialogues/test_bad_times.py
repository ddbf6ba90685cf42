"""Times that make no sense, through the pages: said at the field, with what would work; what was typed stays."""

import re

import pytest

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.models import Table, User
from pbem.web.app import create_app
from tests.e2e.player import Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, host_link, seats, started

GOOD_TABLE = {
    "title": "Thursday",
    "host_name": "Anna",
    "host_email": "anna@mail.localhost",
    "seat-2-kind": "greedy",
    "seat-3-kind": "greedy",
    "pace-time": "3",
    "pace-unit": "days",
    "pace-days": ["mon", "tue", "wed", "thu", "fri"],
    "pace-zone": "Europe/Paris",
    "pace-from": "09:00",
    "pace-to": "21:00",
    "pace-bank": "",
    "pace-away": "21",
    "pace-reminders": "1/2 4h",
}
GOOD_SETTINGS = {
    "name": "Anna",
    "lang": "en",
    "zone": "Europe/Paris",
    "news": "round",
    "wants_reminders": "on",
    "reminders": "1/2 4h",
    "quiet_from": "22:00",
    "quiet_to": "07:00",
}


def error_at(page: str, field: str) -> str:
    """The words that stand at the field."""
    found = re.search(rf'id="{field}-error"[^>]*>(.*?)<', page, re.DOTALL) or re.search(
        rf'name="{field}".*?class="error"[^>]*>(.*?)<', page, re.DOTALL
    )
    assert found, f"nothing is said at {field}"
    return found[1]


@pytest.mark.parametrize(
    ("field", "value", "works"),
    [
        ("pace-time", "0", "from 1 to"),
        ("pace-time", "-3", "from 1 to"),
        ("pace-time", "1000", "from 1 to"),
        ("pace-time", "soon", "from 1 to"),
        ("pace-time", "², ", "from 1 to"),
        ("pace-unit", "decades", "minutes, hours, days or weeks"),
        ("pace-bank", "-1", "from 0 to"),
        ("pace-bank", "99999", "from 0 to"),
        ("pace-days", "someday", "days of the week"),
        ("pace-days", None, "at least one day"),
        ("pace-from", "25:00", "22:00"),
        ("pace-from", "", "leave both empty"),
        ("pace-to", "", "leave both empty"),
        ("pace-to", "09:00", "Leave both empty"),
        ("pace-to", "09:05", "least 15 minutes"),
        ("pace-zone", "Europe/Pariss", "Is it Europe/Paris?"),
        ("pace-zone", "Nowhereville", "looks like Europe/Paris"),
        ("pace-away", "9999", "from 0 to"),
        ("pace-reminders", "3/2", "after the deadline"),
        ("pace-reminders", "+4h", "after the deadline"),
        ("pace-reminders", "900h", "Write at most"),
        ("pace-reminders", "often", "such as 1/2"),
        ("pace-reminders", "1h 2h 3h 4h 5h 6h 7h", "at most 6"),
    ],
)
def test_an_impossible_pace(sqlite_service: Service, field: str, value: str | None, works: str) -> None:
    given = {name: content for name, content in (GOOD_TABLE | {field: value}).items() if content is not None}
    client = create_app(sqlite_service).test_client()
    answer = client.post("/tables/new?game=age-of-steam", data=given)
    assert answer.status_code == 422
    assert works in error_at(answer.text, field)
    assert 'value="Thursday"' in answer.text, "what was typed stays"
    if value and field not in ("pace-days", "pace-unit"):
        for word in value.split() if field.endswith("reminders") else [value]:
            assert f'value="{word}"' in answer.text
    with sqlite_service.db.reading() as session:
        assert session.get(Table, 1) is None
    good = client.post("/tables/new?game=age-of-steam", data=GOOD_TABLE)
    assert good.status_code == 200, "and what makes sense is taken"


@pytest.mark.parametrize(
    ("field", "value", "works"),
    [
        ("zone", "", "such as Europe/Paris"),
        ("zone", "Europe/Pariss", "Is it Europe/Paris?"),
        ("zone", "../../etc/passwd", "looks like Europe/Paris"),
        ("reminders", "4/4", "after the deadline"),
        ("reminders", "0h", "after the deadline"),
        ("reminders", "yesterday", "such as 1/2"),
        ("quiet_from", "", "leave both empty"),
        ("quiet_to", "", "leave both empty"),
        ("quiet_from", "26:00", "22:00"),
        ("quiet_to", "22:00", "an earlier time"),
    ],
)
def test_impossible_settings(sqlite_service: Service, field: str, value: str, works: str) -> None:
    service = sqlite_service
    started(service)
    with service.db.reading() as session:
        user = session.get_one(User, 1)
    before = user.model_dump()
    browser = Presser(create_app(service))
    page = browser.open(Links(service).me(user))
    answer = browser.press(page, "/settings", **(GOOD_SETTINGS | {field: value}))
    assert answer.status_code == 422
    assert works in error_at(answer.text, field)
    if value:
        for word in value.split() if field.endswith("reminders") else [value]:
            assert f'value="{word}"' in answer.text
    with service.db.reading() as session:
        assert session.get_one(User, 1).model_dump() == before
    assert browser.press(page, "/settings", **GOOD_SETTINGS).status_code == 200


@pytest.mark.parametrize(
    ("until", "works"),
    [
        ("", "Today is 2026-11-16"),
        ("tomorrow", "Today is 2026-11-16"),
        ("2026-02-30T10:00", "Today is 2026-11-16"),
        ("2026-11-16T09:00", "Write 2026-11-16 13:01 or later"),
        ("2027-03-28T02:30", "Write 03:00 or a later time"),
        ("2028-11-16T09:00", "Choose an earlier moment"),
        ("0001-01-01T00:00", "Write a year from 2026"),
    ],
)
def test_an_impossible_deadline(sqlite_service: Service, clock: FakeClock, until: str, works: str) -> None:
    service = sqlite_service
    table_id = started(service)
    ask = asks(service, table_id)[0]
    number = next(seat.number for seat in seats(service, table_id) if seat.id == ask.seat_id)
    browser = Presser(create_app(service))
    answer = browser.press(browser.open(host_link(service, table_id)), f"/deadline/{number}", until=until)
    assert answer.status_code == 422
    assert works in error_at(answer.text, "until")
    assert asks(service, table_id)[0].deadline_at == ask.deadline_at


def test_an_unknown_zone_when_joining(sqlite_service: Service) -> None:
    service = sqlite_service
    client = create_app(service).test_client()
    assert client.post("/tables/new?game=age-of-steam", data=GOOD_TABLE).status_code == 200
    seat = seats(service, 1)[0]
    browser = Presser(create_app(service))
    url = Links(service).join(seat)
    page = browser.open(url)
    answer = browser.press(page, url.rpartition("/")[2], colour="", lang="en", zone="Pariss", word="")
    assert answer.status_code == 422
    assert "Europe/Paris" in error_at(answer.text, "zone")
    assert browser.press(page, url.rpartition("/")[2], colour="", lang="en", zone="paris", word="").status_code == 200
