"""What lies on a board: cities with their plates, towns, cubes, owner badges, change markers. Each is a piece."""

import math
from collections.abc import Mapping
from functools import cache

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.free_places import Box, box_around
from engine.draw.hexboard import SIDE, Plane
from engine.draw.svg import circle, element, label, number, polygon, pressable, rect, rimmed
from engine.draw.text_widths import BOLD, ITALIC, width
from engine.draw.theme import Paint
from engine.rail.hexes import Point

PLATE_HEIGHT = 23
WIDEST_NAME = 98
MORE = 11  # so much wider is a cube with a number


def town_disc(x: int, y: int, served: bool, href: str | None = None, title: str = "") -> Piece:
    """A white disc; with track a larger one with a dot."""
    svg = circle(0, 0, 10.5 if served else 9, fill=theme.WHITE, stroke=theme.INK, stroke_width=3.2)
    if served:
        svg += circle(0, 0, 3.8, fill=theme.INK)
    return Piece(x, y, (-13, -13, 26, 26), pressable(href, title, svg) if href else svg)


def town_name(x: int, y: int, words: str) -> Piece:
    """Centred on x, with y as its base line and a rim in the colour of the land."""
    half = math.ceil(width(words, ITALIC, 17) / 2) + 4
    return Piece(x, y, (-half, -18, 2 * half, 26), rimmed(0, 0, words, ITALIC, 17, theme.INK, 4.5))


def plate_width(name: str) -> int:
    return round(min(width(name, BOLD, 18), WIDEST_NAME)) + 11


def city(
    plane: Plane,
    hex: str,
    name: str,
    paint: Paint,
    sign: str,
    sign_kind: str,
    nudge: int = 0,
    href: str | None = None,
) -> Piece:
    """The hex of a city: at the top its sign and the letter of its colour, in the middle its name.

    `sign_kind` is light or dark for the halves of a chart, or round for a New City; `nudge` moves the plate aside
    where the rim of the map needs it.
    """
    x, y = plane.centre(hex)
    svg = _city(plane.corners, name, paint, sign, sign_kind, nudge)
    half = max(SIDE + 2, plate_width(name) // 2 + abs(nudge) + 3)
    return Piece(round(x), round(y), (-half, -SIDE, 2 * half, 2 * SIDE), pressable(href, name, svg) if href else svg)


@cache
def _city(corners: tuple[Point, ...], name: str, paint: Paint, sign: str, sign_kind: str, nudge: int) -> str:
    hexagon = [(x * 0.97, y * 0.97) for x, y in corners]
    return (
        polygon(hexagon, fill=paint.colour, stroke=theme.INK, stroke_width=2.4, stroke_linejoin="round")
        + _sign(-10, -23, sign, sign_kind)
        + label(12, -16.5, paint.letter, BOLD, 18, paint.on)
        + _plate(nudge, name, paint)
    )


def _sign(x: float, y: float, sign: str, kind: str) -> str:
    if kind == "round":
        return circle(x, y, 11.5, fill=theme.WHITE, stroke=theme.INK, stroke_width=1.6) + label(
            x, y + 6.5, sign, BOLD, 17, theme.INK
        )
    ground, ink = (theme.WHITE, theme.INK) if kind == "light" else (theme.INK, theme.WHITE)
    return rect(x - 11, y - 11, 22, 22, rx=3.5, fill=ground, stroke=ink, stroke_width=1.6) + label(
        x, y + 6.5, sign, BOLD, 18, ink
    )


def _plate(x: float, name: str, paint: Paint) -> str:
    wide = plate_width(name)
    edge = theme.INK if paint.colour != theme.INK else theme.FIGURE
    natural = width(name, BOLD, 18)
    squeeze = min(1.0, WIDEST_NAME / natural)
    words = label(0, 6.5, name, BOLD, 18, paint.on)
    if squeeze < 1 or x:
        turn = f"translate({number(x)} 0)" + (f" scale({squeeze:.3f} 1)" if squeeze < 1 else "")
        words = element("g", words, transform=turn)
    return (
        rect(x - wide / 2, -PLATE_HEIGHT / 2, wide, PLATE_HEIGHT, rx=5, fill=paint.colour, stroke=edge, stroke_width=2)
        + words
    )


def badge(x: int, y: int, paint: Paint, finished: bool, bankrupt: bool = False) -> Piece:
    """Who owns a line. Hollow on an unfinished one; grey for a seat that is out of the game."""
    return Piece(x, y, (-14, -14, 28, 28), _badge(paint, finished, bankrupt))


@cache
def _badge(paint: Paint, finished: bool, bankrupt: bool) -> str:
    if not finished:
        svg = circle(0, 0, 12.5, fill=paint.colour, stroke=theme.INK, stroke_width=2)
        return svg + circle(0, 0, 9.2, fill=theme.WHITE) + label(0, 5.4, paint.letter, BOLD, 15, theme.INK)
    ground, ink = (theme.NOBODY, theme.WHITE) if bankrupt else (paint.colour, paint.on)
    svg = circle(0, 0, 12.5, fill=ground, stroke=theme.INK, stroke_width=2)
    return svg + label(0, 5.8, paint.letter, BOLD, 16, ink)


def marker(x: int, y: int, figure: int) -> Piece:
    """The number of a change, as in the list beside the picture."""
    svg = circle(0, 0, 15.5, fill=theme.INK, stroke=theme.CHANGED, stroke_width=3.2)
    svg += label(0, 7, str(figure), BOLD, 20 if figure < 10 else 17, theme.WHITE)
    return Piece(x, y, (-18, -18, 36, 36), svg)


def draft_number(x: int, y: int, figure: int) -> Piece:
    """Square, so that it is not taken for a change."""
    svg = rect(-11, -11, 22, 22, rx=3, fill=theme.WHITE, stroke=theme.ACCENT, stroke_width=2.6)
    svg += label(0, 6, str(figure), BOLD, 17, theme.ACCENT)
    return Piece(x, y, (-13, -13, 26, 26), svg)


def cube(
    x: int, y: int, paint: Paint, size: int = 21, count: int = 1, arrived: bool = False, chosen: bool = False,
    href: str | None = None, title: str = "",
) -> Piece:  # fmt: skip
    """A cube, or several of one colour with their number: `2B`."""
    svg = _cube(paint, size, count, arrived, chosen)
    half, high = (size + (MORE if count > 1 else 0)) // 2 + 4, size // 2 + 4
    return Piece(x, y, (-half, -high, 2 * half, 2 * high), pressable(href, title, svg) if href else svg)


@cache
def _cube(paint: Paint, size: int, count: int, arrived: bool, chosen: bool) -> str:
    wide = size + (MORE if count > 1 else 0)
    edge, edge_width = (theme.CHANGED, 3.2) if arrived else (theme.WHITE, 2.2)
    if chosen:
        edge, edge_width = theme.ACCENT, 3.6
    svg = ""
    if arrived or chosen:
        svg = rect(-wide / 2 - 2.4, -size / 2 - 2.4, wide + 4.8, size + 4.8, rx=6.5, fill=theme.INK)
    svg += rect(-wide / 2, -size / 2, wide, size, rx=4.5, fill=paint.colour, stroke=edge, stroke_width=edge_width)
    written = paint.letter if count == 1 else f"{count}{paint.letter}"
    return svg + label(0, size * 0.275, written, BOLD, round(size * 0.76), paint.on)


def cube_gone(x: int, y: int, size: int = 21) -> Piece:
    """Where a cube lay that has left."""
    half = size / 2 - 0.5
    svg = rect(-half, -half, 2 * half, 2 * half, rx=4.5, fill=theme.PAPER)
    svg += rect(
        -half,
        -half,
        2 * half,
        2 * half,
        rx=4.5,
        fill="none",
        stroke=theme.INK,
        stroke_width=1.8,
        stroke_dasharray="4 3.2",
    )
    high = size // 2 + 3
    return Piece(x, y, (-high, -high, 2 * high, 2 * high), svg)


def cube_row(
    x: int,
    y: int,
    cubes: str,
    came: str,
    gone: int,
    chosen: str,
    presses: Mapping[str, tuple[str, str]],
    edges: tuple[float, float],
) -> tuple[tuple[Piece, ...], Box | None]:
    """Cubes in one row around (x, y), and the box it fills. More than five are counted by colour.

    `came` are the letters of cubes that arrived, `gone` how many left, `chosen` the letters in the draft; `presses`
    says for a letter where a press leads and its title; the row stays between the `edges`.
    """
    together = len(cubes) + gone
    items = (
        [(letter, cubes.count(letter)) for letter in dict.fromkeys(cubes)] if together > 5 else [(c, 1) for c in cubes]
    )
    if not items and not gone:
        return (), None
    for size, gap in ((21, 4), (20, 3), (18, 2)):
        wides = [size + (MORE if count > 1 else 0) for _, count in items] + [size] * gone
        total = sum(wides) + gap * (len(wides) - 1)
        if total <= (100 if size == 21 else 124):
            break
    x += max(0, math.ceil(edges[0] - 1 - (x - total / 2 - 2)))
    x -= max(0, math.ceil(x + total / 2 + 2 - edges[1] - 1))
    at = x - total // 2
    pieces = []
    for (letter, count), wide in zip(items, wides, strict=False):
        href, title = presses.get(letter, (None, ""))
        arrived = letter in came
        came = came.replace(letter, "", 1)
        paint = theme.GOOD_OF_LETTER[letter]
        pieces.append(cube(at + wide // 2, y, paint, size, count, arrived, letter in chosen, href, title))
        at += wide + gap
    for _ in range(gone):
        pieces.append(cube_gone(at + size // 2, y, size))
        at += size + gap
    return tuple(pieces), box_around(x, y, total / 2 + 2, size / 2 + 2)
