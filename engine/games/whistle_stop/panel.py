"""Beside the map: the reader's own tiles, how the chosen one may be turned, open tiles, and below it the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.say import say
from engine.core.sheet import Marks, Piece
from engine.core.words import Words
from engine.draw import theme
from engine.draw.svg import circle, label, polygon, pressable
from engine.draw.text_widths import BOLD, PLAIN, shortened, width
from engine.games.whistle_stop import tilework
from engine.games.whistle_stop.components import HAND, box
from engine.games.whistle_stop.tilework import GOODS, hexagon, tile_svg
from engine.games.whistle_stop.view import View

PANEL_LEFT, PANEL_WIDE = 938, 248


@dataclass(frozen=True)
class Rack:
    """How small tiles stand in rows: side of a tile, how many in a row, steps, size of the letters below."""

    side: int
    across: int
    step_x: int
    step_y: int
    letters: float


@dataclass(frozen=True)
class Small:
    """A tile in the panel: how it is turned, the place that a press names, and what is written below."""

    tile: str
    rotation: int
    place: str
    caption: str


RACK = Rack(58, 2, 124, 128, 19.0)
NARROW = Rack(38, 3, 83, 84, 15.0)  # beside the ways to turn a tile, and for many tiles
LEAST_LETTERS = 12.0
CLOSE = Rack(24, 5, 49, 58, 13.0)  # for a whole pile


class Column:
    """Fills the panel from the top."""

    def __init__(self, view: View, marks: Marks, words: Words) -> None:
        self.view = view
        self.marks = marks
        self.words = words
        self.top = 24

    def said(self, id: str, **params: int | str) -> str:
        return self.words.render(say(id, **params), self.marks.lang)

    def heading(self, text: str) -> Iterator[Piece]:
        svg = label(0, 0, shortened(text, BOLD, 18, PANEL_WIDE), BOLD, 18, theme.INK, "start")
        yield Piece(PANEL_LEFT, self.top, (-2, -18, PANEL_WIDE + 4, 26), svg)
        self.top += 14

    def explained(self, tiles: Sequence[str]) -> Iterator[Piece]:
        """What the words below the tiles are for."""
        tile = next((id for id in tiles if box().tiles[id].kind == "track"), "")
        if tile:
            svg = label(0, 8, self.said("legend-code", tile=tile), PLAIN, 15, theme.FIGURE, "start")
            yield Piece(PANEL_LEFT, self.top, (-2, -8, PANEL_WIDE + 4, 22), svg)
            self.top += 18

    def tiles(self, tiles: Sequence[Small], rack: Rack) -> Iterator[Piece]:
        """Small tiles in rows."""
        for n, small in enumerate(tiles):
            x = PANEL_LEFT + rack.side + 2 + n % rack.across * rack.step_x
            y = self.top + rack.side - 2 + n // rack.across * rack.step_y
            yield self._tile(x, y, small, rack)
        self.top += -(-len(tiles) // rack.across) * rack.step_y + 30

    def _tile(self, x: int, y: int, small: Small, rack: Rack) -> Piece:
        tile, side = box().tiles[small.tile], rack.side
        lines = () if tile.kind == "track" else (self.words.name(tile.company or tile.kind, self.marks.lang),)
        svg = tile_svg(small.tile, small.rotation, lines, side)
        if tile.kind == "track":
            svg += polygon(hexagon(side, 0.985), fill="none", stroke=theme.FIGURE, stroke_width=1.4)
        chosen = small.place in self.marks.chosen
        href = self.marks.links.get(small.place)
        if href is not None or chosen:
            from_rim = hexagon(side, 1.02)
            svg += polygon(
                from_rim, fill=theme.ACCENT, fill_opacity=0.14 if chosen else 0.05, stroke=theme.ACCENT,
                stroke_width=4 if chosen else side / 14, stroke_dasharray=None if chosen else "6 4",
                class_="chosen" if chosen else "legal",
            )  # fmt: skip
        caption, size = self._caption(small, rack)
        svg += label(0, side + 0.7 * rack.letters, caption, PLAIN, round(size, 1), theme.INK)
        if href is not None:
            svg = pressable(href, caption, svg)
        half = max(side + 5, rack.step_x // 2)
        return Piece(x, y, (-half, -side, 2 * half, 2 * side + 16), svg)

    def _caption(self, small: Small, rack: Rack) -> tuple[str, float]:
        """What stands below a tile, and how large: the goods at its stops, or that it has none, and the word that
        players write in a move, which is never cut. Where there is no room for both, the drawing tells of the goods."""
        tile, captions = box().tiles[small.tile], [small.caption]
        if tile.kind == "track" and small.caption == tile.id:
            stops = tile.round_stops or ("no-stop",)
            goods = ", ".join(self.words.name(good, self.marks.lang) for good in stops)
            captions.insert(0, f"{goods} · {small.caption}")
        for caption in captions:
            size = min(rack.letters, rack.letters * (rack.step_x - 4) / width(caption, PLAIN, rack.letters))
            if size >= LEAST_LETTERS:
                break
        return caption, size


def panel(view: View, marks: Marks, words: Words, height: int) -> Iterator[Piece]:
    column = Column(view, marks, words)
    yield from column.heading(
        column.said("legend-round", round=view.round, rounds=view.rounds)
        if view.round
        else column.said("round-placing")
    )
    column.top += 18
    turned = [place.split("-", 1)[1] for place in marks.links if place.startswith("turned-")]
    rack = NARROW if turned or view.looked or len(view.hand) > HAND else RACK
    if view.hand:
        yield from column.heading(column.said("legend-hand"))
        yield from column.explained(view.hand)
        yield from column.tiles([Small(id, 0, f"hand:{id}", id) for id in view.hand], rack)
    if turned:
        yield from column.heading(column.said("legend-turned"))
        yield from column.tiles([_turned(part) for part in turned[:6]], rack)
    if view.shown:
        yield from column.heading(f"{column.said('legend-shown')} · {column.said('legend-pile', n=view.pile)}")
        yield from column.tiles([Small(id, 0, f"shown:{id}", id) for id in view.shown], rack)
    if view.looked:
        yield from column.heading(column.said("legend-looked"))
        yield from column.tiles([Small(id, 0, f"pile:{id}", id) for id in view.looked], CLOSE)
    yield from _legend(view, marks, words, height)


def _turned(part: str) -> Small:
    id, _, rotation = part.rpartition("-")
    return Small(id, int(rotation), f"turned-{part}", rotation)


def _legend(view: View, marks: Marks, words: Words, height: int) -> Iterator[Piece]:
    """Under the map: who plays which colour, with the points, and what the letters of the goods mean."""
    names = marks.names or tuple(words.name(colour, marks.lang) for colour in view.seats)
    x, each = 14, (PANEL_LEFT + PANEL_WIDE - 14) // len(view.seats)
    for seat, name in enumerate(names):
        paint = theme.SEATS[view.seats[seat]]
        svg = circle(14, 0, 13, fill=paint.colour, stroke=theme.INK, stroke_width=2.2)
        svg += label(14, 6, paint.letter, BOLD, 17, paint.on)
        player = view.players[seat]
        points = f" · {player.score}"
        room = each - 40 - width(points, BOLD, 20)
        svg += label(33, 7, shortened(name, BOLD, 20, room) + points, BOLD, 20, theme.INK, "start")
        yield Piece(x, height - 58, (-2, -18, each, 36), svg)
        x += each
    x = 14
    for good in GOODS:
        name = words.name(good, marks.lang)
        svg = tilework.cube(11, 0, good) + label(28, 6, name, PLAIN, 17, theme.INK, "start")
        yield Piece(x, height - 22, (-2, -16, 130, 32), svg)
        x += 50 + round(width(name, PLAIN, 17))
