"""What the words of an answer can mean in a game: verbs, names, numbers and hexes of moves, and what people write
around them, in all languages at once.

A word may have several meanings. `to` is a move of Railways and the preposition of a route. What fits a legal move
decides, so nothing is chosen here.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal, NamedTuple, cast, get_args

from engine.core.game import AnyGame, Options
from engine.core.move import HEX, HEX_PATTERN, NUMBER_PATTERN, Move
from engine.core.reader import is_near, tokens
from engine.core.words import Words

Sort = Literal[
    "verb", "name", "number", "hex",  # what moves are made of
    "from", "to", "via",  # the grammar of routes
    "then",  # a further move follows
    "courtesy",  # what may stand around the printed words of a choice
    "choosing",  # what may stand around the number of a choice
    "polite",  # with it a question mark is a courtesy
    "question",  # a question mark
    "none",  # nothing, no, not
    "instead",  # behind something that is denied it is no doubt
    "limit",  # before a number: not that number, but as much as it at most
    "yes",
    "nth",  # the second of the printed choices
    "and",
    "colon",
    "aside",  # courtesies, articles, and other words that add nothing
    "thing",  # nouns of the game that add nothing: shares, cube, dollars
    "doubt",  # what is written is not simply to be played: not, or, if, perhaps
    "unknown",
]  # fmt: skip

LONGEST_PHRASE = 5  # in tokens
SHORTEST_BEGINNING = 3
SHORTEST_SLIP = 4
MOST_BEGUN = 8  # words that one beginning may stand for; they are asked about
MOST_LOOKED_UP = 40  # words of a text that are held against the whole vocabulary for typing errors
CONTENT: tuple[Sort, ...] = ("verb", "name", "number", "hex")
BESIDE: frozenset[Sort] = frozenset(
    ("aside", "thing", "from", "to", "via", "and", "then", "colon", "courtesy", "polite", "question", "yes")
)
_THOUSANDS = re.compile(r"([0-9]{1,3})k")


class Meaning(NamedTuple):
    sort: Sort
    word: str = ""


@dataclass(frozen=True)
class Mark:
    """A word or a phrase of the text with what it can mean. `guessed` if it is a beginning or has a typing error."""

    typed: str
    meanings: tuple[Meaning, ...]
    guessed: bool = False
    sentence: int = 0

    def words(self, *sorts: Sort) -> tuple[str, ...]:
        return tuple(meaning.word for meaning in self.meanings if meaning.sort in sorts)

    @cached_property
    def sorts(self) -> frozenset[Sort]:
        return frozenset(meaning.sort for meaning in self.meanings)

    @cached_property
    def content(self) -> frozenset[str]:
        """The words of moves that it can be."""
        return frozenset(self.words(*CONTENT))

    @property
    def has_content(self) -> bool:
        """Whether it may be part of a move."""
        return bool(self.content)

    @cached_property
    def may_be_left_out(self) -> bool:
        return not self.sorts.isdisjoint(BESIDE)


UNKNOWN = (Meaning("unknown"),)


@dataclass(frozen=True)
class Vocabulary:
    words: Words
    phrases: Mapping[str, tuple[Meaning, ...]]
    begun: Mapping[str, tuple[Meaning, ...]]  # those of which the beginning is enough

    def read(
        self, text: str, verbs: Mapping[str, type[Move]] | None = None, guesses: int = MOST_LOOKED_UP
    ) -> list[Mark]:
        """The text as marks, the longest phrase first; `verbs` are those of the present phase."""
        marks: list[Mark] = []
        now = frozenset(verbs or ())
        hexes = any(slot.kind == HEX for cls in (verbs or {}).values() for slot in cls.slots())
        looked_up = 0
        for number, sentence in enumerate(sentences(text)):
            at = 0
            while at < len(sentence):
                mark, width = self._exact(sentence, at, hexes)
                if mark is None and looked_up < guesses:
                    looked_up += 1
                    mark, width = self._guessed(sentence, at, now)
                meanings = mark.meanings if mark is not None else UNKNOWN
                typed = " ".join(sentence[at : at + width])
                marks.append(Mark(typed, meanings, mark is not None and mark.guessed, number))
                at += width
        return marks

    def denies(self, mark: Mark) -> bool:
        """Whether it is, or has in it, a word such as `no`: `don't move` is a phrase of its own."""
        typed = f"-{mark.typed.replace(' ', '-')}-"
        return "none" in mark.sorts or any(denial in typed for denial in self._denials)

    @cached_property
    def _denials(self) -> tuple[str, ...]:
        return tuple(f"-{phrase}-" for phrase, meant in self.phrases.items() if Meaning("none") in meant)

    def _exact(self, atoms: Sequence[str], at: int, hexes: bool) -> tuple[Mark | None, int]:
        apart = hexes and len(atoms[at]) == 1 and len(atoms) > at + 1 and atoms[at + 1].isdigit()
        if apart and (hex := _figure("".join(atoms[at : at + 2]))):  # `E 14` is E14 too
            return Mark(" ".join(atoms[at : at + 2]), hex), 2
        for width in range(min(LONGEST_PHRASE, len(atoms) - at), 0, -1):
            phrase = "-".join(atoms[at : at + width])
            found = self.phrases.get(phrase, ())
            if width == 1 and (slip := self._slip_in_long_name(atoms, at)) is not None:
                return slip, slip.typed.count("-") + 1
            if width == 1:
                found += _figure(phrase)
            if found:
                return Mark(phrase, found), width
        return None, 1

    def _slip_in_long_name(self, atoms: Sequence[str], at: int) -> Mark | None:
        """`des moins` is a slip in Des Moines before `des` is an article."""
        meant = self._long_names.get(atoms[at], ())
        for width in (3, 2) if meant else ():
            typed = "-".join(atoms[at : at + width])
            near = tuple(name for phrase, name in meant if phrase.count("-") == width - 1 and is_slip(typed, phrase))
            if near and typed.isascii() and len(atoms) >= at + width:
                return Mark(typed, near, guessed=True)
        return None

    def _guessed(self, atoms: Sequence[str], at: int, now: frozenset[str]) -> tuple[Mark | None, int]:
        """A typing error or the beginning of a word. Nothing with a digit or a strange letter in it is corrected."""
        for width in range(min(3, len(atoms) - at), 0, -1):
            typed = "-".join(atoms[at : at + width])
            if not typed.isascii() or any(char.isdigit() or char == "?" for char in typed):
                continue
            if near := self._near(typed, now):
                return Mark(typed, near, guessed=True), width
            if len(typed) >= SHORTEST_BEGINNING and (begun := self._begun(typed, now)):
                return Mark(typed, begun, guessed=True), width
        return None, 1

    def _near(self, typed: str, now: frozenset[str]) -> tuple[Meaning, ...]:
        found: dict[Meaning, None] = {}
        for length in (len(typed), len(typed) - 1, len(typed) + 1):
            for phrase in self._of_length.get(length, ()):
                if is_slip(typed, phrase):
                    found.update(dict.fromkeys(self.phrases[phrase]))
        return _best(found, now)

    def _begun(self, typed: str, now: frozenset[str]) -> tuple[Meaning, ...]:
        found: dict[Meaning, None] = {}
        for phrase, meanings in self.begun.items():
            if phrase.startswith(typed):
                found.update(dict.fromkeys(meanings))
        best = _best(found, now)
        return best if len(best) <= MOST_BEGUN else ()

    @cached_property
    def _long_names(self) -> Mapping[str, Sequence[tuple[str, Meaning]]]:
        """Names of several words by the first of them."""
        found: dict[str, list[tuple[str, Meaning]]] = {}
        for phrase, meanings in self.begun.items():
            if "-" in phrase:
                names = [(phrase, meaning) for meaning in meanings if meaning.sort == "name"]
                found.setdefault(phrase.partition("-")[0], []).extend(names)
        return found

    @cached_property
    def _of_length(self) -> Mapping[int, Sequence[str]]:
        found: dict[int, list[str]] = {}
        for phrase in self.phrases:
            found.setdefault(len(phrase), []).append(phrase)
        return found


def _best(found: Iterable[Meaning], now: frozenset[str]) -> tuple[Meaning, ...]:
    """Verbs that can be played now before others, and words of the game before courtesies."""
    playable = tuple(one for one in found if one.sort == "name" or (one.sort == "verb" and one.word in now))
    game = tuple(one for one in found if one.sort in ("verb", "name"))
    return playable or game or tuple(found)


def _figure(token: str) -> tuple[Meaning, ...]:
    """A number or a hex, as digits and letters."""
    if thousands := _THOUSANDS.fullmatch(token):
        token = thousands[1]
    digits = token.lstrip("0") or "0"
    if token.isascii() and token.isdigit():
        return (Meaning("number", digits),) if NUMBER_PATTERN.fullmatch(digits) else ()
    return (Meaning("hex", token.upper()),) if HEX_PATTERN.fullmatch(token.upper()) else ()


def is_slip(typed: str, meant: str) -> bool:
    """One typing error, or the wrong letter doubled (`cincinatti`). Of words with three letters only two neighbours may
    be swapped."""
    if any(char.isdigit() for char in meant):
        return False
    shortest = min(sum(map(str.isalpha, typed)), sum(map(str.isalpha, meant)))
    if shortest >= SHORTEST_SLIP:
        return is_near(typed, meant) or (typed[0] == meant[0] and _undoubled(typed) == _undoubled(meant))
    return shortest == 3 and len(typed) == len(meant) and sorted(typed) == sorted(meant) and is_near(typed, meant)


def _undoubled(word: str) -> str:
    return "".join(letter for letter, _ in groupby(word))


_SENTENCE = re.compile(r"[\n!;]+|(?<=[^\W\d_]{3})\.(?=\s|$)|(?<=\d)\.(?=\s|$)|(?<=\?)")
_MARKS = re.compile(r"[→➔➜>·•*|\"=+–—#]+")
COLON = "∶"  # a colon that stays a word of its own
_GROUPED = re.compile(r"(?<=\d)[,. ]000\b")


def sentences(text: str) -> list[list[str]]:
    """The tokens of each sentence. A dot ends one only behind a longer word or a number, for `St.` has one too."""
    return [atoms for part in _SENTENCE.split(text) if (atoms := _atoms(part))]


def _atoms(text: str) -> list[str]:
    asked = _GROUPED.sub("k", text.replace("?", " ? ").replace(":", f" {COLON} "))
    return [atom for token in tokens(_MARKS.sub(" ", asked)) for atom in _split(token)]


def _split(token: str) -> Iterator[str]:
    """Words joined by dashes become several: `evansville-cincinnati`. A sign stays with its number."""
    if token[:1] == "-":
        yield token
    else:
        yield from filter(None, token.split("-"))


def vocabulary(game: AnyGame, options: Options) -> Vocabulary:
    """Made once for a game and its options."""
    key = tuple(options.items())
    known = game.vocabularies.get(key)
    if known is None:
        known = game.vocabularies[key] = _make(game, options)
    return known


def _meaning(use: str, number: int) -> Meaning:
    """Of a phrase in the lists of `reading`; those of numbers are in their order."""
    if use in ("numbers", "nths"):
        return Meaning("number" if use == "numbers" else "nth", str(number))
    if use not in get_args(Sort):
        raise KeyError(f"nothing is read as {use!r}")
    return Meaning(cast(Sort, use))


def _make(game: AnyGame, options: Options) -> Vocabulary:
    found: dict[str, dict[Meaning, None]] = {}
    begun: dict[str, dict[Meaning, None]] = {}

    def add(spelling: str, meaning: Meaning, *, begins: bool = False) -> None:
        phrase = "-".join(_atoms(spelling))
        for table in (found, begun) if begins else (found,):
            if phrase:
                table.setdefault(phrase, {})[meaning] = None

    words = {word: None for known in game.lexicon(options).values() for word in known}
    for tongue in game.words.tongues.values():
        for verb in game.verbs:
            for spelling in (verb, *tongue.verbs.get(verb, ())):
                add(spelling, Meaning("verb", verb), begins=True)
            for spelling in tongue.other.get(verb, ()):
                add(spelling, Meaning("verb", verb))
        for word in words:
            for spelling in (word, tongue.names.get(word, ""), *tongue.read.get(word, ())):
                add(spelling, Meaning("name", word), begins=True)
            for spelling in tongue.other.get(word, ()):
                add(spelling, Meaning("name", word))
        for use, phrases in tongue.reading.items():
            for number, spelled in enumerate(phrases):
                for spelling in spelled.split("/"):
                    add(spelling, _meaning(use, number))
    return Vocabulary(
        game.words,
        {phrase: tuple(meanings) for phrase, meanings in found.items()},
        {phrase: tuple(meanings) for phrase, meanings in begun.items()},
    )
