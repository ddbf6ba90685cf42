"""What a reader may see (whi-1.19), built field by field, and a position that looks the same to that reader."""

from collections.abc import Mapping

import msgspec

from engine.core.rng import Rng
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.filling import sorted_pile
from engine.games.whistle_stop.state import Player, Spot, State, Tiled, Turn


class Holdings(msgspec.Struct, frozen=True):
    """What everybody sees of a player."""

    score: int
    coal: int
    whistles: int
    goods: Mapping[str, int]
    nuggets: int
    shares: tuple[str, ...]
    upgrades: tuple[str, ...]
    tiles: int  # in hand
    trains: tuple[Spot, ...]
    to_place: int
    home: int
    bonus: Mapping[str, int]


class View(msgspec.Struct, frozen=True):
    """`hand` and `gold` are the reader's own."""

    reader: int | None
    seats: tuple[str, ...]
    options: Mapping[str, str]
    phase: str
    first: int
    players: tuple[Holdings, ...]
    tiles: Mapping[str, Tiled]
    pile: int
    shown: tuple[str, ...]
    cubes: Mapping[str, int]
    nuggets: int
    shares: Mapping[str, tuple[int, ...]]
    gone: tuple[str, ...]
    upgrades: tuple[str, ...]
    box: tuple[str, ...]
    track: tuple[int | None, ...]
    round: int
    rounds: int
    asked: tuple[int, ...]
    turn: Turn
    closing: bool
    hand: tuple[str, ...] = ()
    gold: tuple[int, ...] = ()
    looked: tuple[str, ...] = ()  # the pile, for who looks through it; not in its order


def view(s: State, reader: int | None) -> View:
    mine = None if reader is None else s.players[reader]
    looks = reader is not None and s.turn.looking and s.asked[:1] == (reader,)
    return View(
        reader=reader,
        seats=s.seats,
        options=s.options,
        phase=s.phase,
        first=s.first,
        players=tuple(_holdings(player) for player in s.players),
        tiles=s.tiles,
        pile=len(s.pile),
        shown=s.shown,
        cubes=s.cubes,
        nuggets=len(s.nuggets),
        shares=s.shares,
        gone=s.gone,
        upgrades=s.upgrades,
        box=s.box,
        track=s.track,
        round=s.round,
        rounds=s.rounds,
        asked=s.asked,
        turn=s.turn,
        closing=s.closing,
        hand=() if mine is None else mine.hand,
        gold=() if mine is None else mine.gold,
        looked=sorted_pile(s) if looks else (),
    )


def _holdings(player: Player) -> Holdings:
    return Holdings(
        score=player.score,
        coal=player.coal,
        whistles=player.whistles,
        goods=player.goods,
        nuggets=len(player.gold),
        shares=player.shares,
        upgrades=player.upgrades,
        tiles=len(player.hand),
        trains=player.trains,
        to_place=player.to_place,
        home=player.home,
        bonus=player.bonus,
    )


def imagine(v: View, rng: Rng) -> State:
    """A state that this reader cannot tell from the true one: what is hidden is dealt out anew."""
    pieces = box()
    known = {*(tiled.tile for tiled in v.tiles.values()), *v.shown, *v.hand, *v.looked}
    hidden, rng = rng.shuffled([tile for tile in pieces.play_tiles if tile not in known])
    values = list(pieces.nuggets)
    for value in v.gold:
        values.remove(value)
    nuggets, rng = rng.shuffled(values)
    players: list[Player] = []
    for seat, holdings in enumerate(v.players):
        if seat == v.reader:
            hand, gold = v.hand, v.gold
        else:
            hand, hidden = hidden[: holdings.tiles], hidden[holdings.tiles :]
            gold, nuggets = nuggets[: holdings.nuggets], nuggets[holdings.nuggets :]
        players.append(_player(holdings, hand, gold))
    pile, rng = rng.shuffled((*hidden, *v.looked))
    return State(
        seats=v.seats,
        options=v.options,
        rng=rng,
        phase=v.phase,
        first=v.first,
        players=tuple(players),
        tiles=v.tiles,
        pile=pile,
        shown=v.shown,
        cubes=v.cubes,
        nuggets=nuggets,
        shares=v.shares,
        gone=v.gone,
        upgrades=v.upgrades,
        box=v.box,
        track=v.track,
        round=v.round,
        asked=v.asked,
        turn=v.turn,
        closing=v.closing,
    )


def _player(holdings: Holdings, hand: tuple[str, ...], gold: tuple[int, ...]) -> Player:
    player = Player(
        score=holdings.score,
        coal=holdings.coal,
        whistles=holdings.whistles,
        goods=holdings.goods,
        gold=gold,
        shares=holdings.shares,
        upgrades=holdings.upgrades,
        trains=holdings.trains,
        to_place=holdings.to_place,
        home=holdings.home,
        bonus=holdings.bonus,
    )
    return player.with_hand(hand)
