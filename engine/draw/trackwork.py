"""Track as it is drawn: one path a line, so that its pattern runs on over the edges of hexes.

Curves are true arcs about the point where the lines of the two edges meet: they leave every edge at a right angle, and
no track ever touches a corner of a hex.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.hexboard import Plane
from engine.draw.svg import number, path
from engine.draw.theme import Paint
from engine.rail.hexes import Layout, Point
from engine.rail.tiles import MIDDLE
from engine.rail.track import Line, Neighbours, Tiled

HALO, EDGE, FILL = 19, 14.5, 11
PARTS = 8  # into which each track is cut to find places along it


@dataclass(frozen=True)
class Step:
    hex: str
    enters: int
    leaves: int


@dataclass(frozen=True)
class Course:
    """The way of a line over the board. An end is at a stop or loose."""

    steps: tuple[Step, ...]
    points: tuple[Point, ...] = field(compare=False)  # along the way, equally many in every hex

    @property
    def visits(self) -> Iterable[tuple[str, Point]]:
        """Each point with the hex it lies in."""
        return ((self.steps[max(0, index - 1) // PARTS].hex, point) for index, point in enumerate(self.points))


def steps_of(line: Line, laid: Mapping[str, Tiled], neighbours: Neighbours) -> tuple[Step, ...]:
    """The pieces of a line, each with the side by which the way enters and leaves."""
    steps: list[Step] = []
    for place, (hex, index) in enumerate(line.pieces):
        track = laid[hex].tracks[index]
        if place + 1 < len(line.pieces):
            leaves = neighbours[hex].index(line.pieces[place + 1][0])
            steps.append(Step(hex, track.other(leaves), leaves))
        elif place:
            enters = neighbours[hex].index(line.pieces[place - 1][0])
            steps.append(Step(hex, enters, track.other(enters)))
        else:
            # A lone piece starts at its stop.
            loose = [exit for _, exit in line.loose]
            leaves = track.a if track.a in loose and track.b not in loose else track.b
            steps.append(Step(hex, track.other(leaves), leaves))
    return tuple(steps)


@lru_cache(maxsize=4096)
def course(plane: Plane, steps: tuple[Step, ...]) -> Course:
    points: list[Point] = []
    for step in steps:
        x, y = plane.centre(step.hex)
        sx, sy = plane.scale
        along = along_track(plane.layout, step.enters, step.leaves)
        points += [(x + ux * sx, y + uy * sy) for ux, uy in (along if not points else along[1:])]
    return Course(steps, tuple(points))


@cache
def along_track(layout: Layout, enters: int, leaves: int) -> tuple[Point, ...]:
    """Points of one track from the centre of its hex, in sides."""
    start, end = _end(layout, enters), _end(layout, leaves)
    turn = (leaves - enters) % 6
    shares = [part / PARTS for part in range(PARTS + 1)]
    if MIDDLE in (enters, leaves) or turn == 3:
        return tuple((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in shares)
    if turn in (1, 5):
        about = layout.corner(leaves if turn == 1 else enters)
    else:
        ox, oy = layout.middle((enters + 1 if turn == 2 else enters - 1) % 6)
        about = (2 * ox, 2 * oy)
    first = math.atan2(start[1] - about[1], start[0] - about[0])
    last = math.atan2(end[1] - about[1], end[0] - about[0])
    swing = (last - first + math.pi) % (2 * math.pi) - math.pi
    radius = math.dist(start, about)
    return tuple(
        (about[0] + radius * math.cos(first + swing * t), about[1] + radius * math.sin(first + swing * t))
        for t in shares
    )


def _end(layout: Layout, side: int) -> Point:
    return (0.0, 0.0) if side == MIDDLE else layout.middle(side)


@cache
def crossing_point(layout: Layout, one: tuple[int, int], other: tuple[int, int]) -> Point | None:
    """Where two tracks of a hex cross, from its centre; None where they lie apart or meet in the middle."""
    if MIDDLE in one or MIDDLE in other:
        return None
    pairs = ((math.dist(a, b), a, b) for a in along_track(layout, *one) for b in along_track(layout, *other))
    nearest, (ax, ay), (bx, by) = min(pairs)
    return ((ax + bx) / 2, (ay + by) / 2) if nearest < 0.15 else None


def path_of(plane: Plane, steps: Iterable[Step], into: Collection[tuple[str, int]] = (), gap: float = 0) -> str:
    """The path; `gap` keeps it off the middle of towns. `into` are the sides of hexes behind which a city lies: there
    it runs on a little, under the city."""
    d: list[str] = []
    last = None
    for step in steps:
        if last is None or not _goes_on(plane, last, step):
            start = _xy(_point(plane, step.hex, step.enters, gap, step.leaves))
            under = (step.hex, step.enters) in into
            d.append(f"M{_xy(plane.middle(step.hex, step.enters, 1.2))}L{start}" if under else f"M{start}")
        d.append(_stroke(plane, step, gap))
        if (step.hex, step.leaves) in into:
            d.append(f"L{_xy(plane.middle(step.hex, step.leaves, 1.2))}")
        last = step
    return "".join(d)


def _goes_on(plane: Plane, step: Step, next: Step) -> bool:
    """Whether the way comes into the next step where it leaves this one."""
    if MIDDLE in (step.leaves, next.enters) or (step.leaves + 3) % 6 != next.enters:
        return False
    return plane.beside(plane.cell(step.hex), step.leaves) == plane.cell(next.hex)


def _point(plane: Plane, hex: str, side: int, gap: float, other: int) -> Point:
    if side == MIDDLE:
        return plane.middle(hex, other, gap)
    return plane.middle(hex, side)


def _stroke(plane: Plane, step: Step, gap: float) -> str:
    end = _point(plane, step.hex, step.leaves, gap, step.enters)
    turn = (step.leaves - step.enters) % 6
    if MIDDLE in (step.enters, step.leaves) or turn == 3:
        return f"L{_xy(end)}"
    reach = 0.5 if turn in (1, 5) else 1.5
    rx, ry = (number(reach * scale) for scale in plane.scale)
    return f"A{rx} {ry} 0 0 {int(turn > 3)} {_xy(end)}"


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def line_piece(
    plane: Plane,
    way: Course,
    paint: Paint,
    finished: bool,
    cities: Collection[str],
    neighbours: Neighbours,
    drafted: Collection[str] = (),
) -> Piece:
    """A line with all its strokes. `drafted` are hexes whose track is only a draft: there it has an accent edge."""
    first, last = way.steps[0], way.steps[-1]
    ends = ((first.hex, first.enters), (last.hex, last.leaves))
    into = tuple((hex, side) for hex, side in ends if side != MIDDLE and neighbours[hex][side] in cities)
    draft = tuple(step for step in way.steps if step.hex in drafted) if drafted else ()
    return _line_piece(plane, way, paint, finished, into, draft)


@lru_cache(maxsize=4096)
def _line_piece(
    plane: Plane, way: Course, paint: Paint, finished: bool, into: tuple[tuple[str, int], ...], draft: tuple[Step, ...]
) -> Piece:
    """Most lines lie as they are from position to position."""
    xs = [x for x, _ in way.points]
    ys = [y for _, y in way.points]
    left, top = math.floor(min(xs)) - 14, math.floor(min(ys)) - 14
    width, height = math.ceil(max(xs)) + 14 - left, math.ceil(max(ys)) + 14 - top
    d = path_of(plane, way.steps, into)
    strokes = _stroked(path_of(plane, way.steps, into, 0.55), HALO, theme.LAND)
    if draft:
        strokes += _stroked(path_of(plane, draft, into, 0.3), HALO + 2, theme.ACCENT)
    strokes += _stroked(d, EDGE, theme.INK)
    return Piece(0, 0, (left, top, width, height), strokes + painted(d, paint, finished))


def painted(d: str, paint: Paint, finished: bool) -> str:
    """The seat's colour and pattern; barrier tape for a line that is not finished."""
    core = paint.core
    if finished:
        strokes = _stroked(d, FILL, paint.colour)
        strokes += _stroked(d, core.width, core.colour, core.dashes, core.round)
        return strokes + (_stroked(d, core.split, paint.colour) if core.split else "")
    tape, across = (paint.colour, FILL) if paint.colour != theme.WHITE else (core.colour, 4)
    return _stroked(d, FILL, theme.WHITE) + _stroked(d, across, tape, "8 6")


def _stroked(d: str, width: float, colour: str, dashes: str = "", round: bool = False) -> str:
    return path(
        d,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_dasharray=dashes or None,
        stroke_linecap="round" if round else None,
    )


@lru_cache(maxsize=4096)
def lone(plane: Plane, step: Step, paint: Paint) -> str:
    """One track by itself, as on a tile in hand."""
    d = path_of(plane, [step])
    return _stroked(d, EDGE, theme.INK) + painted(d, paint, True)


def sample(x: int, y: int, length: int, paint: Paint, finished: bool) -> str:
    """A short straight piece for the legend."""
    d = f"M{x} {y}h{length}"
    return _stroked(d, EDGE, theme.INK) + painted(d, paint, finished)
