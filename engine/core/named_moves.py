"""The moves that a clause names in some position: each of its words that may be part of a move is part of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from engine.core.clauses import Clause, fit, matters, verbs_of, wishes
from engine.core.move import Line, Move
from engine.core.refusal import MoveError
from engine.core.situation import Situation
from engine.core.vocabulary import Mark

MOST_WISHES = 8  # meanings of the names in a clause
MOST_MOVES_IN_A_CLAUSE = 12
MOST_PARTLY = 40  # legal moves that have all words of a clause and more


@dataclass(frozen=True)
class Found:
    """Lines that part of a text can mean, all as good as each other, and whether that is certain."""

    lines: tuple[Line, ...] = ()
    sure: bool = True


@dataclass(frozen=True)
class NamedMoves:
    situation: Situation
    _known: dict[tuple[int, tuple[Mark, ...]], Found] = field(default_factory=dict)

    def of(self, state: Any, clause: Clause) -> Found:
        """What the clause names wholly, else several moves with one verb, else the only legal move that has all of its
        words."""
        key = (id(state), tuple(clause))
        if key not in self._known:
            named = self._wholly(state, clause)
            if not named.lines:
                named = self._series(state, clause)
            self._known[key] = named if named.lines else self._only(state, clause)
        return self._known[key]

    def _wholly(self, state: Any, clause: Clause) -> Found:
        """What the game works out, else the moves all of whose words are written."""
        situation = self.situation
        granted: dict[tuple[str, ...], Line] = {}  # the same tiles in another order are the same line
        if situation.game.grant is not None:
            for wish in islice(wishes(clause), MOST_WISHES):
                for line in situation.game.grant(state, situation.seat, wish):
                    granted.setdefault(tuple(sorted(map(str, line))), line)
        if granted:
            return Found(tuple(granted.values()))
        return Found(tuple((move,) for move in self._offers(state, clause)), sure=bool(verbs_of(clause)))

    def _offers(self, state: Any, clause: Clause, *, partly: bool = False) -> Iterator[Move]:
        """Legal moves that have all words of the clause, and no others unless `partly`."""
        situation = self.situation
        has_verb = bool(verbs_of(clause))
        needed = [mark.content for mark in clause if not mark.may_be_left_out]
        for move in situation.offers(state).naming(needed):
            fitting = fit(move, clause, situation.reader.lexicon)
            if fitting is None or bool(fitting.missing) != partly or (has_verb and not fitting.verb):
                continue
            if situation.may(state, move):
                yield move

    def _only(self, state: Any, clause: Clause) -> Found:
        """The only legal move with these words. A verb that is written by its own name counts before one that the word
        may also stand for."""
        partly = list(islice(self._offers(state, clause, partly=True), MOST_PARTLY))
        names = self.situation.vocabulary.begun
        own = [move for move in partly if any(("verb", move.VERB) in names.get(mark.typed, ()) for mark in clause)]
        found = own if len(own) == 1 else partly
        return Found(((found[0],),), sure=False) if len(found) == 1 else Found()

    def _series(self, state: Any, clause: Clause) -> Found:
        """`take red and white`: one verb, several moves."""
        situation = self.situation
        verbs = verbs_of(clause)
        left = [mark for mark in clause if mark not in verbs]
        shown = situation.started(state)
        line: Line = ()
        sure = bool(verbs)
        while any(map(matters, left)) and shown.ends is None and len(line) < MOST_MOVES_IN_A_CLAUSE:
            found, end = self._first_of(shown.state, verbs, left)
            if not found.lines:
                return Found()
            try:
                shown = situation.extended(shown, found.lines[0])
            except MoveError:
                return Found()
            line, left, sure = (*line, *found.lines[0]), left[end:], sure and found.sure
        if any(map(matters, left)) or len(line) < 2:
            return Found()
        return Found((line,), sure)

    def _first_of(self, state: Any, verbs: Clause, left: Clause) -> tuple[Found, int]:
        """The shortest beginning that is one line, with the verb or without, and where it ends."""
        for begun in (verbs, []) if verbs else ([],):
            for end in range(1, len(left) + 1):
                if matters(left[end - 1]):
                    found = self._wholly(state, [*begun, *left[:end]])
                    if len(found.lines) == 1:
                        return Found(found.lines, found.sure and begun == verbs), end
        return Found(), 0
