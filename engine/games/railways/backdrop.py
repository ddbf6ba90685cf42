"""What lies on the map of Railways whatever is marked there: the track, its owners, and what marks must keep off.

A position is drawn many times while somebody looks at it and drafts, so this is kept.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache

from engine.core.same import LAST
from engine.core.sheet import Piece
from engine.draw import scenery, theme, trackwork
from engine.draw.free_places import Box, Clutter, box_around
from engine.draw.markings import Backdrop, Larger, badges, courses_of, margins, remember_tracks
from engine.games.railways.built import Built
from engine.games.railways.city_signs import SIGN_AT, SIGN_STEP, plate_width
from engine.games.railways.country import eastern_us
from engine.games.railways.ground import ground, on_paper, peak_place
from engine.games.railways.names import name_of
from engine.rail.track import Line

LARGER = Larger(badge=1.25, marker=1.7, draft=1.3, price=1.3, address=1.4, city=1.6)


class DrawnTrack:
    """The track of a position. Its pieces are as large as on paper."""

    def __init__(self, built: Built, seats: tuple[str, ...]) -> None:
        self._built = built
        self.seats = seats

    @cached_property
    def courses(self) -> Mapping[Line, trackwork.Course]:
        country = eastern_us()
        return courses_of(ground().plane, self._built.lines, self._built.rails.laid, country.grid.neighbours)

    @cached_property
    def levelled(self) -> tuple[Piece, ...]:
        """Covers the peaks that track runs over."""
        hills = (hex for hex in self._built.rails.laid if eastern_us().terrain[hex] == "hill")
        return tuple(on_paper(scenery.levelled(*peak_place(hex))) for hex in hills)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return self.drafted(())

    def drafted(self, hexes: Sequence[str]) -> tuple[Piece, ...]:
        """With these hexes as a draft."""
        country = eastern_us()
        return tuple(
            on_paper(
                trackwork.line_piece(
                    ground().plane,
                    way,
                    theme.owner_paint(self.seats, line.owner),
                    line.is_link,
                    country.city_at,
                    country.grid.neighbours,
                    hexes,
                )
            )
            for line, way in self.courses.items()
        )


@lru_cache(maxsize=LAST)
def drawn_track(built: Built, seats: tuple[str, ...]) -> DrawnTrack:
    return DrawnTrack(built, seats)


@lru_cache(maxsize=LAST)
def backdrop(
    track: DrawnTrack, rows: tuple[Box | None, ...], signs: tuple[tuple[str, int], ...], lang: str
) -> Backdrop:
    """`rows` is the space that the cubes of each city take, `signs` how many signs of cards stand at a city."""
    clutter = Clutter(((row, 3) for row in rows if row is not None), _plates(lang))
    for city, number in signs:
        for n in range(number):
            clutter.add(box_around(*sign_place(city, n), 22), 3)
    owners = tuple(on_paper(badge) for badge in badges(track.courses, track.seats, clutter, LARGER.badge))
    remember_tracks(track.courses.values(), clutter)
    return Backdrop(clutter, owners)


@cache
def _plates(lang: str) -> Clutter:
    """The cities and their names."""
    clutter = Clutter(below=margins(ground().frame))
    for city in eastern_us().cities.values():
        x, y = ground().plane.centre(city.hex)
        half = plate_width(name_of(city.word, lang)) / 2
        clutter.add(box_around(x + nudge(city.word, lang), y, half + 1, 18), 3)
        clutter.add(box_around(x, y, 34), 2)
    return clutter


@cache
def nudge(city: str, lang: str) -> int:
    """How far the plate of a city must move to stay inside the frame, or off the hex of a western tile."""
    here, country = ground(), eastern_us()
    x, _ = here.plane.centre(country.cities[city].hex)
    left, _, right, _ = here.frame
    half = plate_width(name_of(city, lang)) / 2
    if city in country.western:
        return round(half) - 34
    return round(max(0.0, left + 2 - (x - half)) - max(0.0, x + half - right + 2))


def sign_place(city: str, n: int) -> tuple[int, int]:
    """Where the sign of a card stands, if it is the nth at its city."""
    x, y = ground().plane.centre(eastern_us().cities[city].hex)
    _, top, right, _ = ground().frame
    left = x + SIGN_AT[0] + n * SIGN_STEP
    return round(min(left, right - SIGN_STEP / 2)), round(max(y + SIGN_AT[1], top + SIGN_STEP / 2))
