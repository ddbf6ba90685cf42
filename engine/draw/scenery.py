"""What never moves on a map of hexes: paper, land, water, mountains, grid and frame."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.hexboard import Frame, Plane, inset, softened, unsettled
from engine.draw.svg import element, label, number, path, polygon, rect
from engine.draw.text_widths import ITALIC, PLAIN
from engine.rail.hexes import SIDES, Point, column_row, opposite

Reach = tuple[str, int, int]  # of a river: a hex, the side where it enters, the side where it leaves


def lakes(plane: Plane, water: Collection[str], on_map: Collection[str], *, line: bool = True) -> str:
    """Soft shores with a band and a thin line of shallow water; at the rim they run off under the frame.

    On a map that is drawn small the line would be thinner than a pixel.
    """
    cells = plane.with_rim([plane.cell(hex) for hex in water], {plane.cell(hex) for hex in on_map})
    parts = []
    for ring in map(unsettled, plane.outlines(cells)):
        parts += [
            path(softened(ring), fill=theme.WATER_BAND, stroke=theme.SHORE, stroke_width=2.4),
            path(softened(inset(ring, 6.5)), fill=theme.WATER),
        ]
        if line:
            parts.append(path(softened(inset(ring, 11.5)), fill="none", stroke=theme.WATER_BAND, stroke_width=1.6))
    return "".join(parts)


def mountain_ground(plane: Plane, mountains: Collection[str], on_map: Collection[str]) -> str:
    cells = plane.with_rim([plane.cell(hex) for hex in mountains], {plane.cell(hex) for hex in on_map})
    d = "".join(softened(unsettled(ring)) for ring in plane.outlines(cells))
    return path(d, fill=theme.MOUNTAIN)


def peak_places(plane: Plane, hex: str) -> tuple[tuple[int, int], ...]:
    """Two peaks a hex, one behind the other."""
    places = (plane.away(hex, offset) for offset in ((0.24, -0.32), (-0.22, 0.3)))
    return tuple((round(x), round(y)) for x, y in places)


def peaks(places: Iterable[tuple[int, int]]) -> str:
    return "".join(_peak(x, y) for x, y in places)


def levelled(x: int, y: int) -> Piece:
    """Hides a peak that track runs over: half of it beside the track would only look torn."""
    svg = polygon(_RIDGE, fill=theme.MOUNTAIN, stroke=theme.MOUNTAIN, stroke_width=4)
    return Piece(x, y, (-20, -16, 40, 31), svg)


_RIDGE = ((-16, 11), (-9.5, 3), (-6.5, 4), (0, -12), (4.5, -4.5), (6.5, -3.5), (16, 11))
_SHADE = ((0, -12), (4.5, -4.5), (6.5, -3.5), (16, 11), (4, 11), (6.5, 6), (1, 3), (2.5, -3))


def _peak(x: int, y: int) -> str:
    ridge = [(x + px, y + py) for px, py in _RIDGE]
    shade = [(x + px, y + py) for px, py in _SHADE]
    line = "M" + "L".join(map(_xy, ridge))
    return (
        polygon(ridge, fill=theme.PEAK_LIGHT)
        + polygon(shade, fill=theme.PEAK_SHADE)
        + path(line, fill="none", stroke=theme.PEAK_LINE, stroke_width=1.8, stroke_linejoin="round")
    )


def river(plane: Plane, reaches: Sequence[Reach], only: Collection[str] | None = None) -> str:
    """One curve from side to side; where it runs straight it swings from one bank to the other.

    `only` draws it in these hexes, exactly over the whole.
    """
    turns: list[Point] = []
    sway = 1
    for hex, enters, leaves in reaches:
        unit = (0.0, 0.0)
        if leaves == opposite(enters):
            ox, oy = plane.layout.middle(leaves)
            length = math.hypot(ox, oy)
            unit = (-oy / length * 0.3 * sway, ox / length * 0.3 * sway)
            sway = -sway
        turns.append(plane.away(hex, unit))
    first, last = reaches[0], reaches[-1]
    joints = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(turns)]
    ends = [plane.middle(first[0], first[1], 1.6), *joints, plane.middle(last[0], last[2], 2.6)]
    d = ""
    drawn = False
    for (hex, _, _), start, turn, end in zip(reaches, ends, turns, ends[1:], strict=False):
        wanted = only is None or hex in only
        if wanted:
            d += ("" if drawn else f"M{_xy(start)}") + f"Q{_xy(turn)} {_xy(end)}"
        drawn = wanted
    if not d:
        return ""
    line = {"fill": "none", "stroke_linejoin": "round"}
    return path(d, stroke=theme.SHORE, stroke_width=10.5, **line) + path(
        d, stroke=theme.WATER, stroke_width=7.2, **line
    )


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def water_name(plane: Plane, hex: str, words: str, water: Collection[str]) -> str:
    """A name over two lines, in the middle of the water around this hex."""
    cell = plane.cell(hex)
    around = {cell, *(plane.beside(cell, side) for side in SIDES)}
    centres = [plane.centre(other) for other in water if plane.cell(other) in around]
    x = round(sum(x for x, _ in centres) / len(centres))
    y = round(sum(y for _, y in centres) / len(centres))
    lines = words.split(" ", 1)
    top = y + 6 - 12 * (len(lines) - 1)
    return "".join(
        label(x, top + 24 * index, line, ITALIC, 19, theme.WATER_NAME, letter_spacing=1.5)
        for index, line in enumerate(lines)
    )


def land(frame: Frame) -> str:
    left, top, right, bottom = frame
    return rect(left, top, right - left, bottom - top, fill=theme.LAND)


def clipped(frame: Frame, *parts: str) -> str:
    """Parts cut off at the frame. An inner svg cuts without needing an id, which two boards on a page would share."""
    left, top, right, bottom = frame
    return element(
        "svg",
        *parts,
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        viewBox=f"{number(left)} {number(top)} {number(right - left)} {number(bottom - top)}",
    )


def frame_lines(frame: Frame) -> str:
    left, top, right, bottom = frame
    inner = rect(left, top, right - left, bottom - top, fill="none", stroke=theme.INK, stroke_width=2.4)
    outer = rect(
        left - 20, top - 20, right - left + 40, bottom - top + 29, fill="none", stroke=theme.FIGURE, stroke_width=1.4
    )
    return outer + inner


def figures(plane: Plane, hexes: Collection[str], frame: Frame, size: int = 14) -> str:
    """Column letters on the top; row figures on the left for the first, third… column, on the right for the others."""
    left, top, right, _ = frame
    columns: dict[str, float] = {}
    rows: dict[tuple[bool, int], float] = {}
    for hex in hexes:
        x, y = plane.centre(hex)
        column, row = column_row(hex)
        letters = hex.rstrip("0123456789")
        columns[letters] = min(x, columns.get(letters, x))  # of two shifted rows the one further left
        rows.setdefault((plane.layout.flat and column % 2 == 1, row), y)
    parts = [label(x, top - 6, letters, PLAIN, size, theme.FIGURE) for letters, x in columns.items()]
    for (second, row), y in rows.items():
        parts.append(label(right + 9.5 if second else left - 9.5, y + 5, str(row + 1), PLAIN, size, theme.FIGURE))
    return "".join(parts)


def names_of_water(plane: Plane, names: Mapping[str, str], water: Collection[str]) -> str:
    return "".join(water_name(plane, hex, words, water) for words, hex in names.items())
