"""The servers around the processes go away and come back."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from pbem.base.service import Service
from pbem.store.links import Links
from pbem.store.models.mail import SENT
from tests.pbem.sample_tables import asks, lines, mails, seats, table
from tests.processes.conftest import Start
from tests.processes.players import Game, answer, press_on_page
from tests.processes.system import System, settings_for, system, wait_until
from tests.services import PATIENCE, Sink, on_free_port, start_redis


class Broker:
    """A Redis of this test's own, so that it can be taken away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process, self.url = on_free_port(lambda port: start_redis(port, folder))

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def start(self) -> None:
        self.process, _ = start_redis(int(self.url.rpartition(":")[2].partition("/")[0]), self.folder)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    made = Broker(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def server(tmp_path: Path, empty_postgres: str, broker: Broker, smtp_sink: Sink) -> Iterator[System]:
    settings = settings_for(empty_postgres, broker.url, smtp_sink.url)
    with system(tmp_path, settings, toys=True, sweep=1) as made:
        made.start("web", "worker", "sender", "beat")
        made.wait_for_web()
        yield made


def play_to(service: Service, table_id: int, game: Game, ply: int) -> None:
    def reached() -> bool:
        answer(service, table_id, press_on_page)
        return table(service, table_id).ply >= ply

    wait_until(f"ply {ply}", reached)


def question_arrives(service: Service, table_id: int, sink: Sink) -> Callable[[], bool]:
    """Whether everybody who is asked now has the mail about it."""

    def arrived() -> bool:
        asked = {ask.id for ask in asks(service, table_id)}
        wanted = {f"<{mail.message_id}>" for mail in mails(service, kind="turn") if mail.ask_id in asked}
        return bool(wanted) and wanted <= {str(got.message["Message-ID"]) for got in list(sink.received)}

    return arrived


@contextmanager
def lost_database(url: str) -> Iterator[None]:
    """Nobody is connected to this database and nobody can be; the server itself serves other tests."""
    name = url.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(url.replace(f"/{name}", "/postgres"), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        yield
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def went_on(service: Service, table_id: int) -> bool:
    """Whether who played last on the page is asked again: then the mail waits for a while."""
    last = lines(service, table_id)[-1].seat
    return [seat.number for seat in seats(service, table_id) if seat.id == asks(service, table_id)[0].seat_id] == [last]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_redis_and_postgres_go_away_and_come_back(server: System, broker: Broker, smtp_sink: Sink) -> None:
    service, game = server.service(), Game("parlour", 2)
    table_id = game.begin(service, 7)
    wait_until("the first mails", question_arrives(service, table_id, smtp_sink))
    server.wait_for_worker()
    broker.stop()
    assert server.health() == "degraded: the broker is away\n"
    played = 2
    play_to(service, table_id, game, played)
    while went_on(service, table_id):
        played += 1
        play_to(service, table_id, game, played)
    # Whoever is asked now did not play last, so the mail is due at once: the sweep beside beat sends it.
    wait_until("mails without a broker", question_arrives(service, table_id, smtp_sink))
    broker.start()
    wait_until("health", lambda: server.health() == "ok\n")

    seat = next(seat for seat in seats(service, table_id) if seat.number == 0)
    turn_page = Links(service).turn(seat, None)
    with lost_database(server.settings["DATABASE_URL"]):
        assert server.health().startswith("503")
        assert status_of(server.url) == 503
        assert status_of(turn_page) == 503
    wait_until("health", lambda: server.health() == "ok\n")
    while answer(service, table_id, press_on_page):
        time.sleep(0.05)
    wait_until("the end", lambda: len(mails(service, kind="over", status=SENT)) == 2)
    ids = [str(got.message["Message-ID"]) for got in smtp_sink.received]
    assert len(ids) == len(set(ids)) == len(mails(service, status=SENT))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_worker_that_gives_up_begins_anew(production: Start, tmp_path: Path) -> None:
    server = production(gives_up=str(tmp_path / "gave-up"))
    server.start("worker")
    server.wait_for_worker()
    assert "Unrecoverable error" in server.told("worker").read_text()
    assert server.stop("worker") == 0, "who is told to stop does not begin anew"
