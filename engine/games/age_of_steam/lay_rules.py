"""Why a tile is refused (aos-6). Every check carries the name of the good case; the most telling reason comes first."""

from collections.abc import Iterator

from engine.core.refusal import Refusal, refusal
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import OWNER_DISCS, TOWN_DISCS, tile_set
from engine.games.age_of_steam.moves import Lay
from engine.games.age_of_steam.state import State
from engine.games.age_of_steam.tile_work import Change, compare, fixed_exit, lay, price
from engine.rail.hexes import SIDES
from engine.rail.tiles import Tile, Track, exits


def refuse_lay(s: State, seat: int, move: Lay) -> Refusal | None:
    board, tile = s.board, tile_set()[move.tile]
    reason = (
        turned_sensibly(move)
        or tiles_left(s)
        or hex_untouched(s, move)
        or buildable(board, move.hex)
        or fits_the_hex(s, move.hex, tile)
        or in_supply(board, move)
        or disc_for_town(board, move.hex, tile)
        or affordable(s, seat, move)
    )
    if reason is not None:
        return reason
    change = compare(board, move.hex, tile, move.rotation)
    return (
        keeps_track(board, seat, move, change)
        or changes_something(move, change)
        or stays_on_land(board, move.hex, change)
        or meets_nobody_else(board, seat, move.hex, change)
        or leads_into_city(s, seat, move.hex, tile, change)
        or connected(board, seat, move.hex, change)
        or runs_to_another_stop(board, seat, move, change)
        or enough_owner_discs(board, seat, move, change)
    )


def turned_sensibly(move: Lay) -> Refusal | None:
    return refusal("no-such-rotation", "aos-12.6", n=move.rotation) if move.rotation not in SIDES else None


def tiles_left(s: State) -> Refusal | None:
    if s.building is not None and s.building.tiles_left > 0:
        return None
    return refusal("no-tiles-left", "aos-6.2")


def hex_untouched(s: State, move: Lay) -> Refusal | None:
    if s.building is not None and move.hex in s.building.touched:
        return refusal("hex-touched", "aos-6.3", hex=move.hex)
    return None


def buildable(board: Board, hex: str) -> Refusal | None:
    terrain = board.map.terrain.get(hex)
    if terrain is None:
        return refusal("off-the-map", "aos-6.13", hex=hex)
    if terrain == "lake":
        return refusal("on-a-lake", "aos-6.13", hex=hex)
    if board.is_city(hex):
        return refusal("on-a-city", "aos-6.12", hex=hex, city=board.map.stop_names[hex])
    return None


def fits_the_hex(s: State, hex: str, tile: Tile) -> Refusal | None:
    if s.board.is_town(hex):
        return None
    if tile.family == "town":
        return refusal("town-tile-elsewhere", "aos-6.22", hex=hex, tile=tile.id)
    old = s.board.laid.get(hex)
    if old is None:
        if tile.family != "simple" and not s.on("direct-complex"):
            return refusal("complex-on-empty", "aos-6.21", hex=hex, tile=tile.id)
    elif tile.family == "simple" and tile_set()[old.tile].family != "simple":
        return refusal("complex-to-simple", "aos-6.34", hex=hex, tile=tile.id)
    return None


def in_supply(board: Board, move: Lay) -> Refusal | None:
    old = board.laid.get(move.hex)
    freed = old is not None and old.tile == move.tile  # aos-6.6
    if board.tiles_used.get(move.tile, 0) - freed < tile_set()[move.tile].count:
        return None
    return refusal("no-such-tile-left", "aos-6.5", tile=move.tile)


def disc_for_town(board: Board, hex: str, tile: Tile) -> Refusal | None:
    if tile.family == "town" or not board.is_town(hex):
        return None
    freed = hex in board.discs_on_towns  # aos-6.6
    if len(board.discs_on_towns) - freed < TOWN_DISCS:
        return None
    return refusal("no-town-disc-left", "aos-6.7", tile=tile.id)


def affordable(s: State, seat: int, move: Lay) -> Refusal | None:
    cost, money = price(s, seat, move), s.players[seat].money
    return refusal("too-dear", "aos-6.4", cost=cost, money=money) if cost > money else None


def keeps_track(board: Board, seat: int, move: Lay, change: Change) -> Refusal | None:
    old = board.laid.get(move.hex)
    if old is None:
        return None
    for index in (*change.broken, *change.redirected.values()):
        owner = old.tracks[index].owner
        if owner is not None and owner != seat:
            return refusal("changes-track-of", "aos-6.33", hex=move.hex, owner=owner)
    if not change.broken:
        return None
    if board.is_town(move.hex):
        return refusal("town-exit-lost", "aos-6.40", hex=move.hex, town=board.map.town_at[move.hex])
    if fixed_exit(board, move.hex, change.broken[0]) is None:
        return refusal("track-changed", "aos-6.33", hex=move.hex)
    return refusal("redirect-cuts-line", "aos-6.36", hex=move.hex)


def changes_something(move: Lay, change: Change) -> Refusal | None:
    if change.added or change.redirected:
        return None
    return refusal("nothing-changed", "aos-6.35", hex=move.hex)


def _new_exits(change: Change) -> Iterator[int]:
    """The exits of track that is added or redirected."""
    for track in change.tracks:
        if track not in change.kept:
            yield from (exit for exit in track if exit in SIDES)


def stays_on_land(board: Board, hex: str, change: Change) -> Refusal | None:
    for exit in _new_exits(change):
        if board.map.grid.neighbours[hex][exit] is None:
            layout = board.map.layout
            over = layout.neighbour(hex, exit)
            side = layout.side_name(exit)
            if over in board.map.terrain:
                return refusal("points-at-lake", "aos-6.15", hex=hex, side=side)
            return refusal("points-off-map", "aos-6.14", hex=hex, side=side)
    return None


def meets_nobody_else(board: Board, seat: int, hex: str, change: Change) -> Refusal | None:
    for exit in _new_exits(change):
        piece = board.rails.beyond(hex, exit)
        owner = None if piece is None else board.line_at[piece].owner
        if owner is not None and owner != seat:
            side = board.map.layout.side_name(exit)
            return refusal("meets-track-of", "aos-6.16", hex=hex, side=side, owner=owner)
    return None


def leads_into_city(s: State, seat: int, hex: str, tile: Tile, change: Change) -> Refusal | None:
    if s.players[seat].started:
        return None
    if tile.family != "simple":
        return refusal("first-tile-not-simple", "aos-6.18", tile=tile.id)
    beside = s.board.map.grid.neighbours[hex]
    if any(s.board.is_city(beside[exit]) for exit in exits(change.tracks)):
        return None
    return refusal("first-tile-needs-city", "aos-6.18", hex=hex)


def connected(board: Board, seat: int, hex: str, change: Change) -> Refusal | None:
    beside = board.map.grid.neighbours[hex]

    def touches(track: Track) -> bool:
        ends = [exit for exit in track if exit in SIDES]
        return any(board.is_city(beside[exit]) or board.rails.beyond(hex, exit) for exit in ends)

    if board.is_town(hex):
        old = board.laid.get(hex)
        at_home = old is not None and any(track.owner == seat for track in old.tracks)
        if at_home or any(touches(track) for track in change.added):
            return None
        return refusal("town-not-connected", "aos-6.24", hex=hex, town=board.map.town_at[hex])
    for track in change.added:
        if not touches(track):
            return refusal("not-connected", "aos-6.19", hex=hex)
    return None


def runs_to_another_stop(board: Board, seat: int, move: Lay, change: Change) -> Refusal | None:
    after = lay(board, seat, move, change)
    for index, track in enumerate(change.tracks):
        if track not in change.kept:
            a, b = after.rails.trace(move.hex, index).ends
            if a is not None and a == b:
                return refusal("runs-in-a-loop", "aos-6.20", hex=move.hex, stop=board.map.stop_names[a])
    return None


def enough_owner_discs(board: Board, seat: int, move: Lay, change: Change) -> Refusal | None:
    # A redirect can win an unowned line too (aos-6.32).
    if board.discs_of(seat) + len(change.added) + len(change.redirected) <= OWNER_DISCS:
        return None
    if lay(board, seat, move, change).discs_of(seat) <= OWNER_DISCS:
        return None
    return refusal("no-owner-disc-left", "aos-6.8")
