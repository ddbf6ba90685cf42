"""A board that is a mesh: nodes on a triangular lattice, and spaces between neighbours that bear one track each.

A space shows its kind by colour and pattern until a track lies on it; then it shows its owner, as on every board.
Neighbours lie in three directions, so there are only three shapes of space, and equal pieces are equal to the pixel.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.free_places import Clutter, best, box_around
from engine.draw.svg import circle, element, label, number, path, pressable, rect
from engine.draw.text_widths import BOLD, PLAIN, width
from engine.draw.theme import Paint
from engine.draw.trackwork import EDGE, HALO, painted

HALF = 41  # half the distance between neighbours of one row
ROW = 71
NAME = 16.5
PLATE = 20
CHIP_STEP = 0.18  # between the chips that mark a space, in its length

Point = tuple[int, int]


@dataclass(frozen=True)
class Lattice:
    """Places nodes: half column 0 of row 0 lies at (left, top)."""

    left: int
    top: int

    def at(self, row: int, half_column: int) -> Point:
        return self.left + HALF * half_column, self.top + ROW * row


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def direction(a: Point, b: Point) -> Point:
    """From one node to a neighbour, pointing south or east."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx, dy) if dy > 0 or (dy == 0 and dx > 0) else (-dx, -dy)


def _between(way: Point, share: float = 1.0) -> str:
    """A line along a space, its middle at the origin."""
    dx, dy = way[0] * share, way[1] * share
    return f"M{number(-dx / 2)} {number(-dy / 2)}l{number(dx)} {number(dy)}"


# Ground


def coast(spaces: Iterable[tuple[Point, Point]], triangles: Iterable[tuple[Point, Point, Point]], reach: int) -> str:
    """Land around the mesh: its spaces drawn so broadly that they run together, with a shoreline."""
    d = "".join(f"M{ax} {ay}L{bx} {by}" for (ax, ay), (bx, by) in spaces)
    filled = "".join(f"M{ax} {ay}L{bx} {by}L{cx} {cy}Z" for (ax, ay), (bx, by), (cx, cy) in triangles)
    layers = ((theme.SHORE, reach + 5), (theme.LAND, reach))
    return "".join(
        path(d + filled, fill=colour, stroke=colour, stroke_width=wide, stroke_linecap="round", stroke_linejoin="round")
        for colour, wide in layers
    )


# Spaces


def space(x: int, y: int, way: Point, kind: str) -> str:
    """A space without track, around its middle: three chips of its kind in a row.

    Their edges lie on whole pixels and never slant, so that lines of pixels repeat: slanted bars pack to twice as much.
    """
    chips = ((round(x + way[0] * step), round(y + way[1] * step)) for step in (-CHIP_STEP, 0, CHIP_STEP))
    return "".join(element("g", chip(kind), transform=f"translate({cx} {cy})") for cx, cy in chips)


@cache
def chip(kind: str) -> str:
    """A square in the colour and the pattern of a kind of rail, around its middle.

    white and black are plain, blue is dotted, red striped, yellow zigzag, green cross-hatched.
    """
    svg = rect(-5, -5, 10, 10, fill=theme.INK if kind == "white" else theme.RAILS[kind].colour)
    if kind == "white":
        return svg + rect(-4, -4, 8, 8, fill=theme.WHITE)
    if kind == "blue":
        return svg + rect(-2, -2, 4, 4, fill=theme.WHITE)
    if kind == "red":
        return svg + path("M-2 -5v10M2 -5v10", stroke=theme.WHITE, stroke_width=2)
    if kind == "yellow":
        return svg + path("M-5 4l3.3 -8l3.4 8l3.3 -8", fill="none", stroke=theme.INK, stroke_width=1.6)
    if kind == "green":
        return svg + path("M-5 -5l10 10M-5 5l10 -10", stroke=theme.INK, stroke_width=1.6)
    return svg


@cache
def _track(way: Point, paint: Paint, finished: bool, drafted: bool) -> str:
    d = _between(way)
    svg = path(_between(way, 0.72), stroke=theme.LAND, stroke_width=HALO)
    if drafted:
        svg += path(_between(way, 0.8), stroke=theme.ACCENT, stroke_width=HALO + 2)
    return svg + path(d, stroke=theme.INK, stroke_width=EDGE, stroke_linecap="round") + painted(d, paint, finished)


def track(at: Point, way: Point, paint: Paint, finished: bool = True, drafted: bool = False) -> Piece:
    """A track on its space, with the colour and the pattern of its owner."""
    return Piece(*at, _box(way, 13), _track(way, paint, finished, drafted))


def changed(at: Point, way: Point) -> Piece:
    """The ground of a space on which something is new."""
    return Piece(*at, _box(way, 17), path(_between(way), stroke=theme.CHANGED, stroke_width=26, stroke_linecap="round"))


def press(at: Point, way: Point, href: str, title: str) -> Piece:
    """A space that may be pressed: a dashed accent line beside it on both sides, and all of it is the target."""
    around = path(
        _between(way, 0.66), stroke=theme.ACCENT, stroke_width=21, stroke_linecap="round", stroke_opacity=0.16
    )
    edge = _outline(way)
    return Piece(*at, _box(way, 17), pressable(href, title, around + edge))


def quiet(at: Point, way: Point) -> str:
    """The target of a space that may not be chosen."""
    (x, y), (dx, dy) = at, (way[0] * 0.33, way[1] * 0.33)
    return path(f"M{number(x - dx)} {number(y - dy)}l{number(2 * dx)} {number(2 * dy)}", stroke_width=21)


def _outline(way: Point) -> str:
    whole = math.hypot(*way)
    ux, uy, length = way[0] / whole, way[1] / whole, whole * 0.33
    sides = "".join(
        f"M{number(-ux * length - uy * aside)} {number(-uy * length + ux * aside)}"
        f"l{number(2 * ux * length)} {number(2 * uy * length)}"
        for aside in (-10, 10)
    )
    return path(sides, fill="none", stroke=theme.ACCENT, stroke_width=2.4, stroke_dasharray="6 4")


def _box(way: Point, rim: int) -> tuple[int, int, int, int]:
    wide, high = abs(way[0]) // 2 + rim, abs(way[1]) // 2 + rim
    return -wide, -high, 2 * wide, 2 * high


# Nodes


@lru_cache(maxsize=1024)
def junction(x: int, y: int) -> str:
    """A dot, quiet enough to be overlooked."""
    return circle(x, y, 4.5, fill=theme.PAPER, stroke=theme.FIGURE, stroke_width=1.6)


def numbered(at: Point, figure: str) -> Piece:
    """A junction that matters now: a disc with its number."""
    svg = circle(0, 0, 10.5, fill=theme.PAPER, stroke=theme.FIGURE, stroke_width=1.6)
    return Piece(*at, (-12, -12, 24, 24), svg + label(0, 4.6, figure, PLAIN, 13, theme.INK))


@lru_cache(maxsize=1024)
def sign(x: float, y: float, letters: str, ground: str, ink: str, size: float = 30) -> str:
    """A square with two letters: what a city supplies, or a token of it."""
    half = size / 2
    svg = rect(x - half, y - half, size, size, fill=theme.INK)
    svg += rect(x - half + 2, y - half + 2, size - 4, size - 4, fill=ground)
    return svg + label(x, y + size * 0.2, letters, BOLD, size * 0.6, ink)


def plates(cities: Iterable[tuple[Point, str]]) -> Iterator[tuple[Point, str]]:
    """Where the name of each city lies: below or above its sign, whichever keeps clear of other names and signs."""
    known = list(cities)
    clutter = Clutter()
    for (x, y), _ in known:
        clutter.add(box_around(x, y, 17), 2)
    for (x, y), name in known:
        half = width(name, BOLD, NAME) / 2 + 5
        spots = [(x + dx, y + dy) for dy in (25, -25) for dx in (0, -14, 14, -26, 26)]
        spot = best((((sx, sy), box_around(sx, sy, half, PLATE / 2)) for sx, sy in spots), clutter, 12)
        clutter.add(box_around(spot[0], spot[1], half, PLATE / 2), 4)
        yield (round(spot[0]), round(spot[1])), name


def plate_width(name: str) -> int:
    return math.ceil(width(name, BOLD, NAME)) + 8


@lru_cache(maxsize=1024)
def plate(x: int, y: int, name: str) -> str:
    wide = plate_width(name)
    left, top = x - wide // 2, y - PLATE // 2
    ground = rect(left, top, wide, PLATE, fill=theme.INK)
    ground += rect(left + 1, top + 1, wide - 2, PLATE - 2, fill=theme.PAPER)
    return ground + label(x, y + 5.8, name, BOLD, NAME, theme.INK)


def locomotive(x: int, y: int, paint: Paint) -> Piece:
    """The pawn of a train: its letter stands in the boiler."""
    return Piece(x, y, (-23, -22, 46, 38), _locomotive(paint))


@cache
def _locomotive(paint: Paint) -> str:
    body = "M-19 8v-21h13v4h9v-7h7v7h7q3 0 3 4v13z"
    wheels = "".join(circle(cx, 9, 4.6, fill=theme.INK, stroke=theme.WHITE, stroke_width=1.6) for cx in (-12, 0, 12))
    svg = path(body, fill=theme.WHITE, stroke=theme.WHITE, stroke_width=6, stroke_linejoin="round")
    svg += path(body, fill=paint.colour, stroke=theme.INK, stroke_width=2.2, stroke_linejoin="round")
    return svg + wheels + label(0, 6, paint.letter, BOLD, 15, paint.on)
