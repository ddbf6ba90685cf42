"""Small ways in or around, each closed: files that others could read, pages that others could post to, secrets that
could be guessed, rooms that one client could fill."""

import re
import smtplib
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from engine.core.sheet import Drawing
from pbem.base.db import Database
from pbem.base.fields import BadField
from pbem.base.limits import BAD_SECRETS
from pbem.base.service import Service
from pbem.mail_in import listener
from pbem.mail_in.listener import Listener
from pbem.mail_out import gallery
from pbem.mail_out.drawings import ToDraw
from pbem.mail_out.gallery import Gallery
from pbem.tables import talk
from pbem.tables.talk import notes_of, write_note
from pbem.web import home
from pbem.web.app import create_app
from tests.e2e.player import Post
from tests.pbem.sample_tables import mails, seats, started
from tests.services import PATIENCE

ROOT = Path(__file__).parents[2]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    db = Database(f"sqlite:///{folder / 'railpost.sqlite'}")
    with db.writing_connection() as connection:
        connection.exec_driver_sql("CREATE TABLE secrets (word TEXT)")
        files = list(folder.iterdir())
    db.close()
    assert {file.name for file in files} >= {"railpost.sqlite", "railpost.sqlite-wal"}
    assert {mode(file) for file in files if file.exists()} <= {0o600}
    assert mode(folder) == 0o700


def test_a_database_of_an_earlier_release_is_closed_to_others(tmp_path: Path) -> None:
    file = tmp_path / "railpost.sqlite"
    file.touch()
    file.chmod(0o664)
    Database(f"sqlite:///{file}").close()
    assert mode(file) == 0o660


def test_pictures_on_disk_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mail has a gallery of its own. Those that were not used for longest go first."""
    monkeypatch.setattr(gallery, "MOST_FILES", 5)
    monkeypatch.setattr(gallery, "SWEEPS", "")  # at every new picture instead of every 256th

    def drawn(number: int) -> int:
        here = Gallery(tmp_path, lambda drawing: drawing.moving.encode())
        wanted = ToDraw(f"small door {number}".encode(), lambda: Drawing(1, 1, "", str(number), ""))
        assert here.png(wanted) == str(number).encode()
        return here.drawn

    for number in range(20):
        drawn(number)
        drawn(0)
        assert len(list(tmp_path.iterdir())) <= 5
    assert drawn(0) == 0
    assert drawn(1) == 1


def test_a_page_of_somebody_else_answers_no_mail_of_the_mailbox(sqlite_service: Service) -> None:
    service = sqlite_service
    started(service)
    Post(service).arrive()
    client = create_app(service, with_mailbox=True).test_client()
    one, other = (mail.id for mail in mails(service, kind="turn", status="sent") + mails(service, kind="started")[:1])
    sign = re.search(r'name="sign" value="([^"]+)"', client.get(f"/mailbox/{one}").text)
    assert sign is not None
    answer = {"text": "issue 2"}
    assert client.post(f"/mailbox/{one}/answer", data=answer).status_code == 403
    assert client.post(f"/mailbox/{other}/answer", data=answer | {"sign": sign[1]}).status_code == 403
    assert client.post(f"/mailbox/{one}/answer", data=answer | {"sign": sign[1]}).status_code == 303


def test_the_secret_of_the_webhook_cannot_be_guessed(service: Service) -> None:
    service.config = replace(service.config, inbound_secret="a secret of the webhook")
    client = create_app(service).test_client()

    def tried(secret: str, place: str = "10.0.0.1") -> int:
        headers = {"Authorization": f"Bearer {secret}"}
        return client.post("/inbound", data=b"", headers=headers, environ_base={"REMOTE_ADDR": place}).status_code

    assert [tried(f"guess {number}") for number in range(BAD_SECRETS.amount)] == [401] * BAD_SECRETS.amount
    assert tried("a secret of the webhook") == 429
    assert tried("a secret of the webhook", "10.0.0.2") not in (401, 429), "whoever knows it is let in elsewhere"


def test_one_place_cannot_take_all_the_room_of_the_listener(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "MOST_FROM_ONE", 1)
    here = Listener(service, "smtp://127.0.0.1:0")
    here.start()

    def client(place: str) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", here.port, "client.localhost", PATIENCE, (place, 0))

    try:
        with client("127.0.0.2"):
            with pytest.raises(smtplib.SMTPConnectError, match="421"):
                client("127.0.0.2")
            with client("127.0.0.3") as another:
                assert another.noop()[0] == 250
    finally:
        here.stop()


def test_notes_have_an_end(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_NOTES", 3)
    seat = seats(service, started(service))[0]
    for number in range(3):
        write_note(service, seat.id, f"Note {number}")
    with pytest.raises(BadField):
        write_note(service, seat.id, "One more")
    with service.db.reading() as session:
        assert len(notes_of(session, seat)) == 3


@pytest.mark.parametrize("email", ["seat0@mail.localhost", "nobody@mail.localhost"])
def test_asking_for_a_link_takes_as_long_whether_or_not_somebody_is_known(
    service: Service, app: Flask, monkeypatch: pytest.MonkeyPatch, email: str
) -> None:
    """On a clock of its own, on which looking a person up takes longer than finding nobody."""
    started(service)
    clock = [0.0]

    def mail_lost_links(service: Service, asked: str) -> None:
        assert asked == email
        clock[0] += 0.04 if asked == "seat0@mail.localhost" else 0.026

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    monkeypatch.setattr(home, "mail_lost_links", mail_lost_links)
    monkeypatch.setattr("pbem.web.home.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("pbem.web.home.time.sleep", sleep)
    assert app.test_client().post("/link", data={"email": email}).status_code == 200
    assert clock[0] == pytest.approx(home.LOOKING_UP)


def locked(file: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / file).read_text("utf-8"), re.MULTILINE))


def test_a_server_installs_no_tools_of_developers() -> None:
    running, developing = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {"flask", "celery", "msgspec"} <= running.keys()
    assert {"pytest", "playwright", "mypy", "ruff"} <= developing.keys() - running.keys()
    assert running.items() <= developing.items(), "what is tested is what runs"
