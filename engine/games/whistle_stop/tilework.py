"""How tiles look: curved track between the sides, stops clear of track that only crosses, and what is printed on them.

Everything is drawn around the centre of a hex, in units of its side; tiles are laid out once, unturned, and then turned
as a whole, so that a tile looks the same wherever it lies. Letters stay upright.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from engine.draw import theme
from engine.draw.svg import circle, label, number, path, polygon, rect
from engine.draw.text_widths import BOLD, width
from engine.draw.theme import Paint
from engine.games.whistle_stop.components import Path, Tile, box
from engine.rail.hexes import Layout, Point

LAYOUT = Layout("odd-q")
SIDE = 60  # of a hex on the map
STOP = 0.28  # radius of a round stop, in sides
# Only colours of the theme: pictures have a fixed palette.
EMPTY = theme.MOUNTAIN
TILE = theme.PEAK_LIGHT
EARTH = theme.MOUNTAIN
WEST = theme.WATER_NAME
RAIL = theme.INK
BRASS = theme.GOODS["yellow"].colour

# A letter that is in the word, in both languages where there is one (steel and acier, cattle and bétail), and that no
# seat has.
GOODS = {
    "wood": Paint(theme.SEATS["brown"].colour, "D", theme.WHITE),
    "cotton": Paint(theme.WHITE, "C", theme.INK),
    "stone": Paint(theme.NOBODY, "R", theme.WHITE),
    "steel": Paint(theme.GOODS["blue"].colour, "E", theme.WHITE),
    "cattle": Paint(theme.GOODS["red"].colour, "T", theme.WHITE),
    "whiskey": Paint(theme.GOODS["yellow"].colour, "Y", theme.INK),
}
COMPANIES = {
    "crimson": Paint(theme.ACCENT, "", theme.WHITE),
    "cobalt": Paint(theme.GOODS["blue"].colour, "", theme.WHITE),
    "amber": Paint(theme.SEATS["orange"].colour, "", theme.INK),
    "jade": Paint(theme.SEATS["green"].colour, "", theme.WHITE),
    "violet": Paint(theme.GOODS["purple"].colour, "", theme.WHITE),
}


def middle(side: int) -> Point:
    return LAYOUT.middle(side)


def turned(point: Point, rotation: int) -> Point:
    angle = math.radians(60 * rotation)
    x, y = point
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


@dataclass(frozen=True)
class Art:
    """Where the stop of each path lies (None without one), unturned."""

    stops: tuple[Point | None, ...]


@cache
def art(id: str) -> Art:
    """Stops are put where they cover least of other track and keep clear of each other."""
    paths = box().tiles[id].paths
    with_stop = [one for one in paths if one.stop is not None]
    choices = [[(point, _crowding(point, one, paths)) for point in _places(one)] for one in with_stop]
    best = min(product(*choices), key=lambda chosen: sum(cost for _, cost in chosen) + _nearness(chosen))
    found = iter([point for point, _ in best])
    return Art(tuple(None if one.stop is None else next(found) for one in paths))


def _nearness(chosen: Sequence[tuple[Point, float]]) -> float:
    """Two stops should not touch."""
    pairs = combinations([point for point, _ in chosen], 2)
    return sum(30 * max(0.0, 2.2 * STOP - math.hypot(ax - bx, ay - by)) for (ax, ay), (bx, by) in pairs)


def _places(one: Path) -> list[Point]:
    """Where the stop of a path may lie: on it if it joins two sides, else around the middle of its sides."""
    if len(one.sides) == 2:
        return [
            _on_arc(one.sides[0], one.sides[1], share)
            for share in (0.5, 0.43, 0.57, 0.36, 0.64, 0.29, 0.71, 0.23, 0.77)
        ]
    cx = sum(middle(side)[0] for side in one.sides) / len(one.sides)
    cy = sum(middle(side)[1] for side in one.sides) / len(one.sides)
    around = [(math.cos(math.radians(30 * n)), math.sin(math.radians(30 * n))) for n in range(12)]
    return [(cx, cy), *((cx + r * x, cy + r * y) for r in (0.12, 0.24, 0.36, 0.46) for x, y in around)]


def _crowding(point: Point, one: Path, paths: Sequence[Path]) -> float:
    """How bad a place is: near the rim, on other track, away from the middle of its own sides."""
    x, y = point
    others = [crossed for other in paths if other is not one for crossed in _along(other)]
    cost = 30 * max(0.0, math.hypot(x, y) - 0.5)
    cost += sum(max(0.0, 0.4 - math.hypot(x - ox, y - oy)) for ox, oy in others)
    cx = sum(middle(side)[0] for side in one.sides) / len(one.sides)
    cy = sum(middle(side)[1] for side in one.sides) / len(one.sides)
    return cost + 0.15 * math.hypot(x - cx, y - cy)


def _along(one: Path) -> list[Point]:
    """Points on the track of a path."""
    shares = [n / 10 for n in range(1, 10)]
    if len(one.sides) == 2:
        return [_on_arc(one.sides[0], one.sides[1], share) for share in shares]
    return [(middle(side)[0] * share, middle(side)[1] * share) for side in one.sides for share in (0.3, 0.6, 0.9)]


def _on_arc(a: int, b: int, share: float) -> Point:
    (ax, ay), (bx, by) = middle(a), middle(b)
    apart = min((a - b) % 6, (b - a) % 6)
    if apart == 3:
        return ax + (bx - ax) * share, ay + (by - ay) * share
    reach = {1: 1.0, 2: math.sqrt(3)}[apart]  # how far away the two edge lines meet
    length = math.hypot(ax + bx, ay + by)
    cx, cy = (ax + bx) / length * reach, (ay + by) / length * reach
    start, end = math.atan2(ay - cy, ax - cx), math.atan2(by - cy, bx - cx)
    turn = (end - start + math.pi) % (2 * math.pi) - math.pi
    radius = {1: 0.5, 2: 1.5}[apart]
    angle = start + turn * share
    return cx + radius * math.cos(angle), cy + radius * math.sin(angle)


def _at(point: Point, size: float) -> str:
    return f"{number(point[0] * size)} {number(point[1] * size)}"


def two_sided(a: int, b: int, size: float) -> str:
    """A true arc that leaves both sides at a right angle; a straight line between opposite ones."""
    apart = min((a - b) % 6, (b - a) % 6)
    start, end = middle(a), middle(b)
    if apart == 3:
        return f"M{_at(start, size)}L{_at(end, size)}"
    cross = (end[0] - start[0]) * -start[1] - (end[1] - start[1]) * -start[0]
    radius = number({1: 0.5, 2: 1.5}[apart] * size)
    return f"M{_at(start, size)}A{radius} {radius} 0 0 {1 if cross < 0 else 0} {_at(end, size)}"


def spoke(side: int, stop: Point, size: float) -> str:
    x, y = middle(side)
    return f"M{_at((x, y), size)}Q{_at((x * 0.5, y * 0.5), size)} {_at(stop, size)}"


def rails(curves: Sequence[str], size: float, ground: str) -> str:
    """Track: a rim in the colour of the ground makes crossings read as bridges. Ties would double what it packs to."""
    d = "".join(curves)
    wide = size / SIDE
    return path(d, fill="none", stroke=ground, stroke_width=14 * wide) + path(
        d, fill="none", stroke=RAIL, stroke_width=7 * wide
    )


def hexagon(size: float, reach: float = 1.0) -> list[Point]:
    """Rows lie on whole units: the height is that of 52 for a side of 60."""
    return [(x * size * reach, y * size * reach * 52 / 51.9615) for x, y in map(LAYOUT.corner, range(6))]


def cube(x: float, y: float, good: str, size: float = 22) -> str:
    paint = GOODS[good]
    return _square(x, y, size, paint.colour) + label(
        x, y + round(size * 0.29), paint.letter, BOLD, round(size * 0.8), paint.on
    )


def _square(x: float, y: float, size: float, colour: str) -> str:
    """Two rectangles instead of one with a stroke: on whole units their edges need no smoothing."""
    half = size / 2
    return rect(x - half, y - half, size, size, fill=theme.INK) + rect(
        x - half + 1, y - half + 1, size - 2, size - 2, fill=colour
    )


def token(x: float, y: float, thing: str, size: float = 22) -> str:
    """Coal, a whistle, a nugget or a free choice."""
    half = size / 2
    if thing == "coal":
        return circle(x, y, half * 0.86, fill=theme.INK, stroke=theme.WHITE, stroke_width=1.4)
    if thing == "any":
        return _square(x, y, size, theme.PAPER) + label(x, y + size * 0.29, "?", BOLD, round(size * 0.8), theme.INK)
    if thing == "gold":
        points = [
            (x + half * c, y + half * s) for c, s in ((-0.9, 0.5), (-0.4, -0.6), (0.5, -0.7), (1, 0.2), (0.3, 0.8))
        ]
        return polygon(points, fill=BRASS, stroke=theme.INK, stroke_width=1.8)
    if thing == "whistle":
        pipe = f"M{number(x - half)} {number(y - half * 0.45)}h{number(size)}v{number(half * 0.5)}h{number(-half)}"
        return path(pipe + f"a{number(half * 0.55)} {number(half * 0.55)} 0 1 1 {number(-half)} 0Z",
                    fill=BRASS, stroke=theme.INK, stroke_width=1.8)  # fmt: skip
    return cube(x, y, thing, size)


def row(things: Sequence[str], x: float, y: float, size: float = 22, gap: float = 3) -> str:
    """Things side by side, centred."""
    step = round(size + gap)
    left = round(x - step * (len(things) - 1) / 2)
    return "".join(token(left + n * step, round(y), thing, 2 * round(size / 2)) for n, thing in enumerate(things))


def track_tile(id: str, rotation: int, size: float) -> str:
    """A track tile around its centre."""
    tile, drawn = box().tiles[id], art(id)
    svg = polygon(hexagon(size, 0.985), fill=TILE)
    order = sorted(range(len(tile.paths)), key=lambda n: tile.paths[n].stop is not None)
    for n in order:
        sides = [(side + rotation) % 6 for side in tile.paths[n].sides]
        stop = drawn.stops[n]
        if len(sides) == 2:
            curves = [two_sided(sides[0], sides[1], size)]
        else:
            assert stop is not None  # more than two sides meet only at a stop
            curves = [spoke(side, turned(stop, rotation), size) for side in sides]
        svg += rails(curves, size, TILE)
    for n, stop in enumerate(drawn.stops):
        good = tile.paths[n].stop
        if stop is not None and good is not None:
            x, y = turned(stop, rotation)
            svg += round_stop(x * size, y * size, good, size)
    return svg


def round_stop(x: float, y: float, good: str, size: float) -> str:
    """On whole units, so that cubes are sharp and equal cubes are equal to the pixel."""
    wide = size / SIDE
    x, y = round(x), round(y)
    radius = STOP * size
    return circle(x, y, radius, fill=theme.WHITE, stroke=theme.INK, stroke_width=2.6 * wide) + cube(
        x, y, good, 2 * round(10 * wide)
    )


def stop_place(id: str, rotation: int, index: int, size: float) -> Point:
    """Where the stop of a path lies on a tile in this rotation."""
    stop = art(id).stops[index] if box().tiles[id].kind == "track" else None
    x, y = (0.0, 0.0) if stop is None else turned(stop, rotation)
    return x * size, y * size


def special_tile(tile: Tile, words: Sequence[str], size: float) -> str:
    """A town, a mine and the like: all sides meet at one large stop, on which its name and its effect stand."""
    wide = size / SIDE
    paint = COMPANIES.get(tile.company, Paint(EARTH, "", theme.INK))
    svg = polygon(hexagon(size, 0.985), fill=TILE)
    svg += rails([f"M{_at(middle(side), size)}L0 0" for side in range(6)], size, TILE)
    svg += polygon(hexagon(size, 0.78), fill=paint.colour, stroke=theme.INK, stroke_width=2.6 * wide)
    if tile.company:
        svg += _words(words[:1], 0, -18 * wide, 15 * wide, paint.on, size)
        svg += row(tile.cost, 0, 1 * wide, 22 * wide)
        return svg + label(0, 28 * wide, f"{tile.bonus} / −{tile.malus}", BOLD, 17 * wide, paint.on)
    svg += _words(words, 0, -8 * wide if len(words) > 1 else 0, 15 * wide, paint.on, size)
    gifts = {
        "coal-mine": ("coal", "coal"),
        "whistle-factory": ("whistle",),
        "gold-mine": ("gold",),
        "general-store": ("any",),
    }
    if tile.kind == "trading-post":
        return svg + label(0, 31 * wide, "2 ×", BOLD, 17 * wide, paint.on)
    return svg + row(gifts[tile.kind], 0, 26 * wide, 18 * wide)


def end_tile(tile: Tile, words: Sequence[str], size: float) -> str:
    wide = size / SIDE
    svg = polygon(hexagon(size, 0.985), fill=WEST, stroke=theme.INK, stroke_width=2.2 * wide)
    if tile.kind == "delivery":
        svg += label(0, -18 * wide, f"{tile.bonus}", BOLD, 26 * wide, theme.WHITE)
        svg += row(tile.cost, 2 * wide, 3 * wide, 22 * wide, 2 * wide)
        return svg + label(0, 38 * wide, f"−{tile.malus}", BOLD, 18 * wide, theme.CHANGED_GROUND)
    svg += _words(words, 0, -16 * wide, 15 * wide, theme.WHITE, size)
    return svg + label(0, 32 * wide, f"{tile.per_share} ×", BOLD, 24 * wide, theme.WHITE)


def _words(words: Sequence[str], x: float, y: float, letters: float, fill: str, size: float) -> str:
    """Short lines, one below the other, squeezed into the hex."""
    svg = ""
    for n, text in enumerate(words):
        fits = min(letters, letters * 1.15 * size / max(1.0, width(text, BOLD, letters)))
        svg += label(x, y + n * letters * 1.08, text, BOLD, round(fits, 1), fill)
    return svg


@lru_cache(maxsize=2048)
def tile_svg(id: str, rotation: int, words: tuple[str, ...], size: float) -> str:
    tile = box().tiles[id]
    if tile.kind == "track":
        return track_tile(id, rotation, size)
    return special_tile(tile, words, size) if tile.special else end_tile(tile, words, size)
