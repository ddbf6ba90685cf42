"""The moves of Parlour. What is staked or given is the mover's secret."""

from typing import Annotated, ClassVar

from engine.core.move import Kind, Move, SeatWord

CardWord = Annotated[str, Kind("card")]


class Stake(Move, frozen=True):
    VERB: ClassVar[str] = "stake"
    HIDDEN: ClassVar[frozenset[str]] = frozenset({"card"})
    card: CardWord

    def places(self) -> tuple[str | None, ...]:
        return (self.card,)


class Draw(Move, frozen=True):
    VERB: ClassVar[str] = "draw"


class Give(Move, frozen=True):
    VERB: ClassVar[str] = "give"
    HIDDEN: ClassVar[frozenset[str]] = frozenset({"card"})
    card: CardWord

    def places(self) -> tuple[str | None, ...]:
        return (self.card,)


class Knock(Move, frozen=True):
    VERB: ClassVar[str] = "knock"
    at: SeatWord

    def places(self) -> tuple[str | None, ...]:
        return (self.at,)


class Show(Move, frozen=True):
    VERB: ClassVar[str] = "show"
    cards: tuple[CardWord, ...]

    def places(self) -> tuple[str | None, ...]:
        return self.cards


class Done(Move, frozen=True):
    VERB: ClassVar[str] = "done"


class Drop(Move, frozen=True):
    VERB: ClassVar[str] = "drop"
    card: CardWord

    def places(self) -> tuple[str | None, ...]:
        return (self.card,)
