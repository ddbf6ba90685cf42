"""The position in which an answer is read: a question to a seat, and what the mail printed that is answered.

Lines are tried on a position imagined from what the seat may know, so that an answer cannot betray a secret.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core.game import AnyGame
from engine.core.move import Line, Move
from engine.core.offers import Offers
from engine.core.play import Preview, complete, extend, imagined, preview
from engine.core.reader import Reader, reader_now
from engine.core.refusal import MoveError
from engine.core.vocabulary import Vocabulary, vocabulary

MOST_CHOICES = 3  # lines that a question offers


@dataclass(frozen=True)
class Printed:
    """A choice that the answered mail has shown: its number, its line, and its words, perhaps in several languages."""

    number: int
    line: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Situation:
    """`asked_back`: the mail has asked whether its first choice is meant."""

    game: AnyGame
    state: Any
    seat: int
    printed: tuple[Printed, ...] = ()
    people: tuple[str, ...] = ()  # the names of the other players
    asked_back: bool = False

    @cached_property
    def imagined(self) -> Any:
        return imagined(self.game, self.game.view(self.state, self.seat))

    @cached_property
    def reader(self) -> Reader:
        return reader_now(self.game, self.state)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return vocabulary(self.game, self.state.options)

    @cached_property
    def wordless(self) -> frozenset[str]:
        """The verbs that are whole moves."""
        return frozenset(verb for verb, cls in self.game.verbs.items() if not cls.slots())

    @cached_property
    def verbs_now(self) -> frozenset[str]:
        """The verbs with which a legal line can begin."""
        found: set[str] = set()
        for move in self.offers(self.imagined).moves:
            if move.VERB not in found and self.may(self.imagined, move):
                found.add(move.VERB)
        return frozenset(found)

    def line(self, text: str) -> Line:
        """Of a printed choice."""
        return self.game.read(text, self.state)

    @property
    def printed_lines(self) -> tuple[Line, ...]:
        return tuple(self.line(choice.line) for choice in self.printed)

    def phase_of(self, state: Any) -> Any:
        return self.game.phase_named[state.phase]

    @cached_property
    def _offered(self) -> dict[int, tuple[Any, Offers]]:
        return {}

    def offers(self, state: Any) -> Offers:
        """What the phase offers the seat in a position, legal or not, worked out once for each."""
        known = self._offered.get(id(state))
        if known is None:
            offered = Offers(tuple(self.phase_of(state).offers(state, self.seat)))
            known = self._offered[id(state)] = (state, offered)
        return known[1]

    def may(self, state: Any, move: Move) -> bool:
        return self.phase_of(state).refuse(state, self.seat, move) is None

    def started(self, state: Any) -> Preview[Any]:
        """The empty draft in this position."""
        return Preview(state, (), 0, None)

    def extended(self, shown: Preview[Any], moves: Iterable[Move]) -> Preview[Any]:
        for move in moves:
            shown = extend(self.game, shown, self.seat, move)
        return shown

    def is_legal(self, line: Line) -> bool:
        """Whether the line can be played whole, with `done` added if that is all it lacks."""
        try:
            line = complete(self.game, self.imagined, self.seat, line)
            return preview(self.game, self.imagined, self.seat, line).ends is not None
        except MoveError:
            return False

    def whole(self, line: Line) -> Line:
        """The line to its end: with `done` if that is all it lacks, else as sensibly as possible."""
        line = complete(self.game, self.imagined, self.seat, line)
        if preview(self.game, self.imagined, self.seat, line).ends is not None:
            return line
        return next(iter(self.finished(line)), line)

    def wholes(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """The first of these lines that can be played, to their ends."""
        found: dict[Line, None] = {}
        for line in lines:
            with suppress(MoveError):
                found[self.whole(line)] = None
            if len(found) == MOST_CHOICES:
                break
        return tuple(found)

    def finished(self, line: Line) -> tuple[Line, ...]:
        """Whole lines that begin with this one, the most sensible first."""
        shown = preview(self.game, self.imagined, self.seat, line)
        tips = self.phase_of(shown.state).suggest(shown.state, self.seat, MOST_CHOICES)
        return tuple((*line, *tip.line) for tip in tips)

    def contradicts(self, line: Line, rest: Line) -> bool:
        """Whether what follows a whole line answers the same question in another way."""
        return bool(rest) and rest[0].ONCE and type(rest[0]) is type(line[0]) and rest[0] != line[0]
