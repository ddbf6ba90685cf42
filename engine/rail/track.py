"""Laid track with its owners, and the lines that it forms.

A line is a chain of track from a stop to the next stop or to a loose end. With a stop at both ends it is a link.
Cities join everything that enters their hex; a town or stop inside a hex joins the tracks that end in its MIDDLE.
"""

from collections.abc import Collection, Iterator, Mapping

import msgspec

from engine.rail.hexes import SIDES, opposite
from engine.rail.paths import Hop
from engine.rail.tiles import MIDDLE

Neighbours = Mapping[str, tuple[str | None, ...]]


class Laid(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One track inside a hex. An owner is a seat, or None."""

    a: int
    b: int
    owner: int | None = None

    def other(self, end: int) -> int:
        return self.b if end == self.a else self.a


class Tiled(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The tile in a hex and the tracks on it."""

    tile: str
    rotation: int
    tracks: tuple[Laid, ...]

    def track_at(self, exit: int) -> int | None:
        """The index of the track that leaves by this exit."""
        for index, track in enumerate(self.tracks):
            if track.a == exit or track.b == exit:
                return index
        return None

    @property
    def exits(self) -> tuple[int, ...]:
        return tuple(sorted({end for track in self.tracks for end in (track.a, track.b) if end != MIDDLE}))

    def owned(self, indexes: Collection[int], owner: int | None) -> "Tiled":
        tracks = tuple(
            Laid(track.a, track.b, owner) if index in indexes else track for index, track in enumerate(self.tracks)
        )
        return Tiled(self.tile, self.rotation, tracks)


Piece = tuple[str, int]  # a hex and the index of a track in it
End = tuple[str, int]  # a hex and an exit


class Line(msgspec.Struct, frozen=True):
    """A chain of track. `ends` are the hexes of the stops, None for a loose end; `loose` is where that end lies."""

    pieces: tuple[Piece, ...]
    ends: tuple[str | None, str | None]
    loose: tuple[End, ...]
    owner: int | None

    @property
    def is_link(self) -> bool:
        return None not in self.ends and self.ends[0] != self.ends[1]

    @property
    def stop(self) -> str | None:
        """The stop at which an unfinished line hangs."""
        return self.ends[0] or self.ends[1]

    def other_end(self, hex: str) -> str | None:
        return self.ends[1] if self.ends[0] == hex else self.ends[0]

    def fixed_exit(self, hex: str, track: Laid) -> int | None:
        """The exit by which the last track of a loose end hangs on the rest; None where no loose end is."""
        for there, exit in self.loose:
            if there == hex and exit in (track.a, track.b):
                return track.other(exit)
        return None


class Rails:
    """Track on a map: the neighbours, what is laid, and which hexes are cities. Answers questions, keeps no answers."""

    def __init__(self, neighbours: Neighbours, laid: Mapping[str, Tiled], cities: Collection[str]) -> None:
        self.neighbours = neighbours
        self.laid = laid
        self.cities = cities

    def beyond(self, hex: str, exit: int) -> tuple[str, int] | None:
        """The track that the neighbour holds out to this exit."""
        there = self.neighbours[hex][exit]
        tiled = self.laid.get(there) if there is not None else None
        index = tiled.track_at(opposite(exit)) if tiled is not None else None
        return (there, index) if there is not None and index is not None else None

    def trace(self, hex: str, index: int) -> Line:
        """The whole line that a piece belongs to."""
        track = self.laid[hex].tracks[index]
        left, start, loose_start = self._follow(hex, track.a, (hex, index))
        right, end, loose_end = self._follow(hex, track.b, (hex, index))
        left.reverse()
        return Line((*left, (hex, index), *right), (start, end), loose_start + loose_end, track.owner)

    def _follow(
        self, hex: str, exit: int, start: Piece | None = None
    ) -> tuple[list[Piece], str | None, tuple[End, ...]]:
        """Out of a city, or on from the piece `start`: the pieces, then the stop at the end, or the loose end."""
        pieces: list[Piece] = []
        while exit != MIDDLE:
            there = self.neighbours[hex][exit]
            if there in self.cities:
                return pieces, there, ()
            piece = self.beyond(hex, exit)
            # A ring without a stop has no end; it cannot be built, but be safe.
            if piece is None or piece == start or piece in pieces:
                return pieces, None, ((hex, exit),)
            pieces.append(piece)
            hex, index = piece
            exit = self.laid[hex].tracks[index].other(opposite(exit))
        return pieces, hex, ()

    def is_loose(self, end: End) -> bool:
        """Whether track ends here and may go on."""
        hex, exit = end
        tiled = self.laid.get(hex)
        if tiled is None or tiled.track_at(exit) is None or self.neighbours[hex][exit] in self.cities:
            return False
        return self.beyond(hex, exit) is None

    def line_to(self, end: End) -> Line:
        """The line whose loose end this is, told from its stop."""
        hex, exit = end
        index = self.laid[hex].track_at(exit)
        assert index is not None  # a loose end has track
        line = self.trace(hex, index)
        if line.ends[0] is None:
            return Line(line.pieces[::-1], line.ends[::-1], line.loose[::-1], line.owner)
        return line

    def lines(self) -> tuple[Line, ...]:
        """Every line, in the order in which its first piece was laid."""
        seen: dict[Piece, None] = {}
        found = []
        for hex, tiled in self.laid.items():
            for index in range(len(tiled.tracks)):
                piece = (hex, index)
                if piece not in seen:
                    line = self.trace(*piece)
                    seen.update(dict.fromkeys(line.pieces))
                    found.append(line)
        return tuple(found)

    def hops_from(self, stop: str) -> tuple[Hop, ...]:
        """One link from this stop: to which stop and over whose, in the order of the sides at which they leave."""
        found: dict[Hop, None] = {}
        for start, exit in self._ways_out(stop):
            further, end, _ = self._follow(stop, exit, start)
            if end is None or end == stop or (start is None and not further):
                continue
            hex, index = start or further[0]
            found[Hop(end, self.laid[hex].tracks[index].owner)] = None
        return tuple(found)

    def _ways_out(self, stop: str) -> Iterator[tuple[Piece | None, int]]:
        if stop in self.cities:
            yield from ((None, exit) for exit in SIDES)
        elif stop in self.laid:
            tracks = enumerate(self.laid[stop].tracks)
            yield from (((stop, index), track.other(MIDDLE)) for index, track in tracks if MIDDLE in (track.a, track.b))
