"""Keys: one purpose each, with a word of the person and an epoch that revokes; keys from before open seats only."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlmodel import select

from pbem.base.service import Service
from pbem.people.addresses import add_address
from pbem.people.settings import revoke_links
from pbem.store.links import CONFIRM, HOST, JOIN, ME, TAKE, TURN, UNSUBSCRIBE, VOTE, Links, fingerprint
from pbem.store.models import Address, Seat, Table, User
from pbem.store.people import person
from pbem.tables.host import end_table
from pbem.tables.seats import leave
from tests.e2e.player import Presser
from tests.pbem.sample_tables import seats, started, table


def path(service: Service, url: str) -> str:
    return url.removeprefix(service.config.public_url)


def host_of(service: Service, table_id: int) -> User:
    with service.db.reading() as session:
        return session.get_one(User, session.get_one(Table, table_id).host_id)


def keep_old_links(service: Service, seat_id: int) -> None:
    """As the migration leaves a seat that somebody had when it ran."""
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        seat.has_old_links = True
        session.add(seat)


def test_a_link_from_before_opens_its_seat_until_the_table_ends(service: Service, app: Flask) -> None:
    table_id = started(service)
    seat = seats(service, table_id)[1]
    old = f"/t/{service.tokens.sign(TURN, seat.id, 0, seat.link_epoch)}"
    client = app.test_client()
    assert client.get(old).status_code == 410, "no seat has such a key that the migration has not marked"
    keep_old_links(service, seat.id)
    assert client.get(old).status_code == 200
    assert client.get(f"{old}/my-link").status_code == 200
    end_table(service, table_id)
    assert client.get(old).status_code == 410


def test_links_from_before_open_nothing_else(service: Service, app: Flask) -> None:
    table_id = started(service)
    seat, host = seats(service, table_id)[1], host_of(service, table_id)
    keep_old_links(service, seat.id)
    sign = service.tokens.sign
    with service.db.reading() as session:
        address = session.exec(select(Address).where(Address.user_id == host.id)).one()
    old = {
        "me": sign(ME, host.id, host.link_epoch),
        "host": sign(HOST, table_id, host.id, host.link_epoch),
        "join": sign(JOIN, seat.id, seat.link_epoch),
        "take": sign(TAKE, seat.id, host.id, seat.link_epoch),
        "vote": sign(VOTE, 1, seat.id, seat.link_epoch),
        "confirm": sign(CONFIRM, address.id, 0, fingerprint(address.email)),
        "u": sign(UNSUBSCRIBE, host.id),
        "calendar": sign(ME, host.id, host.link_epoch) + ".ics",
    }
    client = app.test_client()
    for page, token in old.items():
        assert client.get(f"/{page}/{token}").status_code in (404, 410), page


def test_the_number_of_somebody_who_is_gone_opens_nothing_of_the_next(service: Service, app: Flask) -> None:
    """Even where a database gives the number of a row that is gone to the next one: the word differs."""
    with service.db.writing() as session:
        user = person(service, session, "gone@mail.localhost", "Gone", "en")
        link = Links(service).me(user)
        number = user.id
    with service.db.writing() as session:
        for address in session.exec(select(Address).where(Address.user_id == number)).all():
            session.delete(address)
        session.flush()
        session.delete(session.get_one(User, number))
        session.flush()
        session.add(User(id=number, name="Next", created_at=service.now()))
    assert app.test_client().get(path(service, link)).status_code == 410


def test_a_revoked_link_leads_nowhere(service: Service, app: Flask) -> None:
    """Neither the one that confirms an address, nor one that takes a seat, nor the calendar."""
    table_id = started(service, people=4)
    host = host_of(service, table_id)
    address_id = add_address(service, host.id, "other@mail.localhost")
    leave(service, seats(service, table_id)[3].id)
    free, links = seats(service, table_id)[3], Links(service)
    with service.db.reading() as session:
        address = session.get_one(Address, address_id)
        host = session.get_one(User, host.id)
    urls = [
        links.confirm(address, host),
        links.take(free, host),
        links.calendar(host),
        links.me(host),
        links.host(table(service, table_id), host),
        links.change(host, "export", service.now() + timedelta(days=1)),
        links.turn(seats(service, table_id)[0], None),
    ]
    client = app.test_client()
    before = [client.get(path(service, url)).status_code for url in urls]
    assert before == [200] * len(urls)
    revoke_links(service, host.id)
    assert [client.get(path(service, url)).status_code for url in urls] == [410] * len(urls)


def test_a_key_that_takes_a_seat_is_good_once(service: Service, app: Flask) -> None:
    table_id = started(service, people=4)
    leave(service, seats(service, table_id)[3].id)
    with service.db.writing() as session:
        zoe = person(service, session, "zoe@mail.localhost", "Zoe", "en")
    url = path(service, Links(service).take(seats(service, table_id)[3], zoe))
    client = app.test_client()
    assert client.post(url).headers["Location"].startswith("/t/")
    for again in (client.get(url), client.post(url)):
        assert again.status_code == 200
        assert "/t/" not in again.text, "it leads to no seat any more"


@pytest.mark.parametrize("kind", ["export", "delete", "main"])
def test_a_change_is_confirmed_within_a_day(service: Service, app: Flask, kind: str) -> None:
    host = host_of(service, started(service))
    url = Links(service).change(host, kind, service.now() - timedelta(seconds=1))
    assert Presser(app).open(url).status_code == 410
