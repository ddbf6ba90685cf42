"""What follows from the track on the map: lines, links, the network of cities.

Positions share it as long as no track is laid or removed, and a position that is read again from its snapshot finds it
again: pages and mails read the same one many times.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from engine.games.railways.country import eastern_us
from engine.rail.hexes import opposite
from engine.rail.paths import Network, network_of
from engine.rail.track import Line, Rails, Tiled

KEPT = 64


class Link(msgspec.Struct, frozen=True):
    a: str
    b: str
    owner: int


class Built:
    def __init__(self, laid: Mapping[str, Tiled]) -> None:
        self.rails = Rails(eastern_us().grid.neighbours, laid, eastern_us().city_at)
        self.meetings: dict[tuple[str, int], Any] = {}  # kept by `laying.meeting` as it finds out

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return self.rails.lines()

    def with_tile(self, hex: str, laid: Mapping[str, Tiled]) -> "Built":
        """With a tile in a hex that was empty: only the lines that it carries on are new."""
        then = Built(laid)
        (track,) = laid[hex].tracks
        beside = ((then.rails.neighbours[hex][exit], opposite(exit)) for exit in (track.a, track.b))
        joined = [line for line in (self.loose_ends.get((there or "", exit)) for there, exit in beside) if line]
        if not joined:
            then.lines = (*self.lines, then.rails.trace(hex, 0))
            return then
        first = min(joined, key=self.lines.index)
        pieces = dict(first.pieces)
        start = next(other for other in laid if other in pieces)  # as `Rails.lines` would begin
        longer = then.rails.trace(start, pieces[start])
        kept = (line for line in self.lines if line is first or line not in joined)
        then.lines = tuple(longer if line is first else line for line in kept)
        return then

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

    @cached_property
    def network(self) -> Network:
        return network_of((link.a, link.b, link.owner) for link in self.links)


@lru_cache(maxsize=KEPT)
def _known(laid: tuple[tuple[str, Tiled], ...]) -> Built:
    return Built(dict(laid))


def built(laid: Mapping[str, Tiled]) -> Built:
    return _known(tuple(laid.items()))
