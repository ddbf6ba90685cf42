"""What the commands share: the service they work on, and how they end with a sentence."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from pbem.base.config import BadConfig, Config, embedded_config, production_config
from pbem.base.environment import ENV_FILE, environment, settings_found

if TYPE_CHECKING:
    from engine.core.game import AnyGame
    from pbem.base.db import Database
    from pbem.base.service import Service

MOST_SHOWN = 3


class Sentence(click.ClickException):
    """Why the call cannot be carried out, in one sentence."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"pbem: {self.message}", err=True)


class Breach(Sentence):
    """The call was carried out, and a game or a record was found to break a rule."""

    exit_code = 1


def game_named(id: str) -> "AnyGame":
    from engine.games import GAMES

    if id not in GAMES:
        raise Sentence(f"there is no game {id!r}; the games are {', '.join(GAMES)}")
    return GAMES[id]


def production() -> Config:
    try:
        return production_config(environment(os.environ))
    except BadConfig as error:
        raise Sentence(str(error)) from error


def embedded() -> Config:
    try:
        return embedded_config(environment(os.environ))
    except BadConfig as error:
        raise Sentence(str(error)) from error


def configured(*, with_data: bool = True) -> Config:
    """The settings of the server that is run from here. With a broker it is production; `pbem up` needs none, whatever
    its database. Where neither has left data, a command `with_data` would work on an empty server that nobody runs."""
    try:
        found = settings_found(os.environ)
    except BadConfig as error:
        raise Sentence(str(error)) from error
    if "REDIS_URL" in found:
        return production()
    config = embedded()
    if with_data and "DATABASE_URL" not in found and not (config.data / "railpost.sqlite").exists():
        raise Sentence(
            f"there is no server here: {_listed(found)}, and {config.data} holds no database; "
            f"set {ENV_FILE} to the file with the settings of your server, or DATA to the folder of `pbem up`"
        )
    return config


def _listed(found: list[str]) -> str:
    return f"of the settings only {', '.join(found)} can be found" if found else "no settings can be found"


def made(config: Config) -> "Service":
    """The service; a box of the host that cannot be read is said in a sentence."""
    from pbem.base.service import make_service

    try:
        return make_service(config)
    except BadConfig as error:
        raise Sentence(str(error)) from error


def ready(config: Config) -> "Service":
    """The service, if the database has the schema this release needs."""
    from pbem.store.schema import is_current

    service = made(config)
    with database_answers():
        if not is_current(service.db):
            how = "start `pbem up` once" if config.embedded else "run `pbem migrate` first"
            raise Sentence(f"the database is behind this release; {how}")
        whole(service.db)
    return service


def whole(db: "Database") -> None:
    """Ends with a sentence if the database has the number of this release, and not what belongs to it."""
    from pbem.store.schema import head, lacking

    if missing := lacking(db):
        shown = ", ".join(missing[:MOST_SHOWN]) + (" and more" if len(missing) > MOST_SHOWN else "")
        raise Sentence(
            f"the database says that it is at {head()} and lacks {shown}: it was made by migrations that were changed "
            "since; restore a backup from before, or write to whoever changed them"
        )


@contextmanager
def database_answers() -> Iterator[None]:
    from sqlalchemy.exc import OperationalError

    try:
        yield
    except OperationalError as error:
        why = str(error.orig).strip().partition("\n")[0]
        raise Sentence(f"the database does not answer: {why}") from error
