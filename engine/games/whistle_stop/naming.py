"""The few words that stand on boards, loaded once."""

from functools import cache

from engine.core.words import Words, load_words


@cache
def words() -> Words:
    return load_words("engine.games.whistle_stop")
