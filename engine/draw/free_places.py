"""Finding free places for badges, names and markers: what covers least of what is there already."""

from collections.abc import Iterable, Sequence
from itertools import product

from engine.rail.hexes import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom

_BIN = 64


def box_around(x: float, y: float, half_width: float, half_height: float | None = None) -> Box:
    high = half_width if half_height is None else half_height
    return x - half_width, y - high, x + half_width, y + high


class Clutter:
    """What already lies on a board, as boxes with a weight: how bad it is to cover one unit of area.

    What lies `below` is the same for several boards, and is never added to from here.
    """

    def __init__(self, things: Iterable[tuple[Box, float]] = (), below: "Clutter | None" = None) -> None:
        self._bins: dict[tuple[int, int], list[tuple[int, Box, float]]] = {}
        self._below = below
        self._number = 0
        for box, weight in things:
            self.add(box, weight)

    def add(self, box: Box, weight: float = 1) -> None:
        self._number += 1
        entry = (self._number, box, weight)
        for bin in _over(box):
            if bin in self._bins:
                self._bins[bin].append(entry)
            else:
                self._bins[bin] = [entry]

    def cost(self, box: Box) -> float:
        left, top, right, bottom = box
        seen: dict[int, float] = {}  # what spans several bins counts once
        for bin in _over(box):
            for id, (west, north, east, south), weight in self._bins.get(bin, ()):
                if west < right and left < east and north < bottom and top < south:
                    wide = min(right, east) - max(left, west)
                    high = min(bottom, south) - max(top, north)
                    seen[id] = wide * high * weight
        below = self._below.cost(box) if self._below is not None else 0
        return sum(seen.values(), below) if seen else below


def _over(box: Box) -> Iterable[tuple[int, int]]:
    """The bins that a box lies in; most lie in one."""
    left, top, right, bottom = box
    west, north, east, south = int(left // _BIN), int(top // _BIN), int(right // _BIN), int(bottom // _BIN)
    if west == east and north == south:
        return ((west, north),)
    return product(range(west, east + 1), range(north, south + 1))


def from_the_middle(points: Sequence[Point]) -> Iterable[Point]:
    """The points, those nearest the middle first."""
    middle = (len(points) - 1) / 2
    return [points[index] for index in sorted(range(len(points)), key=lambda index: abs(index - middle))]


def best(candidates: Iterable[tuple[Point, Box]], clutter: Clutter, handicap: float = 0) -> Point:
    """The first candidate that covers nothing, else the one that covers least. Each later one starts behind."""
    chosen: Point | None = None
    least = 0.0
    for place, (point, box) in enumerate(candidates):
        cost = clutter.cost(box) + handicap * place
        if chosen is None or cost < least:
            chosen, least = point, cost
        if least <= handicap * place:
            break
    if chosen is None:
        raise ValueError("there is nothing to choose from")
    return chosen


def name_box(x: float, y: float, wide: float) -> Box:
    """What a name of this width covers, with (x, y) in the middle of its base line."""
    return box_around(x, y - 5, wide / 2 + 2, 9)


def around_disc(x: float, y: float, wide: float) -> tuple[Point, ...]:
    """Twelve places for a name around its town, as the middle of the base line; the first ones read best."""
    half = wide / 2
    side, low, high = half + 16, y + 29, y - 17
    return (
        (x, low), (x, high), (x + side, y + 6), (x - side, y + 6),
        (x + half * 0.6, low), (x - half * 0.6, low), (x + half * 0.6, high), (x - half * 0.6, high),
        (x + side - 4, y + 20), (x - side + 4, y + 20), (x + side - 4, y - 9), (x - side + 4, y - 9),
    )  # fmt: skip


def best_for_name(places: Sequence[Point], wide: float, clutter: Clutter, water: Clutter) -> Point:
    """The place where a name covers least; water counts too, but less."""

    def cost(place: int) -> float:
        box = name_box(*places[place], wide)
        return clutter.cost(box) + water.cost(box) * 0.5 + place * 4

    return places[min(range(len(places)), key=cost)]
