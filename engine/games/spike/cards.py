"""Rail cards in hand, and what pays for tracks (spk-6.7 to spk-6.10). A hand counts its cards of each kind."""

from collections.abc import Iterator, Sequence

from engine.games.spike.weights import VARIETY

Hand = tuple[int, ...]  # in the order of the kinds

NONE: Hand = (0, 0, 0, 0, 0, 0)


def added(hand: Hand, kind: int, number: int = 1) -> Hand:
    return (*hand[:kind], hand[kind] + number, *hand[kind + 1 :])


def together(one: Hand, other: Hand) -> Hand:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def without(hand: Hand, cards: Hand) -> Hand:
    return tuple(a - b for a, b in zip(hand, cards, strict=True))


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


def payments(hand: Hand, need: Hand) -> Iterator[Hand]:
    """Every way to pay without waste: fitting cards as themselves, jokers for the rest (spk-6.9)."""
    fitting = tuple(min(have, needed) for have, needed in zip(hand, need, strict=True))
    missing = sum(need) - sum(fitting)
    surplus = without(hand, fitting)
    for sets in _joker_sets(surplus, missing, 0):
        yield together(fitting, sets)


def _joker_sets(surplus: Hand, missing: int, kind: int) -> Iterator[Hand]:
    if kind == len(surplus):
        if missing == 0:
            yield ()
        return
    # A set of n cards stands for n - 1 (spk-6.8), so a single card is no set.
    for size in (0, *range(2, min(surplus[kind], missing + 1) + 1)):
        for rest in _joker_sets(surplus, missing - max(size - 1, 0), kind + 1):
            yield (size, *rest)


def best_payment(hand: Hand, need: Hand) -> Hand:
    """The fewest cards, from the kinds of which most remain, so that the hand keeps the most use (spk-6.10)."""
    return min(payments(hand, need), key=lambda paid: (sum(paid), -_variety(without(hand, paid)), paid))


def _variety(hand: Hand) -> int:
    """Many kinds, and sets still large enough to be jokers."""
    return sum(VARIETY * (count > 0) + max(count - 1, 0) for count in hand)


def spelled(cards: Hand, kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(kind for kind, count in zip(kinds, cards, strict=True) for _ in range(count))


def counted(words: Sequence[str], kinds: Sequence[str]) -> Hand:
    return tuple(words.count(kind) for kind in kinds)
