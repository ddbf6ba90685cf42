"""The names that a server answers to, and who may read the mailbox."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from pbem.base.config import embedded_config
from pbem.base.service import Service
from pbem.web.app import create_app, known_hosts
from tests.e2e.player import Presser
from tests.e2e.server import running
from tests.services import PATIENCE


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "localhost", "play.example.org", "10.1.2.3:8000"])
def test_the_embedded_server_answers_to_its_names(sqlite_service: Service, host: str) -> None:
    config = replace(sqlite_service.config, public_url="https://play.example.org", host="10.1.2.3")
    sqlite_service.config = config
    assert create_app(sqlite_service).test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.1.2.4", "[::2]"]
)
@pytest.mark.parametrize("path", ["/", "/mailbox", "/healthz", "/static/railpost.css", "/nothing"])
def test_no_other_name_reads_anything(sqlite_service: Service, host: str, path: str) -> None:
    """A page of evil.example whose name leads to this computer would otherwise be of the same origin."""
    answer = create_app(sqlite_service, with_mailbox=True).test_client().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "PUBLIC_URL" in answer.text
    assert "evil" not in answer.text


def test_ipv6_is_a_name_too(tmp_path: Path) -> None:
    config = embedded_config({"DATA": str(tmp_path), "HOST": "::1", "PUBLIC_URL": "http://[::1]:8000"})
    assert "[::1]" in known_hosts(config)


def test_no_address_is_made_from_the_host_header(service: Service) -> None:
    client = create_app(service).test_client()
    for path in ("/", "/tables/new", "/t/forged", "/nothing"):
        answer = client.get(path, headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
        assert "evil.example" not in answer.text + str(answer.headers)


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("box", False)],
)
def test_which_addresses_only_this_computer_reaches(tmp_path: Path, host: str, is_loopback: bool) -> None:
    config = embedded_config({"DATA": str(tmp_path), "HOST": host, "PUBLIC_URL": "http://127.0.0.1:8000"})
    assert config.is_loopback == is_loopback


def test_the_mailbox_asks_for_its_key(sqlite_service: Service) -> None:
    client = create_app(sqlite_service, with_mailbox=True, mailbox_key="the-key").test_client()
    for path in ("/mailbox", "/mailbox/1", "/mailbox/1/frame", "/mailbox/1/raw"):
        answer = client.get(path)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Basic")
    assert client.get("/mailbox", auth=("", "wrong")).status_code == 401
    assert client.get("/mailbox", auth=("anybody", "the-key")).status_code == 200


def test_nobody_is_seated_in_anothers_name_where_the_mailbox_has_a_key(sqlite_service: Service) -> None:
    from tests.safety.test_new_tables import opened

    presser = Presser(create_app(sqlite_service, with_mailbox=True, mailbox_key="the-key"))
    assert not leads_to_a_seat(presser, opened(presser))
    presser = Presser(create_app(sqlite_service, with_mailbox=True))
    assert leads_to_a_seat(presser, opened(presser))


def leads_to_a_seat(presser: Presser, answer: TestResponse) -> bool:
    """Whether what follows the opening of a table shows the way to the host's own seat."""
    page = presser.open(answer.headers["Location"]) if "Location" in answer.headers else answer
    return "/join/" in page.text


def test_web_does_not_know_the_mailbox(tmp_path: Path) -> None:
    """The application as gunicorn loads it."""
    program = "from pbem.web.wsgi import app; print([str(rule) for rule in app.url_map.iter_rules()])"
    env = {
        **os.environ,
        "PUBLIC_URL": "https://play.example.org",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db'}",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "SMTP_URL": "smtp://127.0.0.1:9",
        "SECRET_KEYS": "x" * 32,
        "MAIL_FROM": "turns@play.example.org",
    }
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert "/tables/new" in done.stdout
    assert "mailbox" not in done.stdout


@pytest.mark.slow
def test_up_prints_the_key_when_others_reach_it(tmp_path: Path) -> None:
    import urllib.error
    import urllib.request

    with running(tmp_path, HOST="0.0.0.0") as url:
        (told,) = tmp_path.glob("told-*.txt")
        assert "The mailbox asks for a password: " in told.read_text()
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"{url}/mailbox", timeout=PATIENCE)
