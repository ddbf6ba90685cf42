"""Where trains can go: along the printed track, over tiles on the board and tiles still in hand.

Chapters 3, 4 and 5. Nothing here changes a position. It tells what a train meets and whether its move can end.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.games.whistle_stop.components import EAST, Tile, box
from engine.games.whistle_stop.state import Running, Spot, State, Tiled
from engine.rail.hexes import opposite

COAL = "coal"
WHISTLE = "whistle"
WHISTLE_STOPS = 2


class Arrival(msgspec.Struct, frozen=True):
    """Where a move ends."""

    spot: Spot


Head = Running | Arrival | None  # None: the way is closed


class Rails(msgspec.Struct, frozen=True):
    """What a mover meets: the tiles, whose train is on each round stop, and the tiles on which it may not end."""

    tiles: Mapping[str, Tiled]
    taken: Mapping[Spot, int]
    closed: tuple[str, ...]  # whi-8.17
    seat: int

    def with_tile(self, hex: str, tile: str, rotation: int) -> "Rails":
        return Rails({**self.tiles, hex: Tiled(tile, rotation)}, self.taken, self.closed, self.seat)


def rails(s: State, seat: int) -> Rails:
    """The map as the seat's trains find it."""
    signal = s.owner("stop-signal")
    closed: tuple[str, ...] = ()
    if signal is not None and signal != seat:
        closed = tuple(spot.hex for spot in s.players[signal].trains if spot.hex in s.tiles)
    return Rails(s.tiles, s.taken, closed, seat)


def path_sides(tiles: Mapping[str, Tiled], spot: Spot) -> tuple[int, ...]:
    """The sides by which a train may leave where it stands."""
    station = box().stations.get(spot.hex)
    if station is not None:
        return (opposite(station.side),)
    return tiles[spot.hex].lying.paths[spot.path].sides


def begin(way: Rails, spot: Spot, side: int, token: str) -> Head:
    """A train leaves the stop at which it stands."""
    return leave(way, Running(token, spot, "leave", spot.hex, side, (spot,)), side)


def leave(way: Rails, at: Running, side: int) -> Head:
    """The train goes on from where it is by this side, up to its end or the next decision."""
    hex, used, stops, pieces = at.hex, at.used, at.stops, box()
    while True:
        if at.token == COAL and side in EAST:  # whi-3.2
            return None
        there = pieces.beyond.get((hex, side))
        if there is None:  # whi-3.3
            return None
        entry = opposite(side)
        if there in pieces.stations:  # whi-4.5
            station = Spot(there)
            return None if station in way.taken or station in used else Arrival(station)
        tiled = way.tiles.get(there)
        if tiled is None:
            return Running(at.token, at.start, "lay", there, entry, used, stops)
        tile = pieces.tiles[tiled.tile]
        lying = tiled.lying
        spot = Spot(there, lying.at[entry])
        if spot in used:  # whi-3.7
            return None
        used = (*used, spot)
        path = lying.paths[spot.path]
        if path.stop is None:
            hex, side = there, next(out for out in path.sides if out != entry)
            continue
        if tile.kind in ("delivery", "stock-market"):
            if at.token == WHISTLE and stops + 1 < WHISTLE_STOPS:  # whi-4.6
                return Running(at.token, at.start, "end", there, entry, used, stops + 1, may_end=True)
            return Arrival(spot)
        taker = None if tile.special else way.taken.get(spot)
        if taker == way.seat:  # whi-3.5, whi-4.2
            leaves = any(out != entry and (at.token != COAL or out not in EAST) for out in path.sides)
            return Running(at.token, at.start, "leave", there, entry, used, stops) if leaves else None
        may_end = open_to(way, spot)
        if at.token == COAL:  # whi-3.4, whi-3.6
            return Arrival(spot) if may_end else None
        stops += 1
        if stops == WHISTLE_STOPS:
            return Arrival(spot) if may_end else None
        return Running(at.token, at.start, "halt", there, entry, used, stops, may_end)


def open_to(way: Rails, spot: Spot) -> bool:
    """A move of the mover may end at this stop (whi-3.4, whi-4.3, whi-8.17)."""
    special = box().tiles[way.tiles[spot.hex].tile].special
    return (special or spot not in way.taken) and spot.hex not in way.closed


def onward(way: Rails, at: Running) -> tuple[int, ...]:
    """The sides by which a train that waits at a stop may go on."""
    if at.waits not in ("leave", "halt"):
        return ()
    lying = way.tiles[at.hex].lying
    sides = lying.paths[lying.at[at.side]].sides
    return tuple(out for out in sides if out != at.side and (at.token != COAL or out not in EAST))


def ways_on(way: Rails, at: Running, hand: Sequence[str]) -> tuple[int, ...]:
    """Those of them after which the move can still be ended."""
    return tuple(side for side in onward(way, at) if can_end(way, leave(way, at, side), hand))


def only_choice(way: Rails, at: Running, hand: Sequence[str]) -> Running | Arrival | None:
    """What a train at a stop meets next if it has no choice there: only to stop, or only one way on."""
    if at.waits not in ("leave", "halt"):
        return None
    sides = ways_on(way, at, hand)
    if len(sides) + at.may_end != 1:
        return None
    return Arrival(at.used[-1]) if at.may_end else leave(way, at, sides[0])


def laid(way: Rails, at: Running, tile: str, rotation: int) -> tuple[Rails, Head]:
    """The tile lies in the cell ahead and the train goes on to it."""
    back = box().beyond[at.hex, at.side]
    before = Running(at.token, at.start, "leave", back, at.side, at.used, at.stops)
    way = way.with_tile(at.hex, tile, rotation)
    return way, leave(way, before, opposite(at.side))


def can_end(way: Rails, head: Head, hand: Sequence[str]) -> bool:
    """Some way of going on ends the move legally (whi-3.8)."""
    if head is None:
        return False
    if isinstance(head, Arrival) or head.waits == "end" or (head.waits == "halt" and head.may_end):
        return True
    if head.waits != "lay":
        return any(can_end(way, leave(way, head, side), hand) for side in onward(way, head))
    # A tile with a stop can always be turned so that the train meets it, and nobody stands on a new tile.
    if any(box().tiles[tile].lets_end for tile in hand):
        return True
    for tile, rotation in distinct_ways(hand, head.side):
        beside, next_head = laid(way, head, tile, rotation)
        if can_end(beside, next_head, without(hand, tile)):
            return True
    return False


def distinct_ways(hand: Sequence[str], entry: int) -> Iterator[tuple[str, int]]:
    """Tiles of a hand without stops: one rotation for each side by which the train would leave."""
    seen: list[tuple[tuple[int, ...], ...]] = []
    for tile in dict.fromkeys(hand):
        shape = tuple(sorted(path.sides for path in box().tiles[tile].paths))
        if shape in seen:
            continue
        seen.append(shape)
        outs: list[tuple[int, ...]] = []
        for rotation, lying in enumerate(box().tiles[tile].rotations):
            sides = lying.paths[lying.at[entry]].sides
            if sides not in outs:
                outs.append(sides)
                yield tile, rotation


def without(hand: Sequence[str], tile: str) -> tuple[str, ...]:
    index = list(hand).index(tile)
    return (*hand[:index], *hand[index + 1 :])


def stop_under(tiles: Mapping[str, Tiled], spot: Spot) -> tuple[Tile, str | None]:
    """The tile at a spot and the good of the round stop, if it is one."""
    tiled = tiles[spot.hex]
    tile = box().tiles[tiled.tile]
    return tile, tiled.lying.paths[spot.path].stop if tile.kind == "track" else None
