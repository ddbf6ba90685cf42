"""Ways for goods over links: no stop twice, not more links than the engine pulls."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec


class Hop(msgspec.Struct, frozen=True):
    """One link from where the cube stands: to which stop, and whose it is. Links alike in both are one hop."""

    to: str
    owner: int | None


Network = Mapping[str, tuple[Hop, ...]]
Path = tuple[Hop, ...]


def network_of(links: Iterable[tuple[str, str, int | None]]) -> Network:
    """From each stop the hops a cube can make over links, given as two stops and an owner."""
    hops: dict[str, dict[Hop, None]] = {}
    for a, b, owner in links:
        hops.setdefault(a, {})[Hop(b, owner)] = None
        hops.setdefault(b, {})[Hop(a, owner)] = None
    return {stop: tuple(there) for stop, there in hops.items()}


def paths(network: Network, start: str, longest: int, stops_here: Callable[[str], bool]) -> Iterator[Path]:
    """Every way from `start` that ends in the first stop for which `stops_here` holds."""
    return _onward(network, (start,), (), longest, stops_here)


def _onward(
    network: Network, visited: tuple[str, ...], path: Path, left: int, stops_here: Callable[[str], bool]
) -> Iterator[Path]:
    for hop in network.get(visited[-1], ()):
        if hop.to in visited:
            continue
        if stops_here(hop.to):
            yield (*path, hop)
        elif left > 1:
            yield from _onward(network, (*visited, hop.to), (*path, hop), left - 1, stops_here)
