"""What is played differently at a table, in words."""

from collections.abc import Callable, Mapping

from engine.core.game import AnyGame, Option
from pbem.store.models import Table
from pbem.store.positions import game_of


def agreed(table: Table, gettext: Callable[[str], str], lang: str) -> tuple[str, ...]:
    """What a player should know before joining: the variants, and whether players are advised."""
    told = variants(game_of(table), table.options, lang)
    return (*told, gettext("players may ask what a patient bot would play")) if table.has_advice else told


def variants(game: AnyGame, options: Mapping[str, str], lang: str) -> tuple[str, ...]:
    """Every option that differs from the standard."""
    chosen = ((option, options.get(option.id, option.standard)) for option in game.options)
    return tuple(_told(game, option, value, lang) for option, value in chosen if value != option.standard)


def _told(game: AnyGame, option: Option, value: str, lang: str) -> str:
    """By its name; where there was more to choose than yes or no, with what was chosen."""
    name = game.words.name(option.id, lang)
    return name if len(option.values) == 2 else f"{name} ({game.words.name(value, lang)})"
