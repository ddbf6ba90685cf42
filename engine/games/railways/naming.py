"""Names of the things on the board, and the sites that the places in marks stand for."""

from functools import cache

from engine.core.words import Words, load_words
from engine.draw.sites import Site, site_of
from engine.games.railways.country import eastern_us


@cache
def words() -> Words:
    return load_words("engine.draw", "engine.games.railways")


def name_of(word: str, lang: str) -> str:
    return words().name(word, lang)


@cache
def _city_hexes() -> dict[str, str]:
    return {word: city.hex for word, city in eastern_us().cities.items()}


def site(place: str) -> Site | None:
    return site_of(place, eastern_us().terrain, _city_hexes())
