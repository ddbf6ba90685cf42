"""The moves that a phase offers in a position, found by the words that they are made of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from engine.core.move import Move


@dataclass(frozen=True)
class Offers:
    """In the order of the phase, legal or not. A written word is given as the set of words that it can mean."""

    moves: tuple[Move, ...]

    def naming(self, written: Sequence[AbstractSet[str]]) -> Iterator[Move]:
        """The moves that have one of the meanings of each written word."""
        if not written:
            yield from self.moves
            return
        for place in sorted(set.intersection(*map(self._places, written))):
            yield self.moves[place]

    def sharing(self, written: Iterable[AbstractSet[str]]) -> Iterator[tuple[Move, int]]:
        """The moves that have a meaning of some written words, with the number of those words."""
        shared = Counter(place for meanings in written for place in self._places(meanings))
        for place in sorted(shared):
            yield self.moves[place], shared[place]

    def _places(self, meanings: AbstractSet[str]) -> set[int]:
        return {place for word in meanings for place in self._having.get(word, ())}

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """For each verb and word, the places of the moves that have it."""
        found: dict[str, list[int]] = {}
        for place, move in enumerate(self.moves):
            for word in (move.VERB, *move.words()):
                found.setdefault(word, []).append(place)
        return found
