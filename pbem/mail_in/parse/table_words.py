"""The words of one table: how its moves are read, how its seats are named, and which lines resemble moves.

A line that resembles moves must be understood; one that does not may be a signature.
"""

from dataclasses import dataclass
from functools import cached_property

from engine.core.move import HEX_PATTERN
from engine.core.reader import Reader, is_near, tokens
from engine.core.situation import Situation
from pbem.mail_in.parse.commands import Seats

SHORTEST_NEAR_VERB = 3


@dataclass(frozen=True)
class TableWords:
    """How the moves of a table are read now, and how its seats may be named."""

    reader: Reader
    seats: Seats
    situation: Situation | None = None  # without it only the exact grammar is read

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The first words of all verbs of the game, in both languages."""
        found: set[str] = set()
        for tongue in self.reader.words.tongues.values():
            for verb in self.reader.known:
                found.update(tokens(spelling)[0] for spelling in (verb, *tongue.verbs.get(verb, ())))
        return frozenset(found)

    @cached_property
    def wordless(self) -> frozenset[str]:
        """The verbs that are whole moves now."""
        return frozenset(verb for verb, cls in self.reader.verbs.items() if not cls.slots())

    @cached_property
    def names(self) -> frozenset[str]:
        """Whole words of the game that are long enough to be told from anything else."""
        found: set[str] = set()
        for words in self.reader.lexicon.values():
            for word in words:
                spellings = [word, *(tongue.names.get(word, "") for tongue in self.reader.words.tongues.values())]
                found.update("-".join(tokens(spelling)) for spelling in spellings)
        return frozenset(name for name in found if len(name) > 2)

    def resembles_moves(self, text: str) -> bool:
        """It begins with a verb, or nearly so with words of the game behind it, or most of its words are the game's."""
        words = tokens(text)
        if not words:
            return False
        named = {at for at, word in enumerate(words) if word in self.names or HEX_PATTERN.fullmatch(word.upper())}
        for at in range(len(words) - 1):
            if "-".join(words[at : at + 2]) in self.names:
                named |= {at, at + 1}
        numbers = {at for at, word in enumerate(words) if word.isdigit()}
        first, behind = words[0], set(range(1, len(words)))
        if first in self.verbs or (not behind and any(_near(first, verb) for verb in self.wordless)):
            return True
        if (named | numbers) & behind and any(len(first) > 2 and verb.startswith(first) for verb in self.verbs):
            return True
        if behind and behind <= named | numbers and any(_near(first, verb) for verb in self.verbs):
            return True
        return bool(named) and 2 * len(named | numbers) > len(words)


def _near(typed: str, verb: str) -> bool:
    """One letter wrong, missing or too many: not a verb, but a line that wants to be an order."""
    return len(typed) >= SHORTEST_NEAR_VERB and is_near(typed, verb)
