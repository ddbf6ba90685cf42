"""SVG as text. Only attributes, never `style`: pages forbid inline styles, and the rasteriser needs none."""

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape

from engine.core.sheet import Drawing, Piece
from engine.draw import theme
from engine.draw.text_widths import Face
from engine.rail.hexes import Point

Attribute = str | float | int
Box = tuple[float, float, float, float]  # left, top, width, height


def number(value: float) -> str:
    """Short, and the same on every machine: at most two decimals."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(name: str, *children: str, **attributes: Attribute | None) -> str:
    """An element; in names of attributes `_` stands for `-`, and one at the end is dropped (`class_`)."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            written = escape(value) if isinstance(value, str) else number(value)
            parts.append(f'{_attribute_name(key)}="{written}"')
    inside = "".join(children)
    return f"<{' '.join(parts)}>{inside}</{name}>" if inside else f"<{' '.join(parts)}/>"


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def path(d: str, **attributes: Attribute | None) -> str:
    return element("path", d=d, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Attribute | None) -> str:
    return path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z", **attributes)


def circle(x: float, y: float, r: float, **attributes: Attribute | None) -> str:
    return element("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute | None) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


@lru_cache(maxsize=4096)
def label(
    x: float,
    y: float,
    words: str,
    face: Face,
    size: float,
    fill: str,
    anchor: str = "middle",
    **attributes: Attribute | None,
) -> str:
    """A text on its base line."""
    return element(
        "text",
        escape(words),
        x=x,
        y=y,
        font_family=face.family,
        font_weight=None if face.weight == "normal" else face.weight,
        font_style=None if face.style == "normal" else face.style,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        **attributes,
    )


@cache
def rimmed(x: float, y: float, words: str, face: Face, size: float, fill: str, rim: float) -> str:
    """A text with a rim in the colour of the land, which keeps it apart from what it lies over."""
    return label(
        x,
        y,
        words,
        face,
        size,
        fill,
        stroke=theme.LAND,
        stroke_width=rim,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def quiet_presses(address: str, shapes: Iterable[tuple[str, str]], **attributes: Attribute | None) -> str:
    """Places where nothing may be chosen, by their names, which stand for `{}` in the address: a press asks why.

    Nobody gets there by the keyboard."""
    before, _, after = escape(address).partition("{}")
    links = (f'<a href="{before}{name}{after}" tabindex="-1">{shape}</a>' for name, shape in shapes)
    return element("g", *links, class_="elsewhere", aria_hidden="true", **attributes)


def pressable(href: str, title: str, *children: str) -> str:
    return f'<a href="{escape(href)}" class="press"><title>{escape(title)}</title>{"".join(children)}</a>'


def placed(piece: Piece) -> str:
    if piece.x == 0 and piece.y == 0:
        return piece.svg
    return f'<g transform="translate({piece.x} {piece.y})">{piece.svg}</g>'


def scaled(svg: str, by: float) -> str:
    """Finer than coordinates are written: over a whole map two decimals would be pixels off."""
    return f"{_scale(by)}{svg}</g>"


@cache
def _scale(by: float) -> str:
    return f'<g transform="scale({by:.6f})">'


def enlarged(piece: Piece, about: Point, by: float) -> Piece:
    """The piece, larger (or smaller), and as much further from a point."""
    if by == 1:
        return piece
    left, top, wide, high = piece.box
    box = (math.floor(left * by) - 1, math.floor(top * by) - 1, math.ceil(wide * by) + 3, math.ceil(high * by) + 3)
    x, y = about[0] + (piece.x - about[0]) * by, about[1] + (piece.y - about[1]) * by
    return Piece(round(x), round(y), box, scaled(piece.svg, by))


def layered(
    width: int,
    height: int,
    still: str,
    pieces: Iterable[Piece],
    text: str,
    focus: Box | None = None,
    near: float = 1,
) -> Drawing:
    kept = tuple(pieces)
    return Drawing(width, height, still, "".join(map(placed, kept)), text, focus, kept, near)


def stacked(*drawings: Drawing) -> Drawing:
    """Drawings as a single one, from the top down, on paper as wide as the widest."""
    wide, high = max(drawing.width for drawing in drawings), sum(drawing.height for drawing in drawings)
    pieces: list[Piece] = []
    texts, top = [], 0
    for drawing in drawings:
        pieces += [piece.moved(0, top) for piece in drawing.pieces] if top else drawing.pieces
        texts.append(drawing.text)
        top += drawing.height
    text = "\n\n".join(filter(None, texts))
    still = _stacked_still(wide, tuple((drawing.still, drawing.height) for drawing in drawings))
    return layered(wide, high, still, pieces, text, drawings[0].focus, drawings[0].near)


@lru_cache(maxsize=32)
def _stacked_still(wide: int, layers: tuple[tuple[str, int], ...]) -> str:
    """Large, and the same for every position."""
    shown, top = [], 0
    for still, height in layers:
        shown.append(element("g", still, transform=f"translate(0 {top})"))
        top += height
    return rect(0, 0, wide, top, fill=theme.PAPER) + "".join(shown)


def cut_out(drawing: Drawing, box: tuple[int, int, int, int]) -> Drawing:
    """A part of the drawing, at the same size."""
    left, top, wide, high = box
    still = element("g", drawing.still, transform=f"translate({-left} {-top})")
    return layered(wide, high, still, (piece.moved(-left, -top) for piece in drawing.pieces), drawing.text)


def document(drawing: Drawing, *layers: str) -> str:
    """A whole SVG file; without layers named, of both."""
    shown = "".join(layers) if layers else drawing.still + drawing.moving
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawing.width}" height="{drawing.height}" '
        f'viewBox="0 0 {drawing.width} {drawing.height}"><desc>{escape(drawing.text)}</desc>{shown}</svg>'
    )
