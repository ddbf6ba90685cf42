"""The server goes from the previous release to this one while people play: nobody notices."""

import random
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.base.service import Service
from pbem.store.schema import head
from tests.pbem.sample_tables import mails
from tests.processes.players import Game, answer, press_or_write, undisturbed
from tests.processes.system import ROOT, settings_for, system, wait_until
from tests.processes.test_disturbed import all_sent, arrived_twice
from tests.services import PATIENCE, Sink, free_port

PROCESSES = ("worker", "sender", "beat", "inbound", "web")
PAGES = ("/", "/rules/spike", "/rules/age-of-steam?lang=fr", "/healthz")


def git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True).stdout


@pytest.fixture
def previous(tmp_path: Path) -> Path:
    """The release of the newest tag; without tags, the state before the newest migration."""
    tags = git("tag", "--sort=-creatordate").decode().split()
    newest = next((ROOT / "pbem/store/migrations/versions").glob(f"{head()}_*.py"))
    ref = tags[0] if tags else git("log", "--diff-filter=A", "--format=%H^", "-1", "--", str(newest)).decode().strip()
    folder = tmp_path / "releases" / "previous"
    folder.mkdir(parents=True)
    subprocess.run(["tar", "--extract", "--directory", folder], input=git("archive", ref), check=True)
    return folder


class Reader(threading.Thread):
    """Somebody who reads pages all the time, and notes what does not come."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.read, self.missed = url, 0, list[str]()
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            page = random.choice(PAGES)
            try:
                with urllib.request.urlopen(self.url + page, timeout=PATIENCE) as answer:
                    answer.read()
                self.read += 1
            except urllib.error.HTTPError as error:
                with error:
                    self.missed.append(f"{page}: {error.code} {error.read()[:200]!r}")
            except OSError as error:
                self.missed.append(f"{page}: {error}")
            time.sleep(0.05)


@contextmanager
def reading(url: str) -> Iterator[Reader]:
    reader = Reader(url)
    reader.start()
    yield reader
    reader.done.set()
    reader.join(PATIENCE)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_an_upgrade_while_people_play(
    previous: Path, tmp_path: Path, empty_postgres: str, empty_redis: str, smtp_sink: Sink, calm: Service
) -> None:
    games = {number: Game("parlour", 3, by_mail=number % 2 == 0) for number in range(1, 5)}
    expected = {number: undisturbed(calm, number, game) for number, game in games.items()}
    inbound = f"smtp://127.0.0.1:{free_port()}"
    settings = settings_for(empty_postgres, empty_redis, smtp_sink.url, INBOUND_URL=inbound)
    with (
        system(tmp_path, settings, previous, toys=True, sweep=1) as server,
        socket.create_server(("127.0.0.1", int(settings["PORT"])), backlog=128) as server.held,
        reading(server.url) as reader,
    ):
        server.start(*PROCESSES)
        server.wait_for_web()
        server.root = ROOT
        server.release()
        service = server.service()
        tables = {game.begin(service, number): number for number, game in games.items()}
        going, upgraded = list(tables), 0
        left = list(PROCESSES)
        until = time.monotonic() + 10 * PATIENCE
        while going or left:
            assert time.monotonic() < until, (going, left)
            going = [at for at in going if answer(service, at, press_or_write(games[tables[at]]))]
            played = sum(len(games[number].log_of(service, at)) for at, number in tables.items())
            if left and (played > 6 * (upgraded + 1) or not going):
                process = left.pop(0)
                server.stop(process)
                server.start(process)
                upgraded += 1
            time.sleep(0.05)
        server.wait_for_web()
        wait_until("the last mails", lambda: all_sent(service))
        for at, number in tables.items():
            assert games[number].log_of(service, at) == expected[number]
        assert not mails(service, status="dead")
        assert arrived_twice(service, smtp_sink) == set()
    assert reader.read > 20
    assert reader.missed == []
