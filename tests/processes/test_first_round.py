"""The first round by mail and browser once more, now on PostgreSQL, Redis, a prefork worker, beat and a mail server."""

import re

import pytest
from playwright.sync_api import Browser

from tests.e2e.mail_reader import DESKTOP, SinkReader, play_a_round
from tests.processes.conftest import Start
from tests.processes.system import wait_until
from tests.services import PATIENCE, Sink


@pytest.mark.timeout(900)
def test_a_first_round(production: Start, smtp_sink: Sink, chromium: Browser) -> None:
    server = production()
    server.settings["WEB_CONCURRENCY"] = "2"
    server.start("web", "worker", "sender", "beat")
    server.wait_for_web()
    page = chromium.new_page(viewport=DESKTOP)
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{server.url}/tables/new?game=age-of-steam")
    page.fill("[name=title]", "Thursday table")
    page.fill("[name=host_name]", "Anna")
    page.fill("[name=host_email]", "anna@mail.localhost")
    for number in (2, 3, 4):
        page.select_option(f"[name=seat-{number}-kind]", "greedy")
    page.get_by_role("button", name="Invite").click()
    wait_until("the invitation", lambda: invitation(smtp_sink))
    page.goto(invitation(smtp_sink))
    with page.expect_navigation():
        page.get_by_role("button", name="Take my seat").click()
    play_a_round(SinkReader(page, smtp_sink, "anna@mail.localhost"))
    page.close()
    ids = [str(mail.message["Message-ID"]) for mail in smtp_sink.received]
    assert len(ids) == len(set(ids))
    assert server.health() == "ok\n"
    assert [server.stop(name) for name in ("web", "worker", "sender", "beat")] == [0, 0, 0, 0]


def invitation(sink: Sink) -> str:
    """The address to join at, from the mail that came; empty before it has come."""
    for got in sink.received:
        body = got.message.get_body(("plain",))
        found = re.search(r"https?://\S+/join/[A-Za-z0-9._-]+", body.get_content() if body is not None else "")
        if found:
            return found[0]
    return ""
