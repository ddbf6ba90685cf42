"""A move played through TLS in a real browser, with every security header on, as behind a public server."""

import re
import ssl
from collections.abc import Iterator
from dataclasses import replace

import pytest
import trustme
from playwright.sync_api import Browser

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.web.app import SECURITY_HEADERS, create_app
from tests.e2e.mail_reader import press
from tests.pbem.sample_tables import asks, seats, started, table
from tests.services import free_port, served


@pytest.fixture
def secure(sqlite_service: Service) -> Iterator[Service]:
    port = free_port()
    sqlite_service.config = replace(sqlite_service.config, public_url=f"https://localhost:{port}")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("localhost").configure_cert(context)
    with served(create_app(sqlite_service), port, context):
        yield sqlite_service


def test_a_move_through_tls(secure: Service, chromium: Browser) -> None:
    table_id = started(secure)
    ask = asks(secure, table_id)[0]
    seat = next(seat for seat in seats(secure, table_id) if seat.id == ask.seat_id)
    context = chromium.new_context(ignore_https_errors=True)  # the certificate is this test's own
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    answer = page.goto(Links(secure).turn(seat, ask, "issue.2"))
    assert answer is not None
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name.lower()] == value
    assert answer.headers["strict-transport-security"]
    press(page, "form.commit-form button")
    assert re.match(r"https://localhost:\d+/t/", page.url)
    assert table(secure, table_id).ply == 1
    assert context.cookies() == []
    assert refused == []
    context.close()
