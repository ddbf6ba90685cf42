"""What a reader may see (whi-1.19), built field by field, and a position that looks the same to that reader."""

from typing import Any

from engine.core.rng import Rng
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.state import Holdings, Player, Public, State
from engine.games.whistle_stop.turn_end import sorted_pile


class Seen(Holdings, frozen=True, kw_only=True):
    """A player as the others see one: of nuggets and tiles only how many there are."""

    nuggets: int
    tiles: int


class View(Public, frozen=True, dict=True, kw_only=True):
    """What one reader knows: of the pile and the supply of nuggets only how many there are. `hand` and `gold` are the
    reader's own."""

    reader: int | None
    players: tuple[Seen, ...]
    pile: int
    nuggets: int
    hand: tuple[str, ...] = ()
    gold: tuple[int, ...] = ()
    looked: tuple[str, ...] = ()  # the pile, for a reader who looks through it; not in its order


def _public(s: Public) -> dict[str, Any]:
    """The allow list: the fields of `Public`, and nothing that a state has besides."""
    return {field: getattr(s, field) for field in Public.__struct_fields__}


def _holdings(player: Holdings) -> dict[str, Any]:
    return {field: getattr(player, field) for field in Holdings.__struct_fields__}


def view(s: State, reader: int | None) -> View:
    mine = Player() if reader is None else s.players[reader]
    looks = reader is not None and s.turn.looking and s.asked[:1] == (reader,)
    return View(
        reader=reader,
        players=tuple(
            Seen(nuggets=len(player.gold), tiles=len(player.hand), **_holdings(player)) for player in s.players
        ),
        pile=len(s.pile),
        nuggets=len(s.nuggets),
        hand=mine.hand,
        gold=mine.gold,
        looked=sorted_pile(s) if looks else (),
        **_public(s),
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
    for seat, seen in enumerate(v.players):
        if seat == v.reader:
            hand, gold = v.hand, v.gold
        else:
            hand, hidden = hidden[: seen.tiles], hidden[seen.tiles :]
            gold, nuggets = nuggets[: seen.nuggets], nuggets[seen.nuggets :]
        players.append(Player(gold=gold, **_holdings(seen)).with_hand(hand))
    pile, rng = rng.shuffled((*hidden, *v.looked))
    return State(rng=rng, players=tuple(players), pile=pile, nuggets=nuggets, **_public(v))
