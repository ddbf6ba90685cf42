"""Curves of the seats from round to round, drawn like track: by colour, by the pattern in it, and by the letter."""

import math
from collections.abc import Iterator, Sequence

from engine.core.sheet import Drawing, Piece
from engine.draw import theme
from engine.draw.panelwork import LETTERS, WIDTH, disc, on_paper
from engine.draw.svg import element, label, number, path
from engine.draw.text_widths import BOLD, PLAIN

HEIGHT = 620
LEFT, RIGHT, TOP, BOTTOM = 96, 150, 40, 64  # what lies around the field
MOST_LINES = 6  # across the field
MOST_ROUNDS = 16  # that are named below it
APART = 48  # between the discs at the end

Values = Sequence[int | None]  # from round to round; None once the seat is out
Point = tuple[float, float]


def draw_curves(seats: Sequence[str], curves: Sequence[Values], text: str = "") -> Drawing:
    """`curves` has the values of each seat, in the order of the seats; all begin with the opening."""
    field = _Field(curves)
    paints = [theme.SEATS[colour] for colour in seats]
    lines = [_track(field.points(values), paint) for values, paint in zip(curves, paints, strict=True)]
    svg = "".join((*field.grid(), *lines, *_ends(field, curves, paints)))
    drawing = on_paper(HEIGHT, (Piece(0, 0, (0, 0, WIDTH, HEIGHT), svg),))
    return Drawing(drawing.width, drawing.height, drawing.still, drawing.moving, text, pieces=drawing.pieces)


class _Field:
    """Where a value of a round lies."""

    def __init__(self, curves: Sequence[Values]) -> None:
        known = [value for values in curves for value in values if value is not None]
        self.rounds = max(map(len, curves)) - 1
        lowest, highest = min((0, *known)), max((1, *known))
        self.step = _step((highest - lowest) / MOST_LINES)
        self.low = math.floor(lowest / self.step) * self.step
        self.high = math.ceil(highest / self.step) * self.step

    def x(self, round: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * round / max(self.rounds, 1)

    def y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)

    def points(self, values: Values) -> list[Point]:
        return [(self.x(round), self.y(value)) for round, value in enumerate(values) if value is not None]

    def grid(self) -> Iterator[str]:
        for value in range(self.low, self.high + 1, self.step):
            y = self.y(value)
            ink = theme.FIGURE if value == 0 else theme.GRID
            yield path(_through([(LEFT, y), (WIDTH - RIGHT, y)]), stroke=ink, stroke_width=2.5, fill="none")
            yield label(LEFT - 14, y + 11, f"{value}".replace("-", "−"), PLAIN, LETTERS, theme.FIGURE, "end")
        every = math.ceil(self.rounds / MOST_ROUNDS)
        for round in range(every, self.rounds + 1, every or 1):
            yield label(self.x(round), HEIGHT - 18, str(round), PLAIN, LETTERS, theme.FIGURE)


def _step(least: float) -> int:
    """A round number that is at least so large."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step >= least:
                return step
        power *= 10


def _track(points: Sequence[Point], paint: theme.Paint) -> str:
    if not points:
        return ""
    d, core = _through(points), paint.core
    strokes = [(theme.INK, 13.0, ""), (paint.colour, 10.0, ""), (core.colour, core.width * 0.8, core.dashes)]
    if core.split:
        strokes.append((paint.colour, core.split * 0.8, ""))
    return "".join(
        path(
            d,
            fill="none",
            stroke=colour,
            stroke_width=wide,
            stroke_linejoin="round",
            stroke_linecap="round" if core.round or not dashes else None,
            stroke_dasharray=dashes or None,
        )
        for colour, wide, dashes in strokes
    )


def _through(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _ends(field: _Field, curves: Sequence[Values], paints: Sequence[theme.Paint]) -> Iterator[str]:
    """At the end of each curve its seat with the last value, set apart where they would lie on each other."""
    last = [
        (field.points(values)[-1], paint, [value for value in values if value is not None][-1])
        for values, paint in zip(curves, paints, strict=True)
        if any(value is not None for value in values)
    ]
    last.sort(key=lambda one: one[0][1])
    heights = _apart([point[1] for point, _, _ in last])
    for (point, paint, value), y in zip(last, heights, strict=True):
        x = WIDTH - RIGHT + 40
        if abs(y - point[1]) > 1 or point[0] < WIDTH - RIGHT:
            yield path(_through([point, (x, y)]), stroke=theme.INK, stroke_width=2, stroke_dasharray="3 5", fill="none")
        figure = label(x + 32, y + 11, f"{value}".replace("-", "−"), BOLD, LETTERS, theme.INK, "start")
        yield element("g", disc(x, y, paint), figure)


def _apart(heights: Sequence[float]) -> list[float]:
    """Ascending heights, moved as little downwards and then upwards as their distance and the paper need."""
    placed: list[float] = []
    for y in heights:
        placed.append(max(y, placed[-1] + APART) if placed else max(y, 28))
    limit = HEIGHT - 28.0
    for index in reversed(range(len(placed))):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - APART
    return placed
