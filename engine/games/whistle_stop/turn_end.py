"""The end of a turn: the automatic whistle and the hand (whi-2.6 and chapter 9)."""

from collections.abc import Iterator

from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.whistle_stop.components import SHOWN
from engine.games.whistle_stop.effects import Effect
from engine.games.whistle_stop.events import PileSearched, TileDrawn, TilePicked, TurnWithoutMove
from engine.games.whistle_stop.moves import Choose, Draw, Look, Pick
from engine.games.whistle_stop.routes import without
from engine.games.whistle_stop.state import State


def missing(s: State, seat: int) -> int:
    """How many tiles the hand still takes, of those that are there (whi-9.3, whi-9.4)."""
    if s.last_round:
        return 0
    player = s.players[seat]
    return min(player.hand_size - len(player.hand), len(s.pile) + len(s.shown))


def done(s: State, seat: int) -> Effect:
    events: tuple[TurnWithoutMove, ...] = ()
    if not s.turn.moved:  # whi-2.6
        s = s.with_player(seat, s.players[seat].with_tokens(whistles=1))
        events = (TurnWithoutMove(seat),)
    return Effect(s.with_filling() if missing(s, seat) else s.with_turn_over(), events)


def offers(s: State, seat: int) -> Iterator[Move]:
    yield from (Pick(tile) for tile in s.shown)
    if s.turn.looking:
        yield from (Choose(tile) for tile in sorted_pile(s))
    else:
        yield from (Draw(), Look())


def may_look(s: State, seat: int) -> bool:
    return "compass" in s.players[seat].upgrades and bool(s.pile) and not s.turn.looking


def sorted_pile(s: State) -> tuple[str, ...]:
    """The pile as the player who looks through it sees it: sorted, since nobody may know its order."""
    return tuple(sorted(s.pile, key=_number))


def _number(tile: str) -> tuple[bool, int, str]:
    return (not tile[1:].isdigit(), int(tile[1:]) if tile[1:].isdigit() else 0, tile)


def refuse(s: State, seat: int, move: Move) -> Refusal | None:
    if isinstance(move, Pick) and move.tile not in s.shown:
        return refusal("not-shown", "whi-9.1", tile=move.tile)
    if isinstance(move, Look) and "compass" not in s.players[seat].upgrades:
        return refusal("upgrade-not-owned", "whi-8.16", upgrade="compass")
    if isinstance(move, Draw | Look) and not s.pile:
        return refusal("pile-empty", "whi-9.4")
    if isinstance(move, Choose) and move.tile not in s.pile:
        return refusal("not-in-pile", "whi-8.16", tile=move.tile)
    return None


def step(s: State, seat: int, move: Move) -> Effect:
    """A look through the pile, or one more tile; with the last one the turn is over. `seen` when something hidden comes
    to light."""
    if isinstance(move, Look):  # whi-8.16
        return Effect(s.with_looking(), (PileSearched(seat),), seen=True)
    player = s.players[seat]
    if isinstance(move, Pick):
        s = s.with_shown(without(s.shown, move.tile)).with_player(seat, player.with_hand((*player.hand, move.tile)))
        effect = Effect(s, (TilePicked(seat, move.tile),))
    elif isinstance(move, Choose):
        s = s.with_pile(without(s.pile, move.tile)).with_player(seat, player.with_hand((*player.hand, move.tile)))
        effect = Effect(s, (TileDrawn(seat, move.tile),))
    else:
        tile, pile = s.pile[0], s.pile[1:]
        s = s.with_pile(pile).with_player(seat, player.with_hand((*player.hand, tile)))
        effect = Effect(s, (TileDrawn(seat, tile),), seen=True)
    if missing(s, seat):
        return effect
    turned_up = bool(s.pile) and len(s.shown) < SHOWN  # by the phase that follows (whi-9.2)
    return effect.then(Effect(s.with_turn_over(), (), seen=turned_up))
