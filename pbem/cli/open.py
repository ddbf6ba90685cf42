"""`pbem open`: a table from the command line, for servers on which nobody else may open one."""

import re
from typing import get_args

import click

from engine.core.bots import KINDS
from engine.core.people import Plans
from engine.core.words import LANGUAGES
from pbem.cli.setup import Sentence, configured, game_named, ready

_PERSON = re.compile(r"\s*([^<>]+?)\s*<([^<>]+)>\s*")


def person(text: str) -> tuple[str, str]:
    """The name and the address."""
    found = _PERSON.fullmatch(text)
    if found is None:
        raise Sentence(f"a player is written as 'Anna <anna@example.org>', not {text!r}")
    return found[1], found[2]


@click.command("open")
@click.argument("game")
@click.option("--title", required=True, help="The name of the table.")
@click.option("--host", required=True, help="Who hosts and plays: 'Anna <anna@example.org>'.")
@click.option("--player", "players", multiple=True, help="Another player, written like the host.")
@click.option("--bot", "bots", multiple=True, type=click.Choice(KINDS), help="A bot on a seat.")
@click.option("--option", "options", multiple=True, help="name=value, as `pbem games` lists them.")
@click.option("--lang", default="en", type=click.Choice(LANGUAGES), help="Of the invitations.")
@click.option("--plans", default="offered", type=click.Choice(get_args(Plans)), help="How the table plans ahead.")
@click.option("--watched", is_flag=True, help="Anybody may watch.")
@click.option("--advice", is_flag=True, help="Players may ask what a patient bot would play.")
def command(
    game: str,
    title: str,
    host: str,
    players: tuple[str, ...],
    bots: tuple[str, ...],
    options: tuple[str, ...],
    lang: str,
    plans: str,
    watched: bool,
    advice: bool,
) -> None:
    """Opens a table and invites its players."""
    from pbem.base.fields import BadField  # slow to load, and the server shares this command line
    from pbem.tables.open_table import NewSeat, NewTable, create_table

    people = [person(host), *map(person, players)]
    seats = [NewSeat(*each) for each in people] + [NewSeat(f"Bot {n}", "", bot) for n, bot in enumerate(bots, 1)]
    chosen = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Sentence(f"an option is written as name=value, not {option!r}")
        chosen[name] = value
    service = ready(configured())
    new = NewTable(
        game_named(game).id,
        title,
        tuple(seats),
        chosen,
        lang=lang,
        is_open=watched,
        plans=plans,
        has_advice=advice,
    )
    try:
        table_id = create_table(service, new, by_operator=True)
    except BadField as wrong:
        raise Sentence(f"{wrong.field}: {wrong.why % wrong.params}") from wrong
    click.echo(f"table {table_id}: the invitations leave with the next sweep")
