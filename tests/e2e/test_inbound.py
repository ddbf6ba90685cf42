"""`pbem up` takes mail in on loopback, beside its pages; when that port is in use it says so and goes on."""

import smtplib
import socket
import time
import urllib.request
from pathlib import Path

import pytest

from pbem.base.config import embedded_config
from pbem.base.service import make_service
from tests.e2e.server import running
from tests.pbem.mail_in.letters import arrived, letter
from tests.services import PATIENCE, free_port

TO = "postmaster@railpost.localhost"


def connected(port: int) -> smtplib.SMTP:
    """It listens a moment after the first page."""
    for _ in range(PATIENCE * 10):
        try:
            return smtplib.SMTP("127.0.0.1", port, "client.localhost", timeout=PATIENCE)
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise AssertionError("nobody listens")


@pytest.mark.slow
def test_mail_comes_in_beside_the_pages(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, INBOUND_URL=f"smtp://127.0.0.1:{port}"), connected(port) as client:
        client.sendmail("anna@mail.localhost", [TO], letter(TO))
        service = make_service(embedded_config({"DATA": str(tmp_path)}))
        assert [(mail.transport, mail.recipient) for mail in arrived(service)] == [("smtp", TO)]
        service.db.close()


@pytest.mark.slow
def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        url = f"smtp://127.0.0.1:{taken.getsockname()[1]}"
        with running(tmp_path, INBOUND_URL=url) as site:
            told = next(tmp_path.glob("told-*.txt"))
            for _ in range(PATIENCE * 10):
                if "no mail comes in" in told.read_text():
                    break
                time.sleep(0.1)
            assert f"no mail comes in: {url} cannot be listened on: Address already in use" in told.read_text()
            assert "Traceback" not in told.read_text()
            with urllib.request.urlopen(f"{site}/healthz", timeout=PATIENCE) as page:
                assert page.status == 200
