"""A shared link to an open table shows its title and board; nothing else of the server does."""

import re

from sqlmodel import select

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.models import Seat, Table
from pbem.tables.trial import try_it
from pbem.web.app import create_app


def opened(service: Service, is_open: bool) -> tuple[Table, Seat]:
    table_id = try_it(service, "age-of-steam", False, "en")
    with service.db.writing() as session:
        table = session.get_one(Table, table_id)
        table.is_open = is_open
        session.add(table)
    with service.db.reading() as session:
        return session.get_one(Table, table_id), session.exec(
            select(Seat).where(Seat.table_id == table_id, Seat.number == 0)
        ).one()


def told(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_a_link_to_an_open_table_shows_what_it_is(sqlite_service: Service) -> None:
    table, seat = opened(sqlite_service, is_open=True)
    client = create_app(sqlite_service).test_client()
    found = told(client.get(f"/watch/{table.slug}").text)
    url = Links(sqlite_service).watch(table)
    assert found["title"] == table.title
    assert found["description"].startswith("Age of Steam, turn 1 of 8 · Anna")
    assert (found["url"], found["image"]) == (url, f"{url}/board.png")
    assert client.get(f"/watch/{table.slug}/board.png").mimetype == "image/png"
    token = Links(sqlite_service).turn_token(seat, None)
    assert told(client.get(f"/t/{token}").text) == {}


def test_a_closed_table_shows_nothing(sqlite_service: Service) -> None:
    table, _ = opened(sqlite_service, is_open=False)
    client = create_app(sqlite_service).test_client()
    assert client.get(f"/watch/{table.slug}").status_code == 404
    assert client.get(f"/watch/{table.slug}/board.png").status_code == 404
