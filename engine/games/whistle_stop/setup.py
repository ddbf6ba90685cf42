"""The opening position (whi-1.11 to whi-1.17)."""

from collections.abc import Mapping, Sequence

from engine.core.game import Options, Outcome
from engine.core.rng import Rng
from engine.games.whistle_stop.components import EAST, HAND, SHOWN, box
from engine.games.whistle_stop.events import TrainsDealt
from engine.games.whistle_stop.state import Player, State, Tiled
from engine.rail.hexes import opposite

TURNINGS = 40  # how often nine start tiles are turned anew before others are drawn
TOWNS_IN_THE_MIDDLE = 2
TRACK_IN_THE_MIDDLE = 3
MORE_UPGRADES = 2


def setup(seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    pieces = box()
    number = len(seats)
    nuggets, rng = rng.shuffled(pieces.nuggets)
    upgrades, rng = rng.shuffled(tuple(pieces.upgrades))
    ends, rng = rng.shuffled(pieces.end_tiles)
    on_end, unused = ends[: len(pieces.ends)], ends[len(pieces.ends) :]
    tiles = {hex: Tiled(tile, 0) for hex, tile in zip(pieces.ends, on_end, strict=True)}
    middle, track, special, rng = _middle(rng)
    tiles |= middle
    starts, track, rng = _starts(track, rng)
    tiles |= starts
    pile, rng = rng.shuffled((*track, *special))
    shown, pile = pile[:SHOWN], pile[SHOWN:]
    first, rng = rng.below(number)
    players: list[Player] = []
    for seat in range(number):
        hand, pile = _hand(pile)
        turn = (seat - first) % number
        player = Player(coal=pieces.coal[turn], whistles=1, to_place=pieces.trains[number])
        players.append(player.with_hand(hand))
    state = State(
        seats=seats,
        options=options,
        rng=rng,
        phase="place",
        first=first,
        players=tuple(players),
        tiles=tiles,
        pile=pile,
        shown=shown,
        cubes=dict(pieces.cubes),
        nuggets=nuggets,
        shares={company: tuple(range(1, pieces.shares + 1)) for company in pieces.companies},
        gone=(),
        upgrades=tuple(sorted(upgrades[: number + MORE_UPGRADES], key=tuple(pieces.upgrades).index)),
        box=(*unused, *upgrades[number + MORE_UPGRADES :]),
        track=(None,) * len(pieces.spaces),
        asked=placing_order(first, number) * pieces.trains[number],
    )
    return Outcome(state, (TrainsDealt(first, pieces.trains[number]),))


def placing_order(first: int, number: int) -> tuple[int, ...]:
    """whi-1.18: from the right of the first player, anticlockwise."""
    return tuple((first - 1 - step) % number for step in range(number))


def _middle(rng: Rng) -> tuple[dict[str, Tiled], tuple[str, ...], tuple[str, ...], Rng]:
    """whi-1.13: the middle column, and the track and special tiles left."""
    pieces = box()
    by_kind: dict[str, list[str]] = {}
    for id in pieces.play_tiles:
        by_kind.setdefault(pieces.tiles[id].kind, []).append(id)
    towns, rng = rng.shuffled(by_kind["town"])
    track, rng = rng.shuffled(by_kind["track"])
    others = [*by_kind["whistle-factory"], *by_kind["general-store"], *by_kind["gold-mine"]]
    other, rng = rng.pick(others)
    chosen = [
        by_kind["coal-mine"][0],
        by_kind["trading-post"][0],
        *towns[:TOWNS_IN_THE_MIDDLE],
        other,
        *track[:TRACK_IN_THE_MIDDLE],
    ]
    lying, rng = rng.shuffled(chosen)
    tiles: dict[str, Tiled] = {}
    for hex, id in zip(pieces.middle, lying, strict=True):
        rotation, rng = rng.below(len(pieces.tiles[id].rotations))
        tiles[hex] = Tiled(id, rotation)
    special = tuple(id for id in pieces.play_tiles if pieces.tiles[id].special and id not in chosen)
    return tiles, track[TRACK_IN_THE_MIDDLE:], special, rng


def _starts(track: tuple[str, ...], rng: Rng) -> tuple[dict[str, Tiled], tuple[str, ...], Rng]:
    """whi-1.14: the start tiles, and the track tiles left."""
    pieces = box()
    number = len(pieces.starts)
    while True:
        track, rng = rng.shuffled(track)
        for _ in range(TURNINGS):
            tiles: dict[str, Tiled] = {}
            for hex, id in zip(pieces.starts, track, strict=False):
                rotation, rng = rng.below(len(pieces.tiles[id].rotations))
                tiles[hex] = Tiled(id, rotation)
            if all(leads_on(tiles, station) for station in pieces.stations):
                return tiles, track[number:], rng


def leads_on(tiles: Mapping[str, Tiled], station: str) -> bool:
    """Some way leads from the station to an empty cell without a step east; stops may be passed."""
    beyond = box().beyond
    seen: set[tuple[str, int]] = set()
    ahead = [(station, opposite(box().stations[station].side))]
    while ahead:
        leaving = ahead.pop()
        there = beyond.get(leaving)
        if there is None or leaving in seen:
            continue
        seen.add(leaving)
        if there not in tiles:
            return True
        entry = opposite(leaving[1])
        lying = tiles[there].lying
        sides = lying.paths[lying.at[entry]].sides
        ahead += [(there, out) for out in sides if out != entry and out not in EAST]
    return False


def _hand(pile: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """whi-1.16: three tiles with a round stop among them, and the pile after it."""
    hand, rest = list(pile[:HAND]), list(pile[HAND:])
    while not any(box().tiles[tile].round_stops for tile in hand):
        back = next((tile for tile in hand if box().tiles[tile].kind == "track"), hand[0])
        hand.remove(back)
        rest.append(back)
        hand.append(rest.pop(0))
    return tuple(hand), tuple(rest)
