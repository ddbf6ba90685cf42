"""Reading what a person typed: any case, spaces or commas for dots, accents, blanks in names, unique prefixes,
English and French. It never guesses between two: then it asks.

Typing errors are forgiven only in names of five or more letters, never in numbers, hexes, colours or verbs.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from engine.core.move import (
    HEX,
    HEX_PATTERN,
    NUMBER,
    NUMBER_PATTERN,
    Kind,
    Lexicon,
    Line,
    Move,
    build_move,
    write_line,
)
from engine.core.refusal import NotAMove
from engine.core.say import Say, say
from engine.core.words import Words

MOST_TOKENS = 200
MOST_TOKENS_IN_A_NAME = 4
SHORTEST_FORGIVEN = 5
_BREAKS = re.compile(r"[\s,;.~:()\[\]/]+")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−_", "-"))
_DROPPED = str.maketrans(dict.fromkeys("$€\"'`´‘’“”«»!", " "))


@dataclass(frozen=True)
class Reading:
    """What was understood. `forgiven` lists typing errors that were corrected: (typed, understood)."""

    line: Line
    forgiven: tuple[tuple[str, str], ...] = ()


def plain(text: str) -> str:
    """Lower case without accents, dashes and quotes in one form."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_DASHES).translate(_DROPPED))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def tokens(text: str) -> list[str]:
    return [token for part in _BREAKS.split(plain(text)) if (token := part.strip("-"))]


@dataclass(frozen=True)
class _Found:
    word: str
    end: int  # the token after it
    cost: int  # 0 exact, 1 a prefix, 100 a forgiven typing error
    typed: str = ""


@dataclass
class Reader:
    """Reads lines of one game in one phase. `verbs` are those of the phase, `known` all of the game."""

    words: Words
    verbs: Mapping[str, type[Move]]
    known: Mapping[str, type[Move]]
    lexicon: Lexicon
    _trouble: tuple[int, Say] = field(default=(-1, say("line-empty")), init=False)

    def read(self, text: str) -> Reading:
        """The one line that the text can mean; NotAMove otherwise, with the question to ask."""
        atoms = tokens(text)
        self._trouble = (-1, say("line-empty"))
        if len(atoms) > MOST_TOKENS:
            raise NotAMove(text, say("line-too-many-words"))
        found = list(islice(self._lines(atoms, 0), 200)) if atoms else []
        if not found:
            raise NotAMove(text, self._trouble[1])
        best = min(cost for _, cost, _ in found)
        meanings = {write_line(line): (line, forgiven) for line, cost, forgiven in found if cost == best}
        if len(meanings) > 1:
            raise NotAMove(text, say("line-unclear", choices=tuple(meanings)))
        line, forgiven = next(iter(meanings.values()))
        return Reading(line, forgiven)

    def _lines(self, atoms: Sequence[str], at: int) -> Iterator[tuple[Line, int, tuple[tuple[str, str], ...]]]:
        if at == len(atoms):
            yield (), 0, ()
            return
        for verb in self._verb(atoms, at):
            cls = self.verbs[verb.word]
            for words, end, cost, forgiven in self._slots(cls, atoms, verb.end, 0):
                move = build_move(cls, words, self.lexicon)
                for rest, rest_cost, rest_forgiven in self._lines(atoms, end):
                    yield (
                        (move, *rest),
                        verb.cost + cost + rest_cost,
                        forgiven + rest_forgiven,
                    )

    def _slots(
        self, cls: type[Move], atoms: Sequence[str], at: int, index: int
    ) -> Iterator[tuple[tuple[str, ...], int, int, tuple[tuple[str, str], ...]]]:
        slots = cls.slots()
        if index >= len(slots) and not (slots and slots[-1].many):
            yield (), at, 0, ()
            return
        slot = slots[min(index, len(slots) - 1)]
        if index >= len(slots):  # a slot for many words has taken one already and may stop here
            yield (), at, 0, ()
        if at >= len(atoms):
            if index < len(slots):
                self._note(at, say("word-missing", verb=cls.VERB, kind=slot.kind.name))
            return
        for found in self._word(slot.kind, atoms, at):
            forgiven = ((found.typed, found.word),) if found.typed else ()
            for words, end, cost, more in self._slots(cls, atoms, found.end, index + 1):
                yield (found.word, *words), end, found.cost + cost, forgiven + more

    def _verb(self, atoms: Sequence[str], at: int) -> Iterator[_Found]:
        for width in range(1, min(MOST_TOKENS_IN_A_NAME, len(atoms) - at) + 1):
            typed = "-".join(atoms[at : at + width])
            if typed in self._verb_spellings:
                verb = self._verb_spellings[typed]
                if verb in self.verbs:
                    yield _Found(verb, at + width, 0)
                else:
                    self._note(at, say("verb-not-now", text=typed))
                continue
            meant = {
                verb
                for spelling, verb in self._verb_spellings.items()
                if verb in self.verbs and spelling.startswith(typed)
            }
            if len(meant) == 1:
                yield _Found(meant.pop(), at + width, 1)
            elif meant:
                self._note(at, say("verb-unclear", text=typed, choices=tuple(sorted(meant))))
            elif width == 1:
                self._note(at, say("no-such-verb", text=typed))

    def _word(self, kind: Kind, atoms: Sequence[str], at: int) -> Iterator[_Found]:
        if kind == NUMBER:
            typed = atoms[at].lstrip("0") or "0"
            if NUMBER_PATTERN.fullmatch(typed):
                yield _Found(typed, at + 1, 0)
            else:
                self._note(at, say("word-unknown", text=atoms[at], kind=kind.name))
        elif kind == HEX:
            yield from self._hex(kind, atoms, at)
        else:
            yield from self._name(kind, atoms, at)

    def _hex(self, kind: Kind, atoms: Sequence[str], at: int) -> Iterator[_Found]:
        for width in (1, 2):  # `E 14` is E14 too
            typed = "".join(atoms[at : at + width]).upper()
            if len(atoms) >= at + width and HEX_PATTERN.fullmatch(typed):
                yield _Found(typed, at + width, 0)
                return
        self._note(at, say("word-unknown", text=atoms[at], kind=kind.name))

    def _name(self, kind: Kind, atoms: Sequence[str], at: int) -> Iterator[_Found]:
        spellings = self._spellings[kind.name]
        found = False
        for width in range(1, min(MOST_TOKENS_IN_A_NAME, len(atoms) - at) + 1):
            typed = "-".join(atoms[at : at + width])
            if typed in spellings:
                yield _Found(spellings[typed], at + width, 0)
                found = True
                continue
            meant = {word for spelling, word in spellings.items() if spelling.startswith(typed)}
            if len(meant) == 1 and not typed.isdigit():
                yield _Found(meant.pop(), at + width, 1)
                found = True
            elif meant:
                self._note(at, say("word-unclear", text=typed, choices=tuple(sorted(meant))))
            elif not kind.strict and len(typed) >= SHORTEST_FORGIVEN:
                near = {word for spelling, word in spellings.items() if _one_slip(typed, spelling)}
                if len(near) == 1:
                    yield _Found(near.pop(), at + width, 100, typed)
                    found = True
                elif near:
                    self._note(at, say("word-unclear", text=typed, choices=tuple(sorted(near))))
        if not found:
            self._note(at, say("word-unknown", text=atoms[at], kind=kind.name))

    def _note(self, at: int, why: Say) -> None:
        """Keeps what went wrong furthest along the text: that is where the writer's mistake is."""
        if at > self._trouble[0]:
            self._trouble = (at, why)

    @cached_property
    def _verb_spellings(self) -> Mapping[str, str]:
        spellings: dict[str, str] = {}
        for tongue in self.words.tongues.values():
            for verb in self.known:
                for spelling in (verb, *tongue.verbs.get(verb, ())):
                    spellings["-".join(tokens(spelling))] = verb
        return spellings

    @cached_property
    def _spellings(self) -> Mapping[str, Mapping[str, str]]:
        """For each kind of word, every spelling with the word it stands for; one that stands for two is left out."""
        tables: dict[str, Mapping[str, str]] = {}
        for kind, canonical in self.lexicon.items():
            table: dict[str, str] = {}
            doubtful: set[str] = set()
            for word in canonical:
                for spelling in self._ways(word):
                    if table.setdefault(spelling, word) != word:
                        doubtful.add(spelling)
            tables[kind] = {
                spelling: word for spelling, word in table.items() if spelling == word or spelling not in doubtful
            } | {word: word for word in canonical}
        return tables

    def _ways(self, word: str) -> Iterator[str]:
        yield word
        for tongue in self.words.tongues.values():
            for spelling in (tongue.names.get(word), *tongue.read.get(word, ())):
                if spelling:
                    yield "-".join(tokens(spelling))


def _one_slip(typed: str, meant: str) -> bool:
    """One letter wrong, missing, too many, or two neighbours swapped; digits never count as a slip."""
    if len(meant) < SHORTEST_FORGIVEN or any(char.isdigit() for char in typed + meant):
        return False
    if abs(len(typed) - len(meant)) > 1:
        return False
    head = 0
    while head < min(len(typed), len(meant)) and typed[head] == meant[head]:
        head += 1
    a, b = typed[head:], meant[head:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:] and len(a) > 1)
