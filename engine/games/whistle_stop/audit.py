"""Pieces are neither lost nor made: 78 tiles, 60 cubes, 30 shares, 20 nuggets, 12 upgrades and all trains."""

from collections.abc import Iterator

from engine.games.whistle_stop.components import MOST_CUBES, UPGRADE_PLACES, box
from engine.games.whistle_stop.state import State


def audit(s: State) -> Iterator[str]:
    pieces, players = box(), s.players
    ends = [id for id in s.box if id in pieces.tiles]
    tiles = [
        *(tiled.tile for tiled in s.tiles.values()),
        *s.pile,
        *s.shown,
        *ends,
        *(tile for player in players for tile in player.hand),
    ]
    if sorted(tiles) != sorted(pieces.tiles):
        yield f"there are {len(pieces.tiles)} tiles, not {len(tiles)} ({len(set(tiles))} different)"
    for good, number in pieces.cubes.items():
        there = s.cubes[good] + sum(player.goods.get(good, 0) for player in players)
        if there != number or s.cubes[good] < 0:
            yield f"there are {number} cubes of {good}, not {there}"
    shares = [
        *(f"{company}-{number}" for company, numbers in s.shares.items() for number in numbers),
        *s.gone,
        *(share for player in players for share in player.shares),
    ]
    if sorted(shares) != sorted(pieces.share_words):
        yield f"there are {len(pieces.share_words)} shares, not {len(shares)}"
    nuggets = [*s.nuggets, *(value for player in players for value in player.gold)]
    if sorted(nuggets) != sorted(pieces.nuggets):
        yield f"there are {len(pieces.nuggets)} nuggets, not {len(nuggets)}"
    upgrades = [
        *s.upgrades,
        *(id for id in s.box if id in pieces.upgrades),
        *(upgrade for player in players for upgrade in player.upgrades),
    ]
    if sorted(upgrades) != sorted(pieces.upgrades):
        yield f"there are {len(pieces.upgrades)} upgrades, not {len(upgrades)}"
    yield from _players(s)


def _players(s: State) -> Iterator[str]:
    number = box().trains[len(s.seats)]
    for seat, player in enumerate(s.players):
        arriving = sum(todo.kind == "park" for todo in s.turn.todo) if s.asked[:1] == (seat,) else 0
        if len(player.trains) + player.home + player.to_place + arriving != number:
            yield f"seat {seat} has {number} trains, not {len(player.trains)} and {player.home} at home"
        if player.home != s.track.count(seat):
            yield f"seat {seat} has {player.home} trains at home, but {s.track.count(seat)} on the resource track"
        if player.cubes > MOST_CUBES or min(player.goods.values(), default=1) < 1:
            yield f"seat {seat} owns {player.cubes} cubes"
        if min(player.coal, player.whistles, player.score) < 0:
            yield f"seat {seat} owes something"
        if len(player.upgrades) > UPGRADE_PLACES:
            yield f"seat {seat} has {len(player.upgrades)} upgrades"
        if player.score != sum(player.bonus.values()):
            yield f"the points of seat {seat} do not add up"
    for spot, seats in s.standing.items():
        tiled = s.tiles.get(spot.hex)
        if len(seats) > 1 and (tiled is None or not box().tiles[tiled.tile].special):
            yield f"{len(seats)} trains stand at {spot.hex}"
