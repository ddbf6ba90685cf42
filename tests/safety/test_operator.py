"""The operator's page and the figures for Prometheus."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, update
from sqlmodel import select

from pbem.base.config import BadConfig, embedded_config
from pbem.base.service import Service
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import read_mail
from pbem.store.links import Links
from pbem.store.models import Failure, InboundMail, Mail
from pbem.store.models.mail import DEAD, PENDING
from pbem.web.app import create_app
from tests.e2e.player import Post, Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.mail_in.letters import letter
from tests.pbem.sample_tables import host_link, mails, play_one, seats, started

SECRET = "a-long-operator-secret"
AUTH = ("operator", SECRET)


@pytest.fixture
def operated(service: Service) -> Service:
    service.config = replace(service.config, operator_secret=SECRET)
    return service


@pytest.fixture
def desk(operated: Service) -> Flask:
    return create_app(operated)


@pytest.mark.parametrize("path", ["/operator", "/metrics"])
def test_there_is_nothing_until_a_secret_is_set(app: Flask, path: str) -> None:
    for auth in (None, AUTH, ("", "")):
        assert app.test_client().get(path, auth=auth).status_code == 404


@pytest.mark.parametrize("path", ["/operator", "/metrics"])
def test_only_who_knows_the_secret(desk: Flask, path: str) -> None:
    client = desk.test_client()
    for auth in (None, ("operator", "wrong"), ("operator", ""), ("operator", SECRET + "x")):
        answer = client.get(path, auth=auth)
        assert answer.status_code == 401
        assert "Basic" in answer.headers["WWW-Authenticate"]
    assert client.get(path, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get(path, headers={"Authorization": f"Bearer {SECRET}"}).status_code == 200
    assert client.get(path, auth=AUTH).status_code == 200
    assert client.get(path, auth=("", "päss")).status_code == 401


def test_a_short_secret_stops_the_start() -> None:
    with pytest.raises(BadConfig, match="OPERATOR_SECRET"):
        embedded_config({"OPERATOR_SECRET": "short", "SECRET_KEYS": "x" * 32})


def dead(service: Service) -> Mail:
    with service.db.writing() as session:
        mail = session.exec(select(Mail).where(Mail.kind == "turn")).first()
        assert mail is not None
        mail.status, mail.error, mail.attempts = DEAD, "550 <b>no</b>", 6
        session.add(mail)
        return mail


def test_dead_letters_are_sent_again(operated: Service, desk: Flask) -> None:
    started(operated)
    mail = dead(operated)
    presser = Presser(desk)
    page = presser.client.get("/operator", auth=AUTH)
    assert "550 &lt;b&gt;no&lt;/b&gt;" in page.text
    assert mail.email in page.text
    action, hidden = next(form for form in presser.forms(page) if "/mails/" in form[0])
    for wrong in ({}, {"sign": "forged"}, {"sign": hidden["sign"] + "x"}):
        assert presser.client.post(action, data=wrong, auth=AUTH).status_code == 403
    assert presser.client.post(action.replace(f"/{mail.id}/", "/2/"), data=hidden, auth=AUTH).status_code == 403
    assert presser.client.post(action, data=hidden).status_code == 401
    assert [mail.status for mail in mails(operated, key=mail.key)] == [DEAD]
    assert presser.client.post(action, data=hidden, auth=AUTH).status_code == 303
    (again,) = mails(operated, key=mail.key)
    assert (again.status, again.attempts, again.message_id) == (PENDING, 0, mail.message_id)
    presser.client.post(action, data=hidden, auth=AUTH)
    assert any(sent.id == mail.id for sent in Post(operated).arrive())


def test_failures_are_shown_until_somebody_has_looked(operated: Service, desk: Flask) -> None:
    now = operated.now()
    with operated.db.writing() as session:
        session.add(Failure(what="deliver", error="OSError: <script>", times=3, first_at=now, last_at=now))
        session.add(
            InboundMail(key="k", transport="smtp", sender="x@y.localhost", recipient="z", status="failed",
                        error="unreadable", received_at=now)
        )  # fmt: skip
    presser = Presser(desk)
    page = presser.client.get("/operator", auth=AUTH)
    assert "OSError: &lt;script&gt; (3 ×)" in page.text
    assert "unreadable" in page.text
    action, hidden = next(form for form in presser.forms(page) if "/failures/" in form[0])
    presser.client.post(action, data=hidden, auth=AUTH)
    assert "OSError" not in presser.client.get("/operator", auth=AUTH).text


def test_no_page_loads_the_positions_of_a_whole_game(operated: Service, desk: Flask) -> None:
    """Neither to count the lines nor to list them."""
    table_id = started(operated)
    for _ in range(3):
        play_one(operated, table_id)
    host, seat = host_link(operated, table_id), seats(operated, table_id)[0]
    asked: list[str] = []

    def note(*given: Any) -> None:
        asked.append(given[2])

    event.listen(operated.db.engine, "before_cursor_execute", note)
    presser = Presser(desk)
    for page in (presser.open(host), presser.open(Links(operated).history(seat))):
        assert page.status_code == 200
    assert [one for one in asked if "lines.snapshot" in one and not re.search(r"lines.ply <?= ", one)] == []
    asked.clear()
    assert "railpost_lines_total 3" in presser.client.get("/metrics", auth=AUTH).text
    assert [one for one in asked if "FROM lines" in one] == []
    event.remove(operated.db.engine, "before_cursor_execute", note)


def test_a_mail_that_failed_is_read_again(operated: Service, desk: Flask) -> None:
    raw = letter(f"postmaster@{operated.config.mail_domain}")
    stored = store_raw(operated, raw, "x@y.localhost", f"postmaster@{operated.config.mail_domain}", "smtp")
    with operated.db.writing() as session:
        session.exec(update(InboundMail).values(status="failed", error="KeyError", attempts=5))
    hints: list[tuple[str, int | None]] = []
    operated.hint = lambda task, id: hints.append((task, id))
    presser = Presser(desk)
    page = presser.client.get("/operator", auth=AUTH)
    action, hidden = next(form for form in presser.forms(page) if "/inbound/" in form[0])
    assert presser.client.post(action, data={}, auth=AUTH).status_code == 403
    for _ in range(2):
        assert presser.client.post(action, data=hidden, auth=AUTH).status_code == 303
    assert hints == [("read", stored.id)]
    read_mail(operated, stored.id)
    with operated.db.reading() as session:
        assert session.get_one(InboundMail, stored.id).status == "accepted"
    presser.client.post(action, data=hidden, auth=AUTH)
    with operated.db.reading() as session:
        assert session.get_one(InboundMail, stored.id).status == "accepted", "only what failed is read again"


def test_mails_to_postmaster_and_abuse_are_shown(operated: Service, desk: Flask) -> None:
    for who in ("postmaster", "abuse"):
        to = f"{who}@{operated.config.mail_domain}"
        raw = letter(to, "<script>Your server\nwrites to me.", id=f"<{who}@mail.localhost>", Subject=f"To {who}")
        read_mail(operated, store_raw(operated, raw, "x@y.localhost", to, "smtp").id)
    page = desk.test_client().get("/operator", auth=AUTH).text
    for who in ("postmaster", "abuse"):
        assert f"{who}, x@y.localhost: To {who} · &lt;script&gt;Your server writes to me." in page


def test_the_figures(operated: Service, desk: Flask, clock: FakeClock) -> None:
    table_id = started(operated)
    for _ in range(3):
        play_one(operated, table_id)
    Post(operated).arrive()
    with operated.db.writing() as session:
        session.add(Failure(what="sweep", error="x", times=2, first_at=operated.now(), last_at=operated.now()))
    dead(operated)
    answer = desk.test_client().get("/metrics", headers={"Authorization": f"Bearer {SECRET}"})
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    assert all(re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[\w.-]+",?)+\})? [\d.]+', line) for line in lines)
    for line in (
        'railpost_tables{status="running"} 1',
        'railpost_tables{status="over"} 0',
        'railpost_mails{status="dead"} 1',
        "railpost_open_asks 1",
        "railpost_overdue_asks 0",
        "railpost_lines_total 3",
        "railpost_unseen_failures 2",
        "railpost_oldest_due_mail_seconds 0.0",
    ):
        assert line in lines
    play_one(operated, table_id)
    clock.forward(days=9)
    text = desk.test_client().get("/metrics", auth=AUTH).text
    assert "railpost_overdue_asks 1" in text
    assert float(re.findall(r"oldest_due_mail_seconds ([\d.]+)", text)[-1]) > 8 * 86_400
    page = desk.test_client().get("/operator", auth=AUTH).text
    assert "look at this" in page
