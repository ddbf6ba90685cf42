"""The goods chart as a panel: twelve columns with die, city and waiting cubes, and the New Cities that they feed."""

from collections.abc import Iterator

from engine.core.say import say
from engine.core.sheet import Marks, Panel, Piece
from engine.draw import theme
from engine.draw.panelwork import EDGE, ROOM, caption, figure, on_paper
from engine.draw.svg import circle, label, path, pressable, rect
from engine.draw.text_widths import BOLD, ITALIC, fitting
from engine.games.age_of_steam.components import CITY_BOXES, CITY_COLUMNS, FEEDS, NEW_CITIES, NEW_CITY_BOXES
from engine.games.age_of_steam.names import name_of, words
from engine.games.age_of_steam.view import View
from engine.rail.goods import COLOURS

COLUMN = ROOM // 6
CUBE, STEP = 52, 58
TITLE = 46  # above a half: which dice feed it
HALF = 300
HEIGHT = 48 + 2 * (TITLE + HALF) + 14
# From the top of a half: where its rows lie.
DIE, PLATE, CUBES, RULE, NEW_CITY, TOWN = 32, 84, 146, 182, 220, 272


def panels(view: View, marks: Marks) -> tuple[Panel, ...]:
    chart = _Chart(view, marks)
    return (Panel(say("panel-goods"), say("panel-goods-label"), lambda: on_paper(HEIGHT, chart.pieces())),)


class _Chart:
    def __init__(self, view: View, marks: Marks) -> None:
        self.view = view
        self.marks = marks
        self.placed = {letter: hex for hex, letter in view.board.new_cities.items()}

    def said(self, id: str) -> str:
        return words().render(say(id), self.marks.lang)

    def pieces(self) -> Iterator[Piece]:
        yield caption(36, self.said("panel-goods-note"))
        top = 48
        for half, ground in (("w", theme.WHITE), ("e", theme.MOUNTAIN)):
            yield caption(top + 34, self.said(f"panel-goods-{half}"))
            top += TITLE
            frame = rect(1, 1, ROOM - 2, HALF - 2, rx=9, fill=ground, stroke=theme.INK, stroke_width=2)
            yield Piece(EDGE, top, (0, 0, ROOM, HALF), frame)
            for index, column in enumerate(name for name in CITY_COLUMNS if name.startswith(half)):
                yield from self._column(column, EDGE + COLUMN * index + COLUMN // 2, top)
            top += HALF

    def _column(self, column: str, x: int, top: int) -> Iterator[Piece]:
        yield self._head(column, x, top)
        for box in range(CITY_BOXES):
            yield self._box(column, box, x + STEP * (box - 1), top + CUBES)
        if column in FEEDS:
            letter = FEEDS[column]
            yield self._new_city(letter, x, top)
            for box in range(NEW_CITY_BOXES):
                yield self._box(letter, box, x + 8 + STEP * box, top + NEW_CITY)

    def _head(self, column: str, x: int, top: int) -> Piece:
        """The face of the die, and below it the city in its colour."""
        city = self.view.board.map.city_at[self.view.board.map.city_of_column[column]]
        paint, name = theme.GOODS[city.colour], name_of(city.name, self.marks.lang)
        ground, ink = (theme.WHITE, theme.INK) if column.startswith("w") else (theme.INK, theme.WHITE)
        svg = rect(-22, DIE - 22, 44, 44, rx=7, fill=ground, stroke=theme.INK, stroke_width=2.4)
        svg += label(0, DIE + 12, column[1:], BOLD, 34, ink)
        svg += rect(-90, PLATE - 22, 180, 44, rx=8, fill=paint.colour, stroke=theme.INK, stroke_width=2.2)
        svg += label(0, PLATE + 11, name, BOLD, fitting(name, BOLD, 32, 170), paint.on)
        return Piece(x, top, (-94, 4, 188, 108), svg)

    def _box(self, column: str, box: int, x: int, y: int) -> Piece:
        """A box of the chart with its cube; the place is written with 1 for the box that is emptied first."""
        place = f"{column}:{box + 1}"
        boxes = self.view.chart.get(column, "")
        letter = boxes[box] if box < len(boxes) else "."
        chosen, href = place in self.marks.chosen, self.marks.links.get(place)
        half = CUBE / 2
        if letter in COLOURS:
            paint = theme.GOODS[COLOURS[letter]]
            svg = rect(-half, -half, CUBE, CUBE, rx=9, fill=paint.colour) + label(0, 13, letter, BOLD, 37, paint.on)
        else:
            svg = rect(
                -half + 1, -half + 1, CUBE - 2, CUBE - 2, rx=9, fill=theme.LAND, stroke=theme.GRID, stroke_width=2
            )
        if place in self.marks.changes:
            svg += rect(-half, -half, CUBE, CUBE, rx=9, fill="none", stroke=theme.INK, stroke_width=10)
            svg += rect(-half, -half, CUBE, CUBE, rx=9, fill="none", stroke=theme.CHANGED, stroke_width=6)
            svg += figure(half - 4, -half + 2, self.marks.changes[place][0])
        if chosen or href:
            svg += rect(
                -half - 1, -half - 1, CUBE + 2, CUBE + 2, rx=10, fill=theme.ACCENT,
                fill_opacity=0.16 if chosen else 0.05, stroke=theme.ACCENT, stroke_width=6 if chosen else 3.6,
                stroke_dasharray=None if chosen else "8 5", class_="chosen" if chosen else "legal",
            )  # fmt: skip
        name = f"{words().name(column, self.marks.lang)}, {box + 1}"
        return Piece(x, y, (-34, -46, 80, 80), pressable(href, name, svg) if href else svg)

    def _new_city(self, letter: str, x: int, top: int) -> Piece:
        """Filled and with the name of its town when it is on the board, else in outline."""
        paint, hex = theme.GOODS[NEW_CITIES[letter]], self.placed.get(letter)
        built = hex is not None
        svg = path(f"M-90 {RULE}h180", stroke=theme.ADDRESS, stroke_width=2)
        svg += rect(
            -90, NEW_CITY - 26, 66, 52, rx=9, fill=paint.colour if built else theme.PAPER, stroke=paint.colour,
            stroke_width=5,
        )  # fmt: skip
        svg += circle(-69, NEW_CITY, 17, fill=theme.WHITE, stroke=theme.INK, stroke_width=2.4)
        svg += label(-69, NEW_CITY + 9.5, letter.upper(), BOLD, 27, theme.INK)
        svg += label(-39, NEW_CITY + 10, paint.letter, BOLD, 28, paint.on if built else theme.INK)
        if hex is not None:
            town = name_of(self.view.board.map.stop_names[hex], self.marks.lang)
            svg += label(0, TOWN + 10, town, ITALIC, fitting(town, ITALIC, 30, 180), theme.INK)
        return Piece(x, top, (-96, RULE - 4, 192, HALF - RULE), svg)
