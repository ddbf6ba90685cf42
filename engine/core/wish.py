"""What a part of an answer asks for, as far as its words tell: a game works out the line (`Game.grant`)."""

from collections.abc import Container
from dataclasses import dataclass


@dataclass(frozen=True)
class Wish:
    """`verbs` are those that the written one can mean, none if none is written. Names, hexes and numbers are in their
    canonical spelling; `start`, `goal` and `via` are those behind "from", "to" and "via"."""

    verbs: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    start: str = ""
    goal: str = ""
    via: tuple[str, ...] = ()

    def names_verb(self, *verbs: str) -> bool:
        """Whether one of these may be meant; a wish without a verb leaves it open."""
        return not self.verbs or not self.verbs.isdisjoint(verbs)

    def ends(self, places: Container[str]) -> tuple[str, str] | None:
        """The two places that it names, in their order; None when it names fewer or more."""
        named = [self.start, *(name for name in self.names if name in places), self.goal]
        found = [place for place in named if place]
        return (found[0], found[1]) if len(found) == 2 and all(place in places for place in found) else None

    def others(self, places: Container[str]) -> tuple[str, ...]:
        """The names that are no places."""
        return tuple(name for name in self.names if name not in places)
