"""Long aims of a seat: major lines, and its own tycoon. What each is worth, and what a link or a share does for it.

A line is worth part of its points before it is complete, the more the fewer links are missing, so that a company grows
towards it. Of the tycoons only the seat's own is looked at: the others are secret.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.games.railways.outlook import Beside
from engine.games.railways.routes import open_routes
from engine.games.railways.state import State
from engine.games.railways.weights import (
    A_LINK_LESS,
    COMPARED_LINK,
    COMPARED_MONEY,
    COMPARED_RUN,
    COMPARED_SHARE,
    FIRST_TO_SIX,
    FURTHEST_AIM,
)


class Line(NamedTuple):
    """Two cities that own links should join, and the points for it."""

    a: str
    b: str
    points: int
    western: bool = False  # also needs the western link at `b`


@dataclass(frozen=True)
class Aims:
    s: State
    seat: int
    links: Beside

    @cached_property
    def tycoon(self) -> str:
        """The goal of the seat's own tycoon; empty without one."""
        return self.s.box.tycoons[self.s.tycoons[self.seat]].goal if self.s.tycoons else ""

    @property
    def tycoon_points(self) -> int:
        return self.s.box.tycoons[self.s.tycoons[self.seat]].points

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        lines = [Line(card.city, card.other, card.points, card.deed == "western-line") for card in self.s.open_lines]
        if self.tycoon == "new-york-chicago":
            lines.append(Line("new-york", "chicago", self.tycoon_points))
        return tuple(lines)

    @cached_property
    def _ways(self) -> tuple["_Needs", ...]:
        around = _around(self.s) if self.lines else {}
        return tuple(
            _Needs(line, _missing(self.links, around, line.a), _missing(self.links, around, line.b))
            for line in self.lines
        )

    def of_link(self, a: str, b: str) -> float:
        """What a link between two cities does for all aims."""
        worth = sum(way.gain(a, b) for way in self._ways)
        if self.tycoon == "chicago-links" and "chicago" in (a, b):
            worth += self.tycoon_points
        elif self.tycoon == "most-links":
            worth += COMPARED_LINK
        elif self.tycoon == "longest-run":
            worth += COMPARED_RUN
        return worth

    def of_western(self, city: str) -> float:
        """What a western link at this city does."""
        worth = sum(way.gain_of_western(city) for way in self._ways)
        if self.tycoon == "western-link" and self.seat not in self.s.western.values():
            worth += self.tycoon_points
        return worth

    def of_engine(self, level: int) -> float:
        if self.tycoon == "first-to-engine-6" and self.s.first_to_six is None:
            return FIRST_TO_SIX.get(level, 0.0)
        return 0.0

    @property
    def of_share(self) -> float:
        """What a share costs besides its point and its dividends."""
        return COMPARED_SHARE if self.tycoon == "fewest-shares" else 0.0

    @property
    def of_money(self) -> float:
        """What a thousand is worth to somebody who wants to have the most."""
        return COMPARED_MONEY if self.tycoon == "most-money" else 0.0


class _Needs(NamedTuple):
    """A line, and how many links are missing from either of its cities to any other."""

    line: Line
    from_a: Mapping[str, int]
    from_b: Mapping[str, int]

    @property
    def missing(self) -> int | None:
        """How many steps the line needs; None for too many."""
        links = self.from_a.get(self.line.b)
        return None if links is None else links + self.line.western

    def gain(self, a: str, b: str) -> float:
        if self.missing is None or not self.from_a[self.line.b]:
            return 0.0
        shorter = min(
            self.from_a.get(one, FURTHEST_AIM) + self.from_b.get(other, FURTHEST_AIM) for one, other in ((a, b), (b, a))
        )
        return self._a_step_less if shorter < self.from_a[self.line.b] else 0.0

    def gain_of_western(self, city: str) -> float:
        if self.missing is None or not self.line.western or city != self.line.b:
            return 0.0
        return self._a_step_less

    @property
    def _a_step_less(self) -> float:
        assert self.missing is not None
        return self.line.points * (A_LINK_LESS ** (self.missing - 1) - A_LINK_LESS**self.missing)


def _around(s: State) -> Mapping[str, list[str]]:
    """The cities to which a new link could lead from each city."""
    found: dict[str, list[str]] = {}
    for route in open_routes(s):
        found.setdefault(route.a, []).append(route.b)
        found.setdefault(route.b, []).append(route.a)
    return found


def _missing(links: Beside, around: Mapping[str, Iterable[str]], start: str) -> Mapping[str, int]:
    """How many new links each city is away, up to the furthest that is worth aiming at."""
    found: dict[str, int] = {}
    edge = [start]
    for number in range(FURTHEST_AIM):
        here: list[str] = []
        while edge:
            city = edge.pop()
            if city not in found:
                found[city] = number
                here.append(city)
                edge.extend(links.get(city, ()))
        edge = [there for city in here for there in around.get(city, ()) if there not in found]
    return found
