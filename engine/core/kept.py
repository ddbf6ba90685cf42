"""What was worked out from some bytes is found again by them; what was used longest ago is dropped.

Most lines leave the track alone, and pages, mails and the next line begin with the same snapshot: a part of a snapshot
is read when it is asked for, and shared by all positions that hold it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")
MOST = 64


class Found(Generic[T]):
    """Threads share it: a place is made in one step, and its first value is everybody's."""

    def __init__(self, most: int = MOST) -> None:
        self._place = lru_cache(maxsize=most)(self._new_place)

    @staticmethod
    def _new_place(_key: bytes) -> list[T]:
        return []

    def of(self, key: bytes, make: Callable[[], T]) -> T:
        place = self._place(key)
        if not place:
            place.append(make())
        return place[0]

    def forget(self) -> None:
        """As in a process that has just started."""
        self._place.cache_clear()


class Kept(Generic[T]):
    """Parts of snapshots, by their bytes."""

    def __init__(self, read: Callable[[msgspec.Raw], T], most: int = MOST) -> None:
        self._read = read
        self._found: Found[T] = Found(most)
        self.forget = self._found.forget

    def of(self, stored: msgspec.Raw) -> T:
        return self._found.of(bytes(stored), lambda: self._read(stored))

    def keep(self, stored: msgspec.Raw, known: T) -> T:
        """For whoever comes to the same bytes; what they know already stays."""
        return self._found.of(bytes(stored), lambda: known)
