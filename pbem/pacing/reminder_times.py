"""When a person is reminded of a question: points of its time, moved to where they disturb nobody."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from pbem.pacing.local import ZERO, utc
from pbem.pacing.pace import Pace
from pbem.pacing.rest import Rest

MOST_POINTS = 6
NEAR = timedelta(minutes=30)  # a reminder that was moved this near to another is one with it

_PART = re.compile(r"(\d{1,3})/(\d{1,3})", re.ASCII)
_BEFORE = re.compile(r"(\d{1,4})(d|j|h|m|min)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_UNIT_WORD = re.compile(r"(\d)\s*(days?|d|jours?|j|hours?|heures?|h|minutes?|min|m)\b", re.ASCII)
_BETWEEN = re.compile(r"[\s,;&]+|\b(?:and|et)\b|(?<=[a-z0-9])\+|\+(?=\s)", re.ASCII)
_UNITS = {
    "d": timedelta(days=1),
    "j": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
}


@dataclass(frozen=True)
class Part:
    """When this part is over of the counted time in which the person is there."""

    part: Fraction

    def __str__(self) -> str:
        return f"{self.part.numerator}/{self.part.denominator}"


@dataclass(frozen=True)
class Before:
    """So long before the deadline, by the clock."""

    length: timedelta

    def __str__(self) -> str:
        minutes = self.length // timedelta(minutes=1)
        return f"{minutes}m" if minutes % 60 else f"{minutes // 60}h"


Point = Part | Before


class NoPoint(ValueError):
    """A word that names no point; `late` if it names one at or after the deadline."""

    def __init__(self, late: bool) -> None:
        super().__init__("at or after the deadline" if late else "neither a part nor a time")
        self.late = late


def read_point(word: str) -> Point:
    """`1/2`, `24h`, `30m`, `2d`, also as French writes them: `30min`, `2j`."""
    word = word.lower()
    if found := _PART.fullmatch(word):
        above, below = int(found[1]), int(found[2])
        if below == 0 or above == 0:
            raise NoPoint(late=False)
        if above >= below:
            raise NoPoint(late=True)
        return Part(Fraction(above, below))
    if found := _BEFORE.fullmatch(word.removeprefix("-")):
        length = int(found[1]) * _UNITS[found[2]]
        if length == ZERO:
            raise NoPoint(late=True)
        return Before(length)
    if word.startswith("+") and _BEFORE.fullmatch(word[1:]):
        raise NoPoint(late=True)
    raise NoPoint(late=False)


def words(text: str) -> list[str]:
    """The words of a list of points: units may be whole words and stand apart, a number without one means hours."""
    joined = _UNIT_WORD.sub(lambda found: f"{found[1]}{found[2][0]}", text.lower())
    return [f"{word}h" if _NUMBER.fullmatch(word) else word for word in _BETWEEN.split(joined) if word]


def read_points(text: str) -> tuple[Point, ...]:
    """Points as they are stored; what cannot be read is left out, since a reminder fewer is better than none at all."""
    found: list[Point] = []
    for word in words(text):
        try:
            found.append(read_point(word))
        except NoPoint:
            continue
    return in_order(found)


def in_order(points: Iterable[Point]) -> tuple[Point, ...]:
    """Each once: parts first, then the times before the deadline, as they come."""
    once = dict.fromkeys(points)
    parts = sorted((point for point in once if isinstance(point, Part)), key=lambda point: point.part)
    before = sorted((point for point in once if isinstance(point, Before)), key=lambda point: -point.length)
    return (*parts, *before)


def write_points(points: Iterable[Point]) -> str:
    return " ".join(map(str, points))


def moment_of(point: Point, pace: Pace, start: datetime, deadline: datetime, rest: Rest) -> datetime:
    if isinstance(point, Before):
        return deadline - point.length
    # Of the time up to the deadline that the ask really has: the host may have moved it, the seat may have saved some.
    counted = pace.counted_between(start, deadline, rest.away)
    if counted == ZERO:
        return start + _share(deadline - start, point.part)
    return pace.counts.after(start, _share(counted, point.part), rest.away)


def _share(length: timedelta, part: Fraction) -> timedelta:
    return length * part.numerator // part.denominator


def schedule(
    points: Sequence[Point], pace: Pace, start: datetime, deadline: datetime, rest: Rest
) -> tuple[datetime, ...]:
    """When to remind: after the start and before the deadline, never in quiet hours or an absence.

    A point that falls there moves to the next moment that is free; if the deadline comes first, it is left out.
    """
    start, deadline = utc(start), utc(deadline)
    found: dict[datetime, bool] = {}  # moment, and whether it was moved there
    for point in points:
        planned = moment_of(point, pace, start, deadline, rest)
        if start < planned < deadline:
            at = rest.next_allowed(planned)
            if at < deadline:
                found[at] = found.get(at, False) or at != planned
    return _apart(sorted(found.items()))


def _apart(found: Sequence[tuple[datetime, bool]]) -> tuple[datetime, ...]:
    """Without those that moving has brought near to another: the first one stays. Chosen points never merge."""
    kept: list[tuple[datetime, bool]] = []
    for at, was_moved in found:
        if kept and at - kept[-1][0] < NEAR and (was_moved or kept[-1][1]):
            continue
        kept.append((at, was_moved))
    return tuple(at for at, _ in kept)


@dataclass(frozen=True)
class Step:
    """What to do now: the reminder that is due, and when to look again."""

    due: datetime | None
    next: datetime | None


def step(planned: Sequence[datetime], handled: datetime, now: datetime, deadline: datetime, rest: Rest) -> Step:
    """At most one reminder, the latest of those due since `handled`: the moment of the last one sent, else the start.

    After a time without service the present moment may be a quiet one; then what is due waits for the next free one.
    A clock that was put back gives nothing twice, since what is handled stays handled.
    """
    now, handled, deadline = utc(now), utc(handled), utc(deadline)
    if now >= deadline:
        return Step(None, None)
    first, passed = bisect_right(planned, handled), bisect_right(planned, now)
    if first >= passed:
        return Step(None, planned[first] if first < len(planned) else None)
    free = rest.next_allowed(now)
    if free > now:
        return Step(None, free if free < deadline else None)
    due = planned[passed - 1]
    if now - due > NEAR:  # late, so that one which is near at hand would only repeat it
        passed = bisect_right(planned, now + NEAR)
    return Step(due, planned[passed] if passed < len(planned) else None)
