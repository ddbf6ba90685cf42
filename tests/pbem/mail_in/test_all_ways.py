"""The same mail by all ways at once, twice each: it is stored once, and every sender hears that it was taken."""

import os
import smtplib
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.base.service import Service
from pbem.mail_in.imap import fetch_mail
from pbem.mail_in.listener import Listener
from pbem.web.app import create_app
from tests.pbem.mail_in.imap_server import imap_server
from tests.pbem.mail_in.letters import SENDER, arrived, letter
from tests.services import PATIENCE

SECRET = "a secret of the webhook"
ROOT = Path(__file__).parents[3]


@contextmanager
def listening(service: Service, url: str) -> Iterator[Listener]:
    listener = Listener(service, url)
    listener.start()
    yield listener
    listener.stop()


def by_smtp(port: int, address: str, raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port, "client.localhost", timeout=PATIENCE) as client:
        client.sendmail(SENDER, [address], raw)


def by_lmtp(path: Path, address: str, raw: bytes) -> None:
    with smtplib.LMTP(str(path), local_hostname="client.localhost", timeout=PATIENCE) as client:
        client.sendmail(SENDER, [address.upper().replace("P+", "P-", 1)], raw)


def by_pipe(service: Service, raw: bytes) -> None:
    url = service.db.engine.url.render_as_string(hide_password=False).replace("+psycopg", "")
    env = {**os.environ, "DATA": str(service.config.data), "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    env.pop("REDIS_URL", None)
    done = subprocess.run([sys.executable, "-m", "pbem", "receive"], input=raw, env=env, cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.both_databases
def test_one_mail_by_all_ways(service: Service, address: str, tmp_path: Path) -> None:
    hints: list[tuple[str, int | None]] = []
    service.hint = lambda task, id: hints.append((task, id))
    raw = letter(address)
    path = tmp_path / "in.sock"
    with ExitStack() as stack:
        box = stack.enter_context(imap_server())
        service.config = replace(service.config, imap_url=box.url, inbound_secret=SECRET)
        app = create_app(service)
        port = stack.enter_context(listening(service, "smtp://127.0.0.1:0")).port
        stack.enter_context(listening(service, f"lmtp://{path}"))
        for _ in range(2):
            box.put(raw)

        def by_hook() -> None:
            headers = {"Authorization": f"Bearer {SECRET}"}
            answer = app.test_client().post("/inbound", data=raw, content_type="message/rfc822", headers=headers)
            assert answer.status_code in (200, 202)

        ways: list[Callable[[], object]] = [
            lambda: by_smtp(port, address, raw),
            lambda: by_lmtp(path, address, raw),
            lambda: by_pipe(service, raw),
            lambda: fetch_mail(service),
            by_hook,
        ]
        with ThreadPoolExecutor(10) as pool:
            for done in [pool.submit(way) for way in ways * 2]:
                done.result()
        assert box.seen() == [1, 2]
    assert len(arrived(service)) == 1
    # The pipe is a process of its own, whose hint goes elsewhere.
    assert hints in ([], [("read", arrived(service)[0].id)])
