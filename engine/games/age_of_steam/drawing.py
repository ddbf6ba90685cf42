"""The board of Age of Steam as a picture: the map with its legend, and on request the charts below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import hexboard, scenery, theme, tokens, trackwork
from engine.draw.hexboard import Plane
from engine.draw.legend import legend
from engine.draw.lettering import ITALIC, width
from engine.draw.placing import (
    Box,
    Clutter,
    around_disc,
    best,
    best_for_name,
    box_around,
    from_the_middle,
    name_box,
)
from engine.draw.svg import layered, stacked
from engine.draw.tokens import cube_row
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.ground import MARGIN, Ground, ground, still, water_cost
from engine.games.age_of_steam.naming import Site, name_of, words
from engine.games.age_of_steam.panel import draw_panel
from engine.games.age_of_steam.textual import text
from engine.games.age_of_steam.view import View
from engine.rail.goods import COLOURS, LETTERS
from engine.rail.hexes import SIDES, Point
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid, Line

__all__ = ["draw", "draw_board", "draw_panel", "ground", "text"]


def draw(view: View, marks: Marks) -> Drawing:
    board = draw_board(view, marks)
    return stacked(board, draw_panel(view, marks)) if marks.panel else board


def draw_board(view: View, marks: Marks) -> Drawing:
    """The map and its legend."""
    here = ground(view.board.map_name)
    picture = Picture(view, marks, here)
    return layered(
        here.width,
        here.height,
        still(here.map.name, marks.lang),
        picture.pieces(),
        text(view, marks),
        picture.focus(),
    )


@dataclass(frozen=True)
class CityLook:
    """A city as it is drawn now: where its plate and its cubes lie."""

    hex: str
    name: str
    nudge: int
    cubes: tuple[Piece, ...]
    row: Box | None


@dataclass
class Picture:
    """The moving layer of one position. Pieces are gathered from below; what is placed is remembered as clutter."""

    view: View
    marks: Marks
    ground: Ground
    clutter: Clutter = field(default_factory=Clutter)

    @property
    def board(self) -> Board:
        return self.view.board

    @property
    def plane(self) -> Plane:
        return self.ground.plane

    def pieces(self) -> Iterator[Piece]:
        changed = tuple(dict.fromkeys(site.hex for site, _ in self.changes))
        cities = [self._city_look(hex) for hex in self.board.cities]
        self._lay_out(cities)
        badges = self._badges()
        self._remember_tracks()
        self._remember_rings(changed)
        names = self._town_names()
        prices = self._prices()
        addresses = self._addresses()

        yield from (scenery.levelled(x, y) for x, y in self.levelled)
        yield from hexboard.changed_ground(self.plane, changed, self.ground.frame, self._scenery)
        yield from addresses
        yield from hexboard.changed_rings(self.plane, changed, self.ground.frame)
        yield from (hexboard.chosen_ground(self.plane, hex) for hex in self.chosen)
        yield from self._tracks()
        yield from self._pressable_hexes()
        yield from (hexboard.chosen_ring(self.plane, hex, wide=self.board.is_city(hex)) for hex in self.chosen)
        yield from self._towns()
        for look in cities:
            yield self._city(look)
            yield from look.cubes
        yield from badges
        yield from names
        yield from prices
        yield from self._draft_numbers()
        yield from self._markers()
        yield from legend(
            self.view.seats,
            self.marks.names or tuple(name_of(colour, self.marks.lang) for colour in self.view.seats),
            tuple(player.bankrupt for player in self.view.players),
            words(),
            self.marks.lang,
            (MARGIN - 5, round(self.ground.frame[3]) + 32, self.ground.width - 2 * MARGIN + 10),
            unfinished=any(not line.is_link and line.owner is not None for line in self.board.lines),
            nobody=any(line.owner is None for line in self.board.lines),
            changed=bool(self.changes),
        )

    def _scenery(self, hex: str) -> str:
        """The river and the peaks in one hex."""
        rivers = "".join(scenery.river(self.plane, reaches, (hex,)) for reaches in self.ground.map.rivers.values())
        places = [place for place in self._peaks_in(hex) if place not in self.levelled]
        if not rivers and not places:
            return ""
        return scenery.clipped(self.ground.frame, rivers + scenery.peaks(places))

    def _peaks_in(self, hex: str) -> tuple[tuple[int, int], ...]:
        return scenery.peak_places(self.plane, hex) if self.ground.map.terrain[hex] == "mountain" else ()

    @cached_property
    def levelled(self) -> tuple[tuple[int, int], ...]:
        """The peaks that track runs over."""
        points: dict[str, list[Point]] = {hex: [] for hex in self.board.laid}
        for way in self.courses.values():
            for hex, point in way.visits:
                points[hex].append(point)
        return tuple(
            (x, y)
            for hex in self.board.laid
            for x, y in self._peaks_in(hex)
            if any(abs(x - px) < 24 and abs(y - py) < 20 for px, py in points[hex])
        )

    @cached_property
    def changes(self) -> tuple[tuple[Site, tuple[int, ...]], ...]:
        found = ((self.ground.site(place), numbers) for place, numbers in self.marks.changes.items())
        return tuple((site, numbers) for site, numbers in found if site is not None)

    @cached_property
    def courses(self) -> Mapping[Line, trackwork.Course]:
        neighbours = self.ground.map.grid.neighbours
        return {
            line: trackwork.course(self.plane, trackwork.steps_of(line, self.board.laid, neighbours))
            for line in self.board.lines
        }

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The hexes of the draft."""
        sites = (self.ground.site(place) for place in self.marks.chosen)
        return tuple(dict.fromkeys(site.hex for site in sites if site is not None and site.good is None))

    def link(self, hex: str) -> str | None:
        """Where a press on this hex leads, by its address or by the name of its stop."""
        return self.marks.links.get(hex) or self.marks.links.get(self.ground.map.stop_names.get(hex, ""))

    # Cities and cubes

    def _city_look(self, hex: str) -> CityLook:
        x, y = self.plane.centre(hex)
        name = name_of(self.ground.map.stop_names[hex], self.marks.lang)
        half = tokens.plate_width(name) / 2
        cubes, row = self._cubes(hex, round(x), round(y) + 24)
        return CityLook(hex, name, round(self._inward(x, half)), cubes, row)

    def _inward(self, x: float, half: float) -> float:
        """How far something of this half width must move to stay inside the frame."""
        left, _, right, _ = self.ground.frame
        return max(0.0, left - 1 - (x - half)) - max(0.0, x + half - right - 1)

    def _cubes(self, hex: str, x: int, y: int) -> tuple[tuple[Piece, ...], Box | None]:
        stop = self.ground.map.stop_names[hex]
        there = self.view.goods.get(hex, "")
        came, gone = self._moved_cubes(hex, there)
        chosen = "".join(letter for letter, colour in COLOURS.items() if f"{stop}:{colour}" in self.marks.chosen)
        presses = {
            LETTERS[colour]: (href, f"{name_of(stop, self.marks.lang)}: {name_of(colour, self.marks.lang)}")
            for colour in theme.GOODS
            if (href := self.marks.links.get(f"{stop}:{colour}"))
        }
        left, _, right, _ = self.ground.frame
        return cube_row(x, y, there, came, gone, chosen, presses, (left, right))

    def _moved_cubes(self, hex: str, there: str) -> tuple[str, int]:
        """The cubes that came, as letters, and how many left. One that is not there has left."""
        came, gone = "", 0
        for site, numbers in self.changes:
            if site.hex == hex and site.good is not None:
                letter = LETTERS[site.good]
                if site.left or letter not in there:
                    gone += len(numbers)
                else:
                    came += letter * len(numbers)
        return came, gone

    def _city(self, look: CityLook) -> Piece:
        letter = self.board.new_cities.get(look.hex)
        if letter is not None:
            paint, sign, kind = theme.GOODS[NEW_CITIES[letter]], letter.upper(), "round"
        else:
            city = self.ground.map.city_at[look.hex]
            paint, sign = theme.GOODS[city.colour], city.column[1:]
            kind = "light" if city.column.startswith("w") else "dark"
        return tokens.city(self.plane, look.hex, look.name, paint, sign, kind, look.nudge, self.link(look.hex))

    # Track and its owners

    def _tracks(self) -> Iterator[Piece]:
        for line, way in self.courses.items():
            yield trackwork.line_piece(
                self.plane,
                way,
                theme.OWNERLESS if line.owner is None else theme.SEATS[self.view.seats[line.owner]],
                line.is_link and line.owner is not None,
                self.board.cities,
                self.ground.map.grid.neighbours,
                self.chosen,
            )

    def _lay_out(self, cities: Iterable[CityLook]) -> None:
        """Remembers what badges must keep off: the margin, plates, cubes, cities, towns and crossings."""
        left, top, right, bottom = self.ground.frame
        for margin in ((0, 0, left, bottom), (0, 0, right, top), (right, 0, right + 60, bottom)):
            self.clutter.add(margin)
        self.clutter.add((0, bottom, right, bottom + 60))
        for look in cities:
            x, y = self.plane.centre(look.hex)
            self.clutter.add(box_around(x, y, 24, 36), 3)
            self.clutter.add(box_around(x + look.nudge, y, tokens.plate_width(look.name) / 2 + 1, 13), 3)
            if look.row is not None:
                self.clutter.add(look.row, 3)
        for hex in self.ground.map.town_at:
            if self.board.is_town(hex):
                self.clutter.add(box_around(*self.plane.centre(hex), 13), 2)
        for hex, tiled in self.board.laid.items():
            tracks = [(track.a, track.b) for track in tiled.tracks]
            for index, one in enumerate(tracks):
                for other in tracks[index + 1 :]:
                    point = trackwork.crossing_point(self.plane.layout, one, other)
                    if point is not None:
                        self.clutter.add(box_around(*self.plane.away(hex, point), 9))

    def _badges(self) -> list[Piece]:
        pieces = []
        for line, way in self.courses.items():
            if line.owner is None:
                continue
            points = way.points[1:-1]
            candidates = ((point, box_around(*point, 19)) for point in from_the_middle(points))
            x, y = best(candidates, self.clutter, handicap=0.2)
            self.clutter.add(box_around(x, y, 13), 2)
            paint = theme.SEATS[self.view.seats[line.owner]]
            bankrupt = self.view.players[line.owner].bankrupt
            pieces.append(tokens.badge(round(x), round(y), paint, line.is_link, bankrupt))
        return pieces

    def _remember_tracks(self) -> None:
        for way in self.courses.values():
            for x, y in way.points[::2]:
                self.clutter.add(box_around(x, y, 8), 1)
        for hex in self.ground.lying_in("mountain"):
            for place in self._peaks_in(hex):
                if place not in self.levelled:
                    self.clutter.add(box_around(*place, 14, 10), 0.3)

    def _remember_rings(self, hexes: Iterable[str]) -> None:
        for hex in hexes:
            for side in SIDES:
                for x, y in (self.plane.corner(hex, side), self.plane.middle(hex, side)):
                    self.clutter.add(box_around(x, y, 9), 0.5)

    # Towns

    def _towns(self) -> Iterator[Piece]:
        for hex, town in self.ground.map.town_at.items():
            if self.board.is_town(hex):
                x, y = self.plane.centre(hex)
                served = any(MIDDLE in (track.a, track.b) for track in self._laid_in(hex))
                yield tokens.town_disc(round(x), round(y), served, self.link(hex), name_of(town, self.marks.lang))

    def _laid_in(self, hex: str) -> Sequence[Laid]:
        tiled = self.board.laid.get(hex)
        return tiled.tracks if tiled is not None else ()

    def _town_names(self) -> list[Piece]:
        pieces = []
        shores = water_cost(self.board.map_name)
        for hex, town in self.ground.map.town_at.items():
            if not self.board.is_town(hex):
                continue
            name = name_of(town, self.marks.lang)
            wide = width(name, ITALIC, 17)
            around = around_disc(*self.plane.centre(hex), wide)
            places = [(x + self._inward(x, wide / 2 + 4), y) for x, y in around]
            x, y = best_for_name(places, wide, self.clutter, shores)
            self.clutter.add(name_box(x, y, wide), 2)
            pieces.append(tokens.town_name(round(x), round(y), name))
        return pieces

    # What is new, and what may be pressed

    def _markers(self) -> Iterator[Piece]:
        by_number: dict[int, dict[str, None]] = {}
        for site, numbers in self.changes:
            for number in numbers:
                by_number.setdefault(number, {})[site.hex] = None
        for number in sorted(by_number):
            for group in hexboard.neighbourhoods(self.plane, tuple(by_number[number])):
                x, y = best(self._corners(group), self.clutter, handicap=0.5)
                self.clutter.add(box_around(x, y, 17), 3)
                yield tokens.marker(round(x), round(y), number)

    def _corners(self, hexes: Iterable[str]) -> Iterator[tuple[Point, Box]]:
        left, top, right, bottom = self.ground.frame
        for hex in hexes:
            reach = 1.3 if self.board.is_city(hex) else 1
            for corner in (1, 0, 2, 5, 3, 4):
                x, y = self.plane.corner(hex, corner, reach)
                x, y = min(max(x, left + 10), right - 10), min(max(y, top + 10), bottom - 10)
                yield (x, y), box_around(x, y, 16)

    def _addresses(self) -> list[Piece]:
        if not self.marks.addresses:
            return []
        pieces = []
        for hex in self._reachable():
            if hex not in self.marks.links:
                mountain = self.ground.map.terrain[hex] == "mountain"
                for piece in hexboard.address_pieces(self.plane, hex, aside=mountain):
                    if self.clutter.cost(box_around(piece.x, piece.y, 12, 8)) == 0:
                        pieces.append(piece)
                        break
        return pieces

    def _reachable(self) -> Iterable[str]:
        """Empty hexes where this reader can begin to build: beside cities, own track, and track without owner."""
        neighbours = self.ground.map.grid.neighbours
        own = [hex for line in self.board.lines if line.owner in (None, self.view.reader) for hex, _ in line.pieces]
        near = dict.fromkeys(other for hex in (*self.board.cities, *own) for other in neighbours[hex] if other)
        return [hex for hex in near if hex not in self.board.laid and hex not in self.ground.map.stop_names]

    @cached_property
    def pressable(self) -> Mapping[str, str]:
        """Hexes that may be pressed, by address or by the name of their stop: to the place as it was given."""
        found = {}
        for place in self.marks.links:
            site = self.ground.site(place)
            if site is not None and site.good is None and site.hex not in self.chosen:
                found[site.hex] = place
        return found

    def _pressable_hexes(self) -> Iterator[Piece]:
        for hex, place in self.pressable.items():
            stop = self.ground.map.stop_names.get(hex)
            title = name_of(stop, self.marks.lang) if stop else hex
            price = self.marks.prices.get(place)
            yield hexboard.may_press(
                self.plane,
                hex,
                self.marks.links[place],
                f"{title} · {price}" if price else title,
                wide=self.board.is_city(hex),
            )

    def _prices(self) -> list[Piece]:
        """Each price in its hex, in the middle or where it covers least."""
        pieces = []
        for hex, place in self.pressable.items():
            price = self.marks.prices.get(place)
            if price:
                offsets = ((0, 0), (0, 0.5), (0, -0.5), (0.45, 0.25), (-0.45, 0.25), (0.45, -0.25), (-0.45, -0.25))
                points = [self.plane.away(hex, offset) for offset in offsets]
                if self.board.is_city(hex):
                    points = [point for point, _ in self._corners((hex,))]
                x, y = best(((point, box_around(*point, 14, 9)) for point in points), self.clutter, handicap=2)
                self.clutter.add(box_around(x, y, 14, 9), 2)
                pieces.append(hexboard.price_tag(round(x), round(y), price))
        return pieces

    def _draft_numbers(self) -> Iterator[Piece]:
        for figure, hex in enumerate(self.chosen, 1):
            x, y = best(self._corners((hex,)), self.clutter, handicap=0.5)
            self.clutter.add(box_around(x, y, 13), 3)
            yield tokens.draft_number(round(x), round(y), figure)

    def focus(self) -> tuple[float, float, float, float] | None:
        """A part of the map large enough to press in: around the draft, or around what may be pressed."""
        sites = [self.ground.site(place) for place in self.marks.links]
        hexes = self.chosen[-1:] or tuple(site.hex for site in sites if site is not None)
        if not hexes:
            return None
        left, top, right, bottom = self.ground.frame
        size = 600.0
        centres = [self.plane.centre(hex) for hex in hexes]
        x = sum(x for x, _ in centres) / len(centres) - size / 2
        y = sum(y for _, y in centres) / len(centres) - size / 2
        return min(max(x, left), right - size), min(max(y, top), bottom - size), size, size
