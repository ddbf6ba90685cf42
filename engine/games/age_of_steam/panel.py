"""Under a picture that stands alone: turn order, turn marker and the table of players."""

import math
from collections.abc import Iterator

from engine.core.say import say
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme
from engine.draw.svg import circle, label, layered, path, placed, rect
from engine.draw.text_widths import BOLD, ITALIC, PLAIN, shortened, width
from engine.games.age_of_steam.components import MOST_ENGINE
from engine.games.age_of_steam.names import name_of, words
from engine.games.age_of_steam.view import View

WIDTH = 1200
ROW = 48
TABLE_TOP = 75
_RIGHT = {"panel-money": 330, "panel-income": 462, "panel-shares": 580}  # where figures end
_ENGINE, _ACTION = 626, 900


def draw_panel(view: View, marks: Marks) -> Drawing:
    panel = _Panel(view, marks)
    return layered(WIDTH, panel.height, rect(0, 0, WIDTH, panel.height, fill=theme.PAPER), panel.pieces(), "")


def whole(x: int, y: int, width: int, height: int, svg: str) -> Piece:
    return Piece(x, y, (0, 0, width, height), svg)


class _Panel:
    def __init__(self, view: View, marks: Marks) -> None:
        self.view = view
        self.marks = marks
        self.names = marks.names or tuple(name_of(colour, marks.lang) for colour in view.seats)
        broke = tuple(seat for seat in range(len(view.seats)) if seat not in view.order)
        self.rows = (*view.order, *broke)

    @property
    def height(self) -> int:
        return TABLE_TOP + 36 + ROW * len(self.rows) + 14

    def said(self, id: str) -> str:
        return words().render(say(id), self.marks.lang)

    def pieces(self) -> Iterator[Piece]:
        yield from self._order()
        yield from self._turns()
        yield self._table()
        for index, seat in enumerate(self.rows):
            yield self._row(seat, TABLE_TOP + 35 + ROW * index, last=index == len(self.rows) - 1)

    def _order(self) -> Iterator[Piece]:
        """In turn order, the seat that is asked now in yellow."""
        heading = self.said("panel-order")
        yield whole(0, 0, 220, 70, label(20, 41, heading, ITALIC, 20, theme.INK, "start"))
        at = 20 + math.ceil(width(heading, ITALIC, 20)) + 28
        room = (900 - at) / max(1, len(self.view.order)) - 76
        for index, seat in enumerate(self.view.order):
            name = shortened(self.names[seat], BOLD, 23, max(room, 30))
            wide = 44 + math.ceil(width(name, BOLD, 23))
            svg = ""
            if index:
                svg += path("M-26 -7l8 7l-8 7", fill="none", stroke=theme.FIGURE, stroke_width=2.2)
            if seat in self.view.asked[:1]:
                svg += rect(-6, -22, wide + 18, 44, rx=22, fill=theme.CHANGED, stroke=theme.INK, stroke_width=1.8)
            svg += placed(_disc(16, 0, theme.SEATS[self.view.seats[seat]]))
            svg += label(38, 8, name, BOLD, 23, theme.INK, "start")
            yield Piece(at, 34, (-30, -24, wide + 44, 48), svg)
            at += wide + 46

    def _turns(self) -> Iterator[Piece]:
        step = 37
        first = WIDTH - 24 - step * self.view.turns + step // 2
        svg = label(-30, 7, self.said("panel-turn"), ITALIC, 20, theme.INK, "end")
        for turn in range(1, self.view.turns + 1):
            x = step * (turn - 1)
            if turn == self.view.turn:
                svg += circle(x, 0, 16, fill=theme.INK) + label(x, 7.5, str(turn), BOLD, 20, theme.WHITE)
                continue
            ground = theme.GRID if turn < self.view.turn else theme.WHITE
            svg += circle(x, 0, 12.5, fill=ground, stroke=theme.FIGURE, stroke_width=1.6)
            svg += label(x, 6.5, str(turn), PLAIN, 18, theme.INK)
        yield Piece(first, 34, (-110, -20, step * self.view.turns + 120, 40), svg)

    def _table(self) -> Piece:
        high = 35 + ROW * len(self.rows)
        svg = rect(1, 1, 1172, high, rx=7, fill=theme.WHITE, stroke=theme.INK, stroke_width=1.8)
        svg += path(
            "M8 1h1158a7 7 0 0 1 7 7v27h-1172v-27a7 7 0 0 1 7 -7z", fill=theme.LAND, stroke=theme.INK, stroke_width=1.8
        )
        svg += label(17, 25, self.said("panel-player"), PLAIN, 18, theme.FIGURE, "start")
        for id, x in _RIGHT.items():
            svg += label(x - 13, 25, self.said(id), PLAIN, 18, theme.FIGURE, "end")
        for id, x in (("panel-engine", _ENGINE), ("panel-action", _ACTION)):
            svg += label(x - 13, 25, self.said(id), PLAIN, 18, theme.FIGURE, "start")
        return whole(13, TABLE_TOP, 1176, high + 3, svg)

    def _row(self, seat: int, y: int, last: bool) -> Piece:
        player, paint = self.view.players[seat], theme.SEATS[self.view.seats[seat]]
        ink = theme.NOBODY if player.bankrupt else theme.INK
        svg = rect(1.5, 1.5, 7, ROW - 3, fill=paint.colour)
        svg += placed(_disc(32, ROW // 2, paint))
        base = ROW / 2 + 8
        name = shortened(self.names[seat], BOLD, 22, 165)
        svg += label(58, base, name, BOLD, 22, ink, "start")
        if player.bankrupt:
            svg += label(_RIGHT["panel-money"] - 70, base, self.said("legend-bankrupt"), PLAIN, 22, ink, "start")
        else:
            money = words().render(say("money", n=player.money), self.marks.lang)
            svg += label(_RIGHT["panel-money"] - 13, base, money, BOLD, 22, ink, "end")
            svg += label(
                _RIGHT["panel-income"] - 13, base, f"{player.income:+d}".replace("-", "−"), PLAIN, 22, ink, "end"
            )
            svg += label(_RIGHT["panel-shares"] - 13, base, str(player.shares), PLAIN, 22, ink, "end")
            svg += label(_ENGINE - 13, base, str(player.engine), BOLD, 22, ink, "start")
            svg += "".join(
                _wheel(_ENGINE + 28 + 36 * index, ROW / 2, index < player.engine) for index in range(MOST_ENGINE)
            )
            if player.action is not None:
                action = shortened(name_of(player.action, self.marks.lang), PLAIN, 22, 270)
                svg += label(_ACTION - 13, base, action, PLAIN, 22, ink, "start")
        if not last:
            svg += path(f"M1 {ROW}h1172", stroke=theme.GRID, stroke_width=1.6)
        return whole(13, y, 1176, ROW + 1, svg)


def _disc(x: int, y: int, paint: theme.Paint) -> Piece:
    svg = circle(0, 0, 15, fill=paint.colour, stroke=theme.INK, stroke_width=2)
    return Piece(x, y, (-17, -17, 34, 34), svg + label(0, 7, paint.letter, BOLD, 19, paint.on))


def _wheel(x: float, y: float, reached: bool) -> str:
    if reached:
        return circle(x, y, 12, fill=theme.INK) + circle(x, y, 3.6, fill=theme.WHITE)
    return circle(x, y, 11, fill="none", stroke=theme.GRID, stroke_width=2)
