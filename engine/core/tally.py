"""What each bot had of a number of games: wins, mean score, and how far chance alone may have moved them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev


@dataclass(frozen=True)
class Measured:
    """A mean with its standard error; None where one game cannot tell."""

    mean: float
    error: float | None


def measured(values: Sequence[float]) -> Measured:
    return Measured(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else None)


@dataclass(frozen=True)
class Share:
    """What one bot had of one game."""

    wins: float  # of the first place, which is shared by those who are level
    chance: float  # its seats, of all seats
    score: float  # the mean of its seats


@dataclass(frozen=True)
class Tally:
    games: int
    wins: float
    chance: float  # the wins that it would have if all played alike
    percent: Measured  # of the games won
    score: Measured


def share(bot: str, bots: Sequence[str], places: Sequence[int], scores: Sequence[int]) -> Share:
    """Bots, places and scores by seat. Nobody wins a game that ruined everybody: then no place is the first."""
    first = [name for name, place in zip(bots, places, strict=True) if place == 1]
    own = [score for name, score in zip(bots, scores, strict=True) if name == bot]
    return Share(first.count(bot) / max(len(first), 1), len(own) / len(bots), fmean(own))


def tally(shares: Sequence[Share]) -> Tally:
    return Tally(
        len(shares),
        sum(one.wins for one in shares),
        sum(one.chance for one in shares),
        measured([100 * one.wins for one in shares]),
        measured([one.score for one in shares]),
    )
