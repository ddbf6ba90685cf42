"""The words of the game. The names of shares are made by a rule, not listed."""

from dataclasses import replace
from functools import cache

from engine.core.words import Tongue, Words, load_words
from engine.games.whistle_stop.components import box


@cache
def words() -> Words:
    return load_words("engine.games.whistle_stop", finish=_with_shares)


def _with_shares(tongue: Tongue) -> Tongue:
    """A share is named by its company and its number, and players may write that name."""
    parts = {word: word.rpartition("-") for word in box().share_words}
    shares = {word: f"{tongue.names[company]} {number}" for word, (company, _, number) in parts.items()}
    return replace(tongue, names=shares | dict(tongue.names))
