"""The charts beside the board: turn order, turn marker, the players, and the goods to come."""

import math
from collections.abc import Iterator

from engine.core.say import say
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme
from engine.draw.svg import circle, label, layered, path, placed, pressable, rect
from engine.draw.text_widths import BOLD, ITALIC, PLAIN, shortened, width
from engine.games.age_of_steam.components import (
    CITY_BOXES,
    CITY_COLUMNS,
    FEEDS,
    MOST_ENGINE,
    NEW_CITIES,
    NEW_CITY_BOXES,
)
from engine.games.age_of_steam.names import name_of, words
from engine.games.age_of_steam.view import View
from engine.rail.goods import COLOURS

WIDTH = 1200
ROW = 48
TABLE_TOP = 75
COLUMN = 97  # width of a column of the goods chart
CUBE = 32
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
        self.chart_top = TABLE_TOP + 36 + ROW * len(self.rows) + 52

    @property
    def height(self) -> int:
        return self.chart_top + 288

    def said(self, id: str) -> str:
        return words().render(say(id), self.marks.lang)

    def pieces(self) -> Iterator[Piece]:
        yield from self._order()
        yield from self._turns()
        yield self._table()
        for index, seat in enumerate(self.rows):
            yield self._row(seat, TABLE_TOP + 35 + ROW * index, last=index == len(self.rows) - 1)
        yield self._chart_heading()
        yield from self._half("w", 14, theme.WHITE, "light")
        yield from self._half("e", 604, theme.MOUNTAIN, "dark")

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

    # The goods chart

    def _chart_heading(self) -> Piece:
        heading = self.said("panel-goods")
        svg = label(20, 20, heading, ITALIC, 20, theme.INK, "start")
        note = self.said("panel-goods-note")
        svg += label(20 + width(heading, ITALIC, 20) + 18, 20, note, PLAIN, 18, theme.FIGURE, "start")
        return whole(0, self.chart_top - 43, WIDTH, 30, svg)

    def _half(self, half: str, left: int, ground: str, sign: str) -> Iterator[Piece]:
        top = self.chart_top
        svg = rect(1, 1, 582, 264, rx=7, fill=ground, stroke=theme.INK, stroke_width=1.8)
        yield whole(left - 1, top, 584, 266, svg)
        for index, column in enumerate(name for name in CITY_COLUMNS if name.startswith(half)):
            x = left + 49 + COLUMN * index
            yield self._heading(column, x, top, sign)
            for box in range(CITY_BOXES):
                yield self._box(column, box, x, top + 85 + 37 * box)
            if column in FEEDS:
                yield from self._new_city(FEEDS[column], x, top)

    def _heading(self, column: str, x: int, top: int, sign: str) -> Piece:
        city = self.view.board.map.city_at[self.view.board.map.city_of_column[column]]
        paint, name = theme.GOODS[city.colour], name_of(city.name, self.marks.lang)
        ground, ink = (theme.WHITE, theme.INK) if sign == "light" else (theme.INK, theme.WHITE)
        svg = rect(-12.5, 8, 25, 25, rx=4, fill=ground, stroke=theme.INK, stroke_width=1.8)
        svg += label(0, 27, column[1:], BOLD, 19, ink)
        size = 16 * min(1.0, 84 / width(name, BOLD, 16))
        svg += rect(-46, 39, 92, 24, rx=5, fill=paint.colour, stroke=theme.INK, stroke_width=1.6)
        svg += label(0, 57, name, BOLD, round(size, 1), paint.on)
        return Piece(x, top, (-48, 4, 96, 62), svg)

    def _box(self, column: str, box: int, x: int, y: int) -> Piece:
        """A box of the chart with its cube; the place is written with 1 for the box at the top."""
        place = f"{column}:{box + 1}"
        boxes = self.view.chart.get(column, "")
        letter = boxes[box] if box < len(boxes) else "."
        changed, chosen, href = place in self.marks.changes, place in self.marks.chosen, self.marks.links.get(place)
        half = CUBE / 2
        if letter in COLOURS:
            paint = theme.GOODS[COLOURS[letter]]
            svg = rect(-half, -half, CUBE, CUBE, rx=6, fill=paint.colour)
            svg += label(0, 8, letter, BOLD, 23, paint.on)
        else:
            svg = rect(
                -half + 1, -half + 1, CUBE - 2, CUBE - 2, rx=6, fill=theme.LAND, stroke=theme.GRID, stroke_width=2
            )
        if changed:
            svg += rect(-half, -half, CUBE, CUBE, rx=6, fill="none", stroke=theme.INK, stroke_width=7)
            svg += rect(-half, -half, CUBE, CUBE, rx=6, fill="none", stroke=theme.CHANGED, stroke_width=4)
            svg += _figure(half, -half, self.marks.changes[place][0])
        if chosen or href:
            svg += rect(
                -half - 1,
                -half - 1,
                CUBE + 2,
                CUBE + 2,
                rx=7,
                fill=theme.ACCENT,
                fill_opacity=0.16 if chosen else 0.05,
                stroke=theme.ACCENT,
                stroke_width=4 if chosen else 2.4,
                stroke_dasharray=None if chosen else "6 4",
            )
        name = f"{words().name(column, self.marks.lang)}, {box + 1}"
        return Piece(x, y, (-22, -26, 52, 48), pressable(href, name, svg) if href else svg)

    def _new_city(self, letter: str, x: int, top: int) -> Iterator[Piece]:
        """Filled when it is on the board, else in outline."""
        paint = theme.GOODS[NEW_CITIES[letter]]
        built = letter in self.view.board.new_cities.values()
        svg = path("M-44 182h88", stroke=theme.ADDRESS, stroke_width=1.4)
        svg += rect(
            -43, 191, 26, 64, rx=5, fill=paint.colour if built else theme.PAPER, stroke=paint.colour, stroke_width=3
        )
        svg += circle(-30, 208, 10.5, fill=theme.WHITE, stroke=theme.INK, stroke_width=1.6)
        svg += label(-30, 213.5, letter.upper(), BOLD, 15, theme.INK)
        svg += label(-30, 244, paint.letter, BOLD, 15, paint.on if built else theme.INK)
        yield Piece(x, top, (-48, 180, 96, 80), svg)
        for box in range(NEW_CITY_BOXES):
            yield self._box(letter, box, x + 14, top + 206 + 36 * box)


def _disc(x: int, y: int, paint: theme.Paint) -> Piece:
    svg = circle(0, 0, 15, fill=paint.colour, stroke=theme.INK, stroke_width=2)
    return Piece(x, y, (-17, -17, 34, 34), svg + label(0, 7, paint.letter, BOLD, 19, paint.on))


def _wheel(x: float, y: float, reached: bool) -> str:
    if reached:
        return circle(x, y, 12, fill=theme.INK) + circle(x, y, 3.6, fill=theme.WHITE)
    return circle(x, y, 11, fill="none", stroke=theme.GRID, stroke_width=2)


def _figure(x: float, y: float, number: int) -> str:
    """A smaller marker of a change, at the corner of a box."""
    svg = circle(x, y, 10, fill=theme.INK, stroke=theme.CHANGED, stroke_width=2)
    return svg + label(x, y + 5, str(number), BOLD, 14, theme.WHITE)
