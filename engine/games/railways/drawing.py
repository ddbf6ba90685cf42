"""The board as a picture. The map is large, so what is read is drawn larger than the hexes it stands on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import hexboard, scenery, theme, tokens, trackwork
from engine.draw.hexboard import Plane
from engine.draw.legend import legend
from engine.draw.lettering import BOLD, width
from engine.draw.placing import Box, Clutter, best, box_around, from_the_middle
from engine.draw.sites import Site
from engine.draw.svg import element, label, layered, number, path, polygon, pressable, rect
from engine.draw.theme import Paint
from engine.games.railways.ground import (
    MARGIN,
    SCALE,
    Ground,
    enlarged,
    ground,
    on_paper,
    peak_place,
    rivers,
    still,
    waves,
)
from engine.games.railways.naming import name_of, site, words
from engine.games.railways.state import View
from engine.games.railways.textual import text
from engine.rail.goods import COLOURS, LETTERS
from engine.rail.hexes import Point
from engine.rail.track import Line

LARGE = 1.45  # names and cubes, so that they are read on a picture of the whole map
LARGER = 1.7  # numbers of changes and the legend
LETTERING = 26  # of names
GREY_CITY = Paint(theme.PAPER, "", theme.INK)
FOCUS = 900.0

__all__ = ["draw", "text"]


def draw(view: View, marks: Marks) -> Drawing:
    here = ground()
    picture = Picture(view, marks, here)
    return layered(
        round(here.width * SCALE),
        round(here.height * SCALE),
        element("g", still(marks.lang), transform=f"scale({number(SCALE)})"),
        (on_paper(piece) for piece in picture.pieces()),
        text(view, marks),
        picture.focus(),
    )


@dataclass
class Picture:
    """The moving layer of one position. Pieces are gathered from below; what is placed is remembered as clutter."""

    view: View
    marks: Marks
    ground: Ground
    clutter: Clutter = field(default_factory=Clutter)

    @property
    def plane(self) -> Plane:
        return self.ground.plane

    def pieces(self) -> Iterator[Piece]:
        changed = tuple(dict.fromkeys(place.hex for place, _ in self.changes))
        self._lay_out()
        badges = self._badges()
        self._remember_tracks()
        prices = self._prices()

        yield from self._levelled()
        yield from hexboard.changed_ground(self.plane, changed, self.ground.frame, self._scenery)
        yield from self._addresses()
        yield from hexboard.changed_rings(self.plane, changed, self.ground.frame)
        yield from (hexboard.chosen_ground(self.plane, hex) for hex in self.chosen)
        yield from self._tracks()
        yield from self._western()
        yield from self._pressable_hexes()
        yield from (hexboard.chosen_ring(self.plane, hex, wide=self._is_city(hex)) for hex in self.chosen)
        for city in self.view.country.cities.values():
            yield self._city(city.word, city.hex)
            yield from self.cube_rows[city.word][0]
        yield from badges
        yield from prices
        yield from self._draft_numbers()
        yield from self._markers()
        yield from self._legend()

    def _is_city(self, hex: str) -> bool:
        return hex in self.view.country.city_at

    # The ground

    def _scenery(self, hex: str) -> str:
        """What a bright ground would hide in a hex."""
        terrain = self.view.country.terrain[hex]
        if terrain == "river":
            return scenery.clipped(self.ground.frame, rivers((hex,)))
        if terrain == "coast":
            return waves(hex)
        return ""

    def _levelled(self) -> Iterator[Piece]:
        """Peaks that track runs over."""
        for hex in self.view.laid:
            if self.view.country.terrain[hex] == "hill":
                yield scenery.levelled(*peak_place(hex))

    @cached_property
    def changes(self) -> tuple[tuple[Site, tuple[int, ...]], ...]:
        found = ((site(place), numbers) for place, numbers in self.marks.changes.items())
        return tuple((place, numbers) for place, numbers in found if place is not None)

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        places = (site(place) for place in self.marks.chosen)
        return tuple(dict.fromkeys(place.hex for place in places if place is not None and place.good is None))

    # Cities and cubes

    @cached_property
    def cube_rows(self) -> Mapping[str, tuple[tuple[Piece, ...], Box | None]]:
        return {city.word: self._cubes(city.word, city.hex) for city in self.view.country.cities.values()}

    def _cubes(self, city: str, hex: str) -> tuple[tuple[Piece, ...], Box | None]:
        x, y = self.plane.centre(hex)
        left, _, right, _ = self.ground.frame
        there = self.view.cubes[city]
        came, gone = self._moved_cubes(hex, there)
        chosen = "".join(letter for letter, colour in COLOURS.items() if f"{city}:{colour}" in self.marks.chosen)
        presses = {
            LETTERS[colour]: (href, f"{name_of(city, self.marks.lang)}: {name_of(colour, self.marks.lang)}")
            for colour in theme.GOODS
            if (href := self.marks.links.get(f"{city}:{colour}"))
        }
        edges = (x - (x - left) / LARGE, x + (right - x) / LARGE)
        row, box = tokens.cube_row(round(x), round(y) + 20, there, came, gone, chosen, presses, edges)
        if box is None:
            return (), None
        pieces = tuple(enlarged(piece, (x, y), LARGE) for piece in row)
        return pieces, tuple((x, y)[at % 2] + (value - (x, y)[at % 2]) * LARGE for at, value in enumerate(box))  # type: ignore[return-value]

    def _moved_cubes(self, hex: str, there: str) -> tuple[str, int]:
        """The cubes that came, as letters, and how many left. One that is not there has left."""
        came, gone = "", 0
        for place, numbers in self.changes:
            if place.hex == hex and place.good is not None:
                letter = LETTERS[place.good]
                if place.left or letter not in there:
                    gone += len(numbers)
                else:
                    came += letter * len(numbers)
        return came, gone

    def _paint(self, city: str) -> Paint:
        colour = self.view.colour(city)
        return theme.GOODS[colour] if colour else GREY_CITY

    def _city(self, city: str, hex: str) -> Piece:
        x, y = self.plane.centre(hex)
        name = name_of(city, self.marks.lang)
        paint = self._paint(city)
        svg = city_sign(
            self.plane, name, paint, self._nudge(city, hex), city in self.view.painted, not self.view.cubes[city]
        )
        half = max(46, plate_width(name) // 2 + abs(self._nudge(city, hex)) + 4)
        href = self.marks.links.get(city) or self.marks.links.get(hex)
        shown = pressable(href, name, svg) if href else svg
        return Piece(round(x), round(y), (-half, -46, 2 * half, 92), shown)

    def _nudge(self, city: str, hex: str) -> int:
        """How far the plate must move to stay inside the frame, or off the hex of a western tile."""
        x, _ = self.plane.centre(hex)
        left, _, right, _ = self.ground.frame
        half = plate_width(name_of(city, self.marks.lang)) / 2
        if city in self.view.country.western:
            return round(half) - 34
        return round(max(0.0, left + 2 - (x - half)) - max(0.0, x + half - right + 2))

    # Track and its owners

    @cached_property
    def courses(self) -> Mapping[Line, trackwork.Course]:
        neighbours = self.view.country.grid.neighbours
        return {
            line: trackwork.course(self.plane, trackwork.steps_of(line, self.view.laid, neighbours))
            for line in self.view.lines
        }

    def _tracks(self) -> Iterator[Piece]:
        drafted = [hex for hex in self.chosen if not self._is_city(hex)]
        for line, way in self.courses.items():
            yield trackwork.line_piece(
                self.plane,
                way,
                self._seat_paint(line.owner),
                line.is_link,
                self.view.country.city_at,
                self.view.country.grid.neighbours,
                drafted,
            )

    def _seat_paint(self, owner: int | None) -> Paint:
        return theme.OWNERLESS if owner is None else theme.SEATS[self.view.seats[owner]]

    def _western(self) -> Iterator[Piece]:
        """A western tile: straight track that leaves the map, with its owner."""
        for city, seat in self.view.western.items():
            x, y = self.plane.centre(self.view.country.western[city])
            d = "M-36 0h76"
            svg = path(d, stroke=theme.INK, stroke_width=trackwork.EDGE, fill="none")
            svg += trackwork.painted(d, self._seat_paint(seat), True)
            yield Piece(round(x), round(y), (-38, -10, 80, 20), svg)
            yield enlarged(tokens.badge(round(x), round(y), self._seat_paint(seat), True), (x, y), 1.25)

    def _lay_out(self) -> None:
        """Remembers what badges and numbers must keep off: the margin, plates, cubes and cities."""
        left, top, right, bottom = self.ground.frame
        for margin in ((0, 0, left, bottom), (0, 0, right, top), (right, 0, right + 60, bottom)):
            self.clutter.add(margin)
        self.clutter.add((0, bottom, right, bottom + 60))
        for city in self.view.country.cities.values():
            x, y = self.plane.centre(city.hex)
            half = plate_width(name_of(city.word, self.marks.lang)) / 2
            self.clutter.add(box_around(x + self._nudge(city.word, city.hex), y, half + 1, 18), 3)
            self.clutter.add(box_around(x, y, 34), 2)
            row = self.cube_rows[city.word][1]
            if row is not None:
                self.clutter.add(row, 3)

    def _badges(self) -> list[Piece]:
        pieces = []
        for line, way in self.courses.items():
            if line.owner is None:
                continue
            candidates = ((point, box_around(*point, 20)) for point in from_the_middle(way.points[1:-1]))
            x, y = best(candidates, self.clutter, handicap=0.2)
            self.clutter.add(box_around(x, y, 17), 2)
            badge = tokens.badge(round(x), round(y), self._seat_paint(line.owner), line.is_link)
            pieces.append(enlarged(badge, (x, y), 1.25))
        return pieces

    def _remember_tracks(self) -> None:
        for way in self.courses.values():
            for x, y in way.points[::2]:
                self.clutter.add(box_around(x, y, 8), 1)

    # What is new, and what may be pressed

    def _markers(self) -> Iterator[Piece]:
        by_number: dict[int, dict[str, None]] = {}
        for place, numbers in self.changes:
            for figure in numbers:
                by_number.setdefault(figure, {})[place.hex] = None
        for figure in sorted(by_number):
            for group in hexboard.neighbourhoods(self.plane, tuple(by_number[figure])):
                x, y = best(self._corners(group, 28), self.clutter, handicap=0.5)
                self.clutter.add(box_around(x, y, 28), 3)
                yield enlarged(tokens.marker(round(x), round(y), figure), (x, y), LARGER)

    def _corners(self, hexes: Iterable[str], half: float) -> Iterator[tuple[Point, Box]]:
        left, top, right, bottom = self.ground.frame
        for hex in hexes:
            reach = 1.6 if self._is_city(hex) else 1
            for corner in (1, 0, 2, 5, 3, 4):
                x, y = self.plane.corner(hex, corner, reach)
                x, y = min(max(x, left + half), right - half), min(max(y, top + half), bottom - half)
                yield (x, y), box_around(x, y, half)

    def _addresses(self) -> Iterator[Piece]:
        """Of empty hexes beside own track and own cities, for a reader who may build."""
        if not self.marks.addresses:
            return
        neighbours = self.view.country.grid.neighbours
        own = [hex for line in self.view.lines if line.owner == self.view.viewer for hex, _ in line.pieces]
        near = dict.fromkeys(other for hex in (*self.view.country.city_at, *own) for other in neighbours[hex] if other)
        for hex in near:
            if self.view.country.buildable(hex) and hex not in self.view.laid and hex not in self.marks.links:
                for piece in hexboard.address_pieces(self.plane, hex):
                    if self.clutter.cost(box_around(piece.x, piece.y, 14, 8)) == 0:
                        yield piece
                        break

    @cached_property
    def pressable(self) -> Mapping[str, str]:
        """Hexes that may be pressed, by address or by the name of their city: to the place as it was given."""
        found = {}
        for place in self.marks.links:
            there = site(place)
            if there is not None and there.good is None and there.hex not in self.chosen:
                found[there.hex] = place
        return found

    def _pressable_hexes(self) -> Iterator[Piece]:
        for hex, place in self.pressable.items():
            city = self.view.country.city_at.get(hex)
            title = name_of(city, self.marks.lang) if city else hex
            price = self.marks.prices.get(place)
            shown = f"{title} · {price}" if price else title
            yield hexboard.may_press(self.plane, hex, self.marks.links[place], shown, wide=city is not None)

    def _prices(self) -> list[Piece]:
        pieces = []
        for hex, place in self.pressable.items():
            price = self.marks.prices.get(place)
            if price:
                points = [self.plane.away(hex, offset) for offset in ((0, 0), (0, 0.5), (0, -0.5))]
                if self._is_city(hex):
                    points = [point for point, _ in self._corners((hex,), 14)]
                x, y = best(((point, box_around(*point, 14, 9)) for point in points), self.clutter, handicap=2)
                self.clutter.add(box_around(x, y, 14, 9), 2)
                pieces.append(hexboard.price_tag(round(x), round(y), price))
        return pieces

    def _draft_numbers(self) -> Iterator[Piece]:
        for figure, hex in enumerate(self.chosen, 1):
            x, y = best(self._corners((hex,), 16), self.clutter, handicap=0.5)
            self.clutter.add(box_around(x, y, 16), 3)
            yield enlarged(tokens.draft_number(round(x), round(y), figure), (x, y), 1.3)

    def _legend(self) -> Iterator[Piece]:
        origin = (float(MARGIN), self.ground.frame[3] + 48)
        row = (MARGIN, round(origin[1]), round((self.ground.width - 2 * MARGIN) / LARGER))
        names = self.marks.names or tuple(name_of(colour, self.marks.lang) for colour in self.view.seats)
        for piece in legend(
            self.view.seats,
            names,
            (False,) * len(names),
            words(),
            self.marks.lang,
            row,
            unfinished=bool(self.view.unfinished),
            changed=bool(self.changes),
        ):
            yield enlarged(piece, origin, LARGER)

    def focus(self) -> Box | None:
        """A part of the map large enough to read and press in: the draft, what is new, or the reader's own links."""
        places = [site(place) for place in (*self.marks.changes, *self.marks.chosen[-1:])]
        hexes = [place.hex for place in places if place is not None]
        if self.chosen:
            hexes = [self.chosen[-1]]
        elif not hexes:
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


def plate_width(name: str) -> int:
    return round(width(name, BOLD, LETTERING)) + 14


@cache
def city_sign(plane: Plane, name: str, paint: Paint, nudge: int, new: bool, empty: bool) -> str:
    """A city: its hex, the letter of its colour, its name. A New City has a white ring, an empty one a white bar."""
    wide = plate_width(name)
    svg = polygon(plane.corners, fill=paint.colour, stroke=theme.INK, stroke_width=3, stroke_linejoin="round")
    if new:
        inner = [(x * 0.86, y * 0.86) for x, y in plane.corners]
        svg += polygon(inner, fill="none", stroke=theme.WHITE, stroke_width=3)
    svg += label(0, -18, paint.letter, BOLD, 20, paint.on) if paint.letter else ""
    if empty:
        svg += rect(-16, 21, 32, 12, rx=3, fill=theme.WHITE, stroke=theme.INK, stroke_width=2)
        svg += path("M-9 27h18", stroke=theme.INK, stroke_width=2.4)
    edge = theme.INK if paint.colour != theme.INK else theme.FIGURE
    svg += rect(nudge - wide / 2, -16, wide, 32, rx=6, fill=paint.colour, stroke=edge, stroke_width=2.4)
    return svg + label(nudge, 9, name, BOLD, LETTERING, paint.on)
