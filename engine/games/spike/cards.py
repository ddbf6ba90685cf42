"""Rail cards in hand, and what pays for tracks (spk-6.7 to spk-6.10). A hand counts its cards of each kind."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.spike.weights import VARIETY

Hand = tuple[int, ...]  # in the order of the kinds

NONE: Hand = (0, 0, 0, 0, 0, 0)
KEPT = 16384  # answers that are kept: a search for paths asks the same of one hand again and again


def added(hand: Hand, kind: int, number: int = 1) -> Hand:
    return (*hand[:kind], hand[kind] + number, *hand[kind + 1 :])


def together(one: Hand, other: Hand) -> Hand:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def without(hand: Hand, cards: Hand) -> Hand:
    return tuple(a - b for a, b in zip(hand, cards, strict=True))


@lru_cache(maxsize=KEPT)
def spare(hand: Hand, need: Hand) -> int:
    """How many cards the jokers could replace beyond what is missing; below zero the need cannot be paid.

    More need never makes it larger, so a search for paths may stop as soon as it is negative.
    """
    spare = 0
    for have, needed in zip(hand, need, strict=True):
        if have < needed:
            spare -= needed - have
        elif have > needed + 1:
            spare += have - needed - 1
    return spare


def payments(hand: Hand, need: Hand) -> list[Hand]:
    """Every way to pay in which each card is needed, the most sensible first (spk-6.9, spk-6.10)."""
    return sorted(_payments(hand, need, NONE, 0, 0), key=lambda paid: _regret(hand, need, paid))


@lru_cache(maxsize=KEPT)
def best_payment(hand: Hand, need: Hand) -> Hand:
    """The first of `payments`, without looking at those that keep a fitting card back: they never cost less."""
    fitting = tuple(map(min, hand, need))
    return min(_payments(hand, need, fitting, 0, 0), key=lambda paid: _regret(hand, need, paid))


def pays(cards: Hand, need: Hand) -> bool:
    """Whether these cards pay and each of them is needed. A single card beyond the need of its kind is no set."""
    alone = any(count == needed + 1 for count, needed in zip(cards, need, strict=True))
    return spare(cards, need) == 0 and not alone


def _payments(hand: Hand, need: Hand, least: Hand, kind: int, spare: int) -> Iterator[Hand]:
    """The counts of this kind and the following ones, at least so many of each. `spare` jokers are at hand so far,
    below zero so many cards are missing."""
    if kind == len(hand):
        if spare == 0:
            yield ()
        return
    if spare > sum(need[kind:]) - sum(least[kind:]):
        return  # more jokers than cards they could still replace
    needed = need[kind]
    for count in range(least[kind], min(hand[kind], needed) + 1):
        for rest in _payments(hand, need, least, kind + 1, spare - (needed - count)):
            yield (count, *rest)
    # Beyond the need of its kind, a set of n cards stands for n - 1 (spk-6.8), so a single card is no set.
    for count in range(needed + 2, hand[kind] + 1):
        for rest in _payments(hand, need, least, kind + 1, spare + count - needed - 1):
            yield (count, *rest)


def _regret(hand: Hand, need: Hand, paid: Hand) -> tuple[int, int, int, Hand]:
    """Few cards first; then those that fit, since jokers pay for anything later; then what leaves the hand useful."""
    kept_back = sum(
        min(have, needed) - count for have, needed, count in zip(hand, need, paid, strict=True) if count < needed
    )
    return sum(paid), kept_back, -_variety(without(hand, paid)), paid


def _variety(hand: Hand) -> int:
    """Many kinds, and sets still large enough to be jokers."""
    return sum(VARIETY * (count > 0) + max(count - 1, 0) for count in hand)


def spelled(cards: Hand, kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(kind for kind, count in zip(kinds, cards, strict=True) for _ in range(count))


def counted(words: Sequence[str], kinds: Sequence[str]) -> Hand:
    return tuple(words.count(kind) for kind in kinds)
