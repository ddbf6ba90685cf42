"""What lies on a map of Age of Steam whatever is marked there: the track, its owners, and what marks must keep off.

A position is drawn many times while somebody looks at it and drafts, so this is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from engine.core.same import LAST, Same
from engine.core.sheet import Piece
from engine.draw import scenery, theme, tokens, trackwork
from engine.draw.free_places import Box, Clutter, around_disc, best_for_name, box_around, name_box
from engine.draw.markings import Backdrop, badges, courses_of, margins, remember_tracks
from engine.draw.text_widths import ITALIC, width
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.ground import Ground, ground, water_cost
from engine.games.age_of_steam.names import name_of
from engine.rail.hexes import SIDES, Point
from engine.rail.track import Line


class DrawnTrack:
    """The track of a position."""

    def __init__(self, board: Board, seats: tuple[str, ...]) -> None:
        self.board = board
        self.seats = seats
        self.ground = ground(board.map_name)

    @cached_property
    def courses(self) -> Mapping[Line, trackwork.Course]:
        return courses_of(self.ground.plane, self.board.lines, self.board.laid, self.ground.map.grid.neighbours)

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
            for x, y in peaks_in(self.ground, hex)
            if any(abs(x - px) < 24 and abs(y - py) < 20 for px, py in points[hex])
        )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return self.drafted(())

    def drafted(self, hexes: Sequence[str]) -> tuple[Piece, ...]:
        """With these hexes as a draft."""
        return tuple(
            trackwork.line_piece(
                self.ground.plane,
                way,
                theme.owner_paint(self.seats, line.owner),
                line.is_link and line.owner is not None,
                self.board.cities,
                self.ground.map.grid.neighbours,
                hexes,
            )
            for line, way in self.courses.items()
        )


@lru_cache(maxsize=LAST)
def drawn_track(board: Same[Board], seats: tuple[str, ...]) -> DrawnTrack:
    return DrawnTrack(board.value, seats)


@lru_cache(maxsize=LAST)
def backdrop(
    track: DrawnTrack, rows: tuple[Box | None, ...], changed: tuple[str, ...], out: tuple[int, ...], lang: str
) -> Backdrop:
    """`rows` is the space that the cubes of each city take, `changed` are hexes with a ring around them, and `out` the
    seats that are out of the game."""
    board, here = track.board, track.ground
    clutter = Clutter(((row, 3) for row in rows if row is not None), margins(here.frame))
    for hex in board.cities:
        x, y = here.plane.centre(hex)
        name, nudge = plate(here, hex, lang)
        clutter.add(box_around(x, y, 24, 36), 3)
        clutter.add(box_around(x + nudge, y, tokens.plate_width(name) / 2 + 1, 13), 3)
    for hex in here.map.town_at:
        if board.is_town(hex):
            clutter.add(box_around(*here.plane.centre(hex), 13), 2)
    for x, y in _crossings(track):
        clutter.add(box_around(x, y, 9))
    owners = tuple(badges(track.courses, track.seats, clutter, out=out))
    remember_tracks(track.courses.values(), clutter)
    for hex in here.lying_in("mountain"):
        for place in peaks_in(here, hex):
            if place not in track.levelled:
                clutter.add(box_around(*place, 14, 10), 0.3)
    for hex in changed:
        for side in SIDES:
            for x, y in (here.plane.corner(hex, side), here.plane.middle(hex, side)):
                clutter.add(box_around(x, y, 9), 0.5)
    return Backdrop(clutter, (*owners, *_town_names(track, clutter, lang)))


def _town_names(track: DrawnTrack, clutter: Clutter, lang: str) -> Iterator[Piece]:
    here = track.ground
    shores = water_cost(track.board.map_name)
    for hex, town in here.map.town_at.items():
        if not track.board.is_town(hex):
            continue
        name = name_of(town, lang)
        wide = width(name, ITALIC, 17)
        around = around_disc(*here.plane.centre(hex), wide)
        places = [(x + inward(here, x, wide / 2 + 4), y) for x, y in around]
        x, y = best_for_name(places, wide, clutter, shores)
        clutter.add(name_box(x, y, wide), 2)
        yield tokens.town_name(round(x), round(y), name)


def _crossings(track: DrawnTrack) -> list[Point]:
    plane, found = track.ground.plane, []
    for hex, tiled in track.board.laid.items():
        tracks = [(track.a, track.b) for track in tiled.tracks]
        for index, one in enumerate(tracks):
            for other in tracks[index + 1 :]:
                point = trackwork.crossing_point(plane.layout, one, other)
                if point is not None:
                    found.append(plane.away(hex, point))
    return found


def plate(here: Ground, hex: str, lang: str) -> tuple[str, int]:
    """The name on the plate of a city, and how far the plate must move to stay inside the frame."""
    name = name_of(here.map.stop_names[hex], lang)
    return name, round(inward(here, here.plane.centre(hex)[0], tokens.plate_width(name) / 2))


def inward(here: Ground, x: float, half: float) -> float:
    """How far something of this half width must move to stay inside the frame."""
    left, _, right, _ = here.frame
    return max(0.0, left - 1 - (x - half)) - max(0.0, x + half - right - 1)


def peaks_in(here: Ground, hex: str) -> tuple[tuple[int, int], ...]:
    return scenery.peak_places(here.plane, hex) if here.map.terrain[hex] == "mountain" else ()
