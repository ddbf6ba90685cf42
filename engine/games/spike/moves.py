"""The moves of Spike (spk-11)."""

from typing import Annotated

from msgspec.structs import force_setattr

from engine.core.move import Kind, Move
from engine.games.spike.components import box

CITY = Kind("city")
TRACK = Kind("track")
SPACE = Kind("space")  # a city or a track space
GOOD = Kind("good")
RAIL = Kind("rail", strict=True)  # a kind of rail card
PART = Kind("part")

CityWord = Annotated[str, CITY]
TrackWord = Annotated[str, TRACK]
SpaceWord = Annotated[str, SPACE]
GoodWord = Annotated[str, GOOD]
RailWord = Annotated[str, RAIL]
PartWord = Annotated[str, PART]

# Places on the drawing: cities and track spaces by their own words, cards by where they lie.
DECK = "deck"


def in_hand(kind: str) -> str:
    return f"hand:card-{kind}"


def in_display(kind: str) -> str:
    return f"display:card-{kind}"


class Give(Move, frozen=True):
    VERB = "give"
    ONCE = True
    HIDDEN = frozenset({"rail"})
    rail: RailWord

    def places(self) -> tuple[str | None, ...]:
        return (in_hand(self.rail),)


class Flip(Move, frozen=True):
    VERB = "flip"
    good: GoodWord


class Keep(Move, frozen=True):
    VERB = "keep"
    ONCE = True
    HIDDEN = frozenset({"top"})
    top: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (self.top,)


class Place(Move, frozen=True):
    VERB = "place"
    city: CityWord

    def places(self) -> tuple[str | None, ...]:
        return (self.city,)


class Run(Move, frozen=True):
    VERB = "run"
    to: SpaceWord

    def places(self) -> tuple[str | None, ...]:
        return (self.to,)


class Restart(Move, frozen=True):
    VERB = "restart"
    to: SpaceWord

    def places(self) -> tuple[str | None, ...]:
        return (self.to,)


class Extra(Move, frozen=True):
    VERB = "extra"
    to: SpaceWord

    def places(self) -> tuple[str | None, ...]:
        return (self.to,)


class Load(Move, frozen=True):
    VERB = "load"
    good: GoodWord


class Deliver(Move, frozen=True):
    VERB = "deliver"
    good: GoodWord


class Drop(Move, frozen=True):
    VERB = "drop"
    good: GoodWord


class Draw(Move, frozen=True):
    VERB = "draw"


class Take(Move, frozen=True):
    VERB = "take"
    rail: RailWord

    def places(self) -> tuple[str | None, ...]:
        return (in_display(self.rail),)


class Lay(Move, frozen=True):
    VERB = "lay"
    track: TrackWord

    def places(self) -> tuple[str | None, ...]:
        return (self.track,)


class Pay(Move, frozen=True):
    """The cards may be named in any order; the move holds and writes them in the order of the kinds (spk-11.7)."""

    VERB = "pay"
    cards: tuple[RailWord, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "cards", tuple(sorted(self.cards, key=box().kinds.index)))

    def places(self) -> tuple[str | None, ...]:
        return tuple(in_hand(rail) for rail in self.cards)


class Upgrade(Move, frozen=True):
    VERB = "upgrade"
    part: PartWord


class Done(Move, frozen=True):
    VERB = "done"
