"""The board as a picture: the growing map between the resource track in the West and the stations in the East, and
beside it the reader's own tiles, the open tiles and the upgrades."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.core.say import say
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme, tokens
from engine.draw.svg import circle, label, layered, path, polygon, pressable, quiet_presses, rect
from engine.draw.text_widths import BOLD, PLAIN, width
from engine.games.whistle_stop import tilework
from engine.games.whistle_stop.components import SIDES, box
from engine.games.whistle_stop.names import words
from engine.games.whistle_stop.panel import PANEL_LEFT, panel
from engine.games.whistle_stop.state import Spot
from engine.games.whistle_stop.textboard import text
from engine.games.whistle_stop.tilework import SIDE, hexagon, stop_place, tile_svg
from engine.games.whistle_stop.view import View
from engine.rail.hexes import Point, column_row

WIDTH, HEIGHT = 1200, 980
ROW, COLUMN = 104, 90
LEFT, TOP = 186, 92  # the centre of A1
SPACE_WIDE, SPACE_HIGH = 104, 48
STATION = 16
TRAIN = 15
SMALL_TRAIN = 11
CORNERS = 6
FILLED = (2, 5, 3, 4, 1, 0)  # the corners of a special tile in the order in which trains take them
ON_TILE = 36  # how far from the middle of a tile a train may lie so that it does not touch the next


def centre(hex: str) -> tuple[int, int]:
    """Of a cell or of a station."""
    station = box().stations.get(hex)
    if station is not None:
        x, y = centre(station.hex)
        dx, dy = tilework.middle(station.side)
        return round(x + dx * SIDE * 1.42), round(y + dy * SIDE * 1.42)
    column, row = column_row(hex)
    return LEFT + column * COLUMN, TOP + row * ROW + (ROW // 2 if column % 2 else 0)


def space_place(space: int) -> tuple[int, int]:
    """The middle of a space of the resource track."""
    return 14 + SPACE_WIDE // 2, TOP - ROW // 2 + round((space - 0.5) * ROW / 2)


def short_name(id: str, lang: str) -> tuple[str, ...]:
    """What is written on a tile, in at most two lines."""
    tile = box().tiles[id]
    name = words().name(tile.company or tile.kind, lang)
    parts = name.split(" ")
    if len(parts) < 2:
        return (name,)
    cut = min(range(1, len(parts)), key=lambda n: abs(len(" ".join(parts[:n])) - len(" ".join(parts[n:]))))
    return " ".join(parts[:cut]), " ".join(parts[cut:])


@cache
def still(lang: str) -> str:
    """Paper, letters of the columns, empty cells with their addresses, stations and the frame of the resource track."""
    svg = rect(0, 0, WIDTH, HEIGHT, fill=theme.PAPER)
    for hex in box().grid.hexes:
        x, y = centre(hex)
        corners = [(x + dx, y + dy) for dx, dy in hexagon(SIDE)]
        svg += polygon(corners, fill=tilework.EMPTY, stroke=theme.GRID, stroke_width=2)
        if hex in box().open_cells:
            svg += label(x, y + 6, hex, PLAIN, 17, theme.FIGURE)
    for station in box().stations.values():
        x, y = centre(station.id)
        hx, hy = centre(station.hex)
        mx, my = tilework.middle(station.side)
        svg += path(f"M{x} {y}L{round(hx + mx * SIDE)} {round(hy + my * SIDE)}", stroke=tilework.RAIL, stroke_width=8)
        svg += circle(x, y, STATION, fill=theme.WHITE, stroke=theme.INK, stroke_width=2.6)
        svg += label(x, y + 5, station.id, PLAIN, 13, theme.FIGURE)
    for space, gifts in enumerate(box().spaces, 1):
        x, y = space_place(space)
        left, top = x - SPACE_WIDE // 2, y - SPACE_HIGH // 2
        svg += rect(left, top, SPACE_WIDE, SPACE_HIGH, fill=theme.FIGURE)
        svg += rect(left + 1, top + 1, SPACE_WIDE - 2, SPACE_HIGH - 2, fill=theme.LAND)
        svg += label(x - SPACE_WIDE // 2 + 6, y + 6, str(space), PLAIN, 15, theme.FIGURE, "start")
        svg += tilework.row(gifts, x + 10, y, 20)
    for hex in (hex for hex in box().grid.hexes if hex.endswith("1") and hex not in box().ends):
        x, y = centre(hex)
        svg += label(x, y - ROW // 2 - 8, hex[0], BOLD, 17, theme.FIGURE)
    west, east = words().render(say("legend-west"), lang), words().render(say("legend-east"), lang)
    svg += label(14, 24, west, BOLD, 18, theme.FIGURE, "start")
    return svg + label(PANEL_LEFT - 14, 24, east, BOLD, 18, theme.FIGURE, "end")


def draw(view: View, marks: Marks) -> Drawing:
    picture = Picture(view, marks)
    drawn = layered(WIDTH, HEIGHT, still(marks.lang), picture.pieces(), text(view, marks))
    return Drawing(drawn.width, drawn.height, drawn.still, drawn.moving, drawn.text, picture.focus(), drawn.pieces)


def beside_stop(stop: Point, others: Sequence[Point]) -> Point:
    """Where a train stands at a round stop: on its tile, with the good in sight and away from the other stop."""
    x, y = stop
    corners = [(x + 14, y - 15), (x - 14, y - 15), (x + 14, y + 15), (x - 14, y + 15)]
    inside = [place for place in corners if math.hypot(*place) <= ON_TILE] or [stop]
    return max(inside, key=lambda place: min((math.dist(place, other) for other in others), default=0.0))


@dataclass(frozen=True)
class Exit:
    """A side of a cell or of a station, by which a train may leave."""

    hex: str
    side: int


@dataclass(frozen=True)
class Picture:
    """The moving layer of one position, from below."""

    view: View
    marks: Marks

    def pieces(self) -> Iterator[Piece]:
        yield from self._tiles()
        yield from self._rings()
        yield from self._head()
        yield from self._trains()
        yield from self._elsewhere()
        yield from self._pressable()
        yield from self._chosen()
        yield from self._markers()
        yield from panel(self.view, self.marks, words(), HEIGHT)

    def _tiles(self) -> Iterator[Piece]:
        """Addresses stand where moves begin and where something is paid; the others can be counted."""
        with_train = {spot.hex for player in self.view.players for spot in player.trains}
        for hex, tiled in self.view.tiles.items():
            x, y = centre(hex)
            lines = () if box().tiles[tiled.tile].kind == "track" else short_name(tiled.tile, self.marks.lang)
            svg = tile_svg(tiled.tile, tiled.rotation, lines, SIDE)
            yield Piece(x, y, (-SIDE - 2, -54, 2 * SIDE + 4, 108), svg)
            tile = box().tiles[tiled.tile]
            if tile.special and hex in with_train:
                written = label(-6, -42, hex, PLAIN, 12, theme.INK, "end")
                yield Piece(x, y, (-30, -54, 30, 16), written)
            elif not tile.special and (tile.kind != "track" or hex in with_train):
                colour = theme.FIGURE if tile.kind == "track" else theme.WHITE
                yield Piece(x, y, (-SIDE, -10, 40, 20), label(6 - SIDE, 5, hex, PLAIN, 14, colour, "start"))

    def _rings(self) -> Iterator[Piece]:
        """Around what has changed."""
        for place in self.marks.changes:
            if place in box().grid.hexes:
                x, y = centre(place)
                svg = polygon(hexagon(SIDE, 0.97), fill="none", stroke=theme.INK, stroke_width=8.5)
                svg += polygon(hexagon(SIDE, 0.97), fill="none", stroke=theme.CHANGED, stroke_width=5.5)
                yield Piece(x, y, (-66, -60, 132, 120), svg)

    def _head(self) -> Iterator[Piece]:
        """Where a train on its way waits for a decision."""
        running = self.view.turn.running
        if running is not None and running.hex in box().grid.hexes:
            x, y = centre(running.hex)
            yield Piece(x, y, (-66, -60, 132, 120), polygon(
                hexagon(SIDE, 0.93), fill=theme.ACCENT, fill_opacity=0.1, stroke=theme.ACCENT, stroke_width=4
            ))  # fmt: skip

    def _trains(self) -> Iterator[Piece]:
        special: dict[str, list[int]] = {}
        for seat, player in enumerate(self.view.players):
            for spot in player.trains:
                tiled = self.view.tiles.get(spot.hex)
                if tiled is not None and box().tiles[tiled.tile].special:
                    special.setdefault(spot.hex, []).append(seat)
                else:
                    x, y = self._train_place(spot)
                    yield self._train(x, y, seat)
        for hex, seats in special.items():
            yield from self._gathered(hex, seats)
        for space, owner in enumerate(self.view.track, 1):
            if owner is not None:
                x, y = space_place(space)
                yield self._train(x + 10, y, owner)

    def _train_place(self, spot: Spot) -> tuple[int, int]:
        x, y = centre(spot.hex)
        tiled = self.view.tiles.get(spot.hex)
        if tiled is None:
            return x, y
        stops = [n for n, path in enumerate(box().tiles[tiled.tile].paths) if path.stop is not None]
        places = {n: stop_place(tiled.tile, tiled.rotation, n, SIDE) for n in stops}
        dx, dy = beside_stop(places.pop(spot.path), list(places.values()))
        return round(x + dx), round(y + dy)

    def _gathered(self, hex: str, seats: list[int]) -> Iterator[Piece]:
        """Trains in the corners of a special tile, clear of what is written on it: two as large as elsewhere, up to six
        small, and of more one for each seat with their number."""
        x, y = centre(hex)
        told = [(seat, 1) for seat in seats] if len(seats) <= CORNERS else list(Counter(seats).items())
        size = TRAIN if len(told) <= 2 else SMALL_TRAIN
        for (seat, number), corner in zip(told, FILLED, strict=False):
            dx, dy = hexagon(1)[corner]
            reach = 42 if size == TRAIN else 47  # so that its rim touches the rim of the tile
            yield self._train(round(x + dx * reach), round(y + dy * reach), seat, size, number)

    def _train(self, x: int, y: int, seat: int, size: int = TRAIN, number: int = 1) -> Piece:
        return Piece(x, y, (-18, -18, 36, 36), _train_svg(self.view.seats[seat], size, number))

    def _elsewhere(self) -> Iterator[Piece]:
        """Every other cell: a press on it asks why nothing can be done there."""
        others = [hex for hex in box().grid.hexes if hex not in self.marks.links] if self.marks.elsewhere else []
        shape = polygon(hexagon(SIDE, 0.93), fill="transparent")
        for hex in others:
            yield Piece(*centre(hex), (-66, -60, 132, 120), quiet_presses(self.marks.elsewhere, ((hex, shape),)))

    def _pressable(self) -> Iterator[Piece]:
        for place, href in self.marks.links.items():
            price = self.marks.prices.get(place, "")
            if place in box().grid.hexes:
                yield self._hex_link(place, href, price)
            elif place in box().stations:
                x, y = centre(place)
                ring = circle(
                    0, 0, STATION + 5, fill=theme.ACCENT, fill_opacity=0.08, stroke=theme.ACCENT, stroke_width=3,
                    stroke_dasharray="6 4", class_="legal",
                )  # fmt: skip
                yield Piece(x, y, (-24, -24, 48, 48), pressable(href, place, ring))
            elif place.startswith("space:"):
                x, y = space_place(int(place.removeprefix("space:")))
                frame = rect(
                    -SPACE_WIDE // 2, -SPACE_HIGH // 2, SPACE_WIDE, SPACE_HIGH, rx=6, fill=theme.ACCENT,
                    fill_opacity=0.08, stroke=theme.ACCENT, stroke_width=3, stroke_dasharray="6 4", class_="legal",
                )  # fmt: skip
                yield Piece(x, y, (-56, -28, 112, 56), pressable(href, place.replace(":", " "), frame))
            elif (exit := self._exit(place)) is not None:
                yield self._arrow(exit, href)

    def _exit(self, place: str) -> Exit | None:
        """`D4-nw` is a side of a cell, `head-nw` one of the cell where the train on its way waits."""
        hex, _, side = place.partition("-")
        if side not in SIDES:
            return None
        if hex == "head" and self.view.turn.running is not None:
            hex = self.view.turn.running.hex
        return Exit(hex, SIDES.index(side)) if hex in box().grid.hexes or hex in box().stations else None

    def _hex_link(self, hex: str, href: str, price: str) -> Piece:
        x, y = centre(hex)
        shown = polygon(
            hexagon(SIDE, 0.93), fill=theme.ACCENT, fill_opacity=0.06, stroke=theme.ACCENT, stroke_width=3,
            stroke_dasharray="7 5", class_="legal",
        )  # fmt: skip
        if price:
            half = width(price, BOLD, 17) / 2 + 4
            shown += rect(-half, 26, 2 * half, 20, rx=4, fill=theme.PAPER) + label(0, 42, price, BOLD, 17, theme.ACCENT)
        return Piece(x, y, (-66, -60, 132, 120), pressable(href, f"{hex} {price}".strip(), shown))

    def _arrow(self, exit: Exit, href: str) -> Piece:
        """A button on the side of a cell, pointing out of it."""
        x, y = centre(exit.hex)
        dx, dy = tilework.middle(exit.side)
        length = (dx**2 + dy**2) ** 0.5
        ux, uy = dx / length, dy / length
        far = 30 if exit.hex in box().stations else 40
        tip: list[Point] = [
            (9 * ux, 9 * uy),
            (-6 * ux - 7 * uy, -6 * uy + 7 * ux),
            (-6 * ux + 7 * uy, -6 * uy - 7 * ux),
        ]
        svg = circle(0, 0, 15, fill=theme.WHITE, stroke=theme.ACCENT, stroke_width=3, class_="legal")
        svg += polygon(tip, fill=theme.ACCENT)
        svg = pressable(href, f"{exit.hex} {SIDES[exit.side]}", svg)
        return Piece(round(x + ux * far), round(y + uy * far), (-18, -18, 36, 36), svg)

    def _chosen(self) -> Iterator[Piece]:
        for place in dict.fromkeys(self.marks.chosen):
            if place in box().grid.hexes:
                x, y = centre(place)
                svg = polygon(
                    hexagon(SIDE, 0.95), fill=theme.ACCENT, fill_opacity=0.14, stroke=theme.ACCENT, stroke_width=5,
                    class_="chosen",
                )  # fmt: skip
                yield Piece(x, y, (-66, -60, 132, 120), svg)
            elif place in box().stations:
                x, y = centre(place)
                svg = circle(0, 0, STATION + 5, fill="none", stroke=theme.ACCENT, stroke_width=5, class_="chosen")
                yield Piece(x, y, (-26, -26, 52, 52), svg)

    def _markers(self) -> Iterator[Piece]:
        """The numbers of changes, on corners, which track never touches."""
        trains = [(piece.x, piece.y) for piece in self._trains()]
        for place, numbers in self.marks.changes.items():
            where = _marker_places(place)
            where.sort(key=lambda at: any(abs(at[0] - x) < 28 and abs(at[1] - y) < 28 for x, y in trains))
            for figure, (x, y) in zip(numbers, where, strict=False):
                yield tokens.marker(x, y, figure)

    def focus(self) -> tuple[float, float, float, float] | None:
        """The part of the map around what may be pressed."""
        hexes = [place.partition("-")[0] for place in (*self.marks.chosen[-1:], *self.marks.links)]
        spots = [centre(hex) for hex in hexes if hex in box().grid.hexes or hex in box().stations]
        if not spots:
            return None
        size = 600.0
        x = sum(x for x, _ in spots) / len(spots) - size / 2
        y = sum(y for _, y in spots) / len(spots) - size / 2
        return min(max(x, 0.0), WIDTH - size), min(max(y, 0.0), HEIGHT - size), size, size


def _marker_places(place: str) -> list[tuple[int, int]]:
    if place in box().grid.hexes:
        x, y = centre(place)
        corners = [hexagon(SIDE, 0.92)[n] for n in (2, 1, 0, 3, 4)]
        return [(round(x + dx), round(y + dy)) for dx, dy in corners]
    if place in box().stations:
        x, y = centre(place)
        return [(x + 16, y - 16)]
    if place.startswith("space:"):
        x, y = space_place(int(place.removeprefix("space:")))
        return [(x - SPACE_WIDE // 2 + 12, y - 14)]
    return []


@cache
def _train_svg(colour: str, size: int, number: int) -> str:
    paint = theme.SEATS[colour]
    svg = circle(0, 0, size + 1.6, fill=theme.WHITE)
    svg += circle(0, 0, size, fill=paint.colour, stroke=theme.INK, stroke_width=2.4)
    written = paint.letter if number == 1 else f"{paint.letter}{number}"
    return svg + label(0, size * 0.43, written, BOLD, round(size * (1.2 if number == 1 else 1)), paint.on)
