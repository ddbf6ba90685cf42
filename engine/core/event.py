"""Events tell what happened, in the past tense. They narrate; nothing is replayed from them."""

import re
from typing import Any, ClassVar

import msgspec

from engine.core.say import Say


def kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, tag=kebab):
    """The class name in lower case with hyphens is the message id; the fields are its parameters."""

    # Fields that say nothing about what a line does for the seat that plays it: counters of the table, places in an
    # auction. A plan is followed only if the other fields are what they were when it was made (see `guard.py`).
    INCIDENTAL: ClassVar[frozenset[str]] = frozenset()
    RUINS: ClassVar[bool] = False  # it puts a seat out of the game
    COST: ClassVar[str] = "cost"  # the field with the price that the seat pays, in events that have it

    def effect(self) -> dict[str, Any] | None:
        """What of it matters to a plan, as plain values for JSON; None if nothing does."""
        kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))  # as it will be read from a stored plan
        return {name: value for name, value in kept.items() if name not in self.INCIDENTAL}

    def seen_by(self, reader: int | None) -> "Event | None":
        """What this reader may know of it (`None` as reader: everybody); None when not even that it happened."""
        return self

    def places(self) -> tuple[str, ...]:
        """The places on the board that it changed: they get its number in the drawing."""
        return ()

    def say(self) -> Say:
        return Say(
            kebab(type(self).__name__),
            {name: getattr(self, name) for name in self.__struct_fields__},
        )
