"""Colours, patterns and letters, the same on every board.

Goods and cities are square and have the letters R B P Y K; seats are round and have the letters O G S M N W. So a
letter means one thing, and whoever does not see a colour reads it. Green is dark and magenta light because at equal
lightness they merge for many readers; likewise dark blue and light purple.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

INK = "#2A2622"
PAPER = "#F6F0E1"
LAND = "#EFE6CF"
GRID = "#CDBD97"
ADDRESS = "#8C7A55"
FIGURE = "#6B604C"
WATER = "#BFDAE3"
WATER_BAND = "#9CC2D1"
SHORE = "#5F93AB"
WATER_NAME = "#3C7189"
MOUNTAIN = "#DFD0B0"
PEAK_LIGHT = "#F3EBD8"
PEAK_SHADE = "#A68F69"
PEAK_LINE = "#6F5C40"
CHANGED = "#FFD21F"
CHANGED_GROUND = "#FFF2B3"
NOBODY = "#8D8779"  # track without owner, and the badge of a bankrupt seat
WHITE = "#FFFFFF"
ACCENT = "#8C1D2F"  # what may be pressed

SANS = "DejaVu Sans Condensed"
SERIF = "DejaVu Serif Condensed"


@dataclass(frozen=True)
class Core:
    """The line in the middle of a track: what tells seats apart without colour."""

    width: float
    colour: str = WHITE
    dashes: str = ""
    round: bool = False
    split: float = 0  # a line in the seat's colour inside it, which leaves two thin ones


@dataclass(frozen=True)
class Paint:
    """A colour with its letter, and the colour in which that letter is read on it."""

    colour: str
    letter: str
    on: str
    core: Core = Core(3.4)


SEATS: Mapping[str, Paint] = {
    "orange": Paint("#EE8A00", "O", INK, Core(3.4)),
    "green": Paint("#00704F", "G", WHITE, Core(3.6, dashes="9 7")),
    "sky": Paint("#45AEEA", "S", INK, Core(4.8, dashes="0 7.5", round=True)),
    "magenta": Paint("#E469B0", "M", INK, Core(3.4, dashes="13 5 3.4 5")),
    "brown": Paint("#7A4E2B", "N", WHITE, Core(6.2, split=2.4)),
    "white": Paint("#FFFFFF", "W", INK, Core(2.6, colour=INK)),
}
OWNERLESS = Paint(NOBODY, "", WHITE)


def owner_paint(seats: Sequence[str], owner: int | None) -> Paint:
    """Of a seat by its number, or of nobody."""
    return OWNERLESS if owner is None else SEATS[seats[owner]]


GOODS: Mapping[str, Paint] = {
    "red": Paint("#C9302C", "R", WHITE),
    "blue": Paint("#1D559F", "B", WHITE),
    "purple": Paint("#9460C4", "P", WHITE),
    "yellow": Paint("#F5C518", "Y", INK),
    "black": Paint("#2A2622", "K", WHITE),
}
GOOD_OF_LETTER: Mapping[str, Paint] = {paint.letter: paint for paint in GOODS.values()}

# Kinds of rail on boards with printed track spaces. The letter is for text boards; `graphboard` has the patterns.
RAILS: Mapping[str, Paint] = {
    "white": Paint("#FFFFFF", "w", INK),
    "blue": Paint("#1D559F", "b", WHITE),
    "red": Paint("#C9302C", "r", WHITE),
    "yellow": Paint("#F5C518", "y", INK),
    "green": Paint("#7DB343", "g", INK),
    "black": Paint("#2A2622", "k", WHITE),
}

# Every flat colour, first in the palette of a picture: these stay exact.
FLAT = tuple(
    dict.fromkeys(
        (
            INK, PAPER, LAND, GRID, ADDRESS, FIGURE, WATER, WATER_BAND, SHORE, WATER_NAME, MOUNTAIN, PEAK_LIGHT,
            PEAK_SHADE, PEAK_LINE, CHANGED, CHANGED_GROUND, NOBODY, WHITE, ACCENT,
            *(paint.colour for paint in SEATS.values()),
            *(paint.colour for paint in GOODS.values()),
            *(paint.colour for paint in RAILS.values()),
        )
    )
)  # fmt: skip
