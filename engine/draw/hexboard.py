"""Hexes on paper: where they lie, outlines around groups of them, the grid, and hexes that may be pressed.

Everything is measured for hexes of side 42, in both orientations; rows and columns lie on whole units, so that equal
parts of a picture are equal to the pixel.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.svg import element, label, number, path, polygon, pressable, rimmed
from engine.draw.text_widths import BOLD, PLAIN, width
from engine.rail.hexes import SIDES, Layout, Point

SIDE = 42
ACROSS = 72  # between opposite sides; a regular hex would have 72.75
_AROUND = (-48, -48, 96, 96)

Cell = tuple[int, int]  # in axial coordinates, so that cells beyond the rim have one too
Frame = tuple[float, float, float, float]  # left, top, right, bottom


class Plane:
    """Places hexes: the centre of the first column and row lies at (left, top)."""

    def __init__(self, layout: Layout, left: int, top: int) -> None:
        self.layout = layout
        across = ACROSS / math.sqrt(3)
        self.scale = (SIDE, across) if layout.flat else (across, SIDE)
        self.left = left
        self.top = top
        origin = layout.axial("M13")
        beside = [layout.axial(layout.neighbour("M13", side) or "M13") for side in SIDES]
        self.steps = tuple((q - origin[0], r - origin[1]) for q, r in beside)
        self.corners = tuple(_scaled(layout.corner(number), self.scale) for number in SIDES)
        self.middles = tuple(_scaled(layout.middle(side), self.scale) for side in SIDES)
        self._centres: dict[str, Point] = {}

    def centre(self, hex: str) -> Point:
        found = self._centres.get(hex)
        if found is None:
            found = self._centres[hex] = self.centre_of(self.layout.axial(hex))
        return found

    def centre_of(self, cell: Cell) -> Point:
        q, r = cell
        x, y = (1.5 * q, math.sqrt(3) * (r + q / 2)) if self.layout.flat else (math.sqrt(3) * (q + r / 2), 1.5 * r)
        return round(self.left + x * self.scale[0], 3), round(self.top + y * self.scale[1], 3)

    def away(self, hex: str, unit: Point) -> Point:
        """A point given from the centre of a hex, in sides."""
        x, y = self.centre(hex)
        return x + unit[0] * self.scale[0], y + unit[1] * self.scale[1]

    def corner(self, hex: str, number: int, reach: float = 1) -> Point:
        (x, y), (dx, dy) = self.centre(hex), self.corners[number % 6]
        return x + dx * reach, y + dy * reach

    def middle(self, hex: str, side: int, reach: float = 1) -> Point:
        (x, y), (dx, dy) = self.centre(hex), self.middles[side]
        return x + dx * reach, y + dy * reach

    def hexagon(self, hex: str, reach: float = 1) -> tuple[Point, ...]:
        return tuple(self.corner(hex, number, reach) for number in SIDES)

    def cell(self, hex: str) -> Cell:
        return self.layout.axial(hex)

    def beside(self, cell: Cell, side: int) -> Cell:
        return cell[0] + self.steps[side][0], cell[1] + self.steps[side][1]

    def with_rim(self, cells: Collection[Cell], on_map: Collection[Cell]) -> tuple[Cell, ...]:
        """The cells, and those beyond the rim that they seem to run on into."""
        beyond: dict[Cell, None] = {}
        for cell in cells:
            for side in SIDES:
                outside = self.beside(cell, side)
                if outside not in on_map:
                    near = [n for n in (self.beside(outside, s) for s in SIDES) if n in on_map]
                    if 2 * sum(n in cells for n in near) >= len(near):
                        beyond[outside] = None
        return (*cells, *beyond)

    def outlines(self, cells: Iterable[Cell]) -> list[list[Point]]:
        """The rings of corners around groups of cells, clockwise."""
        inside = dict.fromkeys(cells)
        onward: dict[Cell, tuple[Cell, Point]] = {}
        for cell in inside:
            x, y = self.centre_of(cell)
            for side in SIDES:
                if self.beside(cell, side) not in inside:
                    (ax, ay), (bx, by) = self.corners[side], self.corners[(side + 1) % 6]
                    start, end = (x + ax, y + ay), (x + bx, y + by)
                    onward[_key(start)] = (_key(end), start)
        rings = []
        while onward:
            at = next(iter(onward))
            ring = []
            while at in onward:
                at, point = onward.pop(at)
                ring.append(point)
            rings.append(ring)
        return rings


def _scaled(unit: Point, scale: Point) -> Point:
    return round(unit[0] * scale[0], 6), round(unit[1] * scale[1], 6)


def _key(point: Point) -> Cell:
    return round(point[0] * 4), round(point[1] * 4)


def unsettled(ring: Sequence[Point]) -> list[Point]:
    """Corners moved a little, always in the same way, so that shores do not look like hexes."""
    moved = []
    for x, y in ring:
        kx, ky = _key((x, y))
        mixed = (kx * 73856093) ^ (ky * 19349663)
        angle = (mixed % 360) * math.pi / 180
        far = SIDE * 0.07 * ((mixed // 360) % 100) / 100
        moved.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    return moved


def inset(ring: Sequence[Point], by: float) -> list[Point]:
    """The ring drawn in by so much, for a ring that runs clockwise."""
    moved = []
    for (px, py), (x, y), (nx, ny) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        ax, ay = _normal(x - px, y - py)
        bx, by_ = _normal(nx - x, ny - y)
        share = by / (1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * share, y + (ay + by_) * share))
    return moved


def _normal(dx: float, dy: float) -> Point:
    length = math.hypot(dx, dy)
    return -dy / length, dx / length


def softened(ring: Sequence[Point]) -> str:
    """A closed curve through the middles of the edges."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)]
    start = middles[-1]
    curve = [f"M{number(start[0])} {number(start[1])}"]
    for corner, middle in zip(ring, middles, strict=True):
        curve.append(f"Q{number(corner[0])} {number(corner[1])} {number(middle[0])} {number(middle[1])}")
    return "".join(curve) + "Z"


def sharp(ring: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ring) + "Z"


def held_in(point: Point, frame: Frame) -> Point:
    left, top, right, bottom = frame
    return min(max(point[0], left), right), min(max(point[1], top), bottom)


def grid_lines(plane: Plane, hexes: Collection[str], share: float = 0.26) -> str:
    """Only the ends of each edge, beside the corners: hexes can be counted and the paper stays calm.

    There are thousands. Each goes from its corner and back, and from there on to the next corner of the row: so they
    are nearly all written alike, and a page with the map is packed small.
    """
    there = {plane.cell(hex): hex for hex in hexes}
    corners: dict[Point, list[str]] = {}
    for cell, hex in there.items():
        for side in SIDES:
            other = plane.beside(cell, side)
            if other in there and side > 2:
                continue  # the neighbour draws this edge
            (ax, ay), (bx, by) = plane.corner(hex, side), plane.corner(hex, side + 1)
            dx, dy = (bx - ax) * share, (by - ay) * share
            out, back = f"{number(dx)} {number(dy)}", f"{number(-dx)} {number(-dy)}"
            corners.setdefault((round(ax, 2), round(ay, 2)), []).append(f"l{out}m{back}")
            corners.setdefault((round(bx, 2), round(by, 2)), []).append(f"l{back}m{out}")
    rows: dict[tuple[float, str], list[float]] = {}
    for (x, y), strokes in corners.items():
        rows.setdefault((y, "".join(sorted(strokes))), []).append(x)
    return path("".join(_row(y, sorted(xs), strokes) for (y, strokes), xs in rows.items()),
                fill="none", stroke=theme.GRID, stroke_width=1.6)  # fmt: skip


def _row(y: float, xs: Sequence[float], strokes: str) -> str:
    """The same strokes at several points of one height."""
    onward = "".join(f"m{number(b - a)} 0{strokes}" for a, b in pairwise(xs))
    return f"M{number(xs[0])} {number(y)}{strokes}{onward}"


def around(plane: Plane, hexes: Iterable[str], frame: Frame) -> list[str]:
    """Hard outlines of groups of hexes, held inside the frame of the map."""
    rings = plane.outlines(plane.cell(hex) for hex in hexes)
    return [sharp(held_in(point, frame) for point in ring) for ring in rings]


def changed_ground(
    plane: Plane, hexes: Collection[str], frame: Frame, scenery: Callable[[str], str]
) -> Iterator[Piece]:
    """The bright ground of hexes that changed; `scenery` draws again what it would hide in a hex."""
    for group in neighbourhoods(plane, hexes):
        d = "".join(around(plane, group, frame))
        yield whole(plane, group, path(d, fill=theme.CHANGED_GROUND) + "".join(map(scenery, group)))


def changed_rings(plane: Plane, hexes: Collection[str], frame: Frame) -> Iterator[Piece]:
    for group in neighbourhoods(plane, hexes):
        d = "".join(around(plane, group, frame))
        under = path(d, fill="none", stroke=theme.INK, stroke_width=8.5)
        yield whole(plane, group, under + path(d, fill="none", stroke=theme.CHANGED, stroke_width=5.5))


def whole(plane: Plane, hexes: Collection[str], svg: str) -> Piece:
    """A piece that keeps to the neighbourhood of these hexes."""
    centres = [plane.centre(hex) for hex in hexes]
    left = math.floor(min(x for x, _ in centres)) - SIDE - 6
    top = math.floor(min(y for _, y in centres)) - SIDE - 6
    right = math.ceil(max(x for x, _ in centres)) + SIDE + 6
    bottom = math.ceil(max(y for _, y in centres)) + SIDE + 6
    return Piece(0, 0, (left, top, right - left, bottom - top), svg)


def tile_piece(plane: Plane, hex: str, svg: str, margin: int = 4) -> Piece:
    """A tile as it would lie in its hex, with a small margin."""
    corners = plane.hexagon(hex)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    box = (round(left) - margin, round(top) - margin, round(wide) + 2 * margin, round(high) + 2 * margin)
    return Piece(0, 0, box, svg)


def tile_ground(plane: Plane, hex: str, mountain: bool) -> str:
    return polygon(
        plane.hexagon(hex, 0.98),
        fill=theme.MOUNTAIN if mountain else theme.LAND,
        stroke=theme.FIGURE,
        stroke_width=1.6,
        class_="ground",
    )


def address_pieces(plane: Plane, hex: str, *, aside: bool = False) -> Iterable[Piece]:
    """The address of an empty hex, in the places where it may stand; `aside` leaves the middle to the scenery."""
    svg = label(0, 5, hex, PLAIN, 14, theme.ADDRESS) if aside else rimmed(0, 5, hex, PLAIN, 14, theme.ADDRESS, 3)
    half = math.ceil(width(hex, PLAIN, 14) / 2) + 2
    for offset in ((-0.42, -0.36),) if aside else ((0, 0), (0, -0.5), (0, 0.5)):
        x, y = plane.away(hex, offset)
        yield Piece(round(x), round(y), (-half, -9, 2 * half, 18), svg)


@cache
def address_tag(hex: str) -> Piece:
    """The address of a hex that may be pressed."""
    half = math.ceil(width(hex, PLAIN, 14) / 2) + 1
    words = rimmed(0, 5, hex, PLAIN, 14, theme.FIGURE, 3)
    return Piece(0, 0, (-half, -9, 2 * half, 18), element("g", words, pointer_events="none"))


def may_press(plane: Plane, hex: str, href: str, title: str, *, wide: bool = False) -> Piece:
    """A hex that may be chosen: dashed and lightly tinted. `wide` goes around a city."""
    x, y = plane.centre(hex)
    shown = polygon(
        _hexagon(plane, 1.07 if wide else 0.93),
        fill=theme.ACCENT,
        fill_opacity=0.05,
        stroke=theme.ACCENT,
        stroke_width=3 if wide else 2,
        stroke_dasharray="6 4",
        class_="legal",
    )
    return Piece(round(x), round(y), _AROUND, pressable(href, title, shown))


@cache
def quiet_hex(plane: Plane, hex: str) -> str:
    """The target of a hex that may not be chosen. There are hundreds of them: they differ only in their beginning."""
    x, y = plane.corner(hex, 0, 0.95)
    sides = "".join(
        f"l{number((bx - ax) * 0.95)} {number((by - ay) * 0.95)}" for (ax, ay), (bx, by) in pairwise(plane.corners)
    )
    return path(f"M{number(x)} {number(y)}{sides}")


@cache
def price_tag(price: str) -> Piece:
    """What a press costs; the press itself goes through to the hex."""
    half = math.ceil(width(price, BOLD, 17) / 2) + 3
    words = rimmed(0, 6, price, BOLD, 17, theme.ACCENT, 4)
    return Piece(0, 0, (-half, -12, 2 * half, 24), element("g", words, pointer_events="none"))


def chosen_ground(plane: Plane, hex: str) -> Piece:
    x, y = plane.centre(hex)
    svg = polygon(_hexagon(plane, 0.95), fill=theme.ACCENT, fill_opacity=0.16)
    return Piece(round(x), round(y), _AROUND, svg)


def chosen_ring(plane: Plane, hex: str, *, wide: bool = False) -> Piece:
    x, y = plane.centre(hex)
    svg = polygon(
        _hexagon(plane, 1.07 if wide else 0.95), fill="none", stroke=theme.ACCENT, stroke_width=5, class_="chosen"
    )
    return Piece(round(x), round(y), _AROUND, svg)


def _hexagon(plane: Plane, reach: float) -> list[Point]:
    """Around the origin."""
    return [(x * reach, y * reach) for x, y in plane.corners]


def neighbourhoods(plane: Plane, hexes: Collection[str]) -> list[list[str]]:
    """The hexes in groups that hang together, in the order given."""
    waiting = {plane.cell(hex): hex for hex in hexes}
    groups = []
    while waiting:
        first = next(iter(waiting))
        group, edge = [waiting.pop(first)], [first]
        while edge:
            cell = edge.pop()
            for side in SIDES:
                other = plane.beside(cell, side)
                if other in waiting:
                    group.append(waiting.pop(other))
                    edge.append(other)
        groups.append(group)
    return groups
