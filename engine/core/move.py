"""Moves and their one canonical spelling: `verb.word.word`, a line joins moves with spaces.

A move is a frozen struct. Its fields are its words, and the kind of each word stands in the annotation:

    class Lay(Move):
        VERB = "lay"
        hex: HexWord
        tile: Annotated[str, Kind("tile")]
        rotation: Number
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from engine.core.refusal import NotAMove
from engine.core.say import say


@dataclass(frozen=True)
class Kind:
    """What sort of word stands in a slot. `strict` words are never corrected for typing errors."""

    name: str
    strict: bool = False


NUMBER = Kind("number", strict=True)
HEX = Kind("hex", strict=True)
COLOUR = Kind("colour", strict=True)  # a seat, by its colour

Number = Annotated[int, NUMBER]
HexWord = Annotated[str, HEX]
SeatWord = Annotated[str, COLOUR]

# For each kind of word but numbers and hexes, the canonical words there are. It depends on the options (the map).
Lexicon = Mapping[str, tuple[str, ...]]

HEX_PATTERN = re.compile(r"[A-Z]{1,2}[1-9][0-9]?")
NUMBER_PATTERN = re.compile(r"0|[1-9][0-9]{0,5}")


@dataclass(frozen=True)
class Slot:
    field: str
    kind: Kind
    many: bool  # the last field may take all remaining words


class Move(msgspec.Struct, frozen=True):
    VERB: ClassVar[str]
    HIDDEN: ClassVar[frozenset[str]] = frozenset()  # fields that only the mover may read
    ONCE: ClassVar[bool] = False  # answers a question of which there is one in a round: a second answer contradicts it

    @classmethod
    def slots(cls) -> tuple[Slot, ...]:
        return _slots(cls)

    @classmethod
    def implied(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words that may be left out after these, because there is only one choice; none if there are several."""
        return ()

    def words(self) -> tuple[str, ...]:
        values = msgspec.structs.astuple(self)
        slots = self.slots()
        if slots and slots[-1].many:
            values = (*values[:-1], *values[-1])
        return tuple(map(str, values))

    def __str__(self) -> str:
        return ".".join((self.VERB, *self.words()))

    def seen_by(self, reader: int | None, mover: int) -> str:
        """The canonical text with `?` for what this reader may not know."""
        if reader == mover or not self.HIDDEN:
            return str(self)
        words = [self.VERB]
        for slot in self.slots():
            value = getattr(self, slot.field)
            if slot.field in self.HIDDEN:
                words.append("?")
            else:
                words.extend(map(str, value) if slot.many else (str(value),))
        return ".".join(words)

    def places(self) -> tuple[str | None, ...]:
        """For each word, the place on the board that a press must name to choose it; None where there is none."""
        return tuple(None for _ in self.words())


Line = tuple[Move, ...]

# More than any line of any game has: what is longer is refused before it is read, for reading it would cost too much.
MOST_MOVES = 60
MOST_WORDS = 60  # a payment in Spike may name every rail card that there is


@cache
def _slots(cls: type[Move]) -> tuple[Slot, ...]:
    slots = []
    hints = get_type_hints(cls, include_extras=True)
    for field in cls.__struct_fields__:
        hint: Any = hints[field]
        many = get_origin(hint) is tuple
        if many:
            hint = get_args(hint)[0]
        kind = next(part for part in get_args(hint) if isinstance(part, Kind))
        slots.append(Slot(field, kind, many))
    return tuple(slots)


def write_line(line: Iterable[Move]) -> str:
    return " ".join(map(str, line))


def read_move(text: str, verbs: Mapping[str, type[Move]], lexicon: Lexicon) -> Move:
    """Reads the canonical spelling and nothing else; `reader.py` is the kind reader."""
    verb, *words = text.split(".", MOST_WORDS)
    cls = verbs.get(verb)
    if cls is None:
        raise NotAMove(text, say("no-such-verb", text=verb))
    return build_move(cls, words, lexicon)


def read_line(text: str, verbs: Mapping[str, type[Move]], lexicon: Lexicon) -> Line:
    moves = text.replace("~", " ").split(maxsplit=MOST_MOVES)
    if len(moves) > MOST_MOVES:
        raise NotAMove(moves[-1], say("too-many-moves", most=MOST_MOVES))
    return tuple(read_move(move, verbs, lexicon) for move in moves)


def build_move(cls: type[Move], words: Sequence[str], lexicon: Lexicon) -> Move:
    text = ".".join((cls.VERB, *words))
    values: list[Any] = []
    rest = list(words)
    for slot in cls.slots():
        taken, rest = (rest, []) if slot.many else (rest[:1], rest[1:])
        if not taken:
            raise NotAMove(text, say("word-missing", verb=cls.VERB, kind=slot.kind.name))
        read = tuple(_read_word(text, slot.kind, word, lexicon) for word in taken)
        values.append(read if slot.many else read[0])
    if rest:
        raise NotAMove(text, say("word-too-many", text=rest[0], verb=cls.VERB))
    return cls(*values)


def _read_word(text: str, kind: Kind, word: str, lexicon: Lexicon) -> int | str:
    if kind is NUMBER:
        if NUMBER_PATTERN.fullmatch(word):
            return int(word)
    elif kind is HEX:
        if HEX_PATTERN.fullmatch(word):
            return word
    elif word in lexicon[kind.name]:
        return word
    raise NotAMove(text, say("word-unknown", text=word, kind=kind.name))
