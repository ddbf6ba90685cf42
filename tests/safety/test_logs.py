"""No key and no address in any log, whoever writes it."""

import io
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace

import pytest
from flask import Flask
from gunicorn.config import Config as GunicornConfig
from gunicorn.glogging import Logger as GunicornLogger

from pbem.base.redaction import BEFORE_KEYS, redact, redact_logs
from pbem.base.service import Service
from pbem.store.links import Links
from tests.pbem.sample_tables import seats, started


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What all loggers together write, once logs are redacted."""
    before, stream = logging.getLogRecordFactory(), io.StringIO()
    handler = logging.StreamHandler(stream)
    redact_logs()
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)
    logging.setLogRecordFactory(before)


@pytest.fixture
def token(service: Service) -> str:
    return Links(service).turn_token(seats(service, started(service))[0], None)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("GET /t/abc.def/lay.E14 HTTP/1.1", "GET /t/<key>/lay.E14 HTTP/1.1"),
        ("GET /me/cut-off?lang=fr", "GET /me/<key>?lang=fr"),
        ('"https://play.example.org/join/x.y"', '"https://play.example.org/join/<key>"'),
        ("550 <anna@example.org>: no such user", "550 <<address>>: no such user"),
        ("/mailbox?for=anna%40example.org", "/mailbox?for=<address>"),
        ("to b+0123456789abcdef@play.example.org", "to <address>"),
        ("postgresql://railpost:hush@db.example.org/x", "postgresql://<login>@db.example.org/x"),
        ("'Åsa.Ö@exämple.org', 1", "'<address>', 1"),
        ("/static/railpost.css /rules/age-of-steam 12:30", "/static/railpost.css /rules/age-of-steam 12:30"),
    ],
)
def test_what_is_blotted_out(text: str, clean: str) -> None:
    assert redact(text) == clean


def test_signed_keys_are_found_anywhere(token: str) -> None:
    assert redact(f"sign={token}&x=1") == "sign=<key>&x=1"
    assert token not in redact(f"https://play.example.org/new-page/{token}/x")


def test_every_route_with_a_key_is_known(app: Flask) -> None:
    with_keys = {
        found[1]
        for rule in app.url_map.iter_rules()
        if (found := re.match(r"/([^/<]+)/<(?:token|slug)>", str(rule))) is not None
    }
    assert with_keys <= set(BEFORE_KEYS)


def test_a_page_that_fails(service: Service, app: Flask, token: str, written: io.StringIO) -> None:
    def fail(token: str) -> str:
        raise ValueError(f"cannot write to anna@example.org about {token}")

    app.view_functions["table_talk.talk"] = fail
    assert app.test_client().get(f"/t/{token}/talk").status_code == 500
    log = written.getvalue()
    assert "ValueError: cannot write to <address> about <key>" in log
    assert "Traceback" in log
    assert token not in log
    assert "anna" not in log


@pytest.mark.parametrize("name", ["waitress", "waitress.queue", "celery.app.trace", "celery.worker", "flask.app", "x"])
def test_loggers_of_libraries(name: str, token: str, written: io.StringIO) -> None:
    log = logging.getLogger(name)
    log.error("Exception while serving /t/%s/history for %s", token, "anna@example.org")
    log.error("Task %(name)s failed: %(why)r", {"name": "deliver", "why": "550 anna@example.org"})
    log.error("badly %d written", "anna@example.org")
    try:
        raise OSError(f"anna@example.org {token}")
    except OSError:
        log.exception("it failed")
    text = written.getvalue()
    assert "anna" not in text
    assert token not in text
    assert text.count("<address>") == 5  # one of them in a line of this file
    assert "Traceback" in text


def test_the_access_log_of_gunicorn(token: str, written: io.StringIO) -> None:
    config = GunicornConfig()
    config.set("accesslog", "-")
    logger = GunicornLogger(config)
    logger.access_log.propagate = True
    path = f"/t/{token}/talk"
    request = SimpleNamespace(headers=[("REFERER", f"https://x/t/{token}")])
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": path, "SERVER_PROTOCOL": "HTTP/1.1", "PATH_INFO": path,
               "HTTP_REFERER": f"https://x/t/{token}", "REMOTE_ADDR": "10.0.0.1"}  # fmt: skip
    response = SimpleNamespace(status="200 OK", sent=1, headers=[])
    logger.access(response, request, environ, timedelta(seconds=1))  # type: ignore[arg-type]
    text = written.getvalue()
    assert "GET /t/<key>/talk" in text
    assert token not in text


@pytest.mark.parametrize(
    "path", ["//evil.example/x", "///evil.example", "/\\evil.example", "//evil.example/%2f..", "//t//x"]
)
def test_no_link_of_a_page_leads_elsewhere_because_of_its_address(app: Flask, path: str) -> None:
    answer = app.test_client().get("/", environ_overrides={"PATH_INFO": path, "HTTP_HOST": "evil.example"})
    assert answer.status_code == 404
    leads = re.findall(r'(?:href|action|src)="([^"]*)"', answer.text)
    assert leads
    assert not [url for url in leads if re.match(r"[/\\]{2}|[a-z]+:", url)]
