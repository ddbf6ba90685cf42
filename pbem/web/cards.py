"""Games and pictures as the front page shows them: a game with its board, a mail on a phone, how long a game takes."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from importlib.resources import files

from flask_babel import ngettext
from PIL import Image

from engine.core.game import AnyGame
from engine.games import GAMES
from pbem.base.introductions import idea
from pbem.tables.game_length import USUAL, measured
from pbem.web.models import BoardPicture, GameCard, Paces, Shot
from pbem.web.replay import replay_url

STATIC = files("pbem.web") / "static"
FRONT = STATIC / "front"  # made by `python -m tests.pbem.web.front_pictures`
SHOTS = ("mail", "press", "next")
ANSWERS = (2, 8, 24)  # hours after which everybody answers, on average


def card(game: AnyGame, lang: str) -> GameCard:
    seats = f"{game.seats[0]}–{game.seats[-1]}"
    name = game.words.name(game.id, lang)
    about = next(iter(idea(game.id, lang)), "")
    length = measured(game.id)
    return GameCard(
        game.id,
        name,
        seats,
        f"/tables/new?game={game.id}",
        about,
        board(game.id),
        (round(length.planned), round(length.days)) if length is not None else None,
        length.seats if length is not None else 0,
        replay_url(game.id),
    )


def board(game: str) -> BoardPicture | None:
    return _sized(f"boards/{game}.png")


@cache
def _sized(path: str) -> BoardPicture | None:
    """With its size, so that a page keeps its place while the picture is on its way."""
    drawn = STATIC / path
    if not drawn.is_file():
        return None
    with drawn.open("rb") as file, Image.open(file) as image:
        return BoardPicture(f"/static/{path}", image.width, image.height)


def shots(lang: str) -> Mapping[str, Shot]:
    """A turn mail on a phone, the press that plays it, and the mail of the next player."""
    found = {}
    for name in SHOTS:
        light, dark = (_sized(f"front/{name}.{lang}.{scheme}.webp") for scheme in ("light", "dark"))
        if light is not None and dark is not None:
            found[name] = Shot(light, dark)
    return found


def paces(lang: str) -> Paces:
    """From what was measured with people who answer after eight hours: twice as long doubles every wait."""
    rows = []
    for id, game in GAMES.items():
        length = measured(id)
        if length is None:
            continue
        times = [timedelta(hours=hours) / USUAL for hours in ANSWERS]
        days = tuple((max(round(length.planned * time), 1), max(round(length.days * time), 1)) for time in times)
        rows.append((game.words.name(id, lang), length.seats, days))
    return Paces(tuple(_answer(hours) for hours in ANSWERS), tuple(rows))


def _answer(hours: int) -> str:
    if hours < 24:
        return str(ngettext("%(num)d hour", "%(num)d hours", hours))
    return str(ngettext("%(num)d day", "%(num)d days", hours // 24))
