"""What is drawn over a board of hexes for one reader: owners, prices, numbers of changes and of the draft.

Each lies where it covers least. On a large map `Larger` draws them larger than the hexes they stand on.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.core.sheet import Piece
from engine.draw import hexboard, theme, tokens, trackwork
from engine.draw.free_places import Box, Clutter, best, box_around, from_the_middle
from engine.draw.hexboard import Frame, Plane
from engine.draw.sites import Sites
from engine.draw.svg import enlarged, quiet_presses
from engine.rail.hexes import Point
from engine.rail.track import Line, Neighbours, Tiled

# Places in a hex, in sides from its middle. A plate that reaches in from a city leaves room above and below it.
IN_A_HEX = (
    (0, 0), (0, -0.64), (0, 0.64), (0.3, -0.6), (-0.3, -0.6), (0.3, 0.6), (-0.3, 0.6),
    (0.45, 0.25), (-0.45, 0.25), (0.45, -0.25), (-0.45, -0.25),
)  # fmt: skip
OVER, UNDER = (0, -0.36), (0, 0.3)  # for an address, and for the price that stands with it
MARGIN = 60  # of a sheet, at most: nothing is placed there


@dataclass(frozen=True)
class Larger:
    """How many times larger than on a board whose hexes are drawn in full size."""

    badge: float = 1
    marker: float = 1
    draft: float = 1
    price: float = 1
    address: float = 1
    city: float = 1.3  # how far from the middle of a city its numbers stand, in sides


class Backdrop(NamedTuple):
    """What lies on a board whatever is marked there. It is worked out once for a position, which is shown often."""

    clutter: Clutter  # what marks must keep off
    signs: tuple[Piece, ...]  # whose the lines are, and names that have no place of their own


@dataclass
class Markings:
    plane: Plane
    frame: Frame
    sites: Sites
    is_city: Callable[[str], bool]
    clutter: Clutter
    larger: Larger = Larger()

    def ground(self, scenery: Callable[[str], str]) -> Iterator[Piece]:
        """Under everything: hexes that changed. `scenery` draws again what their bright ground would hide."""
        yield from hexboard.changed_ground(self.plane, self.sites.changed, self.frame, scenery)

    def rings(self) -> Iterator[Piece]:
        """Under the track: around what changed, and the ground of the draft."""
        yield from hexboard.changed_rings(self.plane, self.sites.changed, self.frame)
        yield from (hexboard.chosen_ground(self.plane, hex) for hex in self.sites.chosen)

    def presses(self, title: Callable[[str], str]) -> Iterator[Piece]:
        """Over the track: hexes that may be pressed, and those of the draft."""
        marks = self.sites.marks
        for hex, place in self.sites.pressable.items():
            price = marks.prices.get(place)
            shown = f"{title(hex)} · {price}" if price else title(hex)
            yield hexboard.may_press(self.plane, hex, marks.links[place], shown, wide=self.is_city(hex))
        yield from (hexboard.chosen_ring(self.plane, hex, wide=self.is_city(hex)) for hex in self.sites.chosen)

    def elsewhere(self, hexes: Iterable[str], stops: Mapping[str, str]) -> Iterator[Piece]:
        """Under the presses: every other hex, and what lies on it, by its name. It looks like nothing to press."""
        address = self.sites.marks.elsewhere
        others = [hex for hex in hexes if hex not in self.sites.pressable and hex not in self.sites.chosen]
        if address and others:
            names = ((hex, f"{hex}.{stops[hex]}" if hex in stops else hex) for hex in others)
            shapes = ((name, hexboard.quiet_hex(self.plane, hex)) for hex, name in names)
            svg = quiet_presses(address, shapes, fill="transparent")
            left, top, right, bottom = map(round, self.frame)
            yield Piece(0, 0, (left, top, right - left, bottom - top), svg)

    def addresses(self, hexes: Iterable[str], aside: Callable[[str], bool]) -> list[Piece]:
        """Of empty hexes, where there is room; `aside` leaves the middle of a hex to its scenery.

        Those that may be pressed are called by their address in the list too, so they come first.
        """
        by, pieces = self.larger.address, self._pressable_addresses()
        for hex in hexes:
            if hex not in self.sites.pressable:
                for piece in hexboard.address_pieces(self.plane, hex, aside=aside(hex)):
                    if self.clutter.cost(box_around(piece.x, piece.y, 12 * by, 8 * by)) == 0:
                        pieces.append(enlarged(piece, (piece.x, piece.y), by))
                        break
        return pieces

    def _pressable_addresses(self) -> list[Piece]:
        pieces = []
        sizes = dict.fromkeys((self.larger.address, 1.0))
        for hex in self.sites.pressable:
            if self.is_city(hex):
                continue
            tag = hexboard.address_tag(hex)
            for by, offset in ((by, offset) for by in sizes for offset in (OVER, *IN_A_HEX)):
                x, y = self.plane.away(hex, offset)
                box = box_around(x, y, tag.box[2] / 2 * by, 7 * by)
                if self.clutter.cost(box) == 0:
                    self.clutter.add(box)
                    pieces.append(enlarged(tag.moved(round(x), round(y)), (x, y), by))
                    break
        return pieces

    def prices(self) -> list[Piece]:
        """Each price in its hex, in the middle or where it covers least, and beside cities not larger than need be."""
        pieces = []
        sizes = dict.fromkeys((self.larger.price, 1.0))
        for hex, place in self.sites.pressable.items():
            price = self.sites.marks.prices.get(place)
            if not price:
                continue
            tag = hexboard.price_tag(price)
            for by in sizes:
                half = tag.box[2] / 2 * by
                places = ((point, box_around(*point, half, 9 * by)) for point in self._points(hex, by))
                x, y = best(places, self.clutter, handicap=2)
                if self.clutter.cost(box_around(x, y, half, 9 * by)) == 0:
                    break
            self.clutter.add(box_around(x, y, half, 9 * by), 2)
            pieces.append(enlarged(tag.moved(round(x), round(y)), (x, y), by))
        return pieces

    def _points(self, hex: str, by: float) -> Iterator[Point]:
        """Where a price may stand."""
        if self.is_city(hex):
            yield from (point for point, _ in self._corners((hex,), by))
            return
        if self.sites.marks.addresses:
            yield self.plane.away(hex, UNDER)
        yield from (self.plane.away(hex, offset) for offset in IN_A_HEX)

    def draft_numbers(self) -> Iterator[Piece]:
        by = self.larger.draft
        for figure, hex in enumerate(self.sites.chosen, 1):
            x, y = best(self._corners((hex,), by), self.clutter, handicap=0.5)
            self.clutter.add(box_around(x, y, 13 * by), 3)
            yield enlarged(tokens.draft_number(round(x), round(y), figure), (x, y), by)

    def numbers(self) -> Iterator[Piece]:
        """Of the changes; one that touches several neighbouring hexes has one number."""
        by = self.larger.marker
        for figure, hexes in self.sites.numbered.items():
            for group in hexboard.neighbourhoods(self.plane, hexes):
                x, y = best(self._corners(group, by), self.clutter, handicap=0.5)
                self.clutter.add(box_around(x, y, 17 * by), 3)
                yield enlarged(tokens.marker(round(x), round(y), figure), (x, y), by)

    def _corners(self, hexes: Iterable[str], by: float) -> Iterator[tuple[Point, Box]]:
        left, top, right, bottom = self.frame
        for hex in hexes:
            reach = self.larger.city if self.is_city(hex) else 1
            for corner in (1, 0, 2, 5, 3, 4):
                x, y = self.plane.corner(hex, corner, reach)
                x, y = min(max(x, left + 10 * by), right - 10 * by), min(max(y, top + 10 * by), bottom - 10 * by)
                yield (x, y), box_around(x, y, 16 * by)


def courses_of(
    plane: Plane, lines: Iterable[Line], laid: Mapping[str, Tiled], neighbours: Neighbours
) -> Mapping[Line, trackwork.Course]:
    return {line: trackwork.course(plane, trackwork.steps_of(line, laid, neighbours)) for line in lines}


@cache
def margins(frame: Frame) -> Clutter:
    left, top, right, bottom = frame
    sides = (
        (0, 0, left, bottom),
        (0, 0, right, top),
        (right, 0, right + MARGIN, bottom),
        (0, bottom, right, bottom + MARGIN),
    )
    return Clutter((side, 1) for side in sides)


def badges(
    courses: Mapping[Line, trackwork.Course],
    seats: Sequence[str],
    clutter: Clutter,
    larger: float = 1,
    out: Collection[int] = (),
) -> Iterator[Piece]:
    """Who owns each line; `out` are the owners who are out of the game."""
    for line, way in courses.items():
        if line.owner is None:
            continue
        places = from_the_middle(way.points[1:-1])
        # With room around it; where it would cover something, not larger, and then without that room.
        for room, by in dict.fromkeys(((19, larger), (19, 1.0), (13, 1.0))):
            x, y = best(((point, box_around(*point, room * by)) for point in places), clutter, handicap=0.2)
            if clutter.cost(box_around(x, y, 13 * by)) == 0:
                break
        clutter.add(box_around(x, y, 13 * by), 2)
        badge = tokens.badge(round(x), round(y), theme.owner_paint(seats, line.owner), line.is_link, line.owner in out)
        yield enlarged(badge, (x, y), by)


def remember_tracks(courses: Iterable[trackwork.Course], clutter: Clutter) -> None:
    for way in courses:
        for x, y in way.points[::2]:
            clutter.add(box_around(x, y, 8), 1)
