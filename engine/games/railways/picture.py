"""The board as a picture. The map is large, so what is read is drawn larger than the hexes it stands on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import scenery, theme, tokens, trackwork
from engine.draw.free_places import Box, Clutter
from engine.draw.hexboard import Plane
from engine.draw.legend import legend
from engine.draw.markings import Backdrop, Markings
from engine.draw.sites import Sites
from engine.draw.svg import enlarged, layered, path, pressable, scaled
from engine.games.railways.backdrop import LARGER, DrawnTrack, backdrop, drawn_track, nudge, sign_place
from engine.games.railways.city_signs import (
    GREY_CITY,
    SIGN_BOX,
    bounty,
    city_sign,
    empty_bar,
    hotel,
    plate_width,
)
from engine.games.railways.country import eastern_us
from engine.games.railways.ground import (
    MARGIN,
    SCALE,
    Ground,
    ground,
    in_key,
    on_paper,
    rivers,
    still,
    waves,
)
from engine.games.railways.names import name_of, site, words
from engine.games.railways.state import View
from engine.games.railways.textual import text

LARGE = 1.45  # names and cubes, so that they are read on a picture of the whole map
LEGEND = 1.7
FOCUS = 640.0  # so that a hex can be pressed on a phone

__all__ = ["draw", "text"]


def draw(view: View, marks: Marks) -> Drawing:
    here = ground()
    picture = Picture(view, marks, here)
    return layered(
        round(here.width * SCALE),
        round(here.height * SCALE),
        _still_on_paper(marks.lang),
        picture.pieces(),
        text(view, marks),
        picture.focus(),
        here.width / FOCUS,
    )


@cache
def _still_on_paper(lang: str) -> str:
    return scaled(still(lang), SCALE)


class CubeRow(NamedTuple):
    """The cubes beside a city, and the space that they take."""

    pieces: tuple[Piece, ...] = ()
    box: Box | None = None


@dataclass
class Picture:
    """The moving layer of one position. Pieces are gathered from below; what is placed is remembered as clutter.

    What stands whatever is marked, and what most positions share, is kept as it lies on paper.
    """

    view: View
    marks: Marks
    ground: Ground

    @cached_property
    def sites(self) -> Sites:
        return Sites(self.marks, site)

    @cached_property
    def track(self) -> DrawnTrack:
        return drawn_track(self.view.built, self.view.seats)

    @cached_property
    def backdrop(self) -> Backdrop:
        rows = tuple(row.box for row in self.cube_rows.values())
        signs = tuple((city, len(signs)) for city, signs in self.card_signs.items())
        return backdrop(self.track, rows, signs, self.marks.lang)

    @cached_property
    def markings(self) -> Markings:
        clutter = Clutter(below=self.backdrop.clutter)
        return Markings(self.plane, self.ground.frame, self.sites, self._is_city, clutter, LARGER)

    @property
    def plane(self) -> Plane:
        return self.ground.plane

    def pieces(self) -> Iterator[Piece]:
        prices = self.markings.prices()
        addresses = self.markings.addresses(self._near(), self._is_hill) if self.marks.addresses else []
        drafted = [hex for hex in self.sites.chosen if not self._is_city(hex)]

        yield from self.track.levelled
        yield from map(on_paper, self.markings.ground(self._scenery))
        yield from map(on_paper, self.markings.rings())
        yield from self.track.drafted(drafted) if drafted else self.track.pieces
        yield from map(on_paper, self._western())
        yield from map(on_paper, self.markings.elsewhere(self.view.country.terrain, self.view.country.city_at))
        yield from map(on_paper, self.markings.presses(self._title))
        yield from map(on_paper, addresses)
        yield from map(on_paper, prices)  # under the cities: a name is never covered
        for city in self.view.country.cities.values():
            yield self._city(city.word, city.hex)
            yield from self.cube_rows[city.word].pieces
        yield from map(on_paper, self._on_cards())
        yield from self.backdrop.signs
        yield from map(on_paper, self.markings.draft_numbers())
        yield from map(on_paper, self.markings.numbers())
        yield from map(on_paper, self._legend())

    def _is_city(self, hex: str) -> bool:
        return hex in self.view.country.city_at

    # The ground

    def _scenery(self, hex: str) -> str:
        """What the bright ground of a marked hex would cover."""
        terrain = self.view.country.terrain[hex]
        if terrain == "river":
            return scenery.clipped(self.ground.frame, rivers((hex,)))
        if terrain == "coast":
            return waves(hex)
        return ""

    # Cities and cubes

    @cached_property
    def cube_rows(self) -> Mapping[str, "CubeRow"]:
        return {city.word: self._cubes(city.word, city.hex) for city in self.view.country.cities.values()}

    def _cubes(self, city: str, hex: str) -> "CubeRow":
        there = self.view.cubes[city]
        came, gone = self.sites.moved_cubes(hex, there)
        presses = self.sites.cube_presses(city, lambda word: name_of(word, self.marks.lang))
        return _cube_row(hex, there, came, gone, self.sites.chosen_cubes(city), tuple(presses.items()))

    def _city(self, city: str, hex: str) -> Piece:
        new, empty = city in self.view.painted, not self.view.cubes[city]
        href = self.marks.links.get(city) or self.marks.links.get(hex) or ""
        return _city(city, self.view.colour(city), new, empty, href, self.marks.lang)

    def _on_cards(self) -> Iterator[Piece]:
        """Hotels and bounties at the cities that their cards name."""
        for city, signs in self.card_signs.items():
            for n, (_, svg) in enumerate(signs):
                yield Piece(*sign_place(city, n), SIGN_BOX, svg)

    @cached_property
    def card_signs(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """By city: the deed of each card that pays there, and its sign."""
        held = [(id, seat) for seat, player in enumerate(self.view.players) for id in player.cards]
        found: dict[str, list[tuple[str, str]]] = {}
        for id, owner in (*((id, None) for id in dict.fromkeys(self.view.row)), *held):
            card = self.view.box.cards[id]
            if card.deed == "hotel":
                paint = None if owner is None else theme.owner_paint(self.view.seats, owner)
                found.setdefault(card.city, []).append((card.deed, hotel(paint)))
            elif card.deed == "bounty":
                found.setdefault(card.city, []).append((card.deed, bounty(card.points)))
        return found

    def _western(self) -> Iterator[Piece]:
        """A western tile: straight track that leaves the map, with its owner."""
        for city, seat in self.view.western.items():
            x, y = self.plane.centre(self.view.country.western[city])
            d = "M-36 0h76"
            svg = path(d, stroke=theme.INK, stroke_width=trackwork.EDGE, fill="none")
            paint = theme.owner_paint(self.view.seats, seat)
            svg += trackwork.painted(d, paint, True)
            yield Piece(round(x), round(y), (-38, -10, 80, 20), svg)
            yield enlarged(tokens.badge(round(x), round(y), paint, True), (x, y), LARGER.badge)

    def _near(self) -> Iterator[str]:
        """Empty hexes where this reader is likely to build: beside their own links, or any city."""
        neighbours = self.view.country.grid.neighbours
        own = [line for line in self.view.lines if line.owner == self.view.viewer]
        ends = [end for line in own for end in line.ends if end is not None] or self.view.country.city_at
        loose = [hex for line in own for hex, _ in line.loose]
        near = dict.fromkeys(other for hex in (*ends, *loose) for other in neighbours[hex] if other)
        return (hex for hex in near if self.view.country.buildable(hex) and hex not in self.view.laid)

    def _is_hill(self, hex: str) -> bool:
        return self.view.country.terrain[hex] == "hill"

    def _title(self, hex: str) -> str:
        city = self.view.country.city_at.get(hex)
        return name_of(city, self.marks.lang) if city else hex

    def _legend(self) -> Iterator[Piece]:
        deeds = {deed for signs in self.card_signs.values() for deed, _ in signs}
        used = [("key-empty", empty_bar(0, 0))] if self.view.empty else []
        used += [("key-hotel", hotel(None))] if "hotel" in deeds else []
        used += [("key-bounty", bounty(3))] if "bounty" in deeds else []
        for row_of_key, (id, sign) in enumerate(used, 2):
            yield in_key(row_of_key, sign, id, self.marks.lang)
        origin = (float(MARGIN), self.ground.frame[3] + 48)
        row = (MARGIN, round(origin[1]), round((self.ground.width - 2 * MARGIN) / LEGEND))
        names = self.marks.names or tuple(name_of(colour, self.marks.lang) for colour in self.view.seats)
        if self.marks.alone:
            names = tuple(f"{name} · {held.points}" for name, held in zip(names, self.view.players, strict=True))
        for piece in legend(
            self.view.seats,
            names,
            (False,) * len(names),
            words(),
            self.marks.lang,
            row,
            unfinished=bool(self.view.unfinished),
            changed=bool(self.sites.changes),
        ):
            yield enlarged(piece, origin, LEGEND)

    def focus(self) -> Box | None:
        """A part of the map large enough to read and to press in: the draft, the best place to press, the changes, or
        the reader's own links."""
        hexes: Sequence[str] = self.sites.chosen[-1:] or tuple(self.sites.pressable)[:1] or self.sites.changed
        if not hexes:
            own = [line for line in self.view.lines if line.owner == self.view.viewer]
            hexes = [hex for line in own for hex, _ in line.pieces]
        if not hexes:
            return None
        left, top, right, bottom = self.ground.frame
        centres = [self.plane.centre(hex) for hex in hexes]
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        size = min(max(FOCUS, max(xs) - min(xs) + 240, max(ys) - min(ys) + 240), right - left)
        x = min(max((min(xs) + max(xs)) / 2 - size / 2, left), right - size)
        y = min(max((min(ys) + max(ys)) / 2 - size / 2, top), bottom - size)
        return x * SCALE, y * SCALE, size * SCALE, size * SCALE


@lru_cache(maxsize=1024)
def _city(city: str, colour: str, new: bool, empty: bool, href: str, lang: str) -> Piece:
    """Most cities look the same from position to position."""
    plane, name, aside = ground().plane, name_of(city, lang), nudge(city, lang)
    x, y = plane.centre(eastern_us().cities[city].hex)
    svg = city_sign(plane, name, theme.GOODS[colour] if colour else GREY_CITY, aside, new, empty)
    half = max(46, plate_width(name) // 2 + abs(aside) + 4)
    shown = pressable(href, name, svg) if href else svg
    return on_paper(Piece(round(x), round(y), (-half, -46, 2 * half, 92), shown))


@lru_cache(maxsize=1024)
def _cube_row(
    hex: str, there: str, came: str, gone: int, chosen: str, presses: tuple[tuple[str, tuple[str, str]], ...]
) -> CubeRow:
    """Most cities have the same cubes from position to position. The pieces are as large as on paper."""
    x, y = ground().plane.centre(hex)
    left, _, right, _ = ground().frame
    edges = (x - (x - left) / LARGE, x + (right - x) / LARGE)
    row, box = tokens.cube_row(round(x), round(y) + 20, there, came, gone, chosen, dict(presses), edges)
    if box is None:
        return CubeRow()
    pieces = tuple(on_paper(enlarged(piece, (x, y), LARGE)) for piece in row)
    west, north, east, south = box
    larger = x + (west - x) * LARGE, y + (north - y) * LARGE, x + (east - x) * LARGE, y + (south - y) * LARGE
    return CubeRow(pieces, larger)
