"""Runs inside the processes under test before anything else, because this folder is on their PYTHONPATH.

The commands are the Procfile's own and the code has no hooks for tests; what a test needs otherwise is changed here:
shorter waits, the toy game among the real ones, and children of a worker that die at each point of their work.
"""

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

WANTED: dict[str, Any] = json.loads(os.environ.get("SURGERY", "{}"))


def shorten_sweeps(seconds: float) -> None:
    from pbem.actions import answering
    from worker import app

    answering.PATIENCE = timedelta(seconds=seconds)
    app.SWEEP_SECONDS = seconds
    app.celery.conf.beat_max_loop_interval = seconds


def shorten_leases(seconds: float) -> None:
    from pbem.actions import answering, sending

    answering.LEASE = sending.LEASE = timedelta(seconds=seconds)


def add_toys() -> None:
    from engine.games import GAMES
    from tests.toys.parlour import GAME

    GAMES[GAME.id] = GAME  # type: ignore[index]


def let_children_die(folder: str) -> None:
    from tests.processes.dying import die_once_at_each

    die_once_at_each(Path(folder))


if WANTED.get("toys"):
    add_toys()
if "sweep" in WANTED:
    shorten_sweeps(WANTED["sweep"])
if "lease" in WANTED:
    shorten_leases(WANTED["lease"])
if "deaths" in WANTED:
    let_children_die(WANTED["deaths"])
