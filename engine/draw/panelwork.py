"""What panels are made of: paper, and letters that a phone, which shows a third of it, can show.

They are laid out on a width of 1200 like a board and drawn at 70 % of it: text makes large pictures, and a
mail has room for 50 KB beside the board.
"""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Protocol

from engine.core.sheet import Drawing, Piece
from engine.draw import theme
from engine.draw.svg import circle, enlarged, label, layered, pressable, rect
from engine.draw.text_widths import BOLD, ITALIC, Face, fitting, shortened, width

WIDTH = 1200
SCALE = 0.7
EDGE = 14  # of paper around what is drawn
ROOM = WIDTH - 2 * EDGE
LETTERS = 32  # the smallest letters that are to be read, about 10 px on a phone
HEADING = 34
ACROSS, APART = 2, 16  # cards in a row, and the space between them
CARD = (ROOM - APART) // ACROSS
INSIDE = CARD - 32  # of a card, between its edges


class Column(Protocol):
    """Fills a panel from the top."""

    top: int

    def pieces(self) -> Iterator[Piece]: ...


def filled(column: Column) -> Drawing:
    pieces = tuple(column.pieces())  # before the height is known
    return on_paper(column.top, pieces)


def on_paper(height: int, pieces: Iterable[Piece]) -> Drawing:
    wide, high = round(WIDTH * SCALE), math.ceil(height * SCALE)
    ground = rect(0, 0, wide, high, fill=theme.PAPER)
    return layered(wide, high, ground, (enlarged(piece, (0, 0), SCALE) for piece in pieces), "")


def caption(y: int, text: str) -> Piece:
    """A heading inside a panel, its base line at y."""
    size = fitting(text, ITALIC, HEADING, ROOM)
    return Piece(EDGE, y, (-2, -HEADING, ROOM + 4, HEADING + 14), label(0, 0, text, ITALIC, size, theme.INK, "start"))


def card_at(place: int, top: int, high: int, svg: str) -> Piece:
    """A card in its row: the first is at the left."""
    return Piece(EDGE + place % ACROSS * (CARD + APART), top, (-2, -2, CARD + 4, high + 4), svg)


def offered_card(svg: str, high: int, name: str, href: str | None, is_chosen: bool) -> str:
    """A card that may be pressed, or was chosen, has a frame that says so."""
    if href is None and not is_chosen:
        return svg
    svg += rect(
        1, 1, CARD - 2, high - 2, rx=12, fill=theme.ACCENT, fill_opacity=0.14 if is_chosen else 0.05,
        stroke=theme.ACCENT, stroke_width=6 if is_chosen else 4, stroke_dasharray=None if is_chosen else "12 8",
        class_="chosen" if is_chosen else "legal",
    )  # fmt: skip
    return pressable(href, name, svg) if href is not None else svg


def disc(x: float, y: float, paint: theme.Paint, r: float = 22) -> str:
    """A seat: round, with its letter."""
    svg = circle(x, y, r, fill=paint.colour, stroke=theme.INK, stroke_width=r / 8)
    return svg + label(x, y + r * 0.47, paint.letter, BOLD, round(r * 1.27), paint.on)


def figure(x: float, y: float, number: int) -> str:
    """The number of a change, at the corner of what has changed."""
    svg = circle(x, y, 17, fill=theme.INK, stroke=theme.CHANGED, stroke_width=3.2)
    return svg + label(x, y + 8, str(number), BOLD, 23 if number < 10 else 19, theme.WHITE)


@lru_cache(maxsize=512)
def lines_of(text: str, face: Face, size: float, most: float) -> tuple[str, ...]:
    """The text in lines that are at most so wide; a longer word is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, face, size) > most:
            lines.append(line)
            longer = word
        line = longer
    return tuple(shortened(one, face, size, most) for one in (*lines, line))


@lru_cache(maxsize=512)
def paragraph(x: float, y: float, lines: tuple[str, ...], face: Face, size: float, fill: str = theme.INK) -> str:
    """Lines from the first base line down."""
    step = math.ceil(size * 1.24)
    return "".join(label(x, y + step * n, line, face, size, fill, "start") for n, line in enumerate(lines))
