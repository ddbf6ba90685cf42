"""The rules of laying a tile once more, from docs/rules/age-of-steam.md, in another way than the game does it.

The board is a set of segments between ports. A port is a side between two hexes of land, a city, or a town. Segments
that share a side belong together; everything else follows from that.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.age_of_steam.moves import Lay
from engine.games.age_of_steam.state import State
from tests.engine.age_of_steam.boards import MAP

Port = tuple[str, ...]
Segment = tuple[str, frozenset[Port]]  # the hex and the two ports

# aos-1.7: the tracks by their exits, and how many there are.
TILES = {
    "straight": ("03", 48),
    "gentle": ("02", 55),
    "tight": ("01", 7),
    "cross-straights": ("03 25", 4),
    "cross-mixed": ("03 15", 4),
    "cross-curves": ("04 35", 3),
    "side-straight": ("03 12", 1),
    "side-curves": ("02 35", 1),
    "side-left": ("35 12", 1),
    "side-right": ("35 01", 1),
    "stub": ("0", 3),
    "star": ("0 2 4", 2),
    "fork-left": ("0 3 5", 2),
    "fork-right": ("0 1 3", 2),
    "fan": ("5 0 1", 2),
}
SIMPLE = ("straight", "gentle", "tight")
TOWN = ("stub", "star", "fork-left", "fork-right", "fan")


@dataclass
class Oracle:
    """Answers for one position and the seat that builds in it."""

    s: State
    seat: int

    def __post_init__(self) -> None:
        laid = self.s.board.laid
        self.cities = {**MAP.city_at, **self.s.board.new_cities}
        self.segments: dict[Segment, int | None] = {}
        for hex, tiled in laid.items():
            for track in tiled.tracks:
                ends = [("town", hex) if end == 6 else self.port(hex, end) for end in (track.a, track.b)]
                self.segments[hex, frozenset(ends)] = track.owner
        self.at: dict[Port, list[Segment]] = defaultdict(list)
        for segment in self.segments:
            for port in segment[1]:
                self.at[port].append(segment)
        self.on: dict[str, list[Segment]] = defaultdict(list)
        for segment in self.segments:
            self.on[segment[0]].append(segment)
        self.used = Counter(tiled.tile for tiled in laid.values())
        self.discs = {hex for hex, tiled in laid.items() if self.is_town(hex) and tiled.tile not in TOWN}

    def is_town(self, hex: str) -> bool:
        return hex in MAP.town_at and hex not in self.cities

    def port(self, hex: str, side: int) -> Port:
        there = MAP.layout.neighbour(hex, side)
        if there is None or MAP.terrain.get(there, "lake") == "lake":
            return ("nowhere", hex, str(side))
        return ("city", there) if there in self.cities else ("side", *sorted((hex, there)))

    def shape(self, hex: str, move: Lay) -> set[Segment]:
        found = set()
        for part in TILES[move.tile][0].split():
            sides = [(int(side) + move.rotation) % 6 for side in part]
            if self.is_town(hex):
                found |= {(hex, frozenset([("town", hex), self.port(hex, side)])) for side in sides}
            else:
                found.add((hex, frozenset(self.port(hex, side) for side in sides)))
        return found

    def after(self, move: Lay) -> dict[Segment, int | None] | None:
        """All segments with their owners after the tile; None when it is refused."""
        turn, hex = self.s.building, move.hex
        if turn is None or turn.tiles_left < 1 or hex in turn.touched:
            return None
        if MAP.terrain.get(hex, "lake") == "lake" or hex in self.cities or not self.has_pieces(hex, move.tile):
            return None
        if self.price(hex, move.tile) > self.s.players[self.seat].money:
            return None
        old, new = set(self.on[hex]), self.shape(hex, move)
        redirected = self.redirected(hex, old - new, new - old)
        if redirected is None or new <= old or len(new) < len(old):
            return None
        added = new - old - set(redirected)
        if not self.well_placed(hex, new - old) or not self.first_tile(move, new):
            return None
        if not self.connected(hex, old, added):
            return None
        return self.owners(old, new, redirected)

    def has_pieces(self, hex: str, tile: str) -> bool:
        old = self.s.board.laid.get(hex)
        if self.used[tile] - (old is not None and old.tile == tile) >= TILES[tile][1]:
            return False
        if self.is_town(hex):
            return tile in TOWN or len(self.discs - {hex}) < 8
        if tile in TOWN:
            return False
        return tile in SIMPLE or old is not None or self.s.on("direct-complex")

    def price(self, hex: str, tile: str) -> int:
        if self.s.on("engineer-flat") and self.s.players[self.seat].action == "engineer":
            return 2
        old = self.s.board.laid.get(hex)
        crossing = tile.startswith("cross")
        if self.is_town(hex):
            return 3 if old is not None else 1 + len(TILES[tile][0].replace(" ", ""))
        if old is None:
            dear = 0 if tile in SIMPLE else 2 if crossing else 1
            return {"plain": 2, "river": 3, "mountain": 4}[MAP.terrain[hex]] + dear
        if old.tile in SIMPLE and tile not in SIMPLE:
            return 2 if self.s.on("coexist-upgrade-2") and not crossing else 3
        return 2

    def redirected(self, hex: str, gone: set[Segment], fresh: set[Segment]) -> dict[Segment, Segment] | None:
        """The new segments to which loose ends have moved, with the old ones; None when old track is lost."""
        moved: dict[Segment, Segment] = {}
        for segment in gone:
            loose = [port for port in segment[1] if port[0] == "side" and len(self.at[port]) == 1]
            if self.is_town(hex) or not loose or self.segments[segment] not in (None, self.seat):
                return None
            (stays,) = segment[1] - {loose[0]}
            targets = [new for new in fresh - set(moved) if stays in new[1]]
            if not targets:
                return None
            moved[targets[0]] = segment
        return moved

    def well_placed(self, hex: str, fresh: set[Segment]) -> bool:
        ports = [port for segment in fresh for port in segment[1]]
        others = [self.segments[other] for port in ports for other in self.beyond(hex, port)]
        return not any(port[0] == "nowhere" for port in ports) and all(o in (None, self.seat) for o in others)

    def beyond(self, hex: str, port: Port) -> list[Segment]:
        return [segment for segment in self.at.get(port, []) if port[0] == "side" and segment[0] != hex]

    def first_tile(self, move: Lay, new: set[Segment]) -> bool:
        if self.s.players[self.seat].started:
            return True
        return move.tile in SIMPLE and any(port[0] == "city" for segment in new for port in segment[1])

    def connected(self, hex: str, old: set[Segment], added: set[Segment]) -> bool:
        touching = [any(p[0] == "city" or self.beyond(hex, p) for p in segment[1]) for segment in added]
        if self.is_town(hex):
            return any(touching) or any(self.segments[segment] == self.seat for segment in old)
        return all(touching)

    def owners(
        self, old: set[Segment], new: set[Segment], redirected: dict[Segment, Segment]
    ) -> dict[Segment, int | None] | None:
        owners = {segment: owner for segment, owner in self.segments.items() if segment not in old}
        added = new - old - set(redirected)
        for segment in new:
            came_from = redirected.get(segment, segment)
            owners[segment] = self.seat if segment in added else self.segments[came_from]
        own = 0
        for line in lines(owners):
            stops = [port for segment in line for port in segment[1] if port[0] != "side"]
            fresh = set(line) & (new - old)
            if len(stops) == 2 and stops[0] == stops[1] and fresh:
                return None  # back to the same stop
            if set(line) & added or (fresh and len(stops) == 2):
                owners |= dict.fromkeys(line, self.seat)
            own += owners[line[0]] == self.seat
        return owners if own <= 20 else None


def lines(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Segments that hang together at sides of hexes."""
    at: dict[Port, list[Segment]] = defaultdict(list)
    left = dict.fromkeys(segments)
    for segment in left:
        for port in segment[1]:
            if port[0] == "side":
                at[port].append(segment)
    found = []
    while left:
        line, todo = [], [next(iter(left))]
        while todo:
            segment = todo.pop()
            if segment in left:
                del left[segment]
                line.append(segment)
                todo += [other for port in segment[1] for other in at.get(port, ())]
        found.append(line)
    return found
