"""A key for caches of what is computed from large immutable values: the value itself, compared by identity."""

from typing import Generic, TypeVar

T = TypeVar("T")

LAST = 48  # positions that a process keeps at hand, with what was worked out about them


class Same(Generic[T]):
    """Equal only to another one that holds the very same object. It keeps the object, so that no other gets its id."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value
