"""Where a player can build: paths of free track spaces from the network to a new city (spk-6.2 to spk-6.11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import msgspec

from engine.games.spike.cards import NONE, Hand, added, best_payment, spare
from engine.games.spike.components import Edge, Reach, box
from engine.games.spike.network import Network

Path = tuple[Edge, ...]


class Way(msgspec.Struct, frozen=True):
    """A path to a new city: the cards that are missing for it, and what it costs in cards and tracks."""

    missing: int
    cost: int
    path: Path

    def beats(self, other: "Way") -> bool:
        return (self.missing, self.cost) < (other.missing, other.cost)


@dataclass(frozen=True)
class Builder:
    """What one player may build now. `taken` are the track spaces that hold a track of any player."""

    network: Network
    taken: Mapping[str, int]
    hand: Hand
    tracks_left: int

    @cached_property
    def to_city(self) -> Mapping[str, int]:
        """From each node outside the network the fewest free track spaces to a new city; nodes cut off are left out."""
        return self._to_city_within(len(box().nodes))

    def _to_city_within(self, most: int) -> Mapping[str, int]:
        """The same for those nodes alone from which a path of so many track spaces from the network could go on.

        Paths never pass a city, so the count starts at every new city and spreads over junctions alone.
        """
        queue = [city for city, far in self.network.near.items() if 0 < far <= most]
        found = dict.fromkeys(queue, 0)
        for node in queue:
            if found[node] + 1 == most:
                break
            for step in self.outward_from(node):
                if step.far not in found:
                    found[step.far] = found[node] + 1
                    queue.append(step.far)
        return found

    def outward_from(self, node: str) -> list[Reach]:
        """Every free track space at a node that does not lead into the network."""
        taken, own = self.taken, self.network.nodes
        return [step for step in box().steps_at[node] if step.edge.id not in taken and step.far not in own]

    def begins(self) -> list[Reach]:
        """Every first track."""
        return [step for step in self.network.ways_out if step.edge.id not in self.taken]

    def goes_on(self, visited: tuple[str, ...]) -> list[Reach]:
        """Every next track from the head of a path over these nodes."""
        return [step for step in self.outward_from(visited[-1]) if step.far not in visited]

    def can_finish(self, need: Hand, visited: tuple[str, ...]) -> bool:
        """Whether a path with this need, over these nodes, is a build or can become one with cards and tracks in hand.

        Looks for near cities first: with many cards one is found at once, with few the search is small.
        """
        most = self.tracks_left - sum(need)
        if spare(self.hand, need) < 0 or most < 0:
            return False
        if visited[-1] in box().good_of:
            return True
        if visited[-1] not in self.to_city:
            return False
        least = self.to_city[visited[-1]]
        return any(self._finishes(need, visited, depth) for depth in range(least, min(most, sum(self.hand)) + 1))

    def _finishes(self, need: Hand, visited: tuple[str, ...], depth: int) -> bool:
        head = visited[-1]
        if head in box().good_of:
            return depth == 0
        for step in self.goes_on(visited):
            if self.to_city.get(step.far, depth) <= depth - 1:
                more = added(need, step.kind)
                if spare(self.hand, more) >= 0 and self._finishes(more, (*visited, step.far), depth - 1):
                    return True
        return False

    def links(self, longest: int, short: int = 0) -> Mapping[str, Path]:
        """For each new city within so many tracks the path that costs the fewest cards.

        With `short` also paths for which up to so many cards are still missing.
        """
        longest = min(longest, self.tracks_left)
        search = _Search(longest, short, self._to_city_within(longest), {})
        for step in self.begins():
            need = added(NONE, step.kind)
            if step.far in search.to_city and spare(self.hand, need) >= -short:
                self._collect(search, need, (step.far,), (step.edge,))
        return {city: way.path for city, way in search.best.items()}

    def _collect(self, search: "_Search", need: Hand, visited: tuple[str, ...], path: Path) -> None:
        head = visited[-1]
        if head in box().good_of:
            missing = max(-spare(self.hand, need), 0)
            cost = missing or sum(best_payment(self.hand, need))
            way = Way(missing, cost + len(path), path)
            if head not in search.best or way.beats(search.best[head]):
                search.best[head] = way
            return
        most = search.longest - len(path) - 1
        for step in self.goes_on(visited):
            if search.to_city.get(step.far, search.longest) <= most:
                more = added(need, step.kind)
                if spare(self.hand, more) >= -search.short:
                    self._collect(search, more, (*visited, step.far), (*path, step.edge))


class _Search(NamedTuple):
    """For links: how long they may be, how many cards may be missing, how far it is to a city, and what is found."""

    longest: int
    short: int
    to_city: Mapping[str, int]
    best: dict[str, Way]


def need_of(path: tuple[str, ...]) -> Hand:
    """The cards that these track spaces ask for (spk-6.7)."""
    need = NONE
    for id in path:
        need = added(need, box().kind_index[box().edges[id].kind])
    return need
