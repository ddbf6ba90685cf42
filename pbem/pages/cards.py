"""A game on a page: its name, its seats, its board."""

from importlib.resources import files
from typing import Any

from engine.core.game import Game
from pbem.pages.models import GameCard


def card(game: Game[Any, Any], lang: str) -> GameCard:
    seats = f"{game.seats[0]}–{game.seats[-1]}"
    drawn = (files("pbem") / "static" / "boards" / f"{game.id}.png").is_file()
    return GameCard(
        game.id,
        game.words.name(game.id, lang),
        seats,
        f"/tables/new?game={game.id}",
        picture=f"/static/boards/{game.id}.png" if drawn else "",
    )
