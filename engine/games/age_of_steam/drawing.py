"""The board of Age of Steam as a picture: the map with its legend, and on request the charts below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import hexboard, scenery, theme, tokens, trackwork
from engine.draw.hexboard import Frame, Plane
from engine.draw.legend import legend
from engine.draw.lettering import ITALIC, width
from engine.draw.placing import Box, Clutter, best, box_around, from_the_middle
from engine.draw.svg import layered, rect, stacked
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import NEW_CITIES, RailMap, rail_map
from engine.games.age_of_steam.naming import Site, name_of, site_of, words
from engine.games.age_of_steam.panel import draw_panel
from engine.games.age_of_steam.textual import text
from engine.games.age_of_steam.view import View
from engine.rail.goods import COLOURS, LETTERS
from engine.rail.hexes import Point
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid, Line

MARGIN = 25
LEGEND_HEIGHT = 54


@dataclass(frozen=True)
class Ground:
    """A map on paper."""

    map: RailMap

    @cached_property
    def plane(self) -> Plane:
        return Plane(self.map.layout, 63, 66)

    @cached_property
    def frame(self) -> Frame:
        centres = [self.plane.centre(hex) for hex in self.map.terrain]
        return MARGIN, MARGIN, round(max(x for x, _ in centres)) + 41, round(max(y for _, y in centres)) + 41

    @property
    def width(self) -> int:
        return round(self.frame[2]) + MARGIN

    @property
    def height(self) -> int:
        return round(self.frame[3]) + LEGEND_HEIGHT

    def lying_in(self, terrain: str) -> tuple[str, ...]:
        return tuple(hex for hex, there in self.map.terrain.items() if there == terrain)

    @cached_property
    def dry(self) -> tuple[str, ...]:
        return tuple(hex for hex, there in self.map.terrain.items() if there != "lake")

    def site(self, place: str) -> Site | None:
        return site_of(self.map, place)


@cache
def ground(map_name: str) -> Ground:
    return Ground(rail_map(map_name))


@cache
def still(map_name: str, lang: str) -> str:
    here = ground(map_name)
    plane, frame, map = here.plane, here.frame, here.map
    named = {name_of(lake, lang): hex for lake, hex in map.lakes.items()}
    everywhere = tuple(map.terrain)
    mountains = here.lying_in("mountain")
    return (
        rect(0, 0, here.width, here.height, fill=theme.PAPER)
        + scenery.land(frame)
        + scenery.clipped(
            frame,
            scenery.mountain_ground(plane, mountains, everywhere),
            hexboard.grid_lines(plane, here.dry),
            *(scenery.river(plane, reaches) for reaches in map.rivers.values()),
            scenery.lakes(plane, here.lying_in("lake"), everywhere),
            scenery.peaks(place for hex in mountains for place in scenery.peak_places(plane, hex)),
        )
        + scenery.names_of_water(plane, named, here.lying_in("lake"))
        + scenery.frame_lines(frame)
        + scenery.figures(plane, everywhere, frame)
    )


def draw(view: View, marks: Marks) -> Drawing:
    board = draw_board(view, marks)
    return stacked(board, draw_panel(view, marks)) if marks.panel else board


def draw_board(view: View, marks: Marks) -> Drawing:
    """The map and its legend."""
    here = ground(view.board.map_name)
    picture = Picture(view, marks, here)
    drawn = layered(here.width, here.height, still(here.map.name, marks.lang), picture.pieces(), text(view, marks))
    return Drawing(drawn.width, drawn.height, drawn.still, drawn.moving, drawn.text, picture.focus(), drawn.pieces)


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
        names = self._town_names()
        addresses = self._addresses()

        yield from (scenery.levelled(x, y) for x, y in self.levelled)
        yield from hexboard.changed_ground(self.plane, changed, self.ground.frame, self._scenery)
        yield from addresses
        yield from hexboard.changed_rings(self.plane, changed, self.ground.frame)
        yield from self._tracks()
        yield from self._chosen_hexes()
        yield from self._pressable_hexes()
        yield from self._towns()
        for look in cities:
            yield self._city(look)
            yield from look.cubes
        yield from badges
        yield from names
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
        items: list[tuple[str, int]]
        if len(there) + len(gone) > 5:
            items = [(letter, there.count(letter)) for letter in dict.fromkeys(there)]
            size, gap = 20, 3
        else:
            items = [(letter, 1) for letter in there]
            size, gap = (20, 3) if len(there) + len(gone) == 5 else (21, 4)
        wides = [size + (11 if count > 1 else 0) for _, count in items] + [size] * len(gone)
        if not wides:
            return (), None
        if sum(wides) + gap * (len(wides) - 1) > 124:
            size, gap = 18, 2
            wides = [size + (11 if count > 1 else 0) for _, count in items] + [size] * len(gone)
        total = sum(wides) + gap * (len(wides) - 1)
        x += round(self._inward(x, total / 2 + 2))
        at = x - total // 2
        pieces = []
        for (letter, count), wide in zip(items, wides, strict=False):
            colour = COLOURS[letter]
            place = f"{stop}:{colour}"
            pieces.append(
                tokens.cube(
                    at + wide // 2,
                    y,
                    theme.GOODS[colour],
                    size,
                    count,
                    arrived=came.get(letter, 0) > 0,
                    chosen=place in self.marks.chosen,
                    href=self.marks.links.get(place),
                    title=f"{name_of(stop, self.marks.lang)}: {name_of(colour, self.marks.lang)}",
                )
            )
            came[letter] = came.get(letter, 0) - 1
            at += wide + gap
        for _ in gone:
            pieces.append(tokens.cube_gone(at + size // 2, y, size))
            at += size + gap
        return tuple(pieces), box_around(x, y, total / 2 + 2, size / 2 + 2)

    def _moved_cubes(self, hex: str, there: str) -> tuple[dict[str, int], list[str]]:
        """How many cubes of each colour came, and those that left. One that is not there has left."""
        came: dict[str, int] = {}
        gone: list[str] = []
        for site, numbers in self.changes:
            if site.hex == hex and site.good is not None:
                letter = LETTERS[site.good]
                if site.left or letter not in there:
                    gone += [letter] * len(numbers)
                else:
                    came[letter] = came.get(letter, 0) + len(numbers)
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
            half = width(name, ITALIC, 17) / 2
            places = [(x + self._inward(x, half + 4), y) for x, y in around_disc(*self.plane.centre(hex), half)]
            x, y = _driest([((x, y), name_box(x, y, name)) for x, y in places], self.clutter, shores)
            self.clutter.add(name_box(x, y, name), 2)
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
        """Empty hexes near to where this reader can begin to build: beside cities, and two steps from own track."""
        neighbours = self.ground.map.grid.neighbours
        own = [hex for line in self.board.lines if line.owner == self.view.reader for hex, _ in line.pieces]
        near: dict[str, None] = {}
        for hex in (*self.board.cities, *own):
            near.update(dict.fromkeys(other for other in neighbours[hex] if other is not None))
        for hex in own:
            for other in neighbours[hex]:
                near.update(dict.fromkeys(n for n in neighbours[other] if n is not None) if other else {})
        empty = (hex for hex in near if hex not in self.board.laid and hex not in self.ground.map.stop_names)
        return tuple(empty)

    def _pressable_hexes(self) -> Iterator[Piece]:
        for place, href in self.marks.links.items():
            site = self.ground.site(place)
            if site is None or site.good is not None or site.hex in self.chosen:
                continue
            price = self.marks.prices.get(place, "")
            stop = self.ground.map.stop_names.get(site.hex)
            title = name_of(stop, self.marks.lang) if stop else site.hex
            yield hexboard.may_press(
                self.plane,
                site.hex,
                href,
                f"{title} · {price}" if price else title,
                price,
                wide=self.board.is_city(site.hex),
                low=site.hex in self.board.laid or stop is not None,
            )

    def _chosen_hexes(self) -> Iterator[Piece]:
        for figure, hex in enumerate(self.chosen, 1):
            yield hexboard.chosen_hex(self.plane, hex, wide=self.board.is_city(hex))
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


def name_box(x: float, y: float, name: str) -> Box:
    return box_around(x, y - 5, width(name, ITALIC, 17) / 2 + 2, 9)


def around_disc(x: float, y: float, half: float) -> tuple[Point, ...]:
    """Twelve places for a name around its town, as the middle of the base line; the first ones read best."""
    side, low, high = half + 16, y + 29, y - 17
    return (
        (x, low), (x, high), (x + side, y + 6), (x - side, y + 6),
        (x + half * 0.6, low), (x - half * 0.6, low), (x + half * 0.6, high), (x - half * 0.6, high),
        (x + side - 4, y + 20), (x - side + 4, y + 20), (x + side - 4, y - 9), (x - side + 4, y - 9),
    )  # fmt: skip


def _driest(places: Sequence[tuple[Point, Box]], clutter: Clutter, shores: Clutter) -> Point:
    def cost(place: int) -> float:
        _, box = places[place]
        return clutter.cost(box) + shores.cost(box) * 0.5 + place * 4

    return places[min(range(len(places)), key=cost)][0]


@cache
def water_cost(map_name: str) -> Clutter:
    """Lakes and rivers, which names should not cover."""
    here = ground(map_name)
    clutter = Clutter()
    for hex in here.lying_in("lake"):
        clutter.add(box_around(*here.plane.centre(hex), 36))
    for hex in here.lying_in("river"):
        clutter.add(box_around(*here.plane.centre(hex), 10), 0.5)
    return clutter
