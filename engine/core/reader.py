"""Reading what a person typed: any case, spaces or commas for dots, accents, blanks in names, unique prefixes,
English and French. It never guesses between two: then it asks.

Typing errors are forgiven only in names of five or more letters, never in numbers, hexes, colours or verbs.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from engine.core.game import AnyGame
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
MOST_LETTERS = 5_000  # more are not taken apart: one letter may stand for eighteen
MOST_TOKENS_IN_A_NAME = 4
SHORTEST_FORGIVEN = 5
MOST_CHOICES = 5  # so many meanings are told when it asks
PREFIX, FORGIVEN = 1, 1000  # what a shortened word and a typing error cost: the cheapest meaning is taken
UNREADABLE = "\N{REPLACEMENT CHARACTER}"
_BREAKS = re.compile(r"[\s,;.~:()\[\]/]+")
_NEGATIVE = re.compile(r"-+[0-9]")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−_", "-"))
_DROPPED = str.maketrans(dict.fromkeys("$€\"'`´‘’“”«»!", " "))


@dataclass(frozen=True)
class Reading:
    """What was understood. `forgiven` lists typing errors that were corrected: (typed, understood).

    Without being `sure` a line is played only if it can be taken back. `then` is what was written for later questions.
    """

    line: Line
    forgiven: tuple[tuple[str, str], ...] = ()
    sure: bool = True
    then: tuple[str, ...] = ()


def plain(text: str) -> str:
    """Lower case without accents, dashes and quotes in one form. A raised digit or a fraction becomes no digit: `3²`
    must not be 32."""
    if text.isascii():  # nothing to take apart
        return text.translate(_DASHES).translate(_DROPPED).casefold()
    text = "".join(UNREADABLE if unicodedata.category(char) == "No" else char for char in text)
    decomposed = unicodedata.normalize("NFKD", text.translate(_DASHES).translate(_DROPPED))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def tokens(text: str) -> list[str]:
    return [token for part in _BREAKS.split(plain(text)) if (token := _bare(part))]


def _bare(part: str) -> str:
    """Without dashes around it; but `-3` stays, for it must not become a 3."""
    return part.rstrip("-") if _NEGATIVE.match(part) else part.strip("-")


@dataclass(frozen=True)
class _Found:
    word: str
    end: int  # the token after it
    cost: int  # nought for an exact word
    typed: str = ""  # set when it was forgiven


@dataclass(frozen=True)
class _Part:
    """What the tokens up to some point can mean: the words of a move, or the moves of a line, not yet built."""

    cost: int = 0
    parts: tuple[Any, ...] = ()
    forgiven: tuple[tuple[str, str], ...] = ()

    def then(self, cost: int, part: Any, forgiven: tuple[tuple[str, str], ...]) -> "_Part":
        return _Part(self.cost + cost, (*self.parts, part), self.forgiven + forgiven)


@dataclass(frozen=True)
class _Tables:
    """Each spelling with the verb or, for each kind of word, the word that it stands for."""

    verbs: Mapping[str, str]
    words: Mapping[str, Mapping[str, str]]


def reader_now(game: AnyGame, state: Any) -> "Reader":
    """Reads what a seat writes in this position."""
    phase = game.phase_named[state.phase]
    verbs = {cls.VERB: cls for cls in getattr(phase, "MOVES", ())}  # a phase that runs by itself has none
    key = ("spellings", *state.options.items())
    if key not in game.vocabularies:
        game.vocabularies[key] = Reader(game.words, verbs, game.verbs, game.lexicon(state.options)).tables
    return Reader(game.words, verbs, game.verbs, game.lexicon(state.options), game.vocabularies[key])


@dataclass
class Reader:
    """Reads lines of one game in one phase. `verbs` are those of the phase, `known` all of the game.

    It walks along the text once and keeps, for each token, only the cheapest meanings of what stands before it: so
    no text, however hostile, takes long.
    """

    words: Words
    verbs: Mapping[str, type[Move]]
    known: Mapping[str, type[Move]]
    lexicon: Lexicon
    known_tables: "_Tables | None" = None  # those of another reader with the same words
    _trouble: tuple[int, Say] = field(default=(-1, say("line-empty")), init=False)
    _words_at: dict[tuple[str, int], tuple[_Found, ...]] = field(default_factory=dict, init=False)

    def read(self, text: str) -> Reading:
        """The one line that the text can mean; NotAMove otherwise, with the question to ask."""
        atoms = tokens(text[:MOST_LETTERS])
        self._trouble = (-1, say("line-empty"))
        self._words_at = {}
        if len(text) > MOST_LETTERS or len(atoms) > MOST_TOKENS:
            raise NotAMove(text, say("line-too-many-words"))
        found = self._lines(atoms) if atoms else []
        if not found:
            raise NotAMove(text, self._trouble[1])
        lines = [tuple(build_move(cls, words, self.lexicon) for cls, words in meaning.parts) for meaning in found]
        meanings = tuple(dict.fromkeys(map(write_line, lines)))
        if len(meanings) > 1:
            raise NotAMove(text, say("line-unclear", choices=meanings))
        return Reading(lines[0], found[0].forgiven, not found[0].forgiven)

    def _lines(self, atoms: Sequence[str]) -> list[_Part]:
        upto: list[list[_Part]] = [[] for _ in range(len(atoms) + 1)]
        upto[0].append(_Part())
        for at in range(len(atoms)):
            for verb in self._verb(atoms, at) if upto[at] else ():
                cls = self.verbs[verb.word]
                for end, moves in self._slots(cls, atoms, verb.end).items():
                    for head, tail in product(upto[at], moves):
                        _keep(upto[end], head.then(verb.cost + tail.cost, (cls, tail.parts), tail.forgiven))
        return upto[-1]

    def _slots(self, cls: type[Move], atoms: Sequence[str], start: int) -> Mapping[int, list[_Part]]:
        """The words that can follow the verb, by the token after them."""
        here: dict[int, list[_Part]] = {start: [_Part()]}
        implied: dict[int, list[_Part]] = {}
        for slot in cls.slots():
            for at, heads in here.items():
                for head in heads:
                    if left_out := cls.implied(head.parts):
                        whole = _Part(head.cost, (*head.parts, *left_out), head.forgiven)
                        _keep(implied.setdefault(at, []), whole)
            reached: dict[int, list[_Part]] = {}
            for at in range(start, len(atoms)):
                heads = here.get(at, []) + (reached.get(at, []) if slot.many else [])
                for found in self._word(slot.kind, atoms, at) if heads else ():
                    forgiven = ((found.typed, found.word),) if found.typed else ()
                    for head in heads:
                        _keep(reached.setdefault(found.end, []), head.then(found.cost, found.word, forgiven))
            if len(atoms) in here:
                self._note(len(atoms), say("word-missing", verb=cls.VERB, kind=slot.kind.name))
            here = reached
        for at, wholes in implied.items():
            for whole in wholes:
                _keep(here.setdefault(at, []), whole)
        return here

    def _verb(self, atoms: Sequence[str], at: int) -> Iterator[_Found]:
        for width in range(1, min(MOST_TOKENS_IN_A_NAME, len(atoms) - at) + 1):
            typed = "-".join(atoms[at : at + width])
            if typed in self._verb_spellings:
                verb = self._verb_spellings[typed]
                if verb in self.verbs:
                    yield _Found(verb, at + width, 0)
                else:
                    self._note(at, say("verb-not-now", text=_short(typed)))
                continue
            meant = {
                verb
                for spelling, verb in self._verb_spellings.items()
                if verb in self.verbs and spelling.startswith(typed)
            }
            if len(meant) == 1:
                yield _Found(meant.pop(), at + width, PREFIX)
            elif meant:
                self._note(at, say("verb-unclear", text=_short(typed), choices=tuple(sorted(meant))))
            elif width == 1:
                self._note(at, say("no-such-verb", text=_short(typed)))

    def _word(self, kind: Kind, atoms: Sequence[str], at: int) -> tuple[_Found, ...]:
        if (kind.name, at) not in self._words_at:
            self._words_at[kind.name, at] = tuple(self._read_word(kind, atoms, at))
        return self._words_at[kind.name, at]

    def _read_word(self, kind: Kind, atoms: Sequence[str], at: int) -> Iterator[_Found]:
        if kind == NUMBER:
            typed = atoms[at].lstrip("0") or "0"
            if NUMBER_PATTERN.fullmatch(typed):
                yield _Found(typed, at + 1, 0)
            else:
                self._note(at, say("word-unknown", text=_short(atoms[at]), kind=kind.name))
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
        self._note(at, say("word-unknown", text=_short(atoms[at]), kind=kind.name))

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
                yield _Found(meant.pop(), at + width, PREFIX)
                found = True
            elif meant:
                self._note(at, say("word-unclear", text=_short(typed), choices=tuple(sorted(meant))))
            elif not kind.strict:
                near = {word for spelling, word in spellings.items() if _one_slip(typed, spelling)}
                if len(near) == 1:
                    yield _Found(near.pop(), at + width, FORGIVEN, typed)
                    found = True
                elif near:
                    self._note(at, say("word-unclear", text=_short(typed), choices=tuple(sorted(near))))
        if not found:
            self._note(at, say("word-unknown", text=_short(atoms[at]), kind=kind.name))

    def _note(self, at: int, why: Say) -> None:
        """Keeps what went wrong furthest along the text: that is where the writer's mistake is."""
        if at > self._trouble[0]:
            self._trouble = (at, why)

    @cached_property
    def tables(self) -> "_Tables":
        """Every spelling of verbs and words, worked out once for a game and its options."""
        return self.known_tables or _Tables(self._spellings_of_verbs(), self._spellings_of_words())

    @property
    def _verb_spellings(self) -> Mapping[str, str]:
        return self.tables.verbs

    @property
    def _spellings(self) -> Mapping[str, Mapping[str, str]]:
        return self.tables.words

    def _spellings_of_verbs(self) -> Mapping[str, str]:
        spellings: dict[str, str] = {}
        for tongue in self.words.tongues.values():
            for verb in self.known:
                for spelling in (verb, *tongue.verbs.get(verb, ())):
                    spellings["-".join(tokens(spelling))] = verb
        return spellings

    def _spellings_of_words(self) -> Mapping[str, Mapping[str, str]]:
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


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"


def _keep(kept: list[_Part], new: _Part) -> None:
    """Keeps the cheapest meanings. What follows costs the same after each of them, so the others can never win."""
    if kept and new.cost < kept[0].cost:
        kept.clear()
    if not kept or (
        new.cost == kept[0].cost and len(kept) < MOST_CHOICES and all(new.parts != old.parts for old in kept)
    ):
        kept.append(new)


def _one_slip(typed: str, meant: str) -> bool:
    """One letter wrong, missing, too many, or two neighbours swapped; digits never count as a slip."""
    if abs(len(typed) - len(meant)) > 1 or any(char.isdigit() for char in typed + meant):
        return False
    if min(sum(map(str.isalpha, typed)), sum(map(str.isalpha, meant))) < SHORTEST_FORGIVEN:
        return False
    return is_near(typed, meant)


def is_near(typed: str, meant: str) -> bool:
    """Equal but for one letter wrong, missing or too many, or two neighbours swapped.

    Written here and not by a library of edit distances: whether it is one slip is told by comparing what follows the
    first difference, and the engine needs no second dependency.
    """
    head = 0
    while head < min(len(typed), len(meant)) and typed[head] == meant[head]:
        head += 1
    a, b = typed[head:], meant[head:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
