"""A person's addresses and data: confirmed by link, taken along, deleted."""

import json
import re

import pytest
from flask import Flask
from sqlalchemy import text
from sqlmodel import select
from werkzeug.test import TestResponse

from pbem.base.service import Service
from pbem.people.addresses import MOST
from pbem.people.settings import revoke_links
from pbem.store.links import Links
from pbem.store.models import Act, Address, Proposal, Talk, User
from pbem.store.people import person
from pbem.tables.open_table import Joining, NewSeat, create_table, join, start_now
from pbem.tables.proposals import vote
from pbem.tables.seats import give_seat, leave
from pbem.tables.talk import say_at_table, write_note
from pbem.upkeep.sweep import sweep
from tests.e2e.player import Post, Presser, links
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, lines, mails, new_table, play_one, seats, started, table


@pytest.fixture
def table_id(service: Service) -> int:
    return started(service)


def user_of(service: Service, number: int = 0) -> User:
    with service.db.reading() as session:
        address = session.exec(select(Address).where(Address.email == f"seat{number}@mail.localhost")).one()
        return session.get_one(User, address.user_id)


def me(service: Service, number: int = 0) -> str:
    return Links(service).me(user_of(service, number))


def addresses(service: Service, user: User) -> dict[str, tuple[bool, bool]]:
    with service.db.reading() as session:
        rows = session.exec(select(Address).where(Address.user_id == user.id)).all()
    return {row.email: (row.is_main, row.confirmed_at is not None) for row in rows}


def change_link(service: Service) -> str:
    """The newest link that confirms a change, out of the mail to the main address."""
    mail = next(mail for mail in reversed(Post(service).arrive()) if any("/change/" in url for url in links(mail)))
    return next(url for url in links(mail) if "/change/" in url)


def confirmed(service: Service, presser: Presser) -> TestResponse:
    """Presses what the newest such mail asks."""
    url = change_link(service)
    return presser.press(presser.open(url), url.rpartition("/")[2])


def confirm_link(post: Post) -> str:
    mail = next(mail for mail in reversed(post.arrive()) if mail.kind == "confirm")
    return next(url for url in links(mail) if "/confirm/" in url)


def test_another_address_is_added_confirmed_and_made_the_main_one(service: Service, app: Flask, table_id: int) -> None:
    presser, post, user = Presser(app), Post(service), user_of(service)
    post.arrive()
    page = presser.open(me(service))
    assert presser.press(page, "/addresses", email="Anna@Other.localhost").status_code == 200
    assert addresses(service, user)["anna@other.localhost"] == (False, False)
    assert confirmed(service, presser).status_code == 200
    url = confirm_link(post)
    assert [mail.email for mail in post.delivered if mail.kind == "confirm"] == ["anna@other.localhost"]
    asked = presser.open(url)
    assert addresses(service, user)["anna@other.localhost"] == (False, False)
    done = presser.press(asked, url.rpartition("/")[2])
    assert "confirmed" in done.text
    assert "/me/" not in done.text
    presser.press(presser.open(me(service)), "/main")
    assert addresses(service, user)["anna@other.localhost"] == (False, True), "nothing before it is confirmed"
    confirmed(service, presser)
    assert addresses(service, user) == {"seat0@mail.localhost": (False, True), "anna@other.localhost": (True, True)}
    told = [mail.email for mail in Post(service).arrive() if mail.content.get("changed") == "main"]
    assert told == ["seat0@mail.localhost"], "it is told at the address that was the main one"
    old = me(service)
    presser.press(presser.open(old), "/remove")
    confirmed(service, presser)
    assert addresses(service, user) == {"anna@other.localhost": (True, True)}
    assert presser.open(old).status_code == 410
    assert [mail.email for mail in post.arrive() if mail.kind == "link"] == ["anna@other.localhost"]


def test_nobody_takes_anothers_address(service: Service, app: Flask, table_id: int) -> None:
    """Neither by adding it, nor by being asked before its owner comes; and nobody finds out whether it is known."""
    presser, post, eve = Presser(app), Post(service), user_of(service, 2)
    post.arrive()
    for email in ("seat1@mail.localhost", "stranger@mail.localhost"):
        presser.press(presser.open(me(service, 2)), "/addresses", email=email)
        assert email in presser.open(me(service, 2)).text
        assert not [mail for mail in post.arrive() if mail.email == email], "nothing goes there before it is confirmed"
        confirmed(service, presser)
    assert set(addresses(service, eve).values()) == {(True, True), (False, False)}
    with service.db.writing() as session:
        stranger = person(service, session, "stranger@mail.localhost", "Stranger", "en")
        assert stranger.id != eve.id
    for mail in [mail for mail in post.arrive() if mail.kind == "confirm"]:
        url = next(url for url in links(mail) if "/confirm/" in url)
        answer = presser.press(presser.open(url), url.rpartition("/")[2])
        assert answer.status_code == 409
    assert list(addresses(service, eve).values()).count((False, False)) == 2


@pytest.mark.parametrize("email", ["nonsense", "seat0@mail.localhost", "a@b\r\nBcc: x@y.localhost"])
def test_a_wrong_address_is_said_at_its_field(service: Service, app: Flask, table_id: int, email: str) -> None:
    answer = app.test_client().post(me(service).partition("8000")[2] + "/addresses", data={"email": email})
    assert answer.status_code == 422
    assert 'id="email-error"' in answer.text
    assert len(addresses(service, user_of(service))) == 1


def test_there_is_an_end_to_addresses(service: Service, app: Flask, table_id: int) -> None:
    path = me(service).partition("8000")[2]
    statuses = [
        app.test_client().post(f"{path}/addresses", data={"email": f"x{n}@mail.localhost"}).status_code
        for n in range(MOST)
    ]
    assert statuses == [200] * (MOST - 1) + [422]


def test_nobody_touches_the_addresses_of_others(service: Service, app: Flask, table_id: int) -> None:
    path = me(service, 2).partition("8000")[2]
    for what in ("confirm", "main", "remove"):
        for address_id in (1, 2, 999):
            assert app.test_client().post(f"{path}/addresses/{address_id}/{what}").status_code == 303
    for number in range(3):
        assert addresses(service, user_of(service, number)) == {f"seat{number}@mail.localhost": (True, True)}


def test_voiding_the_links_kills_those_of_seats_too(service: Service, app: Flask, table_id: int) -> None:
    seat, presser = seats(service, table_id)[0], Presser(app)
    urls = [me(service), Links(service).turn(seat, None)]
    assert [presser.open(url).status_code for url in urls] == [200, 200]
    revoke_links(service, user_of(service).id)
    assert [presser.open(url).status_code for url in urls] == [410, 410]
    other = Links(service).turn(seats(service, table_id)[1], None)
    assert presser.open(other).status_code == 200


def test_everything_about_me_as_a_file(service: Service, app: Flask, table_id: int) -> None:
    assert isinstance(service.clock, FakeClock)
    service.clock.forward(minutes=5)  # the cooling-off is over: the first mails leave
    Post(service).arrive()
    for _ in range(5):
        play_one(service, table_id)
    hers, others = seats(service, table_id)[0], seats(service, table_id)[1]
    write_note(service, hers.id, "my own note")
    write_note(service, others.id, "somebody else's note")
    say_at_table(service, hers.id, "hello all", "")
    say_at_table(service, others.id, "not hers", "")
    Post(service).arrive()
    presser = Presser(app)
    asked = presser.press(presser.open(me(service)), "/export")
    assert "my own note" not in asked.text
    answer = confirmed(service, presser)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    told = json.loads(answer.text)
    assert told["person"]["name"] == "Anna"
    assert [address["email"] for address in told["addresses"]] == ["seat0@mail.localhost"]
    (seat,) = told["seats"]
    assert [note["text"] for note in told["notes"]] == ["my own note"]
    assert [talk["text"] for talk in told["talk"]] == ["hello all"]
    assert [line["ply"] for line in seat["lines"]] == [line.ply for line in lines(service, table_id) if line.seat == 0]
    assert any("THURSDAY TABLE" in mail["text"] for mail in told["mails-to-you"] if mail["status"] == "sent")
    for absent in (
        "somebody else",
        "seat1@",
        table(service, table_id).secret,
        table(service, table_id).seed,
    ):
        assert absent not in answer.text
    assert not re.search(r"[\w-]{4,}\.[\w-]{43}", answer.text)
    assert not re.search(r"/(t|me|join|u|host)/(?!<key>)", answer.text)


def deleted(service: Service, presser: Presser, url: str) -> str:
    page = presser.press(presser.open(url), "/delete", confirm="delete")
    assert page.status_code == 200
    done = confirmed(service, presser)
    assert "deleted" in done.text
    return done.text


def everything(service: Service) -> str:
    with service.db.engine.connect() as connection:
        names = [row[0] for row in connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))]
        return "\n".join(str(tuple(row)) for name in names for row in connection.execute(text(f"SELECT * FROM {name}")))


def test_deletion_needs_a_word_and_a_mail(service: Service, app: Flask, table_id: int) -> None:
    presser = Presser(app)
    page = presser.open(me(service))
    wrong = presser.press(page, "/delete", confirm="yes")
    assert wrong.status_code == 422
    assert 'id="confirm-error"' in wrong.text
    presser.press(page, "/delete", confirm="DELETE")
    presser.press(page, "/delete", confirm="DELETE")
    assert user_of(service).name == "Anna"
    assert presser.open(me(service)).status_code == 200


def test_deletion_leaves_nothing_of_a_person_and_the_table_goes_on(service: Service, app: Flask, table_id: int) -> None:
    presser, post = Presser(app), Post(service)
    for _ in range(4):
        play_one(service, table_id)
    hers = seats(service, table_id)[0]
    write_note(service, hers.id, "secret plan")
    say_at_table(service, hers.id, "personal words", "")
    say_at_table(service, hers.id, "personal words to one", seats(service, table_id)[1].colour)
    post.arrive()
    urls = [me(service), Links(service).turn(hers, None), Links(service).unsubscribe(user_of(service))]
    deleted(service, presser, me(service))
    left = everything(service)
    for gone in ("Anna", "seat0@mail.localhost", "secret plan", "personal words"):
        assert not [row for row in left.split("\n") if gone in row and "raw" not in row and "b'" not in row], gone
    assert [presser.open(url).status_code for url in urls] == [410, 410, 410]
    now = seats(service, table_id)[0]
    assert (now.status, now.name, now.user_id) == ("open", "", None)
    assert table(service, table_id).host_id == user_of(service, 1).id
    told = [mail for mail in post.arrive() if mail.kind == "notice"]
    assert {mail.email for mail in told} == {"seat1@mail.localhost", "seat2@mail.localhost"}
    with service.db.reading() as session:
        assert {talk.text for talk in session.exec(select(Talk)).all()} == {"[…]"}
        assert "Anna" not in str([act.content for act in session.exec(select(Act)).all()])
    before = table(service, table_id).ply
    for _ in range(12):
        sweep(service)
        if asks(service, table_id):
            play_one(service, table_id)
    assert table(service, table_id).ply > before + 6
    other = Links(service).turn(seats(service, table_id)[1], None)
    for path in ("", "/history", "/talk"):
        assert presser.open(other + path).status_code == 200
    assert presser.open(Links(service).host(table(service, table_id), user_of(service, 1))).status_code == 200


def test_deletion_before_the_start(service: Service, app: Flask) -> None:
    """A guest's seat counts as declined; without its host a table does not begin."""
    table_id = create_table(service, new_table(), by_operator=True)
    presser, post = Presser(app), Post(service)
    post.arrive()
    deleted(service, presser, me(service, 1))
    assert [seat.status for seat in seats(service, table_id)] == ["invited", "declined", "invited"]
    assert [mail.email for mail in post.arrive()] == ["seat0@mail.localhost"]
    guest = Links(service).join(seats(service, table_id)[2])
    deleted(service, presser, me(service, 0))
    assert table(service, table_id).status == "cancelled"
    assert presser.open(guest).status_code == 410
    post.arrive()
    assert "Anna" not in presser.open(guest).text


def test_whoever_was_deleted_may_come_again(service: Service, app: Flask, table_id: int) -> None:
    deleted(service, Presser(app), me(service, 1))
    create_table(service, new_table(), by_operator=True)
    assert user_of(service, 1).name == "Bruno"
    assert mails(service, kind="invitation", email="seat1@mail.localhost")


def left_of(service: Service, *words: str) -> list[str]:
    """Rows that still hold one of these, but for the bytes of mails to others."""
    rows = everything(service).split("\n")
    return [row for row in rows if any(word in row for word in words) and "b'" not in row]


@pytest.mark.parametrize("answer", ["no", "yes", ""])
def test_deletion_of_somebody_who_was_proposed_for_a_seat(
    service: Service, app: Flask, table_id: int, answer: str
) -> None:
    """Her name stood in the public history, and the address behind it, whether or not the others wanted her."""
    with service.db.writing() as session:
        zoe = person(service, session, "zoe@mail.localhost", "Zoe", "en")
    give_seat(service, table_id, 2, NewSeat("Zoe", "zoe@mail.localhost"))
    with service.db.reading() as session:
        proposal, acts = session.exec(select(Proposal)).one(), session.exec(select(Act)).all()
    assert "zoe@" not in str([act.content for act in acts])
    if answer:
        vote(service, proposal.id, seats(service, table_id)[1].id, answer == "yes")
    deleted(service, Presser(app), Links(service).me(zoe))
    assert left_of(service, "Zoe", "zoe@mail.localhost") == []
    if answer == "yes":
        assert (seats(service, table_id)[2].status, seats(service, table_id)[2].bot) == ("open", "greedy")
    if not answer:
        assert vote(service, proposal.id, seats(service, table_id)[1].id, True) == "stale"
        assert seats(service, table_id)[2].name == "Chloé"


def test_deletion_of_somebody_who_never_came(service: Service, app: Flask) -> None:
    table_id = create_table(service, new_table(), by_operator=True)
    for seat in seats(service, table_id)[:2]:
        join(service, seat.id, Joining())
    start_now(service, table_id, "bot")
    deleted(service, Presser(app), me(service, 2))
    assert left_of(service, "Chlo", "seat2@mail.localhost") == []


def test_deletion_of_somebody_who_has_left(service: Service, app: Flask, table_id: int) -> None:
    leave(service, seats(service, table_id)[2].id)
    deleted(service, Presser(app), me(service, 2))
    assert left_of(service, "Chlo", "seat2@mail.localhost") == []
