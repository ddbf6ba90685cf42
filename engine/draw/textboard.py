"""A board of hexes in letters, for plain mails and for readers without pictures. At most 74 columns wide.

A hex is four letters wide and two lines high, and hexes stand as on the board. Track is written with the letter of its
owner at each exit, so the letters lie along the line; `+` is track without owner.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.core.say import say
from engine.core.sheet import Marks
from engine.core.words import Words
from engine.draw import theme
from engine.draw.theme import Paint
from engine.rail.hexes import Layout, column_row

WIDEST = 74
CELL = 4
MARGIN = 3
NOBODY = "+"

# Where each exit is written: line and place within the hex, in the order of the sides.
_FLAT = ((0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (0, 0))  # N NE SE S SW NW
_POINTY = ((0, 2), (1, 3), (1, 2), (1, 1), (1, 0), (0, 1))  # NE E SE SW W NW


@dataclass(frozen=True)
class Cell:
    """What is written in a hex, above and below; `figures` are the numbers of its changes."""

    above: str = ""
    below: str = ""
    figures: tuple[int, ...] = ()


def track_cell(layout: Layout, letters: Mapping[int, str], figures: tuple[int, ...] = ()) -> Cell:
    """Track as the letters at its exits."""
    lines = [[" "] * CELL, [" "] * CELL]
    for side, letter in letters.items():
        line, place = (_FLAT if layout.flat else _POINTY)[side]
        lines[line][place] = letter
    return Cell("".join(lines[0]).rstrip(), "".join(lines[1]).rstrip(), figures)


def with_figures(cell: Cell, room: int = CELL) -> tuple[str, str]:
    """Both lines of a hex, with the numbers of changes at the right where there is room for them."""
    lines = [cell.above[:room].ljust(room), cell.below[:CELL].ljust(room)]
    if cell.figures:
        first = str(cell.figures[0])
        lines[0] = lines[0][: room - len(first)] + first
    for figure in cell.figures[1:]:
        start = room - len(str(figure))
        if not lines[1][start:].strip():
            lines[1] = lines[1][:start] + str(figure)
    return lines[0], lines[1]


def board_text(layout: Layout, cells: Mapping[str, Cell]) -> str:
    """The whole board; one too wide for a mail is cut into parts from the west."""
    columns = max(column_row(hex)[0] for hex in cells) + 1
    # The last column may lose its last letter: figures stand one place further left there.
    at_once = (WIDEST + 1 - MARGIN - (0 if layout.flat else CELL // 2)) // CELL
    parts = [_part(layout, cells, first, min(first + at_once, columns)) for first in range(0, columns, at_once)]
    return "\n\n".join(parts)


def _part(layout: Layout, cells: Mapping[str, Cell], first: int, end: int) -> str:
    rows = max(column_row(hex)[1] for hex in cells) + 1
    width = MARGIN + CELL * (end - first) + CELL // 2
    canvas = [[" "] * width for _ in range(2 * rows + 2)]
    heads: dict[int, str] = {}
    for hex, cell in cells.items():
        column, row = column_row(hex)
        if not first <= column < end:
            continue
        shifted = (column if layout.flat else row) % 2 == (1 if layout.shape.startswith("odd") else 0)
        line = 2 * row + (1 if layout.flat and shifted else 0)
        left = MARGIN + CELL * (column - first) + (CELL // 2 if shifted and not layout.flat else 0)
        heads.setdefault(left if layout.flat else MARGIN + CELL * (column - first), hex.rstrip("0123456789"))
        for offset, written in enumerate(with_figures(cell, CELL - 1 if column == end - 1 else CELL)):
            for place, letter in enumerate(written):
                if letter != " ":
                    canvas[line + offset][left + place] = letter
    for row in range(rows):
        canvas[2 * row][: MARGIN - 1] = f"{row + 1:>{MARGIN - 1}}"
    head = [" "] * width
    for left, letters in heads.items():
        head[left + 1 : left + 1 + len(letters)] = letters
    return "\n".join("".join(line).rstrip() for line in (head, *canvas)).rstrip()


def code(name: str) -> str:
    """The three letters that stand for a name."""
    return "".join(letter for letter in name if letter.isalnum())[:3]


def wrapped(words: Sequence[str], joint: str = "   ") -> str:
    """Several short texts on as few lines as they need."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(joint) + len(word) > WIDEST:
            lines.append("")
        lines[-1] += (joint if lines[-1] else "") + word
    return "\n".join(lines)


def seat_key(words: Words, seats: Sequence[str], marks: Marks) -> list[str]:
    """The letter of each seat with its name."""
    names = marks.names or tuple(words.name(colour, marks.lang) for colour in seats)
    return [
        _lettered(words, theme.SEATS[colour].letter, name, marks.lang)
        for colour, name in zip(seats, names, strict=True)
    ]


def goods_key(words: Words, goods: Mapping[str, Paint], lang: str) -> list[str]:
    """The letter of each kind of goods with its name: black is K."""
    return [_lettered(words, paint.letter, words.name(good, lang), lang) for good, paint in goods.items()]


@lru_cache(maxsize=512)
def _lettered(words: Words, letter: str, name: str, lang: str) -> str:
    return words.render(say("text-seat", letter=letter, name=name), lang)


def explained(words: Words, hints: Iterable[str], lang: str) -> list[str]:
    """How to read the board: each hint by its message, no line too wide."""
    return [_explained(words, hint, lang) for hint in hints]


@cache
def _explained(words: Words, hint: str, lang: str) -> str:
    return textwrap.fill(words.render(say(hint), lang), WIDEST)
