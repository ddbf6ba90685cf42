"""Processes come and go while people play: the tables end as if nothing had happened, and every mail arrives."""

import random
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
import redis

from pbem.base.service import Service
from pbem.store.models.mail import CANCELLED, PENDING, SENDING, SENT
from tests.pbem.sample_tables import asks, mails, seats
from tests.processes import deaths
from tests.processes.conftest import Start
from tests.processes.players import Game, answer, answer_mail, press_or_write, undisturbed
from tests.processes.system import System, wait_until
from tests.services import PATIENCE, Sink

PROCESSES = ("web", "worker", "sender", "beat", "inbound")
NEVER = 3600  # seconds of silence: no sweep sends instead of a sender that takes long to start
ON_PAGES = Game("parlour", 2, rounds="1")
BY_MAIL = Game("parlour", 3, rounds="1", by_mail=True)
OF_BOTS = Game("age-of-steam", 1, bots=5, lines=20)
WHOLE_KINDS = (ON_PAGES, BY_MAIL, Game("parlour", 2), Game("age-of-steam", 1, bots=5))


class Trouble:
    """Kills one process after another at random moments, each so many times, and starts it again."""

    def __init__(self, server: System, service: Service, dice: random.Random, kills: int) -> None:
        self.server = server
        self.service = service
        self.dice = dice
        self.cut_off: set[str] = set()  # mails whose sender was killed while it had them
        self.victims = [*PROCESSES] * kills
        dice.shuffle(self.victims)
        self._wait()

    def _wait(self) -> None:
        """Long enough that what was started does something, short enough to hit it in the middle."""
        self.next = time.monotonic() + self.dice.uniform(0.5, 6)

    def strike(self) -> None:
        if self.victims and time.monotonic() > self.next:
            victim = self.victims.pop()
            self.server.kill(victim)
            if victim == "sender":
                self._cut_off()
            self.server.start(victim)
            self._wait()

    def _cut_off(self) -> None:
        """Nobody sends now, so whatever is being sent was cut off; the next sender does not wait for the leases."""
        left = mails(self.service, status=SENDING)
        self.cut_off |= {f"<{mail.message_id}>" for mail in left}
        deaths.end_leases(self.service, *(mail.id for mail in left))


def play_on(service: Service, tables: dict[int, Game], trouble: Trouble) -> None:
    """Until every table is as far as it is to come."""
    going = dict(tables)
    until = time.monotonic() + 8 * PATIENCE
    while going or trouble.victims:
        assert time.monotonic() < until, f"tables that do not end: {going}"
        for table_id, game in list(going.items()):
            trouble.strike()
            if game.is_done(service, table_id) or not answer(service, table_id, press_or_write(game)):
                del going[table_id]
        time.sleep(0.05)
        trouble.strike()


def all_sent(service: Service) -> bool:
    now = service.now()
    return not any(mail.status in (PENDING, SENDING) and mail.due_at <= now for mail in mails(service))


def arrived_twice(service: Service, sink: Sink) -> set[str]:
    """The Message-IDs of mails that have arrived more than once. Every mail has arrived; what arrived again was tried
    again, and is the same to the last byte."""
    tries = {f"<{mail.message_id}>": mail.attempts for mail in mails(service)}
    sent = {f"<{mail.message_id}>" for mail in mails(service, status=SENT)}
    # A sender may die after 250, and the question be answered before the next try: then that try is called off.
    called_off = {f"<{mail.message_id}>" for mail in mails(service, status=CANCELLED) if mail.attempts > 1}
    by_id: dict[str, list[bytes]] = {}
    for got in list(sink.received):
        by_id.setdefault(str(got.message["Message-ID"]), []).append(got.raw)
    assert sent <= set(by_id) <= sent | called_off
    assert all(len(copies) <= tries[id] for id, copies in by_id.items())
    assert all(one == other for copies in by_id.values() for one, other in pairwise(copies))
    return {id for id, copies in by_id.items() if len(copies) > 1}


def disturb(server: System, calm: Service, sink: Sink, kinds: Sequence[Game], first: int, kills: int) -> None:
    """Every process is killed so many times while these games are played."""
    games = dict(enumerate(kinds, first))
    expected = {at: undisturbed(calm, at, game) for at, game in games.items()}
    service = server.service()
    tables = {game.begin(service, at): (at, game) for at, game in games.items()}
    trouble = Trouble(server, service, random.Random(first), kills)
    play_on(service, {table: game for table, (_, game) in tables.items()}, trouble)
    wait_until("the last mails", lambda: all_sent(service))
    for table_id, (at, game) in tables.items():
        assert game.log_of(service, table_id) == expected[at]
    assert arrived_twice(service, sink) <= trouble.cut_off
    assert not mails(service, status="dead")


@pytest.mark.timeout(900)
def test_processes_are_killed_at_random_moments(production: Start, calm: Service, smtp_sink: Sink) -> None:
    server = production(toys=True, sweep=1, reading=5, silent=NEVER)
    server.start(*PROCESSES)
    server.wait_for_web()
    server.wait_for_worker("sender")
    disturb(server, calm, smtp_sink, (ON_PAGES, BY_MAIL, OF_BOTS), first=1, kills=1)


@pytest.mark.soak
def test_processes_are_killed_for_a_long_time(production: Start, calm: Service, smtp_sink: Sink) -> None:
    server = production(toys=True, sweep=1, reading=5, silent=NEVER)
    server.start(*PROCESSES)
    server.wait_for_web()
    server.wait_for_worker("sender")
    for batch in range(25):
        disturb(server, calm, smtp_sink, WHOLE_KINDS * 2, first=1000 + 8 * batch, kills=2)


@pytest.mark.timeout(900)
def test_children_of_the_worker_die_at_each_point(
    production: Start, calm: Service, smtp_sink: Sink, tmp_path: Path
) -> None:
    """Celery goes on with new ones: the lines are those of a calm day, and one mail arrives twice, the one whose sender
    died between the relay's 250 and its own commit."""
    server = production(toys=True, sweep=1, reading=2, silent=NEVER, deaths=str(tmp_path / "deaths"))
    service = server.service()
    table_id, bots_id = BY_MAIL.begin(service, 1), OF_BOTS.begin(service, 2)
    server.start("worker", "sender", "beat", "inbound")
    expected = undisturbed(calm, 1, BY_MAIL), undisturbed(calm, 2, OF_BOTS)

    def is_over() -> bool:
        return not answer(service, table_id, answer_mail)

    wait_until("the end", is_over)
    wait_until("the last mails", lambda: all_sent(service))
    died_at = {mark.name for mark in (tmp_path / "deaths").iterdir()}
    works = (deaths.SENDING, deaths.PLAYING, deaths.READING)
    assert died_at == {deaths.name_of(place) for work in works for place in work.values()}
    assert BY_MAIL.log_of(service, table_id) == expected[0]
    played = OF_BOTS.log_of(service, bots_id)
    assert played == expected[1][: len(played)]
    assert [seat.bot for seat in seats(service, bots_id) if seat.id == asks(service, bots_id)[0].seat_id] == [""]
    after_250 = tmp_path / "deaths" / deaths.name_of(deaths.SENDING["after 250"])
    assert arrived_twice(service, smtp_sink) == {f"<{after_250.read_text()}>"}


@pytest.mark.timeout(900)
def test_two_of_each_and_a_broker_that_forgets(
    production: Start, calm: Service, smtp_sink: Sink, empty_redis: str
) -> None:
    """Two workers, two beats, and Redis emptied again and again: every mail leaves exactly once.

    It is emptied less and less often: on a busy machine every hint would be lost, and with them every sweep.
    """
    server = production(toys=True, sweep=1)
    server.settings["WEB_CONCURRENCY"] = "2"
    server.start(*PROCESSES, "worker.2", "beat.2")
    server.wait_for_web()
    service = server.service()
    games = dict(enumerate((ON_PAGES, BY_MAIL, Game("parlour", 1, bots=1, rounds="1")), 100))
    tables = {game.begin(service, at): (at, game) for at, game in games.items()}
    going = {table: game for table, (_, game) in tables.items()}
    with redis.Redis.from_url(empty_redis) as broker:
        until = time.monotonic() + 4 * PATIENCE
        pause, emptied_next = 0.05, time.monotonic()
        while going:
            assert time.monotonic() < until, f"tables that do not end: {going}"
            for table_id, game in list(going.items()):
                if not answer(service, table_id, press_or_write(game)):
                    del going[table_id]
            if time.monotonic() > emptied_next:
                broker.flushall()
                pause *= 1.2
                emptied_next = time.monotonic() + pause
            time.sleep(0.05)
        wait_until("the last mails", lambda: all_sent(service))
    for table_id, (at, game) in tables.items():
        if not game.bots:  # a bot that is asked together with people answers when it can
            assert game.log_of(service, table_id) == undisturbed(calm, at, game)
    assert arrived_twice(service, smtp_sink) == set()
    assert all(mail.attempts == 1 for mail in mails(service, status=SENT))
