"""The printed pieces: cells, stations, tiles, upgrades, tracks. Read from the data files and checked when loaded.

whi-1.2 to whi-1.12, whi-7.5 and whi-8.20 are tables of these files.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from engine.rail.hexes import Grid, grid

SIDES = ("n", "ne", "se", "s", "sw", "nw")
EAST = (1, 2)  # the sides that lead into a column further east
SHOWN = 3  # open tiles beside the pile
HAND = 3
BOILER_HAND = 5
MOST_CUBES = 10
MOST_TOKENS = 4  # a turn
MOST_PURCHASES = 2  # a turn
UPGRADE_PLACES = 3
MAJORITY = 15
SPECIAL_IN_HAND = 10
TRADES = 2
CABIN_SET, CABIN_POINTS = 3, 4
TOKENS = ("coal", "whistle", "gold")
COMMON_FOR_COAL = 2
RARE_FOR_COMMON = 2

# What the action of an upgrade is written with; the others act by themselves.
USED = ("coal-car", "ore-cart", "warehouse", "luxury-cabin", "merchant-car", "new-whistle")
UPGRADES = (*USED, "caboose", "safe", "boiler", "compass", "stop-signal", "toll-station")
SPECIALS = ("town", "coal-mine", "trading-post", "whistle-factory", "general-store", "gold-mine")


class BadData(ValueError):
    """A data file that cannot be used; the sentence names file, entry and what is wrong."""


@dataclass(frozen=True)
class Path:
    """Joined sides of a tile. `stop` is the good of a round stop, None without a stop."""

    sides: tuple[int, ...]
    stop: str | None


@dataclass(frozen=True)
class Lying:
    """A tile in one rotation. `at` is the index of the path at each side."""

    paths: tuple[Path, ...]
    at: tuple[int, ...]


@dataclass(frozen=True)
class Tile:
    """`kind` is track, one of SPECIALS, delivery or stock-market."""

    id: str
    kind: str
    paths: tuple[Path, ...]
    company: str = ""
    cost: tuple[str, ...] = ()
    bonus: int = 0
    malus: int = 0
    per_share: int = 0

    @cached_property
    def special(self) -> bool:
        return self.kind in SPECIALS

    @cached_property
    def round_stops(self) -> tuple[str, ...]:
        return tuple(path.stop for path in self.paths if path.stop is not None) if self.kind == "track" else ()

    @property
    def lets_end(self) -> bool:
        """Some path of it ends a move."""
        return self.special or bool(self.round_stops)

    @cached_property
    def rotations(self) -> tuple[Lying, ...]:
        """The distinct orientations; the index is the number of turns. A special tile has one."""
        different: list[Lying] = []
        seen: list[frozenset[tuple[tuple[int, ...], str | None]]] = []
        for by in range(6):
            paths = tuple(Path(tuple(sorted((side + by) % 6 for side in path.sides)), path.stop) for path in self.paths)
            look = frozenset((path.sides, path.stop) for path in paths)
            if look not in seen:
                seen.append(look)
                at = tuple(next(i for i, path in enumerate(paths) if side in path.sides) for side in range(6))
                different.append(Lying(paths, at))
        return tuple(different)


@dataclass(frozen=True)
class Upgrade:
    id: str
    points: int
    cost: tuple[str, ...]


@dataclass(frozen=True)
class Station:
    id: str
    hex: str
    side: int  # of the tile beside it


@dataclass(frozen=True)
class Box:
    """Everything that is printed."""

    grid: Grid
    ends: tuple[str, ...]
    middle: tuple[str, ...]
    starts: tuple[str, ...]
    stations: Mapping[str, Station]
    station_at: Mapping[tuple[str, int], str]
    rounds: tuple[tuple[str, ...], ...]
    first_round: Mapping[int, int]  # the space with which a game of so many players begins, from 1
    spaces: tuple[tuple[str, ...], ...]
    cubes: Mapping[str, int]
    rare: tuple[str, ...]
    nuggets: tuple[int, ...]
    companies: tuple[str, ...]
    shares: int
    trains: Mapping[int, int]
    coal: tuple[int, ...]
    tiles: Mapping[str, Tile]
    upgrades: Mapping[str, Upgrade]

    @cached_property
    def goods(self) -> tuple[str, ...]:
        return tuple(self.cubes)

    @cached_property
    def common(self) -> tuple[str, ...]:
        return tuple(good for good in self.cubes if good not in self.rare)

    @cached_property
    def share_words(self) -> tuple[str, ...]:
        return tuple(f"{company}-{number}" for company in self.companies for number in range(1, self.shares + 1))

    @cached_property
    def play_tiles(self) -> tuple[str, ...]:
        """Track and special tiles: those that may be in a hand."""
        return tuple(tile.id for tile in self.tiles.values() if tile.kind == "track" or tile.special)

    @cached_property
    def end_tiles(self) -> tuple[str, ...]:
        return tuple(tile.id for tile in self.tiles.values() if tile.id not in self.play_tiles)

    @cached_property
    def open_cells(self) -> tuple[str, ...]:
        filled = (*self.ends, *self.middle, *self.starts)
        return tuple(hex for hex in self.grid.hexes if hex not in filled)

    @cached_property
    def beyond(self) -> Mapping[tuple[str, int], str]:
        """What lies across a side: a cell or a station; nothing at the rim."""
        across = {
            (hex, side): there
            for hex, sides in self.grid.neighbours.items()
            for side, there in enumerate(sides)
            if there is not None
        }
        for station in self.stations.values():
            across[station.hex, station.side] = station.id
            across[station.id, (station.side + 3) % 6] = station.hex
        return across


@cache
def box() -> Box:
    return read_box(*(_data(name) for name in ("board.toml", "tiles.toml", "upgrades.toml")))


def _data(name: str) -> Mapping[str, Any]:
    return tomllib.loads((files("engine.games.whistle_stop") / "data" / name).read_text("utf-8"))


def read_box(board: Mapping[str, Any], tiles: Mapping[str, Any], upgrades: Mapping[str, Any]) -> Box:
    """The pieces out of the three files; BadData names the file and the entry that is wrong."""
    pieces = _part("board.toml", board, "pieces")
    cubes = _part("board.toml", pieces, "goods")
    goods = tuple(cubes)
    columns = _part("board.toml", board, "columns")
    cells = grid("odd-q", [f"{letter}{row}" for letter, rows in columns.items() for row in range(1, rows + 1)])
    stations = {id: _station(id, text, cells) for id, text in _part("board.toml", board, "stations").items()}
    companies = tuple(pieces["companies"])
    gifts = (*goods, *TOKENS, "any")
    spaces = tuple(_words("board.toml", "resource-track", text, gifts) for text in board["resource-track"]["spaces"])
    most_trains = max(int(players) * trains for players, trains in pieces["trains"].items())
    _check("board.toml", "resource-track", len(spaces) >= most_trains, f"needs {most_trains} spaces or more")
    _check("board.toml", "stations", len(stations) >= most_trains, f"needs {most_trains} or more")
    for zone in ("end", "middle", "start"):
        for hex in board[zone]:
            _check("board.toml", zone, hex in cells.hexes, f"{hex} is no cell of the columns")
    return Box(
        grid=cells,
        ends=tuple(board["end"]),
        middle=tuple(board["middle"]),
        starts=tuple(board["start"]),
        stations=stations,
        station_at={(station.hex, station.side): id for id, station in stations.items()},
        rounds=tuple(_words("board.toml", "rounds", text, TOKENS) for text in board["rounds"]["spaces"]),
        first_round={int(players): space for players, space in board["rounds"]["first"].items()},
        spaces=spaces,
        cubes=dict(cubes),
        rare=_words("board.toml", "pieces.rare", " ".join(pieces["rare"]), goods),
        nuggets=tuple(int(worth) for worth, number in pieces["nuggets"].items() for _ in range(number)),
        companies=companies,
        shares=pieces["shares"],
        trains={int(players): trains for players, trains in pieces["trains"].items()},
        coal=tuple(pieces["coal"]),
        tiles=_tiles(tiles, goods, companies),
        upgrades={id: _upgrade(id, entry, goods) for id, entry in upgrades.items()},
    )


def _station(id: str, text: str, cells: Grid) -> Station:
    hex, _, name = text.partition(" ")
    known = hex in cells.hexes and name in SIDES
    _check("board.toml", f"stations.{id}", known, f"“{text}” is not a cell and a side as in H2 ne")
    side = SIDES.index(name)
    free = cells.neighbours[hex][side] is None and side in EAST
    _check("board.toml", f"stations.{id}", free, f"the {name} side of {hex} does not face the East coast")
    return Station(id, hex, side)


def _tiles(data: Mapping[str, Any], goods: tuple[str, ...], companies: tuple[str, ...]) -> Mapping[str, Tile]:
    tiles: dict[str, Tile] = {}
    for id, text in _part("tiles.toml", data, "track").items():
        tiles[id] = Tile(id, "track", _paths(id, text, goods))
    for group, kinds in (("special", SPECIALS), ("end", ("delivery", "stock-market"))):
        for id, entry in _part("tiles.toml", data, group).items():
            where = f"{group}.{id}"
            kind = entry.get("kind")
            _check("tiles.toml", where, kind in kinds, f"the kind is one of {', '.join(kinds)}, not {kind!r}")
            cost = _words("tiles.toml", where, entry.get("cost", ""), goods)
            if kind in ("town", "delivery"):
                _check("tiles.toml", where, bool(cost) and entry.get("bonus", 0) > 0, "needs a cost and a bonus")
            if kind == "town":
                known = entry.get("company") in companies
                _check("tiles.toml", where, known, f"the company is one of {', '.join(companies)}")
            tiles[id] = Tile(
                id,
                kind,
                (Path(tuple(range(6)), kind),),
                entry.get("company", ""),
                cost,
                entry.get("bonus", 0),
                entry.get("malus", 0),
                entry.get("per-share", 0),
            )
    return tiles


def _paths(id: str, text: str, goods: tuple[str, ...]) -> tuple[Path, ...]:
    where = f"track.{id}"
    paths = []
    for part in text.split(","):
        shape, _, stop = part.strip().partition(" ")
        sides = tuple(sorted(int(side) for side in shape.split("-") if side.isdigit()))
        _check("tiles.toml", where, not stop or stop in goods, f"“{stop}” is no good")
        joined = len(sides) == 2 or (len(sides) > 2 and bool(stop))
        _check("tiles.toml", where, joined, f"“{part.strip()}” joins two sides, or more at a stop")
        paths.append(Path(sides, stop or None))
    used = sorted(side for path in paths for side in path.sides)
    _check("tiles.toml", where, used == list(range(6)), "uses each of the sides 0 to 5 exactly once")
    stops = [path.stop for path in paths if path.stop]
    _check("tiles.toml", where, len(set(stops)) == len(stops), "names each good once: the notation tells stops by it")
    return tuple(paths)


def _upgrade(id: str, entry: Mapping[str, Any], goods: tuple[str, ...]) -> Upgrade:
    _check("upgrades.toml", id, id in UPGRADES, f"is none of {', '.join(UPGRADES)}")
    cost = _words("upgrades.toml", id, entry.get("cost", ""), goods)
    _check("upgrades.toml", id, bool(cost) and isinstance(entry.get("points"), int), "needs a cost and points")
    return Upgrade(id, entry["points"], cost)


def _part(file: str, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = data.get(name)
    _check(file, name, isinstance(part, Mapping), "is missing")
    found: Mapping[str, Any] = data[name]
    return found


def _words(file: str, where: str, text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    words = tuple(text.split())
    for word in words:
        _check(file, where, word in known, f"“{word}” is none of {', '.join(known)}")
    return words


def _check(file: str, where: str, holds: bool, why: str) -> None:
    if not holds:
        raise BadData(f"{file}, {where}: {why}")
