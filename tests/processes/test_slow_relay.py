"""A mail server that takes its time: nothing is lost or doubled, play goes on, and processes share the waiting."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from pbem.base.service import Service
from pbem.store.models.mail import SENT
from tests.pbem.sample_tables import asks, mails, posted, table
from tests.processes.players import Game, answer, answer_mail
from tests.processes.relays import PairingSink, SlowSink, listening
from tests.processes.system import System, settings_for, system, wait_until
from tests.processes.test_disturbed import all_sent, arrived_twice
from tests.services import PATIENCE, Sink, free_port

PAIRS = 250


@contextmanager
def server_behind(relay: Sink, folder: Path, postgres: str, redis: str) -> Iterator[System]:
    inbound = f"smtp://127.0.0.1:{free_port()}"
    settings = settings_for(postgres, redis, relay.url, INBOUND_URL=inbound, WORKER_CONCURRENCY="1")
    with system(folder, settings, toys=True, sweep=1, relay=10 * PATIENCE) as made:
        yield made


def played_by_mail(service: Service, table_id: int) -> bool:
    answer(service, table_id, answer_mail)
    return table(service, table_id).ply > 0


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_slow_relay_loses_and_doubles_nothing_and_keeps_nobody_waiting(
    tmp_path: Path, empty_postgres: str, empty_redis: str
) -> None:
    """120 mails of 2.4 seconds each, two senders. An answer is played while both of them wait for the relay."""
    with (
        listening(SlowSink(seconds=2.4)) as relay,
        server_behind(relay, tmp_path, empty_postgres, empty_redis) as server,
    ):
        service = server.service()
        table_id = Game("parlour", 2, by_mail=True).begin(service, 1)
        server.start("worker", "sender", "sender.2", "beat", "inbound")
        wait_until("the first questions", lambda: all_sent(service) and asks(service, table_id))
        before = len(relay.received)
        posted(service, 120)
        wait_until("a queue that moves", lambda: len(relay.received) > before)
        relay.is_shut = True
        wait_until("both senders", lambda: relay.thinks_of == 2)
        began = time.monotonic()
        wait_until("the line", lambda: played_by_mail(service, table_id))
        print(f"an answer by mail was played after {time.monotonic() - began:.1f} s")
        assert relay.thinks_of == 2
        relay.is_shut = False
        wait_until("the end of the queue", lambda: len(relay.received) > before + 60)
        wait_until("the end of the queue", lambda: all_sent(service))
        assert arrived_twice(service, relay) == set()
        assert all(mail.attempts == 1 for mail in mails(service, status=SENT))
        assert not mails(service, status="dead")


def has_paired(relay: PairingSink, number: int) -> bool:
    return relay.pairs >= number


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_two_senders_work_side_by_side(tmp_path: Path, empty_postgres: str, empty_redis: str) -> None:
    """The relay answers nobody who comes alone, so a queue in which one sender waits for the other never ends."""
    with listening(PairingSink()) as relay, server_behind(relay, tmp_path, empty_postgres, empty_redis) as server:
        service = server.service()
        server.start("beat", "worker", "sender", "sender.2")
        for name in ("sender", "sender.2"):
            server.wait_for_worker(name)
        posted(service, 2 * PAIRS)
        for share in range(25, PAIRS + 1, 25):
            wait_until("a queue that moves", partial(has_paired, relay, share))
        wait_until("the end of the queue", lambda: all_sent(service))
        assert relay.pairs == PAIRS
        assert arrived_twice(service, relay) == set()
