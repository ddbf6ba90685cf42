"""The names of things on the board."""

from functools import cache

from engine.core.words import Words, load_words


@cache
def words() -> Words:
    return load_words("engine.draw", "engine.games.age_of_steam")


def name_of(word: str, lang: str) -> str:
    """A stop, colour or action by its name; on a map that the words do not know, after its own word."""
    found = words().tongues[lang].names.get(word)
    return found if found is not None else word.replace("-", " ").title()
