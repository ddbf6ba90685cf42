"""The network of one player: a tree of tracks, and the spaces a train can move to on it (spk-3, spk-6.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import msgspec

from engine.games.spike.components import Edge, Reach, box


class Step(msgspec.Struct, frozen=True, gc=False):
    """One space further: which, through which node, and whether the train has to stop there."""

    space: str
    through: str
    stops: bool


@dataclass(frozen=True)
class Network:
    home: str  # the city where the locomotive was placed, empty before that
    tracks: tuple[str, ...]

    @cached_property
    def edges_at(self) -> Mapping[str, tuple[Edge, ...]]:
        """The tracks of the network at each node that they touch."""
        at: dict[str, tuple[Edge, ...]] = {}
        for id in self.tracks:
            edge = box().edges[id]
            for end in edge.ends:
                at[end] = (*at.get(end, ()), edge)
        return at

    @cached_property
    def nodes(self) -> Mapping[str, None]:
        """Where a build may begin: what tracks touch, at first the home alone (spk-6.1). In order of building."""
        return {self.home: None, **dict.fromkeys(self.edges_at)} if self.home else {}

    @cached_property
    def ways_out(self) -> tuple[Reach, ...]:
        """Every track space, free or not, from a node of the network to one outside."""
        return tuple(step for node in self.nodes for step in box().steps_at[node] if step.far not in self.nodes)

    @cached_property
    def linked(self) -> tuple[str, ...]:
        """The cities that the tracks touch; a locomotive alone touches nothing (spk-9.3)."""
        return tuple(node for node in self.edges_at if node in box().good_of)

    @cached_property
    def near(self) -> Mapping[str, int]:
        """For every city the track spaces on the shortest way to it: none for a city of the network."""
        return distances(self.nodes)

    def spaces_from(self, space: str) -> Mapping[str, int]:
        """Every other space with its distance. There is one way to each, as a network has no loop (spk-6.14)."""
        return _spaces_from(self, space)

    def steps(self, space: str, came_through: str = "") -> tuple[Step, ...]:
        """The next spaces (spk-3.4 to spk-3.6)."""
        ends = (space,) if space in box().good_of else box().edges[space].ends
        found = []
        for node in ends:
            if node == came_through:
                continue
            if node != space and node in box().good_of:
                found.append(Step(node, node, True))
            found += [Step(edge.id, node, False) for edge in self.edges_at.get(node, ()) if edge.id != space]
        return tuple(found)

    def way(self, space: str, target: str) -> tuple[str, ...]:
        """The spaces from one to the other, without the first; cities passed on the way are none of them."""
        before = _ways_from(self, space)
        way = [target]
        while (previous := before[way[-1]]) != space:
            way.append(previous)
        return tuple(reversed(way))


def distances(nodes: Iterable[str]) -> Mapping[str, int]:
    """From the nearest of these nodes to every city."""
    rows = [box().city_distances[node] for node in nodes]
    return dict(zip(box().cities, map(min, rows[0], *rows), strict=True))


@lru_cache(maxsize=2048)
def network(home: str, tracks: tuple[str, ...]) -> Network:
    """Worked out once for a position, however often it is asked for."""
    return Network(home, tracks)


@lru_cache(maxsize=4096)
def _spaces_from(net: Network, start: str) -> Mapping[str, int]:
    before = _ways_from(net, start)
    found = {start: 0}
    for space, previous in before.items():  # in the order in which they were found: the previous one is known
        found[space] = found[previous] + 1
    del found[start]
    return found


@lru_cache(maxsize=4096)
def _ways_from(net: Network, start: str) -> Mapping[str, str]:
    """For every other space the one before it on the way there."""
    before: dict[str, str] = {}
    queue = [Step(start, "", False)]
    for here in queue:
        for step in net.steps(here.space, here.through):
            if step.space not in before and step.space != start:
                before[step.space] = here.space
                if not step.stops:
                    queue.append(step)
    return before
