"""Pages are sent compressed to browsers that ask for it, unless a cookie or a password shows them."""

import gzip
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.web.app import create_app
from tests.pbem.sample_tables import seats, started

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def client(sqlite_service: Service) -> FlaskClient:
    return create_app(sqlite_service, with_mailbox=True).test_client()


@pytest.mark.parametrize("path", ["/", "/rules/age-of-steam", "/static/railpost.css", "/static/railpost.js"])
def test_a_page_is_compressed_for_a_browser_that_asks(client: FlaskClient, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_a_page_with_a_board_is_one_compressed_text(client: FlaskClient, sqlite_service: Service) -> None:
    """The map in it is compressed once and put between the rest."""
    table_id = started(sqlite_service, "spike", people=2)
    path = urlsplit(Links(sqlite_service).turn(seats(sqlite_service, table_id)[0], None)).path
    plain = client.get(path).data
    for _ in range(2):
        packed = client.get(path, headers=GZIP)
        assert gzip.decompress(packed.data) == plain
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain) / 5


def test_what_a_cookie_or_a_password_shows_is_not_compressed(client: FlaskClient) -> None:
    assert client.get("/mailbox", headers=GZIP).headers["Content-Encoding"] == "gzip"
    by_password = client.get("/mailbox", headers=GZIP | {"Authorization": "Basic eDp4"})
    client.set_cookie("key", "x")
    for answer in (by_password, client.get("/mailbox", headers=GZIP)):
        assert "Content-Encoding" not in answer.headers


def test_pictures_and_short_answers_stay_as_they_are(client: FlaskClient) -> None:
    for path in ("/static/boards/spike.png", "/robots.txt"):
        assert "Content-Encoding" not in client.get(path, headers=GZIP).headers


def test_a_file_that_is_known_is_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/static/railpost.css", headers=GZIP)
    again = client.get("/static/railpost.css", headers=GZIP | {"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
