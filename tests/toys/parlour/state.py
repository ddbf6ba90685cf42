"""The state of a game of Parlour. Frozen; changed only by the `with_…` methods."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engine.core.rng import Rng

VALUES: Mapping[str, int] = {"tram": 1, "milk-car": 2, "mail-car": 3, "sleeper": 4, "dining-car": 5}  # par-1.1
COPIES = 5
HAND = 4

PACK = tuple(card for card in VALUES for _ in range(COPIES))
Cards = tuple[str, ...]


def in_order(cards: Sequence[str]) -> Cards:
    return tuple(sorted(cards, key=PACK.index))


def without(cards: Cards, gone: Sequence[str]) -> Cards:
    """The cards left when some that are among them are gone."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


class Score(msgspec.Struct, frozen=True):
    staked: int = 0
    given: int = 0
    shown: int = 0

    @property
    def total(self) -> int:
        return self.staked + self.given + self.shown


class Turn(msgspec.Struct, frozen=True):
    """What the seat has done in its turn."""

    drawn: bool = False
    given: bool = False
    knocked: bool = False
    shown: bool = False


class State(msgspec.Struct, frozen=True):
    seats: tuple[str, ...]
    options: Mapping[str, str]
    rng: Rng
    phase: str
    deck: Cards  # the top card first
    hands: tuple[Cards, ...]
    scores: tuple[Score, ...]
    discard: Cards = ()
    round: int = 1
    leader: int = 0
    stakes: tuple[str | None, ...] = ()  # while stakes are laid: None for a seat that has not answered
    queue: tuple[int, ...] = ()  # seats that have still to take their turn, the present one first
    turn: Turn = Turn()
    victim: int | None = None  # who must drop a card

    @property
    def rounds(self) -> int:
        return int(self.options["rounds"])

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.seats)

    def with_phase(self, phase: str) -> "State":
        return replace(self, phase=phase)

    def with_round(self, round: int) -> "State":
        return replace(self, round=round)

    def with_deck(self, deck: Cards, rng: Rng | None = None) -> "State":
        return replace(self, deck=deck, rng=rng or self.rng)

    def with_hand(self, seat: int, cards: Sequence[str]) -> "State":
        return replace(self, hands=(*self.hands[:seat], in_order(cards), *self.hands[seat + 1 :]))

    def with_discard(self, discard: Sequence[str]) -> "State":
        return replace(self, discard=in_order(discard))

    def with_stakes(self, stakes: tuple[str | None, ...]) -> "State":
        return replace(self, stakes=stakes)

    def with_leader(self, leader: int) -> "State":
        return replace(self, leader=leader)

    def with_queue(self, queue: tuple[int, ...]) -> "State":
        return replace(self, queue=queue, turn=Turn())

    def with_turn(self, turn: Turn) -> "State":
        return replace(self, turn=turn)

    def with_victim(self, victim: int | None) -> "State":
        return replace(self, victim=victim)

    def with_score(self, seat: int, score: Score) -> "State":
        return replace(self, scores=(*self.scores[:seat], score, *self.scores[seat + 1 :]))
