"""A scanner with a real browser that runs scripts opens every link of every mail, and nothing of the game changes."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from pbem.base.service import Service
from pbem.web.app import create_app
from tests.e2e.player import Post, links
from tests.pbem.sample_tables import play_one, started
from tests.pbem.web.test_presses import counted
from tests.services import free_port, served


@pytest.fixture
def open_server(sqlite_service: Service) -> Iterator[Service]:
    port = free_port()
    sqlite_service.config = replace(sqlite_service.config, public_url=f"http://127.0.0.1:{port}")
    with served(create_app(sqlite_service, with_mailbox=True), port):
        yield sqlite_service


@pytest.mark.parametrize("game", ["age-of-steam", "parlour"])
def test_a_crawl_with_scripts_changes_nothing(open_server: Service, chromium: Browser, game: str) -> None:
    post = Post(open_server)
    table_id = started(open_server, game)
    for _ in range(4):
        post.arrive()
        play_one(open_server, table_id, "mail")
    post.arrive()
    before = counted(open_server)
    told = {url.partition("#")[0] for mail in post.delivered for url in links(mail)}
    found = {url for url in told if url.startswith(open_server.config.public_url)}
    assert len(found) > 10
    page = chromium.new_page()
    for url in found:
        answer = page.goto(url, wait_until="load")
        assert answer is not None
        assert answer.ok or url.endswith("/rules/parlour"), url  # the toy has no page of rules
    page.close()
    assert counted(open_server) == before
