"""What things on the board are called, and what the places in marks mean."""

from dataclasses import dataclass
from functools import cache

from engine.core.words import Words, load_words
from engine.games.age_of_steam.components import RailMap


@cache
def words() -> Words:
    return load_words("engine.draw", "engine.games.age_of_steam")


def name_of(word: str, lang: str) -> str:
    """A stop, colour or action by its name; on a map that the words do not know, after its own word."""
    found = words().tongues[lang].names.get(word)
    return found if found is not None else word.replace("-", " ").title()


@dataclass(frozen=True)
class Site:
    """What a place of the marks means on this map: a hex, perhaps a cube in it that came or left."""

    hex: str
    good: str | None = None
    left: bool = False


def site_of(map: RailMap, place: str) -> Site | None:
    """A hex, a stop by name, or a cube: `evansville:blue`, with + or - before the colour if it came or left."""
    stop, _, good = place.partition(":")
    hex = stop if stop in map.terrain else map.stop_hex.get(stop)
    if hex is None:
        return None
    return Site(hex, good.lstrip("+-") or None, good.startswith("-"))
