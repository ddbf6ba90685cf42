"""Income as a panel: what the points on the track bring each turn (rw-10.1), and where the players stand."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from engine.core.say import say
from engine.core.sheet import Marks, Panel, Piece
from engine.draw import theme
from engine.draw.panelwork import EDGE, LETTERS, WIDTH, disc, on_paper
from engine.draw.svg import circle, label, path
from engine.draw.text_widths import PLAIN
from engine.games.railways.box import TRACK_END
from engine.games.railways.names import words
from engine.games.railways.state import View

LEFT, TOP, HIGH = EDGE + 92, 96, 300  # of the field
WIDE = WIDTH - LEFT - 60
HEIGHT = TOP + HIGH + 60
DISC, APART = 24, 54


def income_panel(view: View, marks: Marks) -> Panel:
    return Panel(say("panel-income"), say("panel-income-label"), lambda: on_paper(HEIGHT, (_curve(view, marks),)))


def _curve(view: View, marks: Marks) -> Piece:
    most = max(view.box.incomes)
    return Piece(0, 0, (0, 0, WIDTH, HEIGHT), _field(view.box.incomes, marks.lang) + "".join(_players(view, most)))


def _x(points: float) -> float:
    return LEFT + WIDE * points / TRACK_END


def _y(income: float, most: int) -> float:
    return TOP + HIGH * (1 - income / most)


@cache
def _field(incomes: tuple[int, ...], lang: str) -> str:
    most, svg = max(incomes), ""
    for income in range(0, most + 1, 5):
        svg += path(f"M{LEFT} {_y(income, most):.0f}H{LEFT + WIDE}", stroke=theme.GRID, stroke_width=2.5)
        money = words().render(say("money-k", n=income), lang)
        svg += label(LEFT - 8, _y(income, most) + 11, money, PLAIN, LETTERS, theme.FIGURE, "end")
    for points in range(0, TRACK_END + 1, 10):
        svg += label(_x(points), TOP + HIGH + 44, str(points), PLAIN, LETTERS, theme.FIGURE)
    steps = [(income, len(list(some))) for income, some in groupby(incomes)]
    d, points = f"M{_x(0):.1f} {_y(steps[0][0], most):.1f}", 0
    for income, long in steps:
        points += long
        d += f"V{_y(income, most):.1f}H{_x(min(points, TRACK_END)):.1f}"
    return svg + path(d, stroke=theme.INK, stroke_width=5, fill="none", stroke_linejoin="round")


def _players(view: View, most: int) -> Iterator[str]:
    """In a row above the curve, each with a line to where it stands, so that nobody covers anybody."""
    ahead = sorted(range(len(view.players)), key=lambda seat: view.box.space(view.players[seat].points))
    spaces = [view.box.space(view.players[seat].points) for seat in ahead]
    room = LEFT + WIDE - APART * (len(ahead) - 1)
    at = float(LEFT - APART)
    for n, (seat, space) in enumerate(zip(ahead, spaces, strict=True)):
        paint, x, y = theme.SEATS[view.seats[seat]], _x(space), _y(view.box.incomes[space], most)
        at = min(max(x - APART * (len(ahead) - 1) / 2 + APART * n, at + APART), room + APART * n)
        yield path(f"M{x:.1f} {y:.1f}L{at:.1f} {DISC + 10}", stroke=theme.INK, stroke_width=2.5)
        yield circle(x, y, 9, fill=paint.colour, stroke=theme.INK, stroke_width=2.5)
        yield disc(at, DISC + 6, paint, DISC)
