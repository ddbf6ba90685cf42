"""Hexes: addresses, neighbours and where they lie.

An address is a column letter and a row number, `K9`; columns after Z are AA, AB. Sides are numbered clockwise from 0:
on flat-topped hexes 0 is north, on pointy-topped ones north-east. The opposite of side d is (d + 3) % 6.

The offset layouts are named as usual: odd-q shifts odd columns of flat-topped hexes down, odd-r shifts odd rows of
pointy-topped hexes to the right, and the even ones shift the others.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

Shape = Literal["odd-q", "even-q", "odd-r", "even-r"]
Point = tuple[float, float]

SIDES = range(6)
COLUMNS = 26 * 27  # A to ZZ
ROWS = 99
_ADDRESS = re.compile(r"([A-Z]{1,2})([1-9][0-9]?)")

# Steps in axial coordinates. Flat: N NE SE S SW NW. Pointy: NE E SE SW W NW.
_AXIAL = {
    "q": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "r": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
SIDE_NAMES = {"q": ("N", "NE", "SE", "S", "SW", "NW"), "r": ("NE", "E", "SE", "SW", "W", "NW")}


def opposite(side: int) -> int:
    return (side + 3) % 6


def address(column: int, row: int) -> str:
    letters = chr(ord("A") + column) if column < 26 else chr(ord("A") + column // 26 - 1) + chr(ord("A") + column % 26)
    return f"{letters}{row + 1}"


@lru_cache(maxsize=4096)  # of all boards together there are fewer hexes
def column_row(hex: str) -> tuple[int, int]:
    match = _ADDRESS.fullmatch(hex)
    if match is None:
        raise ValueError(f"{hex!r} is not an address like K9")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(match[2]) - 1


@dataclass(frozen=True)
class Layout:
    shape: Shape

    @cached_property
    def flat(self) -> bool:
        return self.shape.endswith("q")

    def axial(self, hex: str) -> tuple[int, int]:
        column, row = column_row(hex)
        odd = self.shape.startswith("odd")
        if self.flat:
            return column, row - (column - (column & 1 if odd else -(column & 1))) // 2
        return column - (row - (row & 1 if odd else -(row & 1))) // 2, row

    def from_axial(self, q: int, r: int) -> str | None:
        """The address, or None where there is none: before column A or row 1, after column ZZ or row 99."""
        odd = self.shape.startswith("odd")
        if self.flat:
            column, row = q, r + (q - (q & 1 if odd else -(q & 1))) // 2
        else:
            column, row = q + (r - (r & 1 if odd else -(r & 1))) // 2, r
        return address(column, row) if 0 <= column < COLUMNS and 0 <= row < ROWS else None

    def neighbour(self, hex: str, side: int) -> str | None:
        q, r = self.axial(hex)
        step = _AXIAL[self.shape[-1]][side]
        return self.from_axial(q + step[0], r + step[1])

    def side_named(self, name: str) -> int:
        return SIDE_NAMES[self.shape[-1]].index(name)

    def side_name(self, side: int) -> str:
        return SIDE_NAMES[self.shape[-1]][side]

    def distance(self, a: str, b: str) -> int:
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        return (abs(aq - bq) + abs(ar - br) + abs(aq + ar - bq - br)) // 2

    def centre(self, hex: str) -> Point:
        """In units of the hex side, x to the right and y down."""
        q, r = self.axial(hex)
        if self.flat:
            return 1.5 * q, math.sqrt(3) * (r + q / 2)
        return math.sqrt(3) * (q + r / 2), 1.5 * r

    def corner(self, number: int) -> Point:
        """Corner `number` lies clockwise before side `number`, from the centre of a hex."""
        angle = math.radians(60 * number - (120 if self.flat else 90))
        return math.cos(angle), math.sin(angle)

    def middle(self, side: int) -> Point:
        """The middle of a side, from the centre of a hex."""
        (ax, ay), (bx, by) = self.corner(side), self.corner(side + 1)
        return (ax + bx) / 2, (ay + by) / 2


@dataclass(frozen=True)
class Grid:
    """The hexes of a map with their neighbours; a side at the rim leads to None."""

    layout: Layout
    hexes: tuple[str, ...]

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str | None, ...]]:
        there = dict.fromkeys(self.hexes)
        beside = {hex: [self.layout.neighbour(hex, side) for side in SIDES] for hex in self.hexes}
        return {hex: tuple(n if n in there else None for n in sides) for hex, sides in beside.items()}

    def side_towards(self, hex: str, other: str) -> int:
        return self.neighbours[hex].index(other)


def grid(shape: Shape, hexes: Iterable[str]) -> Grid:
    return Grid(Layout(shape), tuple(hexes))
