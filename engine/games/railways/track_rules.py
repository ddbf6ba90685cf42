"""Where a track may lie and what it costs (chapter 5 of the rules). The phase decides whose turn it is."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from engine.core.refusal import Refusal, refusal
from engine.games.railways.built import Built
from engine.games.railways.country import Country, eastern_us
from engine.games.railways.moves import TILES, Lay
from engine.games.railways.network import Network
from engine.games.railways.profile import Profile
from engine.games.railways.state import Public, State
from engine.rail.hexes import SIDES, opposite
from engine.rail.tiles import Track
from engine.rail.track import End, Laid, Line, Tiled

MOST_TRACKS = 2  # in a hex, rw-5.6
SINGLE = "single"  # what lies in a hex is told by its tracks; the tile itself needs no name


class Shape(NamedTuple):
    """A tile in one of its orientations, wherever it may lie."""

    tile: str
    rotation: int
    track: Track

    def out(self, entry: int) -> int:
        """The exit by which track that comes in by the other one leaves."""
        a, b = self.track
        return a if b == entry else b


SHAPES = tuple(Shape(p.tile.id, p.rotation, p.tracks[0]) for p in TILES.placements)
WITH_EXIT = tuple(tuple(shape for shape in SHAPES if side in shape.track) for side in SIDES)


class Piece(NamedTuple):
    """A tile that could lie in a hex."""

    hex: str
    shape: Shape

    @property
    def track(self) -> Track:
        return self.shape.track

    @property
    def lay(self) -> Lay:
        return Lay(self.hex, self.shape.tile, self.shape.rotation)


class Meeting(msgspec.Struct, frozen=True):
    """What an exit leads to: a city, the end of an unfinished line, open land, or nothing that takes track."""

    city: str | None = None
    line: Line | None = None
    open: bool = False

    @property
    def stop(self) -> str | None:
        """The city at the far end of what is met, as its hex."""
        return self.line.stop if self.line is not None else self.city

    @property
    def joined(self) -> bool:
        return self.city is not None or self.line is not None


OPEN, SHUT = Meeting(open=True), Meeting()


def meeting(s: Public, hex: str, exit: int) -> Meeting:
    """What an exit leads to. Without track that never changes; with track it is computed once for each position."""
    there = s.country.grid.neighbours[hex][exit]
    if there is None or there not in s.laid:
        return _on_empty_map()[hex][exit]
    known: Meeting | None = s.built.meetings.get((hex, exit))
    if known is None:
        known = s.built.meetings[hex, exit] = _with_track(s, there, exit)
    return known


@cache
def _on_empty_map() -> Mapping[str, list[Meeting]]:
    country = eastern_us()
    beside = country.grid.neighbours
    found = {
        hex: [
            Meeting(city=there) if there in country.city_at else OPEN if country.buildable(there) else SHUT
            for there in around
        ]
        for hex, around in beside.items()
    }
    # A corner of land out of which no track leads is as shut as water, and so is what leads only into such a corner.
    corners = [(hex, exit) for hex in found for exit in SIDES if found[hex][exit] is OPEN]
    while shut := [(hex, exit) for hex, exit in corners if not _leads_on(found, beside[hex][exit], exit)]:
        for hex, exit in shut:
            found[hex][exit] = SHUT
        corners = [end for end in corners if end not in shut]
    return found


def _leads_on(found: Mapping[str, list[Meeting]], hex: str | None, exit: int, taken: Iterable[int] = ()) -> bool:
    """Whether track that comes into this hex by that exit of its neighbour may leave it by another side."""
    assert hex is not None  # only land is open
    entry = opposite(exit)
    ways_out = (shape.out(entry) for shape in WITH_EXIT[entry])
    return any(found[hex][out] is not SHUT for out in ways_out if out not in taken)


def _with_track(s: Public, there: str, exit: int) -> Meeting:
    line = s.built.loose_end((there, opposite(exit)))
    if line is not None:
        return Meeting(line=line)
    tiled = s.laid[there]
    has_room = len(tiled.tracks) < MOST_TRACKS and _leads_on(_on_empty_map(), there, exit, tiled.exits)
    return OPEN if has_room else SHUT


def track_of(tile: str, rotation: int) -> Track | None:
    rotations = TILES[tile].rotations
    return rotations[rotation][0] if rotation < len(rotations) else None


def refuse_track(s: Public, seat: int, hex: str, track: Track) -> Refusal | None:
    """Whether this track may be added here, whether or not it joins the link being built."""
    return land(s, hex) or room(s, hex, track) or _ends(s, seat, hex, track)


def land(s: Public, hex: str) -> Refusal | None:
    if s.country.buildable(hex):
        return None
    if hex in s.country.city_at:
        return refusal("in-a-city", "rw-5.4", hex=hex, city=s.country.city_at[hex])
    return refusal("no-land", "rw-5.4", hex=hex)


def room(s: Public, hex: str, track: Track) -> Refusal | None:
    tiled = s.laid.get(hex)
    if tiled is None:
        return None
    if len(tiled.tracks) >= MOST_TRACKS:
        return refusal("hex-full", "rw-5.6", hex=hex)
    if any(exit in tiled.exits for exit in track):
        return refusal("side-taken", "rw-5.6", hex=hex)
    return None


def _ends(s: Public, seat: int, hex: str, track: Track) -> Refusal | None:
    a, b = (meeting(s, hex, exit) for exit in track)
    if not a.joined and not b.joined:
        return refusal("no-start", "rw-5.2", hex=hex)
    for end in (a, b):
        if end.line is not None and end.line.owner != seat:
            return refusal("foreign-end", "rw-5.11", hex=hex)
        if end is SHUT:
            return refusal("dead-end", "rw-5.12", hex=hex)
        if end.line is not None and any(passed == hex for passed, _ in end.line.pieces):
            return refusal("hex-twice", "rw-5.8", hex=hex)
    if a.stop is not None and a.stop == b.stop:
        return refusal("loop", "rw-5.9", city=s.country.city_at[a.stop])
    if a.line is not None and b.line is not None:
        through = {passed for passed, _ in a.line.pieces}
        if any(passed in through for passed, _ in b.line.pieces):
            return refusal("hex-twice", "rw-5.8", hex=hex)
    return None


def completes(s: Public, hex: str, track: Track) -> bool:
    return all(meeting(s, hex, exit).stop is not None for exit in track)


def free_end(s: Public, hex: str, track: Track) -> End | None:
    """Where the line goes on after this track; None when it is a link."""
    return next(((hex, exit) for exit in track if meeting(s, hex, exit).stop is None), None)


def price(s: Public, hex: str, track: Track, grant: bool) -> int:
    joined = sum(is_ridge(s, hex, exit) and meeting(s, hex, exit).joined for exit in track)
    return ground_price(s.profile, s.country, hex, track, grant) + joined * s.profile.ridge_price  # rw-5.16


def is_ridge(s: Public, hex: str, exit: int) -> bool:
    return (hex, exit) in s.country.ridges


def ground_price(profile: Profile, country: Country, hex: str, track: Track, grant: bool = False) -> int:
    """Terrain and river, without ridges (rw-5.14, rw-5.15, rw-5.17, rw-8.12)."""
    terrain = country.terrain[hex]
    cost = 0 if grant and terrain in profile.granted else profile.terrain_price[terrain]
    return cost + profile.river_price * crosses_river(country.rivers.get(hex, ()), track)


def crosses_river(river: tuple[int, ...], track: Track) -> bool:
    """rw-5.17: neither end on a river side, and river sides on both banks."""
    a, b = track
    if a in river or b in river:
        return False
    return any(a < side < b for side in river) and any(side < a or side > b for side in river)


def add_track(s: State, seat: int, hex: str, track: Track) -> State:
    tiled = s.laid.get(hex)
    tracks = (*(tiled.tracks if tiled is not None else ()), Laid(*track, seat))
    return s.with_laid(hex, Tiled(SINGLE, 0, tracks))


def without_track(s: State, hex: str, index: int) -> State:
    left = tuple(track for number, track in enumerate(s.laid[hex].tracks) if number != index)
    return s.with_laid(hex, Tiled(SINGLE, 0, left) if left else None)


def without_unfinished(s: State) -> State:
    """rw-5.19: removes all unfinished links at once."""
    gone = {piece for line in s.unfinished for piece in line.pieces}
    if not gone:
        return s
    laid = dict(s.laid)
    for hex in dict.fromkeys(hex for hex, _ in sorted(gone)):
        left = tuple(track for index, track in enumerate(laid[hex].tracks) if (hex, index) not in gone)
        if left:
            laid[hex] = Tiled(SINGLE, 0, left)
        else:
            del laid[hex]
    return s.with_track(Built(laid), Network(s.links))


def own_ends(s: Public, seat: int) -> tuple[End, ...]:
    return tuple(end for end, line in s.loose_ends.items() if line.owner == seat)


def onward(s: Public, end: End) -> Iterator[Piece]:
    """Every tile that would join this end."""
    hex, exit = end
    there = s.country.grid.neighbours[hex][exit]
    if there is not None:
        yield from (Piece(there, shape) for shape in WITH_EXIT[opposite(exit)])


def blocked(s: Public, seat: int, end: End) -> bool:
    """rw-5.20: another player's track has taken a way on, or there is none left."""
    ways = tuple(onward(s, end))
    return any(_taken_by_others(s, seat, piece) for piece in ways) or all(
        refuse_track(s, seat, piece.hex, piece.track) is not None for piece in ways
    )


def _taken_by_others(s: Public, seat: int, piece: Piece) -> bool:
    """Whether this tile could be laid if other players had no track in its hex."""
    if room(s, piece.hex, piece.track) is None or _ends(s, seat, piece.hex, piece.track) is not None:
        return False
    own = [track for track in s.laid[piece.hex].tracks if track.owner == seat]
    return not any(track.a in piece.track or track.b in piece.track for track in own)
