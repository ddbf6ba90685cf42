"""What laying a tile does to the board, what it costs, and which tiles may be tried (aos-6).

A tile in a hex is compared with the track that lies there: some of it is kept, the loose end of a line may be
redirected, and the rest is added. Ownership follows from that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import tile_set
from engine.games.age_of_steam.moves import Lay
from engine.games.age_of_steam.state import State
from engine.rail.hexes import SIDES, opposite
from engine.rail.tiles import Tile, Track, exits, mask, spokes
from engine.rail.track import Laid, Tiled

TERRAIN_PRICE = {"plain": 2, "river": 3, "mountain": 4}
DIRECT_SURCHARGE = {"simple": 0, "side": 1, "crossing": 2}  # aos-11.4


@dataclass(frozen=True)
class Change:
    """How a tile differs from the track that lies in its hex. Indexes are those of the old track."""

    tracks: tuple[Track, ...]  # of the new tile
    kept: Mapping[Track, int]
    redirected: Mapping[Track, int]
    broken: tuple[int, ...]  # old track that the new tile neither keeps nor may redirect so

    @property
    def added(self) -> tuple[Track, ...]:
        return tuple(track for track in self.tracks if track not in self.kept and track not in self.redirected)


def compare(board: Board, hex: str, tile: Tile, rotation: int) -> Change:
    tracks = tile.lying(rotation)
    old = board.laid.get(hex)
    if board.is_town(hex):
        tracks = spokes(tracks)
    if old is None:
        return Change(tracks, {}, {}, ())
    kept = {(track.a, track.b): index for index, track in enumerate(old.tracks) if (track.a, track.b) in tracks}
    redirected: dict[Track, int] = {}
    broken = []
    for index, track in enumerate(old.tracks):
        if (track.a, track.b) in kept:
            continue
        fixed = None if board.is_town(hex) else fixed_exit(board, hex, index)
        target = next((new for new in tracks if fixed in new), None) if fixed is not None else None
        # A track that takes up two loose ends would be one track for two: the second is broken (aos-6.33).
        if target is None or target in redirected:
            broken.append(index)
        else:
            redirected[target] = index
    return Change(tracks, kept, redirected, tuple(broken))


def fixed_exit(board: Board, hex: str, index: int) -> int | None:
    """The exit that a redirected tile must keep (aos-6.36)."""
    return board.line_at[hex, index].fixed_exit(hex, board.laid[hex].tracks[index])


def lay(board: Board, seat: int, move: Lay, change: Change) -> Board:
    """The board with the tile: new track is the builder's, and so is every unowned line that it joins (aos-6.26)."""
    old = board.laid.get(move.hex)
    owners: list[int | None] = []
    for track in change.tracks:
        index = change.kept.get(track, change.redirected.get(track))
        owners.append(seat if index is None or old is None else old.tracks[index].owner)
    tracks = tuple(Laid(a, b, owner) for (a, b), owner in zip(change.tracks, owners, strict=True))
    board = board.with_tile(move.hex, Tiled(move.tile, move.rotation, tracks))
    for index, track in enumerate(change.tracks):
        if track in change.kept:
            continue
        line = board.rails.trace(move.hex, index)
        # aos-6.31, aos-6.32: a redirect gives an unowned line to nobody, unless it makes it a link.
        gained = track not in change.redirected or line.is_link
        if gained and any(board.laid[hex].tracks[piece].owner != seat for hex, piece in line.pieces):
            board = board.with_owner(line, seat)
    return board


def price(s: State, seat: int, move: Lay) -> int:
    """aos-6.41 to 6.45, 11.2, 11.4, 11.5"""
    if s.on("engineer-flat") and s.players[seat].action == "engineer":
        return 2
    board, tile = s.board, tile_set()[move.tile]
    old = board.laid.get(move.hex)
    if board.is_town(move.hex):
        return 1 + len(exits(tile.tracks)) if old is None else 3
    if old is None:
        return TERRAIN_PRICE[board.map.terrain[move.hex]] + DIRECT_SURCHARGE[tile.family]
    if tile_set()[old.tile].family == "simple" and tile.family != "simple":
        return 2 if tile.family == "side" and s.on("coexist-upgrade-2") else 3
    return 2


# What may be tried at all.


def offers(s: State, seat: int) -> Iterator[Lay]:
    """Tiles that touch a city or track that the seat may carry on, and exchanges where it may make them."""
    board = s.board
    heads = connections(board, seat)
    loose = {hex for line in board.lines if line.owner in (None, seat) for hex, _ in line.loose}
    for hex in board.map.grid.hexes:
        old = board.laid.get(hex)
        if board.is_city(hex) or (old is None and hex not in heads):
            continue
        town, before = board.is_town(hex), mask(old.exits) if old is not None else 0
        may_redirect = hex in loose and not town
        if old is not None and not may_redirect and not town and len(old.tracks) > 1:
            continue
        at_home = town and old is not None and any(track.owner == seat for track in old.tracks)
        for placement in tile_set().placements:
            if placement.tile.family == "town" and not town:
                continue
            # Without a redirect all old exits stay, and a new one must meet something.
            adds = placement.mask & before == before and placement.mask & ~before & heads.get(hex, 0)
            if adds or may_redirect or (at_home and placement.mask & before == before):
                yield Lay(hex, placement.tile.id, placement.rotation)


def connections(board: Board, seat: int) -> Mapping[str, int]:
    """For each hex, as a bit mask, the exits by which it meets a city or a loose end that the seat may carry on."""
    heads: dict[str, int] = {}
    beside = board.map.grid.neighbours
    ways = [(city, side) for city in board.cities for side in SIDES]
    ways += [end for line in board.lines if line.owner in (None, seat) for end in line.loose]
    for hex, side in ways:
        there = beside[hex][side]
        if there is not None:
            heads[there] = heads.get(there, 0) | 1 << opposite(side)
    return heads
