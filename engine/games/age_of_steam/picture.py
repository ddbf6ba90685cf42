"""The board of Age of Steam as a picture: the map with its legend, and where it stands alone the players below it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.core.same import Same
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import scenery, theme, tokens
from engine.draw.free_places import Box, Clutter
from engine.draw.hexboard import Plane
from engine.draw.legend import legend
from engine.draw.markings import Backdrop, Markings
from engine.draw.sites import Sites
from engine.draw.svg import layered, stacked
from engine.draw.tokens import cube_row
from engine.games.age_of_steam.backdrop import DrawnTrack, backdrop, drawn_track, peaks_in, plate
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.ground import MARGIN, Ground, ground, still
from engine.games.age_of_steam.names import name_of, words
from engine.games.age_of_steam.panel import draw_panel
from engine.games.age_of_steam.textual import text
from engine.games.age_of_steam.view import View
from engine.rail.tiles import MIDDLE
from engine.rail.track import Laid

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
        return Markings(self.plane, self.ground.frame, self.sites, self.board.is_city, self.clutter)

    @cached_property
    def clutter(self) -> Clutter:
        return Clutter(below=self.backdrop.clutter)

    @cached_property
    def backdrop(self) -> Backdrop:
        out = tuple(seat for seat, player in enumerate(self.view.players) if player.bankrupt)
        rows = tuple(look.row for look in self.cities)
        return backdrop(self.track, rows, self.sites.changed, out, self.marks.lang)

    @cached_property
    def track(self) -> DrawnTrack:
        return drawn_track(Same(self.board), self.view.seats)

    @property
    def board(self) -> Board:
        return self.view.board

    @property
    def plane(self) -> Plane:
        return self.ground.plane

    def pieces(self) -> Iterator[Piece]:
        prices = self.markings.prices()
        addresses = self.markings.addresses(self._reachable(), self._is_mountain) if self.marks.addresses else []

        yield from (scenery.levelled(x, y) for x, y in self.track.levelled)
        yield from self.markings.ground(self._scenery)
        yield from addresses
        yield from self.markings.rings()
        yield from self.track.drafted(self.sites.chosen) if self.sites.chosen else self.track.pieces
        yield from self.markings.elsewhere(self.ground.map.terrain, self.ground.map.stop_names)
        yield from self.markings.presses(self._title)
        yield from self._towns()
        for look in self.cities:
            yield self._city(look)
            yield from look.cubes
        yield from self.backdrop.signs
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
        places = [place for place in peaks_in(self.ground, hex) if place not in self.track.levelled]
        if not rivers and not places:
            return ""
        return scenery.clipped(self.ground.frame, rivers + scenery.peaks(places))

    def link(self, hex: str) -> str | None:
        """Where a press on this hex leads, by its address or by the name of its stop."""
        return self.marks.links.get(hex) or self.marks.links.get(self.ground.map.stop_names.get(hex, ""))

    # Cities and cubes

    @cached_property
    def cities(self) -> tuple[CityLook, ...]:
        return tuple(self._city_look(hex) for hex in self.board.cities)

    def _city_look(self, hex: str) -> CityLook:
        x, y = self.plane.centre(hex)
        cubes, row = self._cubes(hex, round(x), round(y) + 24)
        return CityLook(hex, *plate(self.ground, hex, self.marks.lang), cubes, row)

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
