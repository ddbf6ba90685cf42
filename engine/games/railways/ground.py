"""The map on paper: where it lies, and everything on it that never moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from engine.core.sheet import Piece
from engine.draw import hexboard, scenery, theme
from engine.draw.hexboard import Frame, Plane, softened
from engine.draw.lettering import BOLD
from engine.draw.svg import enlarged, label, number, path, rect
from engine.games.railways.country import BUILDABLE, Country, eastern_us
from engine.games.railways.naming import name_of
from engine.rail.hexes import Point, opposite

MARGIN = 40
LEGEND_HEIGHT = 86
SCALE = 0.5  # so large a map is drawn smaller; rows and columns stay on whole pixels, so that equal parts pack well
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
        + scenery.names_of_water(plane, named, here.lying_in("water"))
        + scenery.frame_lines(frame)
        + scenery.figures(plane, [hex for hex in here.on_map if plane.centre(hex)[1] > frame[1]], frame, 18)
    )


def peak_place(hex: str) -> tuple[int, int]:
    x, y = ground().plane.centre(hex)
    return round(x), round(y) + 2


def rivers(hexes: Iterable[str]) -> str:
    """Each river hex by itself: from side to side, or from every side to the middle where rivers meet."""
    d = "".join(_river(hex) for hex in hexes)
    line = {"fill": "none", "stroke_linecap": "round"}
    return path(d, stroke=theme.SHORE, stroke_width=9, **line) + path(d, stroke=theme.WATER, stroke_width=6, **line)


def _river(hex: str) -> str:
    plane, country = ground().plane, ground().country
    # A side that leads to no water and no city is a spur of a river that runs along the edge: it would only confuse.
    sides = [side for side in country.rivers[hex] if _flows_on(hex, side)] or list(country.rivers[hex])
    middles = [plane.middle(hex, side) for side in sides]
    centre = plane.centre(hex)
    if len(middles) == 2:
        return f"M{_xy(middles[0])}Q{_xy(centre)} {_xy(middles[1])}"
    return "".join(f"M{_xy(middle)}L{_xy(centre)}" for middle in middles)


def _flows_on(hex: str, side: int) -> bool:
    country = ground().country
    there = country.grid.neighbours[hex][side]
    if there is None or country.terrain[there] in ("off", "water", "city", "coast"):
        return True
    return opposite(side) in country.rivers.get(there, ())


def ridges() -> str:
    plane = ground().plane
    d = ""
    for hex, side in sorted(ground().country.ridges):
        if side < 3:  # from the other hex it is the same edge
            d += f"M{_xy(plane.corner(hex, side))}L{_xy(plane.corner(hex, side + 1))}"
    line = {"fill": "none", "stroke_linecap": "round"}
    return path(d, stroke=theme.PEAK_LINE, stroke_width=11, **line) + path(d, stroke=theme.INK, stroke_width=5, **line)


def waves(hex: str) -> str:
    """The sign for water in a hex on which one can build."""
    x, y = ground().plane.centre(hex)
    d = "".join(f"M{_xy((x - 15, y + dy))}q5 -6 10 0t10 0t10 0" for dy in (-6, 5))
    return path(d, fill="none", stroke=theme.SHORE, stroke_width=2.6)


def _west(hex: str, lang: str) -> str:
    x, y = ground().plane.centre(hex)
    arrow = path(f"M{_xy((x + 34, y))}h-52m0 0l14 -11m-14 11l14 11", fill="none", stroke=theme.FIGURE, stroke_width=4)
    return arrow + label(x + 6, y - 14, name_of("western", lang), BOLD, 18, theme.FIGURE)


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def on_paper(piece: Piece) -> Piece:
    """A piece measured in hexes of the usual size, as it lies in the drawing."""
    return enlarged(piece, (0, 0), SCALE)
