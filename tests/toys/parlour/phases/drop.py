"""Who was knocked at drops a card before the turn goes on (par-3.7)."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal
from engine.core.say import Say, say
from tests.toys.parlour.events import Dropped
from tests.toys.parlour.hands import distinct, holds
from tests.toys.parlour.moves import Drop
from tests.toys.parlour.state import VALUES, State, without

NAME = "drop"
MOVES = (Drop,)


def begin(s: State) -> State:
    return s.with_phase(NAME)


def actors(s: State) -> tuple[int, ...]:
    return () if s.victim is None else (s.victim,)


def question(s: State, seat: int) -> str:
    """Each of the others may knock once a round."""
    return f"{s.round}/{NAME}/{s.seats[s.queue[0]]}"


def offers(s: State, seat: int) -> Iterator[Move]:
    return (Drop(card) for card in distinct(s.hands[seat]))


def refuse(s: State, seat: int, move: Drop) -> Refusal | None:
    return holds(s, seat, (move.card,))


def play(s: State, seat: int, move: Drop) -> Outcome[State]:
    s = s.with_hand(seat, without(s.hands[seat], (move.card,))).with_discard((*s.discard, move.card))
    return Outcome(s.with_victim(None), (Dropped(seat, move.card),), "turn")


def default(s: State, seat: int) -> Line:
    return (Drop(s.hands[seat][0]),)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    cards = distinct(s.hands[seat])
    return [Suggestion((Drop(card),), say("drop-it", card=card, value=VALUES[card])) for card in cards[:n]]


def rank(s: State, seat: int, moves: Sequence[Any]) -> Sequence[Move]:
    return sorted(moves, key=lambda move: VALUES[move.card])


def prompt(s: State, seat: int) -> Say:
    return say("ask-drop", by=s.queue[0])


def notes(s: State, seat: int) -> Sequence[Say]:
    return [say("your-points", n=s.scores[seat].total)]
