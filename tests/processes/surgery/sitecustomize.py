"""Runs inside the processes under test before anything else, because this folder is on their PYTHONPATH.

The commands are the Procfile's own and the code has no hooks for tests; what a test needs otherwise is changed here:
shorter waits, and the toy game among the real ones.
"""

import json
import os
from datetime import timedelta
from typing import Any

WANTED: dict[str, Any] = json.loads(os.environ.get("SURGERY", "{}"))


def shorten_sweeps(seconds: float) -> None:
    from worker import app

    app.SWEEP_SECONDS = seconds
    app.celery.conf.beat_max_loop_interval = seconds


def shorten_leases(seconds: float) -> None:
    from pbem.actions import sending

    sending.LEASE = timedelta(seconds=seconds)


def add_toys() -> None:
    from engine.games import GAMES
    from tests.toys.parlour import GAME

    GAMES[GAME.id] = GAME  # type: ignore[index]


if WANTED.get("toys"):
    add_toys()
if "sweep" in WANTED:
    shorten_sweeps(WANTED["sweep"])
if "lease" in WANTED:
    shorten_leases(WANTED["lease"])
