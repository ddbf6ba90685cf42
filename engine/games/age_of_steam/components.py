"""The printed pieces: tiles, cities, charts. Read from the data files of this package and checked when loaded."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from engine.core.tables import BadData
from engine.rail.hexes import Grid, Layout, address
from engine.rail.tiles import TileSet, read_tile

MAPS = ("rust-belt",)

CUBES = {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
NEW_CITIES = {
    "a": "red",
    "b": "blue",
    "c": "black",
    "d": "black",
    "e": "yellow",
    "f": "purple",
    "g": "black",
    "h": "black",
}
# The goods chart: columns of cities by die, with the New City that the same die feeds.
FEEDS = {"w3": "a", "w4": "b", "w5": "c", "w6": "d", "e1": "e", "e2": "f", "e3": "g", "e4": "h"}
CITY_COLUMNS = tuple(f"{half}{die}" for half in "we" for die in range(1, 7))
COLUMNS = (*CITY_COLUMNS, *NEW_CITIES)
CITY_BOXES = 3
NEW_CITY_BOXES = 2
TOWN_DISCS = 8
OWNER_DISCS = 20  # 25 less the five on the charts
MOST_SHARES = 15
MOST_ENGINE = 6

ACTIONS = ("first-move", "first-build", "engineer", "locomotive", "urbanization", "production", "turn-order")

TERRAINS = {".": "plain", "~": "river", "^": "mountain", "#": "lake", "o": "town", "@": "city"}


@dataclass(frozen=True)
class City:
    name: str
    hex: str
    colour: str
    column: str
    cubes: int


@dataclass(frozen=True)
class RailMap:
    name: str
    layout: Layout
    terrain: Mapping[str, str]  # every printed cell; lakes too
    city_at: Mapping[str, City]
    town_at: Mapping[str, str]
    rivers: Mapping[str, tuple[tuple[str, int, int], ...]]  # hex, side in, side out
    lakes: Mapping[str, str]  # the name of a lake and the hex it is written on

    @cached_property
    def grid(self) -> Grid:
        """Land only: nothing can ever be built on a lake, so its hexes are like the rim."""
        return Grid(self.layout, tuple(hex for hex, terrain in self.terrain.items() if terrain != "lake"))

    @cached_property
    def stop_names(self) -> Mapping[str, str]:
        """The name of the city or town in each stop's hex."""
        return {hex: city.name for hex, city in self.city_at.items()} | dict(self.town_at)

    @cached_property
    def stop_hex(self) -> Mapping[str, str]:
        return {name: hex for hex, name in self.stop_names.items()}

    @cached_property
    def city_of_column(self) -> Mapping[str, str]:
        return {city.column: hex for hex, city in self.city_at.items()}


@cache
def tile_set() -> TileSet:
    raw = tomllib.loads((files(__package__) / "tiles.toml").read_text("utf-8"))
    return TileSet({id: read_tile(id, row["family"], row["shape"], row["count"]) for id, row in raw.items()})


@cache
def rail_map(name: str) -> RailMap:
    source = files(__package__) / "maps" / f"{name}.toml"
    return read_map(name, source.read_text("utf-8"))


def read_map(name: str, text: str) -> RailMap:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"map {name}: not a TOML file: {error}") from error
    for part in ("layout", "columns", "cities", "towns"):
        if part not in raw:
            raise BadData(f"map {name}: “{part}” is missing")
    layout = Layout(raw["layout"])
    terrain = {}
    for column, cells in enumerate(raw["columns"]):
        for row, cell in enumerate(cells):
            if cell not in TERRAINS:
                raise BadData(
                    f"map {name}: column {column + 1}, row {row + 1}: “{cell}” is none of {' '.join(TERRAINS)}"
                )
            terrain[address(column, row)] = TERRAINS[cell]
    cities = {row[0]: City(city, *row) for city, row in raw["cities"].items()}
    towns = {hex: town for town, hex in raw["towns"].items()}
    for kind, named in (("city", set(cities)), ("town", set(towns))):
        drawn = {hex for hex, terrain_here in terrain.items() if terrain_here == kind}
        for hex in sorted(named ^ drawn):
            raise BadData(f"map {name}: {hex} is a {kind} only in the {'list' if hex in named else 'columns'}")
    for city in cities.values():
        if city.colour not in CUBES or city.column not in CITY_COLUMNS:
            raise BadData(f"map {name}: {city.name} has no known colour or column: {city.colour}, {city.column}")
    return RailMap(
        name,
        layout,
        terrain,
        cities,
        towns,
        {river: tuple(_river_hex(layout, part) for part in parts) for river, parts in raw.get("rivers", {}).items()},
        raw.get("lakes", {}),
    )


def _river_hex(layout: Layout, text: str) -> tuple[str, int, int]:
    hex, enters, leaves = text.split()
    return hex, layout.side_named(enters), layout.side_named(leaves)
