"""Beside the map: the reader's own tiles, how the chosen one may be turned, open tiles, upgrades and the seats.

A player who looks through the pile with the compass sees the pile in place of upgrades and shares.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.say import say
from engine.core.sheet import Marks, Piece
from engine.core.words import Words
from engine.draw import theme
from engine.draw.svg import circle, label, polygon, pressable, rect
from engine.draw.text_widths import BOLD, PLAIN, shortened, width
from engine.games.whistle_stop import tilework
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.tilework import GOODS, hexagon, tile_svg
from engine.games.whistle_stop.view import View

PANEL_LEFT, PANEL_WIDE = 938, 248
UPGRADE, EXPLAINED = 30, 47  # how high an upgrade stands, without and with what it does
LEGEND = 76  # under the map


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


RACK = Rack(38, 3, 83, 84, 15.0)
CLOSE = Rack(24, 5, 49, 58, 13.0)  # for a whole pile


class Column:
    """Fills the panel from the top."""

    def __init__(self, view: View, marks: Marks, words: Words) -> None:
        self.view = view
        self.marks = marks
        self.words = words
        self.top = 24

    def said(self, id: str, **params: int) -> str:
        return self.words.render(say(id, **params), self.marks.lang)

    def heading(self, text: str) -> Iterator[Piece]:
        svg = label(0, 0, shortened(text, BOLD, 18, PANEL_WIDE), BOLD, 18, theme.INK, "start")
        yield Piece(PANEL_LEFT, self.top, (-2, -18, PANEL_WIDE + 4, 26), svg)
        self.top += 14

    def note(self, text: str) -> Iterator[Piece]:
        size = min(15.0, 15.0 * PANEL_WIDE / width(text, PLAIN, 15))
        yield Piece(
            PANEL_LEFT,
            self.top,
            (-2, -18, PANEL_WIDE + 4, 26),
            label(0, 4, text, PLAIN, round(size, 1), theme.FIGURE, "start"),
        )
        self.top += 24

    def tiles(self, tiles: Sequence[Small], rack: Rack = RACK) -> Iterator[Piece]:
        """Small tiles in rows."""
        for n, small in enumerate(tiles):
            x = PANEL_LEFT + rack.side + 2 + n % rack.across * rack.step_x
            y = self.top + rack.side - 2 + n // rack.across * rack.step_y
            yield self._tile(x, y, small, rack)
        self.top += -(-len(tiles) // rack.across) * rack.step_y + 22

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
        # Players write the caption in a move, so it is never cut.
        size = min(rack.letters, rack.letters * (rack.step_x - 4) / width(small.caption, PLAIN, rack.letters))
        svg += label(0, side + 0.7 * rack.letters, small.caption, PLAIN, round(size, 1), theme.INK)
        if href is not None:
            svg = pressable(href, small.caption, svg)
        half = max(side + 5, rack.step_x // 2)
        return Piece(x, y, (-half, -side, 2 * half, 2 * side + 16), svg)

    def upgrade(self, id: str, owner: int | None, explained: bool) -> Iterator[Piece]:
        """What it costs, its name, the disc of its owner and its points; below, if there is room, what it does."""
        upgrade = box().upgrades[id]
        svg = tilework.row(upgrade.cost, 33, 0, 19, 2)
        if owner is not None:
            paint = theme.SEATS[self.view.seats[owner]]
            svg += circle(PANEL_WIDE - 24, 0, 11, fill=paint.colour, stroke=theme.INK, stroke_width=2)
            svg += label(PANEL_WIDE - 24, 5.5, paint.letter, BOLD, 15, paint.on)
        name = shortened(self.words.name(id, self.marks.lang), BOLD, 17, PANEL_WIDE - (86 if owner is None else 110))
        svg += label(70, 6, name, BOLD, 17, theme.INK, "start")
        svg += label(PANEL_WIDE, 6, str(upgrade.points), PLAIN, 17, theme.FIGURE, "end")
        if explained:
            effect = self.said(f"does-{id}")
            size = min(15.0, 15.0 * PANEL_WIDE / width(effect, PLAIN, 15))
            svg += label(1, 27, effect, PLAIN, round(size, 1), theme.INK, "start")
        high = EXPLAINED if explained else UPGRADE
        href = self.marks.links.get(id)
        if href is not None:
            frame = rect(
                -2, -14, PANEL_WIDE + 6, high - 2, rx=4, fill=theme.ACCENT, fill_opacity=0.05, stroke=theme.ACCENT,
                stroke_width=2, stroke_dasharray="6 4", class_="legal",
            )  # fmt: skip
            svg = pressable(href, self.words.name(id, self.marks.lang), svg + frame)
        yield Piece(PANEL_LEFT, self.top, (-4, -17, PANEL_WIDE + 12, high + 4), svg)
        self.top += high


def panel(view: View, marks: Marks, words: Words, height: int) -> Iterator[Piece]:
    column = Column(view, marks, words)
    yield from column.heading(
        column.said("legend-round", round=view.round, rounds=view.rounds)
        if view.round
        else column.said("round-placing")
    )
    column.top += 18
    if view.hand:
        yield from column.heading(column.said("legend-hand"))
        yield from column.tiles([Small(id, 0, f"hand:{id}", id) for id in view.hand])
    turned = [place.split("-", 1)[1] for place in marks.links if place.startswith("turned-")]
    if turned:
        yield from column.heading(column.said("legend-turned"))
        yield from column.tiles([_turned(part) for part in turned[:6]])
    if view.shown:
        yield from column.heading(f"{column.said('legend-shown')} · {column.said('legend-pile', n=view.pile)}")
        yield from column.tiles([Small(id, 0, f"shown:{id}", id) for id in view.shown])
    if view.looked:
        yield from column.heading(column.said("legend-looked"))
        yield from column.tiles([Small(id, 0, f"pile:{id}", id) for id in view.looked], CLOSE)
        yield from _legend(view, marks, words, height)
        return
    yield from _upgrades(column, view, height)
    if column.top + 48 + 30 * len(box().companies) < height - LEGEND:
        yield from _shares(column, view)
    yield from _legend(view, marks, words, height)


def _turned(part: str) -> Small:
    id, _, rotation = part.rpartition("-")
    return Small(id, int(rotation), f"turned-{part}", rotation)


def _upgrades(column: Column, view: View, height: int) -> Iterator[Piece]:
    owned = [(id, seat) for seat, player in enumerate(view.players) for id in player.upgrades]
    if not owned and not view.upgrades:
        return
    yield from column.heading(column.said("legend-upgrades"))
    column.top += 14
    explained = column.top + EXPLAINED * (len(view.upgrades) + len(owned)) + UPGRADE < height - LEGEND
    for id in view.upgrades:
        yield from column.upgrade(id, None, explained)
    if owned:
        yield from column.note(column.said("legend-owned"))
    for id, seat in owned:
        yield from column.upgrade(id, seat, explained)


def _shares(column: Column, view: View) -> Iterator[Piece]:
    """Each company with the numbers that the players own, and the next one."""
    column.top += 22
    yield from column.heading(column.said("legend-shares"))
    column.top += 14
    for company in box().companies:
        paint = tilework.COMPANIES[company]
        name = column.words.name(company, column.marks.lang)
        svg = rect(0, -13, 84, 26, fill=theme.INK) + rect(1, -12, 82, 24, fill=paint.colour)
        svg += label(42, 6, name, BOLD, 16, paint.on)
        x = 100
        for seat, player in enumerate(view.players):
            numbers = [share.rpartition("-")[2] for share in player.shares if share.startswith(f"{company}-")]
            if numbers:
                seat_paint = theme.SEATS[view.seats[seat]]
                svg += circle(x, 0, 10, fill=seat_paint.colour, stroke=theme.INK, stroke_width=1.8)
                svg += label(x, 5, seat_paint.letter, BOLD, 14, seat_paint.on)
                svg += label(x + 13, 6, ",".join(numbers), PLAIN, 16, theme.INK, "start")
                x += 34 + round(width(",".join(numbers), PLAIN, 16))
        yield Piece(PANEL_LEFT, column.top, (-2, -16, PANEL_WIDE + 12, 32), svg)
        column.top += 30


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
