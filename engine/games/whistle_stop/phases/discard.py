"""The player who has lost the boiler puts tiles under the pile before the buyer goes on (whi-8.15)."""

from collections.abc import Iterator, Sequence

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.whistle_stop.events import TileGivenBack
from engine.games.whistle_stop.moves import Discard
from engine.games.whistle_stop.routes import without
from engine.games.whistle_stop.stages import debtor
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.worth import tile_worth

NAME = "discard"
MOVES: tuple[type[Move], ...] = (Discard,)


def begin(s: State) -> State:
    return s.with_phase(NAME, s.asked)


def actors(s: State) -> tuple[int, ...]:
    seat = debtor(s)
    return () if seat is None else (seat,)


def question(s: State, seat: int) -> str:
    return f"{s.round}/{NAME}/{s.seats[s.asked[0]]}"


def offers(s: State, seat: int) -> Iterator[Move]:
    return (Discard(tile) for tile in s.players[seat].hand)


def refuse(s: State, seat: int, move: Discard) -> Refusal | None:
    return None if move.tile in s.players[seat].hand else refusal("not-in-hand", "whi-8.15", tile=move.tile)


def play(s: State, seat: int, move: Discard) -> Outcome[State]:
    player = s.players[seat]
    state = s.with_player(seat, player.with_hand(without(player.hand, move.tile))).with_pile((*s.pile, move.tile))
    return Outcome(state, (TileGivenBack(seat, move.tile),), "turn" if debtor(state) is None else None)


def default(s: State, seat: int) -> Line:
    player = s.players[seat]
    worst = sorted(player.hand, key=lambda tile: tile_worth(s, seat, tile))
    return tuple(Discard(tile) for tile in worst[: len(player.hand) - player.hand_size])


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    line = default(s, seat)
    tiles = tuple(move.tile for move in line if isinstance(move, Discard))
    return [Suggestion(line, say("plan-discard", tiles=tiles))]


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return sorted(moves, key=lambda move: tile_worth(s, seat, move.tile) if isinstance(move, Discard) else 0.0)


def prompt(s: State, seat: int) -> Say:
    player = s.players[seat]
    return say("ask-discard", n=len(player.hand) - player.hand_size)


def notes(s: State, seat: int) -> Sequence[Say]:
    return ()
