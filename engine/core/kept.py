"""A part of a snapshot that is read when it is asked for, and shared by all positions that hold it.

Most lines leave the track alone, and pages, mails and the next line begin with the same snapshot. So what was worked
out from such a part is found again by its bytes; what was used longest ago is dropped.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")
MOST = 64


class Kept(Generic[T]):
    """Threads share it: a place is made in one step, and its first value is everybody's."""

    def __init__(self, read: Callable[[msgspec.Raw], T], most: int = MOST) -> None:
        self._read = read
        self._place = lru_cache(maxsize=most)(self._new_place)

    @staticmethod
    def _new_place(_stored: bytes) -> list[T]:
        return []

    def of(self, stored: msgspec.Raw) -> T:
        place = self._place(bytes(stored))
        if not place:
            place.append(self._read(stored))
        return place[0]

    def keep(self, stored: msgspec.Raw, known: T) -> T:
        """For whoever comes to the same bytes; what they know already stays."""
        place = self._place(bytes(stored))
        if not place:
            place.append(known)
        return place[0]

    def forget(self) -> None:
        """As in a process that has just started."""
        self._place.cache_clear()
