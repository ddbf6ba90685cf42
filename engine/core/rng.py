"""Chance as a value. The same seed gives the same dice for ever, on every machine and Python version.

A draw hashes seed, epoch and count. The epoch goes up when a table is rewound across something that was seen, so
that known dice do not come back.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec

T = TypeVar("T")

_SPAN = 1 << 256


class Rng(msgspec.Struct, frozen=True):
    seed: str
    epoch: int = 0
    count: int = 0

    def below(self, bound: int) -> tuple[int, "Rng"]:
        """A fair number in range(bound)."""
        if bound < 1:
            raise ValueError("a draw needs at least one outcome")
        fair = _SPAN - _SPAN % bound  # numbers from here on would favour small outcomes, so they are thrown away
        count = self.count
        while True:
            digest = sha256(f"{self.seed}/{self.epoch}/{count}".encode()).digest()
            count += 1
            value = int.from_bytes(digest, "big")
            if value < fair:
                return value % bound, Rng(self.seed, self.epoch, count)

    def pick(self, items: Sequence[T]) -> tuple[T, "Rng"]:
        index, rng = self.below(len(items))
        return items[index], rng

    def dice(self, number: int, sides: int = 6) -> tuple[tuple[int, ...], "Rng"]:
        rng, faces = self, []
        for _ in range(number):
            face, rng = rng.below(sides)
            faces.append(face + 1)
        return tuple(faces), rng

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Rng"]:
        rng, rest = self, list(items)
        for last in range(len(rest) - 1, 0, -1):
            other, rng = rng.below(last + 1)
            rest[last], rest[other] = rest[other], rest[last]
        return tuple(rest), rng

    def next_epoch(self, after: int) -> "Rng":
        return Rng(self.seed, after + 1, self.count)
