"""Runs inside the processes under test before anything else, because this folder is on their PYTHONPATH.

The commands are the Procfile's own and the code has no hooks for tests; what a test needs otherwise is changed here:
other waits, the toy game among the real ones, and children of a worker that die at each point of their work.
"""

import json
import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

WANTED: dict[str, Any] = json.loads(os.environ.get("SURGERY", "{}"))
if "pbem.mail_in.parse" in sys.orig_argv:  # it knows nothing of what is changed here, and would load it all
    WANTED = {}


def shorten_sweeps(seconds: float) -> None:
    from pbem.mail_in import read_mail
    from worker import app

    read_mail.PATIENCE = timedelta(seconds=seconds)
    app.SWEEP_SECONDS = seconds
    app.celery.conf.beat_max_loop_interval = seconds


def shorten_reading(seconds: float) -> None:
    """The lease of a mail that is being read. That of a mail that is being sent stays as it is: on a busy machine a
    short one would be over while its sender lives, and the mail would leave twice."""
    from pbem.mail_in import read_mail

    read_mail.LEASE = timedelta(seconds=seconds)


def wait_for_the_relay(seconds: float) -> None:
    from pbem.mail_out import transport

    transport.TIMEOUT = int(seconds)


def shorten_silence(seconds: float) -> None:
    """Before anybody else has imported how often a process signs."""
    from pbem.store import signs

    signs.SILENT, signs.SIGN_SECONDS = timedelta(seconds=seconds), seconds / 4
    from pbem.upkeep import health

    health.GRACE = timedelta()


def add_toys() -> None:
    from engine.games import GAMES
    from tests.toys.parlour import GAME

    GAMES[GAME.id] = GAME  # type: ignore[index]


def let_children_die(folder: str) -> None:
    from tests.processes.deaths import die_once_at_each

    die_once_at_each(Path(folder))


def let_the_worker_give_up(file: str) -> None:
    """Once, as it does when Redis vanishes while a task is being acknowledged."""
    from celery.worker.consumer import Consumer

    start = Consumer.start

    def giving_up(consumer: Any) -> None:
        if not Path(file).exists():
            Path(file).touch()
            raise AttributeError("what Celery does not expect")
        start(consumer)

    Consumer.start = giving_up  # type: ignore[assignment, method-assign]


if "silent" in WANTED:
    shorten_silence(WANTED["silent"])
if WANTED.get("toys"):
    add_toys()
if "sweep" in WANTED:
    shorten_sweeps(WANTED["sweep"])
if "reading" in WANTED:
    shorten_reading(WANTED["reading"])
if "relay" in WANTED:
    wait_for_the_relay(WANTED["relay"])
if "deaths" in WANTED:
    let_children_die(WANTED["deaths"])
if "gives_up" in WANTED:
    let_the_worker_give_up(WANTED["gives_up"])
