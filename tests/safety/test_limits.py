"""What is tried too often is refused kindly, and whoever has a good link never is."""

from dataclasses import replace

import pytest
from flask import Flask
from sqlmodel import select

from pbem.base.limits import (
    BAD_LINKS_LIKE_ONE,
    BAD_LINKS_OF_ONE,
    BAD_SECRETS,
    NEW_LINKS,
    NEW_TABLES,
    TALK,
    Limits,
    place,
)
from pbem.base.service import Service
from pbem.people.lost_links import MOST_A_DAY
from pbem.store.links import Links
from pbem.store.models import Talk, User
from pbem.tables.talk import MOST_MAILS, say_at_table
from pbem.web.app import create_app
from tests.e2e.player import Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import mails, seats, started
from tests.safety.test_new_tables import opened


def forged(number: int) -> str:
    return f"/t/{number:05d}-forged-by-somebody.abcdefghijklmnopqrstuvwxyz"


def test_bad_links_from_one_place_are_slowed_and_good_ones_are_not(service: Service, app: Flask) -> None:
    table_id = started(service)
    good = Links(service).turn(seats(service, table_id)[0], None)
    presser = Presser(app)
    statuses = [presser.client.get(forged(number)).status_code for number in range(BAD_LINKS_OF_ONE.amount + 5)]
    assert statuses == [404] * BAD_LINKS_OF_ONE.amount + [429] * 5
    assert presser.open(good).status_code == 200
    answer = presser.client.get(forged(999))
    assert answer.headers["Retry-After"] == "600"
    assert "Too many requests" in answer.text
    other = app.test_client().get(forged(999), environ_base={"REMOTE_ADDR": "10.1.2.3"})
    assert other.status_code == 404


def test_guesses_at_one_seat_are_slowed_wherever_they_come_from(service: Service, app: Flask) -> None:
    table_id = started(service)
    seat = seats(service, table_id)[0]
    token = Links(service).turn_token(seat, None)
    client = app.test_client()
    statuses = [
        client.get(f"/t/{token}{number}", environ_base={"REMOTE_ADDR": f"10.0.{number}.1"}).status_code
        for number in range(BAD_LINKS_LIKE_ONE.amount + 2)
    ]
    assert statuses == [404] * BAD_LINKS_LIKE_ONE.amount + [429] * 2
    assert client.get(f"/t/{token}").status_code == 200


def test_asking_for_links_is_limited(service: Service, app: Flask) -> None:
    client = app.test_client()
    data = {"email": "seat0@mail.localhost"}
    statuses = [client.post("/link", data=data).status_code for _ in range(NEW_LINKS.amount + 1)]
    assert statuses == [200] * NEW_LINKS.amount + [429]


def test_opening_tables_is_limited(service: Service, app: Flask) -> None:
    presser = Presser(app)
    statuses = [opened(presser, title="http://x").status_code for _ in range(NEW_TABLES.amount + 1)]
    assert statuses == [422] * NEW_TABLES.amount + [429]


def test_talk_is_limited_by_seat(service: Service, app: Flask) -> None:
    table_id = started(service)
    client = app.test_client()
    one, other, _ = (f"/t/{Links(service).turn_token(seat, None)}/talk" for seat in seats(service, table_id))
    statuses = [client.post(one, data={"text": "hello"}).status_code for _ in range(TALK.amount + 1)]
    assert statuses == [303] * TALK.amount + [429]
    assert client.post(other, data={"text": "hello"}).status_code == 303


def test_nobody_is_slowed_where_no_mail_leaves(sqlite_service: Service) -> None:
    client = create_app(sqlite_service, with_mailbox=True).test_client()
    for _ in range(NEW_LINKS.amount + 5):
        assert client.post("/link", data={"email": "seat0@mail.localhost"}).status_code == 200


def test_secrets_cannot_be_guessed(sqlite_service: Service) -> None:
    client = create_app(sqlite_service, with_mailbox=True, mailbox_key="the-key").test_client()
    for number in range(BAD_SECRETS.amount):
        assert client.get("/mailbox", auth=("", f"guess-{number}")).status_code == 401
    assert client.get("/mailbox", auth=("", "the-key")).status_code == 429


@pytest.mark.parametrize(("proxies", "header", "locked_out"), [(0, True, True), (1, True, False), (1, False, True)])
def test_who_asks_is_taken_from_trusted_proxies_only(
    service: Service, proxies: int, header: bool, locked_out: bool
) -> None:
    """Without trust in it anybody could write a new address into the header for every try."""
    service.config = replace(service.config, trusted_proxies=proxies)
    client = create_app(service).test_client()
    for number in range(BAD_LINKS_OF_ONE.amount + 1):
        headers = {"X-Forwarded-For": f"10.9.{number}.1"} if header else {}
        answer = client.get(forged(number), headers=headers)
    assert (answer.status_code == 429) == locked_out


def test_a_household_is_one_place() -> None:
    assert place("2001:db8:1:2:aaaa::1") == place("2001:db8:1:2:bbbb::2") != place("2001:db8:1:3::1")
    assert place("10.0.0.1") != place("10.0.0.2")
    assert place(None) == place("nonsense") == "unknown"


@pytest.mark.slow
def test_processes_count_together_in_redis_and_alone_without_it(redis_url: str) -> None:
    first, second = Limits(redis_url), Limits(redis_url)
    taken = [limits.take(BAD_SECRETS, "test", "place") for limits in (first, second) * 6]
    assert taken == [True] * BAD_SECRETS.amount + [False] * 2
    assert not first.is_left(BAD_SECRETS, "test", "place")
    away = Limits("redis://127.0.0.1:9/0")
    assert [away.take(BAD_SECRETS, "test", "place") for _ in range(11)] == [True] * BAD_SECRETS.amount + [False]
    assert not away.is_left(BAD_SECRETS, "test", "place")
    assert Limits("redis://127.0.0.1:9/0").is_left(BAD_SECRETS, "test", "place")


def test_nobody_is_flooded_with_links_by_others(service: Service, app: Flask, clock: FakeClock) -> None:
    started(service)
    for number in range(20):
        data = {"email": "seat0@mail.localhost"}
        app.test_client().post("/link", data=data, environ_base={"REMOTE_ADDR": f"10.1.{number}.1"})
        clock.forward(minutes=10)
    assert len(mails(service, kind="link")) == MOST_A_DAY
    with service.db.reading() as session:
        me = Links(service).me(session.get_one(User, mails(service, kind="link")[0].user_id))
    Presser(app).press(Presser(app).open(me), "/revoke")
    assert len(mails(service, kind="link")) == MOST_A_DAY + 1, "who has revoked the own links gets new ones"
    clock.forward(days=1)
    app.test_client().post("/link", data=data)
    assert len(mails(service, kind="link")) == MOST_A_DAY + 2


def test_nobody_is_flooded_with_talk(service: Service, clock: FakeClock) -> None:
    table_id = started(service)
    here = seats(service, table_id)
    for number in range(MOST_MAILS + 5):
        say_at_table(service, here[0].id, f"Hello {number}", here[1].colour)
    assert len(mails(service, kind="talk")) == MOST_MAILS
    with service.db.reading() as session:
        assert len(session.exec(select(Talk)).all()) == MOST_MAILS + 5, "the rest is read at the table"


def test_a_flood_of_requests_for_a_link_is_one_mail(service: Service, app: Flask) -> None:
    started(service)
    for number in range(8):
        app.test_client().post(
            "/link", data={"email": "seat0@mail.localhost"}, environ_base={"REMOTE_ADDR": f"10.0.0.{number}"}
        )
    assert len(mails(service, kind="link")) == 1
