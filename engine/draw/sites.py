"""What the places in marks mean: a hex, a stop by name, or a cube in it."""

from collections.abc import Container, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """A hex, perhaps with a cube in it that came or left."""

    hex: str
    good: str | None = None
    left: bool = False


def site_of(place: str, hexes: Container[str], stop_hex: Mapping[str, str]) -> Site | None:
    """A hex, a stop by name, or a cube: `evansville:blue`, with + or - before the colour if it came or left."""
    stop, _, good = place.partition(":")
    hex = stop if stop in hexes else stop_hex.get(stop)
    if hex is None:
        return None
    return Site(hex, good.lstrip("+-") or None, good.startswith("-"))
