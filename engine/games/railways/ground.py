"""The map on paper: where it lies, and everything on it that never moves."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from engine.core.say import say
from engine.core.sheet import Piece
from engine.draw import hexboard, scenery, theme
from engine.draw.hexboard import Frame, Plane, softened
from engine.draw.svg import Attribute, enlarged, label, number, path, placed, rect
from engine.draw.text_widths import BOLD, PLAIN, width
from engine.games.railways.country import BUILDABLE, Country, eastern_us
from engine.games.railways.names import name_of, words
from engine.rail.hexes import Point, opposite

MARGIN = 40
LEGEND_HEIGHT = 86
SCALE = 0.5  # so large a map is drawn smaller; rows and columns stay on whole pixels, so that equal parts pack well
RIDGE: Mapping[str, Attribute] = {"stroke": theme.PEAK_LINE, "stroke_width": 6.5, "stroke_linecap": "round"}
EAST, WEST = 1, 4
FIRST_ROW = 2  # the rows above it are frame
# In the middle of which water each name stands.
WATERS = {
    "georgian-bay": "M4",
    "lake-michigan": "H9",
    "lake-huron": "M8",
    "lake-erie": "P9",
    "atlantic-ocean": "Z30",
    "gulf-of-mexico": "R39",
}


@dataclass(frozen=True)
class Ground:
    country: Country

    @cached_property
    def plane(self) -> Plane:
        return Plane(self.country.grid.layout, MARGIN + 38, MARGIN + 44 - FIRST_ROW * 63)

    @cached_property
    def on_map(self) -> tuple[str, ...]:
        return tuple(hex for hex, terrain in self.country.terrain.items() if terrain != "off")

    @cached_property
    def frame(self) -> Frame:
        centres = [self.plane.centre(hex) for hex in self.on_map]
        return MARGIN, MARGIN, round(max(x for x, _ in centres)) + 38, round(max(y for _, y in centres)) + 44

    @property
    def width(self) -> int:
        return round(self.frame[2]) + MARGIN

    @property
    def height(self) -> int:
        return round(self.frame[3]) + LEGEND_HEIGHT

    def lying_in(self, *terrains: str) -> tuple[str, ...]:
        return tuple(hex for hex, there in self.country.terrain.items() if there in terrains)


@cache
def ground() -> Ground:
    return Ground(eastern_us())


@cache
def still(lang: str) -> str:
    here = ground()
    plane, frame, country = here.plane, here.frame, here.country
    land = here.lying_in(*BUILDABLE, "city", "west")
    hills = here.lying_in("hill")
    named = {name_of(water, lang): hex for water, hex in WATERS.items()}
    return (
        rect(0, 0, here.width, here.height, fill=theme.PAPER)
        + scenery.clipped(
            frame,
            path(
                "".join(softened(ring) for ring in plane.outlines(plane.cell(hex) for hex in here.on_map)),
                fill=theme.LAND,
            ),
            scenery.mountain_ground(plane, hills, land),
            hexboard.grid_lines(plane, land),
            rivers(country.rivers),
            scenery.lakes(plane, here.lying_in("water"), here.on_map, line=False),
            "".join(waves(hex) for hex in here.lying_in("coast")),
            scenery.peaks(peak_place(hex) for hex in hills),
            ridges(),
            "".join(_west(hex, lang) for hex in here.lying_in("west")),
        )
        + _key(lang)
        + scenery.names_of_water(plane, named, here.lying_in("water"))
        + scenery.frame_lines(frame)
        + scenery.figures(plane, [hex for hex in here.on_map if plane.centre(hex)[1] > frame[1]], frame, 18)
    )


def peak_place(hex: str) -> tuple[int, int]:
    x, y = ground().plane.centre(hex)
    return round(x), round(y) + 2


def rivers(hexes: Iterable[str]) -> str:
    """Draws each river hex by itself: from side to side, with further arms that flow into that line."""
    d = "".join(_river(hex) for hex in hexes)
    line = {"fill": "none", "stroke_linecap": "round"}
    return path(d, stroke=theme.SHORE, stroke_width=9, **line) + path(d, stroke=theme.WATER, stroke_width=6, **line)


def _river(hex: str) -> str:
    plane = ground().plane
    sides = river_sides(hex)
    centre = plane.centre(hex)
    if len(sides) == 1:
        return f"M{_xy(plane.middle(hex, sides[0]))}L{_xy(centre)}"
    start, end = max(combinations(sides, 2), key=lambda pair: min(pair[1] - pair[0], 6 - pair[1] + pair[0]))
    (ax, ay), (bx, by) = plane.middle(hex, start), plane.middle(hex, end)
    meeting = (ax + bx + 2 * centre[0]) / 4, (ay + by + 2 * centre[1]) / 4
    others = (plane.middle(hex, side) for side in sides if side not in (start, end))
    d = f"M{_xy((ax, ay))}Q{_xy(centre)} {_xy((bx, by))}"
    return d + "".join(f"M{_xy(other)}L{_xy(meeting)}" for other in others)


def river_sides(hex: str) -> list[int]:
    """The sides through which the river of a hex is drawn.

    The file names every side that it touches. Where it runs along an edge, or beside a city or the sea, that would draw
    spurs and triangles.
    """
    country = ground().country
    touched = country.rivers[hex]
    on = [side for side in touched if _joins_river(hex, side) and not _closes_triangle(hex, side)]
    out = [side for side in touched if _beyond(hex, side) in ("off", "water", "coast")][:1]
    city = [side for side in touched if _beyond(hex, side) == "city"]
    flowing = sorted((*on, *out))
    return flowing if len(flowing) > 1 else sorted((*flowing, *city)) or list(touched)


def _beyond(hex: str, side: int) -> str:
    there = ground().country.grid.neighbours[hex][side]
    return "off" if there is None else ground().country.terrain[there]


def _joins_river(hex: str, side: int) -> bool:
    there = ground().country.grid.neighbours[hex][side] or ""
    return opposite(side) in ground().country.rivers.get(there, ())


def _closes_triangle(hex: str, side: int) -> bool:
    """Of three river hexes in a ring, the joint between the two that lie east and west of each other is left out."""
    if side not in (EAST, WEST):
        return False
    ways = (((side + turn) % 6, (side - turn) % 6) for turn in (1, -1))  # to the third hex, and on from there
    return any(
        _joins_river(hex, there) and _joins_river(ground().country.grid.neighbours[hex][there] or "", on)
        for there, on in ways
    )


def ridges() -> str:
    plane = ground().plane
    d = ""
    for hex, side in sorted(ground().country.ridges):
        if side < 3:  # from the other hex it is the same edge
            d += f"M{_xy(plane.corner(hex, side))}L{_xy(plane.corner(hex, side + 1))}"
    return path(d, fill="none", **RIDGE)


def waves(hex: str) -> str:
    """The sign for coast: water in a hex that takes track."""
    return _waves(*ground().plane.centre(hex))


def _waves(x: float, y: float) -> str:
    d = "".join(f"M{_xy((x - 15, y + dy))}q5 -6 10 0t10 0t10 0" for dy in (-6, 5))
    return path(d, fill="none", stroke=theme.SHORE, stroke_width=2.6)


def _key(lang: str) -> str:
    """The key of the less usual signs, in the corner of the map that has no land."""
    zigzag = path("M-27 8l18 -16l18 16l18 -16", fill="none", stroke_linejoin="round", **RIDGE)
    return placed(in_key(0, zigzag, "key-ridge", lang)) + placed(in_key(1, _waves(0, 0), "key-coast", lang))


def in_key(row: int, sign: str, id: str, lang: str) -> Piece:
    """A sign, drawn around its own origin, and what it means."""
    said = words().render(say(id), lang)
    svg = sign + label(42, 9, said, PLAIN, 27, theme.INK, "start")
    return Piece(MARGIN + 44, MARGIN + 32 + 38 * row, (-32, -20, 80 + math.ceil(width(said, PLAIN, 27)), 40), svg)


def _west(hex: str, lang: str) -> str:
    x, y = ground().plane.centre(hex)
    arrow = path(f"M{_xy((x + 34, y))}h-52m0 0l14 -11m-14 11l14 11", fill="none", stroke=theme.FIGURE, stroke_width=4)
    return arrow + label(x + 6, y - 14, name_of("western", lang), BOLD, 18, theme.FIGURE)


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def on_paper(piece: Piece) -> Piece:
    """Scales a piece from hexes of the usual size to the size of this drawing."""
    return enlarged(piece, (0, 0), SCALE)
