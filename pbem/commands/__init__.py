"""The commands of `pbem`, a file each."""

from typing import Any

import click

from engine.core.game import Game
from engine.games import GAMES


class Sentence(click.ClickException):
    """Why the call cannot be carried out, in one sentence."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"pbem: {self.message}", err=True)


class Breach(Sentence):
    """The call was carried out, and a game or a record was found to break a rule."""

    exit_code = 1


def game_named(id: str) -> Game[Any, Any]:
    if id not in GAMES:
        raise Sentence(f"there is no game {id!r}; the games are {', '.join(GAMES)}")
    return GAMES[id]
