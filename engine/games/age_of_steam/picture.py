"""The board of Age of Steam as a picture: the map with its legend, and where it stands alone the players below it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import scenery, theme, tokens, trackwork
from engine.draw.free_places import Box, Clutter, around_disc, best_for_name, box_around, name_box
from engine.draw.hexboard import Plane
from engine.draw.legend import legend
from engine.draw.markings import Markings, courses_of
from engine.draw.sites import Sites
from engine.draw.svg import layered, stacked
from engine.draw.text_widths import ITALIC, width
from engine.draw.tokens import cube_row
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.ground import MARGIN, Ground, ground, still, water_cost
from engine.games.age_of_steam.names import name_of, words
from engine.games.age_of_steam.panel import draw_panel
from engine.games.age_of_steam.textual import text
from engine.games.age_of_steam.view import View
from engine.rail.hexes import SIDES, Point
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid, Line

__all__ = ["draw", "draw_board", "draw_panel", "ground", "text"]


def draw(view: View, marks: Marks) -> Drawing:
    board = draw_board(view, marks)
    return stacked(board, draw_panel(view, marks)) if marks.alone else board


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

    @cached_property
    def sites(self) -> Sites:
        return Sites(self.marks, self.ground.site)

    @cached_property
    def markings(self) -> Markings:
        return Markings(self.plane, self.ground.frame, self.sites, self.board.is_city)

    @property
    def clutter(self) -> Clutter:
        return self.markings.clutter

    @property
    def board(self) -> Board:
        return self.view.board

    @property
    def plane(self) -> Plane:
        return self.ground.plane

    def pieces(self) -> Iterator[Piece]:
        cities = [self._city_look(hex) for hex in self.board.cities]
        self._lay_out(cities)
        badges = self.markings.badges(self.courses, self.view.seats, lambda owner: self.view.players[owner].bankrupt)
        self._remember_tracks()
        self._remember_rings(self.sites.changed)
        names = self._town_names()
        prices = self.markings.prices()
        addresses = self.markings.addresses(self._reachable(), self._is_mountain) if self.marks.addresses else []

        yield from (scenery.levelled(x, y) for x, y in self.levelled)
        yield from self.markings.ground(self._scenery)
        yield from addresses
        yield from self.markings.rings()
        yield from self._tracks()
        yield from self.markings.elsewhere(self.ground.map.terrain, self.ground.map.stop_names)
        yield from self.markings.presses(self._title)
        yield from self._towns()
        for look in cities:
            yield self._city(look)
            yield from look.cubes
        yield from badges
        yield from names
        yield from prices
        yield from self.markings.draft_numbers()
        yield from self.markings.numbers()
        yield from legend(
            self.view.seats,
            self.marks.names or tuple(name_of(colour, self.marks.lang) for colour in self.view.seats),
            tuple(player.bankrupt for player in self.view.players),
            words(),
            self.marks.lang,
            (MARGIN - 5, self.ground.bottom + 32, self.ground.width - 2 * MARGIN + 10),
            unfinished=any(not line.is_link and line.owner is not None for line in self.board.lines),
            nobody=any(line.owner is None for line in self.board.lines),
            changed=bool(self.sites.changes),
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
    def courses(self) -> Mapping[Line, trackwork.Course]:
        return courses_of(self.plane, self.board.lines, self.board.laid, self.ground.map.grid.neighbours)

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
        came, gone = self.sites.moved_cubes(hex, there)
        chosen = self.sites.chosen_cubes(stop)
        presses = self.sites.cube_presses(stop, lambda word: name_of(word, self.marks.lang))
        left, _, right, _ = self.ground.frame
        return cube_row(x, y, there, came, gone, chosen, presses, (left, right))

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
                theme.owner_paint(self.view.seats, line.owner),
                line.is_link and line.owner is not None,
                self.board.cities,
                self.ground.map.grid.neighbours,
                self.sites.chosen,
            )

    def _lay_out(self, cities: Iterable[CityLook]) -> None:
        """Remembers what badges must keep off: plates, cubes, cities, towns and crossings."""
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

    def _remember_tracks(self) -> None:
        self.markings.remember_tracks(self.courses.values())
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

    def _reachable(self) -> Iterable[str]:
        """Empty hexes where this reader can begin to build: beside cities, own track, and track without owner."""
        neighbours = self.ground.map.grid.neighbours
        own = [hex for line in self.board.lines if line.owner in (None, self.view.reader) for hex, _ in line.pieces]
        near = dict.fromkeys(other for hex in (*self.board.cities, *own) for other in neighbours[hex] if other)
        return [hex for hex in near if hex not in self.board.laid and hex not in self.ground.map.stop_names]

    def _is_mountain(self, hex: str) -> bool:
        return self.ground.map.terrain[hex] == "mountain"

    def _title(self, hex: str) -> str:
        stop = self.ground.map.stop_names.get(hex)
        return name_of(stop, self.marks.lang) if stop else hex

    def focus(self) -> tuple[float, float, float, float] | None:
        """A part of the map large enough to press in: around the draft, or around what may be pressed."""
        sites = [self.ground.site(place) for place in self.marks.links]
        hexes = self.sites.chosen[-1:] or tuple(site.hex for site in sites if site is not None)
        if not hexes:
            return None
        left, top, right, bottom = self.ground.frame
        size = 600.0
        centres = [self.plane.centre(hex) for hex in hexes]
        x = sum(x for x, _ in centres) / len(centres) - size / 2
        y = sum(y for _, y in centres) / len(centres) - size / 2
        return min(max(x, left), right - size), min(max(y, top), bottom - size), size, size
