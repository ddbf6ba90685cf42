"""Questions about hands that several phases ask."""

from collections.abc import Sequence

from engine.core.refusal import Refusal, refusal
from tests.toys.parlour.state import VALUES, Cards, State


def distinct(cards: Cards) -> Cards:
    """Each kind of card once, the lowest first."""
    return tuple(card for card in VALUES if card in cards)


def holds(s: State, seat: int, cards: Sequence[str]) -> Refusal | None:
    """par-1.4"""
    for card in cards:
        if s.hands[seat].count(card) < cards.count(card):
            return refusal("not-in-hand", "par-1.4", card=card, n=cards.count(card))
    return None
