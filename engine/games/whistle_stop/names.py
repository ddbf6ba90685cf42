"""The words of the game. The names of shares and of track tiles are made by a rule, not listed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.core.words import Tongue, Words, load_words
from engine.games.whistle_stop.components import Tile, box


@cache
def words() -> Words:
    return load_words("engine.games.whistle_stop", finish=_with_pieces)


def _with_pieces(tongue: Tongue) -> Tongue:
    """A share is named by its company and its number, a track tile by the goods at its stops and its word; players may
    write that name."""
    names = tongue.names
    parts = {word: word.rpartition("-") for word in box().share_words}
    shares = {word: f"{names[company]} {number}" for word, (company, _, number) in parts.items()}
    tiles = {tile.id: _track_tile(tile, names) for tile in box().tiles.values() if tile.kind == "track"}
    return replace(tongue, names=shares | tiles | dict(names))


def _track_tile(tile: Tile, names: Mapping[str, str]) -> str:
    goods = "-".join(names[good] for good in tile.round_stops)
    return names["track-tile-name" if goods else "plain-tile-name"].format(goods=goods, tile=tile.id)
