"""Whole build turns worth suggesting: which links could be finished now, and what they would bring.

A project is a run of tiles that finishes one link. Projects are found by walking from cities, loose ends and own
towns over hexes where a tile could lie; the best ones are put together to a line and checked by the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.core.game import Suggestion
from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.age_of_steam import laying, urbanizing
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.building import with_city, with_tile
from engine.games.age_of_steam.components import NEW_CITIES, rail_map, tile_set
from engine.games.age_of_steam.delivering import hauls
from engine.games.age_of_steam.lay_rules import refuse_lay
from engine.games.age_of_steam.moves import Done, Lay, Urbanize
from engine.games.age_of_steam.state import Building, State
from engine.rail.goods import LETTERS
from engine.rail.hexes import SIDES, opposite
from engine.rail.tiles import Track, mask

# Steps that a link joined to the own network may bring in each turn to come, besides the goods that lie ready.
FUTURE = 0.3
LOOKED_AT = 24  # projects whose deliveries are worked out
MOST_SPENT = 10  # dollars that shares are issued for in one turn
LONGEST_HAUL = 4  # links looked at when judging a project


@dataclass(frozen=True)
class Project:
    """Tiles that finish the link from `start` to `end`; `steps` are its segments for the score."""

    start: str
    end: str
    lays: tuple[Lay, ...]
    cost: int
    saves: bool  # carries on a line that the seat would lose


@dataclass(frozen=True)
class _Head:
    """Where track can go on: the hex to build in and the side it is entered by."""

    start: str
    hex: str
    entry: int
    before: tuple[Lay, ...] = ()
    cost: int = 0
    saves: bool = False


@cache
def _simple() -> Mapping[Track, tuple[str, int]]:
    """The simple tile that carries a track."""
    return {
        placement.tracks[0]: (placement.tile.id, placement.rotation)
        for placement in tile_set().placements
        if placement.tile.family == "simple"
    }


@cache
def _double() -> Mapping[tuple[Track, Track], tuple[tuple[str, int], ...]]:
    """The complex tiles that carry an old track and a new one."""
    found: dict[tuple[Track, Track], list[tuple[str, int]]] = {}
    for placement in tile_set().placements:
        if len(placement.tracks) == 2 and placement.tile.family != "town":
            a, b = placement.tracks
            for pair in ((a, b), (b, a)):
                found.setdefault(pair, []).append((placement.tile.id, placement.rotation))
    return {pair: tuple(tiles) for pair, tiles in found.items()}


@cache
def _to_nearest_stop(map_name: str) -> Mapping[str, int]:
    """How many hexes away the nearest city or town is."""
    map = rail_map(map_name)
    return {hex: min(map.layout.distance(hex, stop) for stop in map.stop_names) for hex in map.grid.hexes}


class _Search:
    def __init__(self, s: State, seat: int, budget: int) -> None:
        self.s = s
        self.seat = seat
        self.board = s.board
        self.beside = s.board.map.grid.neighbours
        self.near = _to_nearest_stop(s.board.map_name)
        self.budget = budget
        self.tiles = s.building.tiles_left if s.building is not None else 0
        self.touched = s.building.touched if s.building is not None else ()

    def projects(self) -> list[Project]:
        """The cheapest project for each pair of stops."""
        best: dict[tuple[str, str], Project] = {}
        for head in self.heads():
            for project in self.walk(head, head.before, head.cost, (head.start,)):
                a, b = sorted((project.start, project.end))
                known = best.get((a, b))
                if known is None or (project.cost, len(project.lays)) < (known.cost, len(known.lays)):
                    best[a, b] = project
        return list(best.values())

    def heads(self) -> Iterator[_Head]:
        board = self.board
        for city in board.cities:
            for side in SIDES:
                there = self.beside[city][side]
                if there is not None and not board.is_city(there):
                    yield _Head(city, there, opposite(side))
        if not self.s.players[self.seat].started:
            return
        for line in board.lines:
            if line.owner in (None, self.seat) and line.stop is not None:
                for hex, exit in line.loose:
                    there = self.beside[hex][exit]
                    if there is not None:
                        yield _Head(line.stop, there, opposite(exit), saves=line.owner == self.seat)
        yield from self.town_heads()

    def town_heads(self) -> Iterator[_Head]:
        """New exits of towns where the seat has track."""
        for hex, tiled in self.board.laid.items():
            if hex in self.touched or not self.board.is_town(hex):
                continue
            if not any(track.owner == self.seat for track in tiled.tracks):
                continue
            for exit in SIDES:
                there = self.beside[hex][exit]
                if there is None or exit in tiled.exits or self.board.rails.beyond(hex, exit) is not None:
                    continue
                for tile, rotation in self.town_tiles(hex, (*tiled.exits, exit)):
                    yield _Head(hex, there, opposite(exit), (Lay(hex, tile, rotation),), 3)

    def town_tiles(self, hex: str, wanted: Sequence[int]) -> Iterator[tuple[str, int]]:
        """The first tile of the supply with just these exits."""
        sides = mask(wanted)
        for placement in tile_set().placements:
            left = self.board.tiles_used.get(placement.tile.id, 0) < placement.tile.count
            if placement.mask == sides and left:
                yield placement.tile.id, placement.rotation
                return

    def walk(self, head: _Head, lays: tuple[Lay, ...], cost: int, seen: tuple[str, ...]) -> Iterator[Project]:
        """Every way to finish the link from here with the tiles and the money left."""
        hex, entry = head.hex, head.entry
        left = self.tiles - len(lays)
        if left <= 0 or hex in seen or hex in self.touched or self.near[hex] > left:
            return
        if self.board.is_town(hex):
            yield from self.reach_town(head, lays, cost)
            return
        for exit in SIDES:
            beyond = self.beside[hex][exit]
            if exit == entry or beyond is None:
                continue
            for lay, price in self.tiles_for(hex, entry, exit):
                if cost + price > self.budget:
                    continue
                end = self.end_of(hex, exit, beyond)
                if end is not None:
                    if end not in seen:
                        yield Project(head.start, end, (*lays, lay), cost + price, head.saves)
                elif not self.board.is_city(beyond) and self.board.rails.beyond(hex, exit) is None:
                    onward = _Head(head.start, beyond, opposite(exit), saves=head.saves)
                    yield from self.walk(onward, (*lays, lay), cost + price, (*seen, hex))

    def tiles_for(self, hex: str, entry: int, exit: int) -> Iterator[tuple[Lay, int]]:
        """The tile that joins two sides of an ordinary hex, with its price."""
        track = (min(entry, exit), max(entry, exit))
        old = self.board.laid.get(hex)
        if old is None:
            tile, rotation = _simple()[track]
            choices: tuple[tuple[str, int], ...] = ((tile, rotation),)
        elif len(old.tracks) == 1:
            choices = _double().get(((old.tracks[0].a, old.tracks[0].b), track), ())
        else:
            return
        for tile, rotation in choices:
            if self.board.tiles_used.get(tile, 0) < tile_set()[tile].count:
                lay = Lay(hex, tile, rotation)
                yield lay, laying.price(self.s, self.seat, lay)
                return

    def end_of(self, hex: str, exit: int, beyond: str) -> str | None:
        """The stop that track leaving by this exit reaches at once: a city, or the stop of a line it meets."""
        if self.board.is_city(beyond):
            return beyond
        piece = self.board.rails.beyond(hex, exit)
        if piece is None:
            return None
        line = self.board.line_at[piece]
        return line.stop if line.owner in (None, self.seat) else None

    def reach_town(self, head: _Head, lays: tuple[Lay, ...], cost: int) -> Iterator[Project]:
        old = self.board.laid.get(head.hex)
        wanted = (head.entry,) if old is None else (*old.exits, head.entry)
        if old is not None and head.entry in old.exits:
            return
        if not self.s.players[self.seat].started and not lays:
            return
        for tile, rotation in self.town_tiles(head.hex, wanted):
            lay = Lay(head.hex, tile, rotation)
            price = laying.price(self.s, self.seat, lay)
            if cost + price <= self.budget:
                yield Project(head.start, head.hex, (*lays, lay), cost + price, head.saves)


def wish(s: State, seat: int) -> int:
    """What the best building of the coming build turn would cost, if it is worth it."""
    ready = s if s.building is not None else s.with_building(Building(3))
    now = _steps(ready, ready.board, seat)
    found = sorted(_Search(ready, seat, MOST_SPENT).projects(), key=lambda project: _promising(ready, project))
    judged = [(_worth(ready, seat, project, now), project.cost) for project in found[:LOOKED_AT]]
    worth, cost = max(judged, default=(0.0, 0))
    return cost if worth > 0 else 0


def budget(s: State, seat: int) -> int:
    """What may be spent without falling short at the end of the turn, deliveries of this turn counted in.

    Should others take the goods, income makes up for what is missing, but never so much that the seat is bankrupt.
    """
    player = s.players[seat]
    # A first link will bring something; after that the deliveries that can be made are known.
    expected = sum(haul.own for haul in hauls(s, seat, player.engine)[:2]) if player.started else 1
    spare = player.money + player.income - player.shares - player.engine
    return min(player.money, max(spare + min(expected, player.income), 0))


def _steps(s: State, board: Board, seat: int) -> float:
    """Steps of income that the seat's best deliveries of this and the next turn would bring on this board."""
    engine = min(s.players[seat].engine + 1, LONGEST_HAUL)
    best = [haul.own for haul in hauls(s.with_board(board), seat, engine)[:4]]
    return sum(steps * share for steps, share in zip(best, (1.0, 0.9, 0.6, 0.5), strict=False))


def _worth(s: State, seat: int, project: Project, now: float) -> float:
    board = s.board
    for lay in project.lays:
        change = laying.compare(board, lay.hex, tile_set()[lay.tile], lay.rotation)
        board = laying.lay(board, seat, lay, change)
    at_home = {end for line in s.board.lines if line.owner == seat for end in line.ends}
    joined = not at_home or project.start in at_home or project.end in at_home
    gained = _steps(s, board, seat) - now + (FUTURE if joined else FUTURE / 4) * (s.turns - s.turn)
    return gained * step_worth(s) + len(project.lays) + project.saves - dollar_worth(s) * project.cost


def dollar_worth(s: State) -> float:
    """In points: five dollars cost a share, which is three points and a dollar in every turn to come."""
    return (3 + 0.7 * (s.turns - s.turn + 1)) / 5


def step_worth(s: State) -> float:
    """A step of income in points: three, and a dollar in every turn to come."""
    return 3 + dollar_worth(s) * (s.turns - s.turn)


def _promising(s: State, project: Project) -> tuple[float, int]:
    """A cheap guess at the worth of a project: goods that its ends have for each other."""
    ways = ((project.start, project.end), (project.end, project.start))
    fitting = sum(s.goods.get(a, "").count(LETTERS[s.board.cities[b]]) for a, b in ways if b in s.board.cities)
    return -(fitting + len(project.lays) * 0.5 + project.saves - project.cost * 0.4), project.cost


def _best_projects(s: State, seat: int) -> list[tuple[float, Project]]:
    found = sorted(_Search(s, seat, budget(s, seat)).projects(), key=lambda project: _promising(s, project))
    now = _steps(s, s.board, seat)
    judged = [(_worth(s, seat, project, now), project) for project in found[:LOOKED_AT]]
    return sorted(judged, key=lambda pair: -pair[0])


def _playable(s: State, seat: int, project: Project) -> State | None:
    for lay in project.lays:
        if refuse_lay(s, seat, lay) is not None:
            return None
        s = with_tile(s, seat, lay)
    return s


def _line(s: State, seat: int, first: Project, more: Sequence[Project]) -> tuple[State, Line] | None:
    """The first project and then as many of the others as fit."""
    after = _playable(s, seat, first)
    if after is None:
        return None
    s, lays = after, first.lays
    allowed = budget(s, seat)
    for project in more:
        if project.cost <= allowed and (after := _playable(s, seat, project)) is not None:
            s, lays = after, lays + project.lays
            allowed -= project.cost
    return s, (*lays, Done())


def suggest_building(s: State, seat: int, n: int) -> list[Suggestion]:
    head: Line = ()
    start = s
    city = _best_city(s, seat) if s.building is not None and s.building.may_urbanize else None
    if city is not None:
        head, s = (city,), with_city(s, seat, city)
    judged = _best_projects(s, seat)
    good = [project for worth, project in judged if worth > 0]
    suggestions: list[tuple[float, Suggestion]] = []
    for index, (worth, project) in enumerate(judged):
        if len(suggestions) >= max(n - 1, 1) or (worth <= 0 and suggestions):
            break
        others = [other for other in good if other is not project] if index == 0 else []
        made = _line(s, seat, project, others)
        if made is not None:
            suggestions.append((worth, _suggestion(start, seat, made[0], (*head, *made[1]))))
    leaving = say("leaves", money=start.players[seat].money)
    idle = [Suggestion((Done(),), say("build-nothing"), leaving)]
    if city is not None:
        idle.insert(0, Suggestion((*head, Done()), _city_label(city), leaving))
    building = [suggestion for _, suggestion in suggestions]
    worthwhile = bool(suggestions) and suggestions[0][0] > 0
    return [*building, *idle][:n] if worthwhile else [*idle, *building][:n]


def _city_label(move: Urbanize) -> Say:
    return say("new-city-label", town=move.town, colour=NEW_CITIES[move.letter])


def _suggestion(before: State, seat: int, after: State, line: Line) -> Suggestion:
    cost = before.players[seat].money - after.players[seat].money
    tiles = sum(isinstance(move, Lay) for move in line)
    return Suggestion(
        line,
        say("build-label", what=_results(before.board, after.board, seat, line), n=tiles, cost=cost),
        say("leaves", money=after.players[seat].money),
    )


def _results(before: Board, after: Board, seat: int, line: Line) -> tuple[Say, ...]:
    """The links that are new, and the New City."""
    names = after.map.stop_names
    said = [_city_label(move) for move in line if isinstance(move, Urbanize)]
    known = {link.pieces for link in before.links}
    for link in after.links:
        a, b = link.ends
        if link.owner == seat and link.pieces not in known and a is not None and b is not None:
            said.append(say("new-link", a=names[a], b=names[b]))
    return tuple(said) or (say("redirected"),)


def _best_city(s: State, seat: int) -> Urbanize | None:
    """The New City that makes the seat's goods most valuable: on a town of its own network."""
    served = {end for line in s.board.lines if line.owner == seat for end in line.ends if end is not None}
    heads = {
        s.board.map.grid.neighbours[hex][exit]
        for line in s.board.lines
        if line.owner == seat
        for hex, exit in line.loose
    }
    now = _steps(s, s.board, seat)
    best: tuple[float, Urbanize] | None = None
    tried: set[tuple[str, str]] = set()
    for move in urbanizing.offers(s):
        hex, colour = s.board.map.stop_hex[move.town], NEW_CITIES[move.letter]
        if (hex not in served and hex not in heads) or (hex, colour) in tried:
            continue
        tried.add((hex, colour))
        worth = _steps(s, urbanizing.placed(s.board, seat, move), seat) - now
        if best is None or worth > best[0]:
            best = (worth, move)
    return best[1] if best is not None and best[0] >= 0 else None


def rank_building(s: State, seat: int, moves: Sequence[Move]) -> list[Move]:
    """What a suggested line contains comes first, `done` last."""
    wanted = {str(move): at for at, move in enumerate(m for tip in suggest_building(s, seat, 5) for m in tip.line)}
    return sorted(moves, key=lambda move: (isinstance(move, Done), wanted.get(str(move), len(wanted))))
