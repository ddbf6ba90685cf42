"""What pages and mails show of a position besides the question: the same shape for every game.

A game makes these from a view, in message ids; the service renders them in the reader's language and never looks
into a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from engine.core.say import Say


class Row(msgspec.Struct, frozen=True):
    """One seat in the table of players. `note` stands small under the name.

    `purse` is the seat's money without what it has raised to pay: it falls by exactly what is paid. None where that is
    simply the money in the table.
    """

    seat: int
    cells: tuple[Say, ...]
    note: Say | None = None
    purse: int | None = None


class Section(msgspec.Struct, frozen=True):
    heading: Say
    lines: tuple[Say, ...]


class Sheet(msgspec.Struct, frozen=True):
    columns: tuple[Say, ...]
    rows: tuple[Row, ...]  # in playing order
    sections: tuple[Section, ...]  # the board in words, complete enough to play without the picture
    private: tuple[Say, ...] = ()  # what only this reader may see
    picture: Say = Say("board")  # the picture in one sentence


class Standing(msgspec.Struct, frozen=True):
    """A seat in the final order. `place` is shared in a tie; `parts` say where the score comes from."""

    seat: int
    place: int
    score: int
    parts: tuple[tuple[str, int], ...]


class Curve(msgspec.Struct, frozen=True):
    """A number of every seat at one moment, of those that are followed from round to round.

    A seat that is out of the game has None. The heading is that of the sheet's column with the same numbers, where
    there is one.
    """

    heading: Say
    values: tuple[int | None, ...]


@dataclass(frozen=True)
class Marks:
    """What a drawing shows besides the position.

    `changes` numbers places that changed; `links` makes places pressable (place to address); `chosen` are places of
    the draft; `names` what the seats are called; `lang` the language of the few words on the board.
    """

    changes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, str] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    lang: str = "en"
    addresses: bool = False  # print the address on empty hexes
    # Where a press on any other place leads, which is answered with the reason; `{}` is for its names with `.` between
    elsewhere: str = ""
    alone: bool = False  # the picture stands alone, without a page around it: the players below it too


class Piece(msgspec.Struct, frozen=True):
    """A part of the moving layer, drawn around an origin of its own and put down at (x, y).

    Equal pieces look alike wherever they lie, so that each is rastered once. `box` holds all of it: left, top, width
    and height from the origin, in whole units.
    """

    x: int
    y: int
    box: tuple[int, int, int, int]
    svg: str

    def moved(self, dx: int, dy: int) -> "Piece":
        return Piece(self.x + dx, self.y + dy, self.box, self.svg)


@dataclass(frozen=True)
class Sketch:
    """A move as a button shows it: what it does, perhaps what follows, perhaps how it would lie on the board.

    The piece lies where it would in the drawing of the position; its box is what a small picture shows of it.
    """

    label: Say
    note: Say | None = None
    piece: Piece | None = None


@dataclass(frozen=True)
class Drawing:
    """A picture in two layers of the same size: what never moves on this map, and the rest.

    Both are SVG fragments without the outer element; `still` depends on the map alone, so that its raster can be kept.
    """

    width: int
    height: int
    still: str
    moving: str
    text: str  # the text board, for <desc>
    focus: tuple[float, float, float, float] | None = None  # the region that matters now: x, y, width, height
    pieces: tuple[Piece, ...] = ()  # the moving layer once more, in its parts, from below
    near: float = 1  # on a phone it must be shown so many times larger before its places can be pressed


@dataclass(frozen=True)
class Panel:
    """What players decide by and the map has no place for: a chart, open cards, contracts.

    It is as wide as the board and lettered for a phone, which shows it at a third of its size. The sheet says the same
    in words.
    """

    heading: Say
    label: Say  # the drawing in one sentence
    draw: Callable[[], Drawing] = field(compare=False, repr=False)
    drawn_from: bytes = b""  # what it shows besides the position, where it does

    @cached_property
    def drawing(self) -> Drawing:
        return self.draw()
