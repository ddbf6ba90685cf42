"""Projects: runs of tiles that finish one link or, through a town, several in a row.

They are found by walking from cities, loose ends and towns of the seat over hexes where a tile could lie. What is
found obeys most rules of building; `lay_rules` has the last word.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.games.age_of_steam import tile_work
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import rail_map, tile_set
from engine.games.age_of_steam.moves import Lay
from engine.games.age_of_steam.prospects import Pair
from engine.games.age_of_steam.state import State
from engine.rail.hexes import SIDES, opposite
from engine.rail.tiles import Placement, Track, mask
from engine.rail.track import Line


@dataclass(frozen=True, slots=True)
class Project:
    links: tuple[Pair, ...]
    lays: tuple[Lay, ...]
    cost: int
    saves: bool = False  # carries on a line that the seat would lose


@dataclass(frozen=True, slots=True)
class _Head:
    """Where track can go on: the stop it comes from, the hex to build in, and the side by which it enters."""

    start: str
    hex: str
    entry: int
    made: Project
    seen: tuple[str, ...]  # stops and hexes of the run so far

    def after(self, lay: Lay, price: int) -> Project:
        return Project(self.made.links, (*self.made.lays, lay), self.made.cost + price, self.made.saves)


NOTHING = Project((), (), 0)


@cache
def _simple() -> Mapping[Track, Placement]:
    """The simple tile that carries a track."""
    return {p.tracks[0]: p for p in tile_set().placements if p.tile.family == "simple"}


@cache
def _double() -> Mapping[tuple[Track, Track], tuple[Placement, ...]]:
    """The complex tiles that carry an old track and a new one."""
    found: dict[tuple[Track, Track], list[Placement]] = {}
    for placement in tile_set().placements:
        if len(placement.tracks) == 2 and placement.tile.family != "town":
            a, b = placement.tracks
            for pair in ((a, b), (b, a)):
                found.setdefault(pair, []).append(placement)
    return {pair: tuple(tiles) for pair, tiles in found.items()}


@cache
def _on_towns() -> Mapping[int, tuple[Placement, ...]]:
    """The tiles with just these exits, as a mask; those with a printed town first, for discs are few (aos-6.7)."""
    found: dict[int, list[Placement]] = {}
    for placement in sorted(tile_set().placements, key=lambda placement: placement.tile.family != "town"):
        found.setdefault(placement.mask, []).append(placement)
    return {exits: tuple(tiles) for exits, tiles in found.items()}


@cache
def _to_nearest_stop(map_name: str) -> Mapping[str, int]:
    """How many hexes away the nearest city or town is."""
    map = rail_map(map_name)
    return {hex: min(map.layout.distance(hex, stop) for stop in map.stop_names) for hex in map.grid.hexes}


def find_projects(s: State, seat: int, budget: int, at_home: bool) -> list[Project]:
    """The cheapest project for each set of links: those that begin at the seat's own track, or all the others."""
    best: dict[tuple[Pair, ...], Project] = {}
    search = _Search(s, seat, budget)
    for head in search.heads_at_home() if at_home else search.heads_elsewhere():
        for project in search.walk(head):
            links = tuple(sorted(project.links))
            known = best.get(links)
            if known is None or (project.cost, len(project.lays)) < (known.cost, len(known.lays)):
                best[links] = project
    return list(best.values())


def projects_from(s: State, seat: int, budget: int, stops: Sequence[str]) -> Iterator[Project]:
    """Every project that begins at one of these stops."""
    search = _Search(s, seat, budget)
    for head in (*search.heads_at_home(), *search.heads_elsewhere()):
        if head.start in stops:
            yield from search.walk(head)


class _Search:
    def __init__(self, s: State, seat: int, budget: int) -> None:
        self.s = s
        self.seat = seat
        self.board: Board = s.board
        self.beside = s.board.map.grid.neighbours
        self.near = _to_nearest_stop(s.board.map_name)
        self.budget = budget
        self.tiles = s.building.tiles_left if s.building is not None else 0
        self.touched = s.building.touched if s.building is not None else ()
        self.started = s.players[seat].started
        self.home = {end for line in s.board.lines if line.owner == seat for end in line.ends}

    def heads_at_home(self) -> Iterator[_Head]:
        for city in self.board.cities:
            if city in self.home:
                yield from self.city_heads(city)
        for line in self.board.lines:
            if line.owner == self.seat:
                yield from self.loose_heads(line)
        yield from self.town_heads()

    def heads_elsewhere(self) -> Iterator[_Head]:
        for city in self.board.cities:
            if city not in self.home:
                yield from self.city_heads(city)
        for line in self.board.lines:
            if line.owner is None and self.started:
                yield from self.loose_heads(line)

    def city_heads(self, city: str) -> Iterator[_Head]:
        for side in SIDES:
            there = self.beside[city][side]
            if there is not None and not self.board.is_city(there):
                yield _Head(city, there, opposite(side), NOTHING, (city,))

    def loose_heads(self, line: Line) -> Iterator[_Head]:
        assert line.stop is not None, "a line begins at a stop"
        made = Project((), (), 0, saves=line.owner == self.seat)
        for hex, exit in line.loose:
            there = self.beside[hex][exit]
            if there is not None:
                yield _Head(line.stop, there, opposite(exit), made, (line.stop,))

    def town_heads(self) -> Iterator[_Head]:
        """New exits of towns where the seat has track."""
        for hex, tiled in self.board.laid.items():
            if hex in self.touched or not self.board.is_town(hex):
                continue
            if any(track.owner == self.seat for track in tiled.tracks):
                yield from self.exits_of_town(hex, tiled.exits, _Head(hex, hex, 0, NOTHING, ()))

    def exits_of_town(self, town: str, there: Sequence[int], head: _Head) -> Iterator[_Head]:
        """The run goes on from the town by one more exit, besides those that must be there."""
        for exit in SIDES:
            beyond = self.beside[town][exit]
            if exit in there or beyond is None or self.board.rails.beyond(town, exit) is not None:
                continue
            lay = self.town_tile(town, (*there, exit))
            if lay is not None:
                made = head.after(lay, tile_work.price(self.s, self.seat, lay))
                yield _Head(town, beyond, opposite(exit), made, (*head.seen, town))

    def town_tile(self, hex: str, exits: Sequence[int]) -> Lay | None:
        """The first tile of the supply with just these exits."""
        for placement in _on_towns().get(mask(exits), ()):
            if self.left(placement):
                return Lay(hex, placement.tile.id, placement.rotation)
        return None

    def left(self, placement: Placement) -> bool:
        return self.board.tiles_used.get(placement.tile.id, 0) < placement.tile.count

    def walk(self, head: _Head) -> Iterator[Project]:
        """Every way to finish a link from here with the tiles and the money left."""
        hex, entry = head.hex, head.entry
        left = self.tiles - len(head.made.lays)
        if hex in head.seen or hex in self.touched or self.too_far(hex, left):
            return
        if self.board.is_town(hex):
            yield from self.reach_town(head, left)
            return
        for exit in SIDES:
            beyond = self.beside[hex][exit]
            if exit == entry or beyond is None:
                continue
            end = self.end_of(hex, exit, beyond)
            if end is None and (self.too_far(beyond, left - 1) or self.board.rails.beyond(hex, exit) is not None):
                continue  # it cannot become a link now, or it would meet another player's track
            lay = self.tile_for(hex, entry, exit)
            if lay is None:
                continue
            made = head.after(lay, tile_work.price(self.s, self.seat, lay))
            if made.cost > self.budget:
                continue
            if end is None:
                yield from self.walk(_Head(head.start, beyond, opposite(exit), made, (*head.seen, hex)))
            elif end not in head.seen:
                yield finished(made, head.start, end)

    def too_far(self, hex: str, tiles: int) -> bool:
        """Whether no stop can be reached over this hex with so many tiles."""
        return tiles <= 0 or self.near[hex] > tiles

    def tile_for(self, hex: str, entry: int, exit: int) -> Lay | None:
        """The tile that joins two sides of an ordinary hex."""
        track = (min(entry, exit), max(entry, exit))
        old = self.board.laid.get(hex)
        choices: tuple[Placement, ...] = ()
        if old is None:
            choices = (_simple()[track],)
        elif len(old.tracks) == 1:
            (there,) = old.tracks
            choices = _double().get(((there.a, there.b), track), ())
        placement = next((choice for choice in choices if self.left(choice)), None)
        return None if placement is None else Lay(hex, placement.tile.id, placement.rotation)

    def end_of(self, hex: str, exit: int, beyond: str) -> str | None:
        """The stop that track leaving by this exit reaches at once: a city, or the stop of a line it meets."""
        if self.board.is_city(beyond):
            return beyond
        piece = self.board.rails.beyond(hex, exit)
        if piece is None:
            return None
        line = self.board.line_at[piece]
        return line.stop if line.owner in (None, self.seat) else None

    def reach_town(self, head: _Head, left: int) -> Iterator[Project]:
        """The link ends in the town, or the run goes on through it at once: later that would be a replacement."""
        town = head.hex
        old = self.board.laid.get(town)
        there = (head.entry,) if old is None else (*old.exits, head.entry)
        lay = self.town_tile(town, there)
        if lay is not None:
            made = head.after(lay, tile_work.price(self.s, self.seat, lay))
            if made.cost <= self.budget:
                yield finished(made, head.start, town)
        if left > 1:
            through = _Head(head.start, town, head.entry, finished(head.made, head.start, town), head.seen)
            for onward in self.exits_of_town(town, there, through):
                if onward.made.cost <= self.budget:
                    yield from self.walk(onward)


def finished(project: Project, start: str, end: str) -> Project:
    pair = (start, end) if start < end else (end, start)
    return Project((*project.links, pair), project.lays, project.cost, project.saves)
