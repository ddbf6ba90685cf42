"""Boxes: the data files of a game, its own and those that a host has put beside them.

A host who owns a box may write its cards and tables into files of the same shape. Such a box stands on the shelf under
`name.digest`, where the digest is the SHA-256 of its files, and a table played with it has that word among its options:
so the record says with which data it was played, and other data under the same name are other data.

A shelf is filled when a process starts and never changed in play.
"""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Generic, TypeVar

from engine.core.tables import BadData, Source

B = TypeVar("B")

OPTION = "box"  # the name of the option
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Shelf(Generic[B]):
    def __init__(self, own: Source, read: Callable[[Source], B]) -> None:
        self._own = own
        self._read = read
        self._boxes: dict[str, B] = {}

    @property
    def words(self) -> tuple[str, ...]:
        """Every box besides the game's own, as it stands in the options of a table."""
        return tuple(word for word in self._boxes if word)

    def put(self, name: str, files: Mapping[str, str]) -> str:
        """Reads a box and keeps it; files that it lacks are the game's own. The answer is its word for the options."""
        if not _NAME.fullmatch(name):
            raise BadData(f"a box is named with small letters, digits and hyphens, not “{name}”")
        word = f"{name}.{digest(files)}"
        self._boxes[word] = self._read(lambda file: files[file] if file in files else self._own(file))
        return word

    def remove(self, word: str) -> None:
        del self._boxes[word]

    def find(self, word: str) -> str | None:
        """The whole word for a name or a whole word, None where no such box stands here."""
        found = [known for known in self.words if word in (known, known.partition(".")[0])]
        return found[0] if len(found) == 1 else None

    def of(self, options: Mapping[str, str]) -> B:
        """The box of a table; without the option it is the game's own."""
        word = options.get(OPTION, "")
        if word not in self._boxes:
            if word:
                raise BadData(f"this table is played with the box {word}, which is not here")
            self._boxes[word] = self._read(self._own)
        return self._boxes[word]


def digest(files: Mapping[str, str]) -> str:
    """Of all files with their names, in the order of the names."""
    whole = sha256()
    for name in sorted(files):
        whole.update(f"{name}\0{len(files[name].encode())}\0{files[name]}".encode())
    return whole.hexdigest()
