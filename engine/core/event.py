"""Events tell what happened, in the past tense. They narrate; nothing is replayed from them."""

import re

import msgspec

from engine.core.say import Say


def kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, tag=kebab):
    """The class name in lower case with hyphens is the message id; the fields are its parameters."""

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
