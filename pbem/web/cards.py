"""A game on a page: its name, its seats, its board."""

from functools import cache
from importlib.resources import files

from PIL import Image

from engine.core.game import AnyGame
from pbem.base.introductions import idea
from pbem.web.models import BoardPicture, GameCard


def card(game: AnyGame, lang: str) -> GameCard:
    seats = f"{game.seats[0]}–{game.seats[-1]}"
    name = game.words.name(game.id, lang)
    about = next(iter(idea(game.id, lang)), "")
    return GameCard(game.id, name, seats, f"/tables/new?game={game.id}", about, board(game.id))


@cache
def board(game: str) -> BoardPicture | None:
    """With its size, so that a page keeps its place while the picture is on its way."""
    drawn = files("pbem.web") / "static" / "boards" / f"{game}.png"
    if not drawn.is_file():
        return None
    with drawn.open("rb") as file, Image.open(file) as image:
        return BoardPicture(f"/static/boards/{game}.png", image.width, image.height)
