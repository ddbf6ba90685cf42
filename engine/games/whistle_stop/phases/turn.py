"""A player's turn: moves, trades, upgrades in any order, then the hand (whi-2.3 and chapters 3 to 9)."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal
from engine.core.say import Say
from engine.games.whistle_stop import advice, prompts, steps
from engine.games.whistle_stop.stages import STEPS, debtor
from engine.games.whistle_stop.state import State, Turn

NAME = "turn"
MOVES = STEPS


def begin(s: State) -> State:
    return s.with_phase(NAME, s.asked).with_turn(Turn())


def actors(s: State) -> tuple[int, ...]:
    return () if s.turn.over or debtor(s) is not None else s.asked[:1]


def question(s: State, seat: int) -> str:
    """A turn goes on after each nugget, each upgrade that others must answer, and each tile from the pile."""
    player, turn = s.players[seat], s.turn
    if turn.filling:
        return f"{s.round}/hand/{len(player.hand) + turn.looking + turn.bought}"
    return f"{s.round}/{NAME}/{len(player.gold) + turn.bought}"


def offers(s: State, seat: int) -> Iterator[Move]:
    return steps.offers(s, seat)


def refuse(s: State, seat: int, move: Any) -> Refusal | None:
    return steps.refuse(s, seat, move)


def play(s: State, seat: int, move: Any) -> Outcome[State]:
    return steps.play(s, seat, move)


def default(s: State, seat: int) -> Line:
    return advice.default(s, seat)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return advice.suggest(s, seat, n)


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return advice.rank(s, seat, moves)


def prompt(s: State, seat: int) -> Say:
    return prompts.prompt(s, seat)


def notes(s: State, seat: int) -> Sequence[Say]:
    return prompts.notes(s, seat)
