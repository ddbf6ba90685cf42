"""How a game went: its numbers at the end of every round, the rounds that turned it, and the best line of each seat.

The same for every reader.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from engine.core.event import Event
from engine.core.game import AnyGame
from engine.core.play import is_over, step
from engine.core.refusal import MoveError
from engine.core.say import Say, say
from engine.core.sheet import Curve, Standing

MOST_TURNING_POINTS = 3
MOST_SOURCES = 3  # that a verdict names


@dataclass(frozen=True)
class Reading:
    """The numbers when a round had ended; round 0 is the opening."""

    ply: int  # of the line that ended the round
    round: int
    curves: tuple[Curve, ...]

    @property
    def scores(self) -> tuple[int | None, ...]:
        return self.curves[0].values

    def lead(self, seat: int) -> int | None:
        """How far a seat is ahead of the best other one; None if it is out, or alone."""
        own = self.scores[seat]
        others = [score for other, score in enumerate(self.scores) if other != seat and score is not None]
        return None if own is None or not others else own - max(others)


@dataclass(frozen=True)
class TurningPoint:
    """A round in which the lead of the later winner changed much."""

    ply: int
    round: int
    seat: int
    before: int
    after: int


@dataclass(frozen=True)
class Written:
    """A line of a log that stands, with the position in which it was played."""

    ply: int
    seat: int
    text: str
    before: Any


@dataclass(frozen=True)
class BestLine:
    """The line that brought its seat the most, and what it did."""

    ply: int
    seat: int
    gain: int
    events: tuple[Event, ...]


Course = tuple[Reading, ...]


def course(game: AnyGame, plies: Sequence[int], state_at: Callable[[int], object]) -> Course:
    """The readings of a log, of which only the lines that stand are named, the opening first.

    Few positions are asked for: the rounds only go up, so the first line of each is found by halving.
    """
    read = cache(state_at)

    def begun(ply: int) -> int:
        return game.chart.round(read(ply))

    def reading(ply: int, round: int) -> Reading:
        return Reading(ply, round, game.chart.curves(game.view(read(ply), None)))

    last = plies[-1]
    # A round ends with the line that begins the next one.
    nexts = range(2, begun(last) + 1)
    ended = [(plies[0], 0), *((plies[bisect_left(plies, next, key=begun)], next - 1) for next in nexts)]
    if is_over(game, read(last)):
        ended = [(ply, round) for ply, round in ended if ply != last]
        ended.append((last, ended[-1][1] + 1 if ended else 1))
    return tuple(reading(ply, round) for ply, round in ended)


def turning_points(readings: Course, winner: int) -> tuple[TurningPoint, ...]:
    """The rounds with the largest change of the winner's lead, in the order in which they were played."""
    found = []
    for earlier, later in pairwise(readings):
        before, after = earlier.lead(winner), later.lead(winner)
        if before is not None and after is not None and before != after:
            found.append(TurningPoint(later.ply, later.round, winner, before, after))
    found.sort(key=lambda point: (-abs(point.after - point.before), point.round))
    return tuple(sorted(found[:MOST_TURNING_POINTS], key=lambda point: point.round))


def round_of(readings: Course, ply: int) -> int:
    """The round in which a line was played; the line that ends a round belongs to it."""
    return next((reading.round for reading in readings if reading.ply >= ply), readings[-1].round + 1)


def best_lines(game: AnyGame, lines: Iterable[Written]) -> tuple[BestLine, ...]:
    """Of each seat the line by which its score rose most, the earliest of equals; a seat without one is not named.

    What follows a line by itself, such as the income at the end of a round, is not its gain.
    """
    best: dict[int, BestLine] = {}
    for line in lines:
        try:
            found = _gain(game, line)
        except MoveError:  # it was legal under earlier rules
            continue
        known = best.get(line.seat)
        if found.gain > (known.gain if known is not None else 0):
            best[line.seat] = found
    return tuple(best[seat] for seat in sorted(best))


def _gain(game: AnyGame, line: Written) -> BestLine:
    state = line.before
    events: list[Event] = []
    for move in game.read(line.text, state):
        outcome = step(game, state, line.seat, move)
        state = outcome.state
        events += outcome.events
    before, after = _score(game, line.before, line.seat), _score(game, state, line.seat)
    gain = after - before if before is not None and after is not None else 0
    return BestLine(line.ply, line.seat, gain, tuple(events))


def _score(game: AnyGame, state: object, seat: int) -> int | None:
    return game.chart.curves(game.view(state, None))[0].values[seat]


def say_round(game: AnyGame, round: int) -> Say:
    return say("chart-turn" if game.chart.unit == "turn" else "chart-round", n=round)


def say_turning_point(game: AnyGame, point: TurningPoint) -> Say:
    return say(
        "chart-turned",
        when=say_round(game, point.round),
        seat=point.seat,
        before=_say_lead(point.before),
        after=_say_lead(point.after),
    )


def _say_lead(lead: int) -> Say:
    if lead == 0:
        return say("lead-level")
    return say("lead-ahead" if lead > 0 else "lead-behind", n=abs(lead))


def verdict(standings: Sequence[Standing], last: Reading, source: Callable[[str], str]) -> Say:
    """Who won, by how much and by what; `source` names a part of the score."""
    winners = [row for row in standings if row.place == 1]
    if not winners:
        return say("won-by-nobody")
    if len(winners) > 1:
        return say("won-shared", seats=tuple(row.seat for row in winners))
    first, lead = winners[0], last.lead(winners[0].seat)
    if lead is None:
        return say("won-alone", seat=first.seat)
    second = next(row for row in standings if row.place > 1 and last.scores[row.seat] is not None)
    if lead == 0:
        return say("won-tie-break", seat=first.seat, second=second.seat)
    parts = _differences(first, second, source)
    return say("won-by-parts", seat=first.seat, second=second.seat, n=lead, parts=parts)


def _differences(first: Standing, second: Standing, source: Callable[[str], str]) -> tuple[Say, ...]:
    """What the winner had more or less of, the most important first; together they are the lead."""
    less = dict(second.parts)
    each = [(part, points - less[part]) for part, points in first.parts if points != less[part]]
    each.sort(key=lambda one: -abs(one[1]))
    told = each[:MOST_SOURCES]
    parts = [say("won-part", part=source(part), points=_signed(points)) for part, points in told]
    rest = sum(points for _, points in each[MOST_SOURCES:])
    return (*parts, *([say("won-rest", points=_signed(rest))] if rest else []))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−")
