"""The map: hexes with their terrain, cities, ridges and rivers (rw-1.2 to rw-1.4), read from three data files."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from engine.core.tables import Row, Source, packaged, read_table
from engine.rail.goods import LETTERS
from engine.rail.hexes import Grid, address, grid, opposite

COLUMNS, ROWS = 28, 40
TERRAINS = ("plain", "river", "hill", "coast", "water", "city", "west", "off")
BUILDABLE = ("plain", "river", "hill", "coast")  # rw-5.4
SIDE_WORDS = ("NE", "E", "SE", "SW", "W", "NW")
GREY = ""

OWN_FILES = packaged("engine.games.railways")
MAP, RIDGES, RIVERS = "eastern-us-map.csv", "eastern-us-ridges.csv", "eastern-us-rivers.csv"


@dataclass(frozen=True)
class City:
    word: str
    name: str
    hex: str
    colour: str  # GREY, or the colour of the cubes it takes
    cubes: int


@dataclass(frozen=True)
class Country:
    grid: Grid
    terrain: Mapping[str, str]
    cities: Mapping[str, City]  # by word
    ridges: frozenset[tuple[str, int]]  # hex and side, from both sides
    rivers: Mapping[str, tuple[int, ...]]  # the sides through which a river runs

    @cached_property
    def city_at(self) -> Mapping[str, str]:
        return {city.hex: word for word, city in self.cities.items()}

    @cached_property
    def western(self) -> Mapping[str, str]:
        """The cities that can get a western link, with the hex of the tile."""
        beside = {word: self.grid.neighbours[city.hex][4] for word, city in self.cities.items()}
        return {word: hex for word, hex in beside.items() if hex is not None and self.terrain[hex] == "west"}

    def buildable(self, hex: str | None) -> bool:
        return hex is not None and self.terrain.get(hex) in BUILDABLE


def word_of(name: str) -> str:
    return name.lower().replace(".", "").replace(" ", "-")


@cache
def eastern_us() -> Country:
    return read_country(OWN_FILES)


def read_country(source: Source) -> Country:
    terrain: dict[str, str] = {}
    cities: dict[str, City] = {}
    for row in read_table(MAP, ("col", "row", "terrain", "name", "colour", "cubes"), source):
        hex = _hex(row, "col", "row")
        if hex in terrain:
            raise row.wrong("col", f"{hex} stands in the file twice")
        terrain[hex] = row.one_of("terrain", TERRAINS)
        if terrain[hex] == "city":
            city = _city(row, hex)
            if city.word in cities:
                raise row.wrong("name", f"there are two cities called {city.name}")
            cities[city.word] = city
        elif row.text("name") or row.text("colour") or row.text("cubes"):
            raise row.wrong("name", "only a city has name, colour and cubes")
    if len(terrain) != COLUMNS * ROWS:
        raise row.wrong("col", f"the map has {len(terrain)} hexes, not {COLUMNS * ROWS}")
    land = grid("odd-r", terrain)
    return Country(land, terrain, cities, _ridges(land, terrain, source), _rivers(terrain, source))


def _hex(row: Row, column: str, line: str) -> str:
    return address(row.number_in(column, range(COLUMNS)), row.number_in(line, range(ROWS)))


def _city(row: Row, hex: str) -> City:
    name = row.text("name")
    if not name:
        raise row.wrong("name", "a city needs a name")
    colour = row.one_of("colour", (*LETTERS, "grey"))
    cubes = row.number_in("cubes", range(1, 10))
    return City(word_of(name), name, hex, GREY if colour == "grey" else colour, cubes)


def _ridges(land: Grid, terrain: Mapping[str, str], source: Source) -> frozenset[tuple[str, int]]:
    ridges: set[tuple[str, int]] = set()
    for row in read_table(RIDGES, ("col", "row", "side", "neighbour_col", "neighbour_row"), source):
        hex, there = _hex(row, "col", "row"), _hex(row, "neighbour_col", "neighbour_row")
        side = SIDE_WORDS.index(row.one_of("side", SIDE_WORDS))
        if land.neighbours[hex][side] != there:
            raise row.wrong("side", f"{there} does not lie {row.text('side')} of {hex}")
        if (hex, side) in ridges:
            raise row.wrong("side", "this ridge stands in the file twice")
        for end in (hex, there):
            if terrain[end] not in (*BUILDABLE, "city"):
                raise row.wrong("col", f"{end} is {terrain[end]}: a ridge lies between two hexes of land")
        ridges |= {(hex, side), (there, opposite(side))}
    return frozenset(ridges)


def _rivers(terrain: Mapping[str, str], source: Source) -> Mapping[str, tuple[int, ...]]:
    rivers: dict[str, tuple[int, ...]] = {}
    for row in read_table(RIVERS, ("col", "row", "sides_crossed"), source):
        hex = _hex(row, "col", "row")
        if terrain[hex] != "river" or hex in rivers:
            raise row.wrong("col", f"{hex} is no river hex of the map, or stands here twice")
        words = row.text("sides_crossed").split()
        if not words or any(word not in SIDE_WORDS for word in words) or len(set(words)) != len(words):
            raise row.wrong("sides_crossed", f"sides are different ones of {' '.join(SIDE_WORDS)}")
        rivers[hex] = tuple(sorted(SIDE_WORDS.index(word) for word in words))
    for hex, kind in terrain.items():
        if kind == "river" and hex not in rivers:
            raise row.wrong("col", f"the river hex {hex} is missing")
    return rivers
