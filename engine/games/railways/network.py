"""What the track joins: the links between cities, and the ends at which unfinished links go on.

Stored beside the track, so that a delivery costs the same however much track lies on the map.
"""

from collections.abc import Iterable
from functools import cached_property

import msgspec

from engine.rail.paths import Hop
from engine.rail.track import End


class Link(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """Its cities in alphabetical order."""

    a: str
    b: str
    owner: int


class Network(msgspec.Struct, frozen=True, dict=True):
    """Links and ends are sorted, so that the same track gives the same network in whatever order it was laid."""

    links: tuple[Link, ...] = ()
    loose: tuple[End, ...] = ()

    def hops(self, city: str) -> tuple[Hop, ...]:
        """The cities one link away, with the owner of the link."""
        known = self._hops.get(city)
        if known is None:
            links = (
                (link.b if link.a == city else link.a, link.owner) for link in self.links if city in (link.a, link.b)
            )
            known = self._hops[city] = tuple(Hop(*hop) for hop in dict.fromkeys(links))
        return known

    @cached_property
    def _hops(self) -> dict[str, tuple[Hop, ...]]:
        """Filled on demand. Threads may share it, because all of them compute the same answers."""
        return {}

    def links_of(self, owner: int) -> tuple[Link, ...]:
        return tuple(link for link in self.links if link.owner == owner)

    def with_links(self, before: Iterable[Link], after: Iterable[Link], loose: Iterable[End]) -> "Network":
        """The network after a tile changed: `after` replaces `before`, and these ends are loose."""
        links = list(self.links)
        for link in before:
            links.remove(link)
        return network((*links, *after), loose)


def network(links: Iterable[Link], loose: Iterable[End]) -> Network:
    return Network(tuple(sorted(links)), tuple(sorted(loose)))
