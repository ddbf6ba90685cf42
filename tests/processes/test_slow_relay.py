"""A mail server that takes its time: nothing is lost or doubled, play goes on, and processes share the waiting."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.games import GAMES
from pbem.base.service import Service
from pbem.store.models.mail import SENT
from tests.pbem.sample_tables import asks, mails, posted, table
from tests.processes.players import Game, answer, answer_mail
from tests.processes.system import System, settings_for, system, wait_until
from tests.processes.test_disturbed import all_sent, arrived_once_or_the_same
from tests.services import Sink, free_port, on_free_port, start_smtp
from tests.toys.parlour import GAME as PARLOUR

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session


@pytest.fixture(autouse=True)
def _parlour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, PARLOUR.id, PARLOUR)


@dataclass
class SlowSink(Sink):
    """Thinks about every mail, and notes how many it has at once."""

    seconds: float = 0.0
    at_once: int = 0
    crowds: list[int] = field(default_factory=list)

    async def handle_DATA(self, server: "SMTP", session: "Session", envelope: "Envelope") -> str:
        self.at_once += 1
        await asyncio.sleep(self.seconds)
        self.crowds.append(self.at_once)
        self.at_once -= 1
        return await super().handle_DATA(server, session, envelope)


@contextmanager
def slow_relay(seconds: float) -> Iterator[SlowSink]:
    sink = SlowSink(seconds=seconds)
    controller = on_free_port(lambda port: start_smtp(sink, port))
    sink.port = controller.port
    yield sink
    controller.stop()


@contextmanager
def server_behind(relay: SlowSink, folder: Path, postgres: str, redis: str) -> Iterator[System]:
    inbound = f"smtp://127.0.0.1:{free_port()}"
    settings = settings_for(postgres, redis, relay.url, INBOUND_URL=inbound, WORKER_CONCURRENCY="1")
    with system(folder, settings, toys=True, sweep=1) as made:
        yield made


def has_taken(relay: SlowSink, number: int) -> bool:
    return len(relay.received) >= number


def played_by_mail(service: Service, table_id: int) -> bool:
    answer(service, table_id, answer_mail)
    return table(service, table_id).ply > 0


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_slow_relay_loses_and_doubles_nothing_and_keeps_nobody_waiting(
    tmp_path: Path, empty_postgres: str, empty_redis: str
) -> None:
    """120 mails of 2.4 seconds each, two senders. An answer that comes meanwhile is played meanwhile."""
    with slow_relay(2.4) as relay, server_behind(relay, tmp_path, empty_postgres, empty_redis) as server:
        service = server.service()
        table_id = Game("parlour", 2, by_mail=True).begin(service, 1)
        server.start("worker", "sender", "sender.2", "beat", "inbound")
        wait_until("the first questions", lambda: all_sent(service) and asks(service, table_id))
        before = len(relay.received)
        posted(service, 120)
        wait_until("a queue that moves", lambda: len(relay.received) > before)
        began = time.monotonic()
        wait_until("the line", lambda: played_by_mail(service, table_id))
        print(f"an answer by mail was played after {time.monotonic() - began:.1f} s")
        assert len(relay.received) < before + 60, "it has waited for the queue"
        wait_until("the end of the queue", lambda: len(relay.received) > before + 60)
        wait_until("the end of the queue", lambda: all_sent(service))
        assert arrived_once_or_the_same(service, relay) == 0
        assert all(mail.attempts == 1 for mail in mails(service, status=SENT))
        assert not mails(service, status="dead")


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_two_senders_wait_for_the_relay_side_by_side(tmp_path: Path, empty_postgres: str, empty_redis: str) -> None:
    """500 mails: the relay has two of them at once, again and again. The rates are printed."""
    rates = {}
    with slow_relay(0.2) as relay, server_behind(relay, tmp_path, empty_postgres, empty_redis) as server:
        service = server.service()
        server.start("worker", "beat", "sender")
        for senders in (1, 2):
            if senders == 2:
                server.start("sender.2")
            for name in ("sender", "sender.2")[:senders]:
                server.wait_for_worker(name)
            relay.crowds.clear()
            relay.received.clear()
            posted(service, 500, email=f"anna{senders}@mail.localhost")
            wait_until("the first mail", lambda: relay.received)
            began = time.monotonic()
            for share in range(50, 501, 50):
                wait_until("a moving queue", partial(has_taken, relay, share))
            rates[senders] = 500 / (time.monotonic() - began)
            wait_until("the end", lambda: all_sent(service))
    print(f"one sender {rates[1]:.1f} mails/s, two {rates[2]:.1f} mails/s, {rates[2] / rates[1]:.2f} times as many")
    assert sum(crowd == 2 for crowd in relay.crowds) > 0.2 * len(relay.crowds), "even where the machine is busy"
