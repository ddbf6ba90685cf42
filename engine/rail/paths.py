"""Ways for goods over links: no stop twice, not more links than the engine pulls."""

from collections.abc import Callable, Iterable, Iterator

import msgspec


class Hop(msgspec.Struct, frozen=True):
    """One link from where the cube stands: to which stop, and whose it is. Links alike in both are one hop."""

    to: str
    owner: int | None


Hops = Callable[[str], Iterable[Hop]]  # one link from a stop
Path = tuple[Hop, ...]


def paths(hops: Hops, start: str, longest: int, stops_here: Callable[[str], bool]) -> Iterator[Path]:
    """Every way from `start` that ends in the first stop for which `stops_here` holds."""
    return _onward(hops, (start,), (), longest, stops_here)


def _onward(
    hops: Hops, visited: tuple[str, ...], path: Path, left: int, stops_here: Callable[[str], bool]
) -> Iterator[Path]:
    for hop in hops(visited[-1]):
        if hop.to in visited:
            continue
        if stops_here(hop.to):
            yield (*path, hop)
        elif left > 1:
            yield from _onward(hops, (*visited, hop.to), (*path, hop), left - 1, stops_here)
