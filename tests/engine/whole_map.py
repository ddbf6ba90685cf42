"""What a look at every line of the map tells, to hold against what is found on the spot."""

from engine.rail.paths import Hop
from engine.rail.track import Rails


def network_of(rails: Rails) -> dict[str, tuple[Hop, ...]]:
    """From each stop the hops over its links, in the order in which these were begun; links alike are one hop."""
    hops: dict[str, dict[Hop, None]] = {}
    for line in rails.lines():
        a, b = line.ends
        if line.is_link and a is not None and b is not None:
            hops.setdefault(a, {})[Hop(b, line.owner)] = None
            hops.setdefault(b, {})[Hop(a, line.owner)] = None
    return {stop: tuple(there) for stop, there in hops.items()}
