"""What follows from the track on the map: lines, links, the hops between cities.

Positions share it as long as no track is laid or removed, and then it goes on from there.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.core.kept import Kept
from engine.games.railways.country import eastern_us
from engine.rail.paths import Hop
from engine.rail.track import Line, Piece, Rails, Tiled

NO_TRACK = msgspec.Raw(b"{}")
_TILES = msgspec.json.Decoder(dict[str, Tiled])


class Link(msgspec.Struct, frozen=True):
    a: str
    b: str
    owner: int


class Built:
    """Worked out piece by piece as it is asked for: a move looks at the few lines that it touches.

    Threads share it: what they find out is added in single steps, and is the same whoever finds it.
    """

    def __init__(self, laid: Mapping[str, Tiled]) -> None:
        self.rails = Rails(eastern_us().grid.neighbours, laid, eastern_us().city_at)
        self.meetings: dict[tuple[str, int], Any] = {}  # kept by `laying.meeting` as it finds out
        self._line_at: dict[Piece, Line] = {}
        self._hops: dict[str, tuple[Hop, ...]] = {}

    @cached_property
    def track(self) -> msgspec.Raw:
        """As a snapshot has it."""
        return msgspec.Raw(msgspec.json.encode(self.rails.laid))

    def with_tile(self, hex: str, tiled: Tiled | None) -> "Built":
        """With this tile in a hex, or with none. Only the lines through this hex, before and after, are new."""
        laid = {**self.rails.laid}
        if tiled is None:
            del laid[hex]
        else:
            laid[hex] = tiled
        after = Built(laid)
        after._line_at, after._hops = self._line_at.copy(), self._hops.copy()
        for line in self._lines_through(hex):
            after._forget(line)
        for line in after._lines_through(hex):
            after._forget_hops(line)
        return after

    def _lines_through(self, hex: str) -> list[Line]:
        tiled = self.rails.laid.get(hex)
        return [self.line_at((hex, index)) for index in range(len(tiled.tracks))] if tiled is not None else []

    def _forget(self, line: Line) -> None:
        for piece in line.pieces:
            self._line_at.pop(piece, None)
        self._forget_hops(line)

    def _forget_hops(self, line: Line) -> None:
        for end in line.ends:
            if end is not None:
                self._hops.pop(eastern_us().city_at[end], None)

    def line_at(self, piece: Piece) -> Line:
        """A line is always traced from the piece that was laid first, whichever piece of it is asked for."""
        known = self._line_at.get(piece)
        return known or self._keep(self.rails.trace(*self.rails.first(self.rails.trace(*piece).pieces)))

    def _keep(self, line: Line) -> Line:
        self._line_at.update(dict.fromkeys(line.pieces, line))
        return line

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return tuple(map(self._keep, self.rails.lines(self._line_at)))

    def loose_end(self, hex: str | None, exit: int) -> Line | None:
        """The unfinished line that ends at this exit."""
        tiled = self.rails.laid.get(hex) if hex is not None else None
        index = tiled.track_at(exit) if tiled is not None else None
        if hex is None or index is None:
            return None
        line = self.line_at((hex, index))
        return line if (hex, exit) in line.loose else None

    def hops(self, city: str) -> tuple[Hop, ...]:
        """One link from this city: where to and over whose."""
        known = self._hops.get(city)
        if known is None:
            found = self.rails.hops_from(eastern_us().cities[city].hex)
            known = self._hops[city] = tuple(Hop(eastern_us().city_at[hop.to], hop.owner) for hop in found)
        return known

    @cached_property
    def unfinished(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if not line.is_link)

    @cached_property
    def loose_ends(self) -> Mapping[tuple[str, int], Line]:
        return {end: line for line in self.unfinished for end in line.loose}

    @cached_property
    def links(self) -> tuple[Link, ...]:
        city = eastern_us().city_at
        found = []
        for line in self.lines:
            a, b = line.ends
            if line.is_link and a is not None and b is not None and line.owner is not None:
                found.append(Link(city[a], city[b], line.owner))
        return tuple(found)

    @cached_property
    def links_by_owner(self) -> Mapping[int, tuple[Link, ...]]:
        owners = dict.fromkeys(link.owner for link in self.links)
        return {owner: tuple(link for link in self.links if link.owner == owner) for owner in owners}


BUILT = Kept(lambda track: Built(_TILES.decode(track)))
