"""A map on paper: where it lies, and everything on it that never moves."""

from dataclasses import dataclass
from functools import cache, cached_property

from engine.draw import hexboard, scenery, theme
from engine.draw.free_places import Clutter, box_around
from engine.draw.hexboard import Frame, Plane
from engine.draw.sites import Site, site_of
from engine.draw.svg import rect
from engine.games.age_of_steam.components import RailMap, rail_map
from engine.games.age_of_steam.names import name_of

MARGIN = 25
LEGEND_HEIGHT = 54


@dataclass(frozen=True)
class Ground:
    """A map on paper."""

    map: RailMap

    @cached_property
    def plane(self) -> Plane:
        return Plane(self.map.layout, 63, 66)

    @cached_property
    def frame(self) -> Frame:
        centres = [self.plane.centre(hex) for hex in self.map.terrain]
        return MARGIN, MARGIN, round(max(x for x, _ in centres)) + 41, round(max(y for _, y in centres)) + 41

    @property
    def width(self) -> int:
        _, _, right, _ = self.frame
        return round(right) + MARGIN

    @property
    def height(self) -> int:
        return self.bottom + LEGEND_HEIGHT

    @property
    def bottom(self) -> int:
        """Where the map ends and the legend begins."""
        _, _, _, bottom = self.frame
        return round(bottom)

    def lying_in(self, terrain: str) -> tuple[str, ...]:
        return tuple(hex for hex, there in self.map.terrain.items() if there == terrain)

    @cached_property
    def dry(self) -> tuple[str, ...]:
        return tuple(hex for hex, there in self.map.terrain.items() if there != "lake")

    def site(self, place: str) -> Site | None:
        return site_of(place, self.map.terrain, self.map.stop_hex)


@cache
def ground(map_name: str) -> Ground:
    return Ground(rail_map(map_name))


@cache
def still(map_name: str, lang: str) -> str:
    here = ground(map_name)
    plane, frame, map = here.plane, here.frame, here.map
    named = {name_of(lake, lang): hex for lake, hex in map.lakes.items()}
    everywhere = tuple(map.terrain)
    mountains = here.lying_in("mountain")
    return (
        rect(0, 0, here.width, here.height, fill=theme.PAPER)
        + scenery.land(frame)
        + scenery.clipped(
            frame,
            scenery.mountain_ground(plane, mountains, everywhere),
            hexboard.grid_lines(plane, here.dry),
            *(scenery.river(plane, reaches) for reaches in map.rivers.values()),
            scenery.lakes(plane, here.lying_in("lake"), everywhere),
            scenery.peaks(place for hex in mountains for place in scenery.peak_places(plane, hex)),
        )
        + scenery.names_of_water(plane, named, here.lying_in("lake"))
        + scenery.frame_lines(frame)
        + scenery.figures(plane, everywhere, frame)
    )


@cache
def water_cost(map_name: str) -> Clutter:
    """Lakes and rivers, which names should not cover."""
    here = ground(map_name)
    clutter = Clutter()
    for hex in here.lying_in("lake"):
        clutter.add(box_around(*here.plane.centre(hex), 36))
    for hex in here.lying_in("river"):
        clutter.add(box_around(*here.plane.centre(hex), 10), 0.5)
    return clutter
