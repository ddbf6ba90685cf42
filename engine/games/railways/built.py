"""The track on the map, and the lines that it forms.

Positions share it as long as no track is laid or removed.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.core.kept import Kept
from engine.games.railways.country import eastern_us
from engine.games.railways.network import Link, Network, network
from engine.rail.hexes import SIDES, opposite
from engine.rail.track import End, Line, Rails, Tiled

NO_TRACK = msgspec.Raw(b"{}")
_TILES = msgspec.json.Decoder(dict[str, Tiled])


class Built:
    """Answers are computed on demand: a move looks only at the few lines that it touches.

    Threads share it: what they find out is added in single steps, and is the same whoever finds it.
    """

    def __init__(self, laid: Mapping[str, Tiled]) -> None:
        self.rails = Rails(eastern_us().grid.neighbours, laid, eastern_us().city_at)
        self.meetings: dict[End, Any] = {}  # filled by `laying.meeting`
        self.routes: dict[str, Any] = {}  # by game, filled by `routes.open_routes`

    @cached_property
    def track(self) -> msgspec.Raw:
        """The track as it is stored in a snapshot."""
        return msgspec.Raw(msgspec.json.encode(self.rails.laid))

    def with_tile(self, hex: str, tiled: Tiled | None) -> "Built":
        """The same track with this tile in a hex, or with none there."""
        laid = {**self.rails.laid}
        if tiled is None:
            del laid[hex]
        else:
            laid[hex] = tiled
        return Built(laid)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return self.rails.lines()

    def loose_end(self, end: End) -> Line | None:
        """The unfinished line that ends here."""
        return self.rails.line_to(end) if self.rails.is_loose(end) else None

    def network(self) -> Network:
        """The network, computed from all of the track."""
        return network(_links(self.lines), (end for line in self.lines for end in line.loose))

    def network_after(self, known: Network, before: "Built", hex: str) -> Network:
        """The network after the tile in this hex changed: only this hex and its neighbours are looked at."""
        ends = [(hex, exit) for exit in SIDES]
        for exit, there in enumerate(self.rails.neighbours[hex]):
            if there is not None:
                ends.append((there, opposite(exit)))
        loose = [end for end in dict.fromkeys((*known.loose, *ends)) if self.rails.is_loose(end)]
        return known.with_links(before.links_through(hex), self.links_through(hex), loose)

    def links_through(self, hex: str) -> tuple[Link, ...]:
        tiled = self.rails.laid.get(hex)
        return _links(self.rails.trace(hex, index) for index in range(len(tiled.tracks))) if tiled is not None else ()


def _links(lines: Iterable[Line]) -> tuple[Link, ...]:
    city_at = eastern_us().city_at
    found = []
    for line in lines:
        a, b = line.ends
        if line.is_link and a is not None and b is not None and line.owner is not None:
            one, other = sorted((city_at[a], city_at[b]))
            found.append(Link(one, other, line.owner))
    return tuple(found)


BUILT = Kept(lambda track: Built(_TILES.decode(track)))
