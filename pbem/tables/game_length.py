"""How long a game will take at a pace, from how often it asks somebody."""

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib.resources import files

from pbem.pacing.pace import Pace

USUAL = timedelta(hours=8)  # after which people answer on average, if they have long
PART = 3  # of a short time they use about so much
A_WEEK = timedelta(weeks=1)


@dataclass(frozen=True)
class Length:
    days: int
    answer: timedelta  # what was taken for the average time of an answer


@dataclass(frozen=True)
class Measured:
    """A game as it was counted: how often it asks, and how many days it takes people who answer after `USUAL`."""

    seats: int
    questions: int
    days: float
    planned: float  # if all of them plan ahead


@cache
def _counted() -> dict[str, Measured]:
    found = tomllib.loads((files("pbem.tables") / "game_length.toml").read_text("utf-8"))
    return {game: Measured(**figures) for game, figures in found.items()}


def measured(game: str) -> Measured | None:
    """None for a game that has not been counted."""
    return _counted().get(game)


def length_of(game: str, people: int, pace: Pace) -> Length | None:
    """For a table with so many people; bots answer at once. None for a game that has not been counted."""
    counted = _counted().get(game)
    if counted is None or not people:
        return None
    questions = counted.questions / counted.seats * people
    answer = min(USUAL, pace.time / PART)
    waiting = questions * answer * (A_WEEK / pace.counts.a_week)
    return Length(max(round(waiting / timedelta(days=1)), 1), answer)
