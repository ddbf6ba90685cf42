"""`pbem games`: what can be played."""

import json

import click

from engine.games import GAMES


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(as_json: bool) -> None:
    """The games with their seats and options."""
    if as_json:
        listed = [
            {
                "id": game.id,
                "name": game.words.name(game.id, "en"),
                "rules": game.rules,
                "seats": list(game.seats),
                "options": {option.id: list(option.values) for option in game.options},
            }
            for game in GAMES.values()
        ]
        click.echo(json.dumps({"games": listed}))
        return
    for game in GAMES.values():
        seats = f"{game.seats[0]}–{game.seats[-1]} seats"
        click.echo(f"{game.id}  {game.words.name(game.id, 'en')}, {seats}, rules {game.rules}")
        for option in game.options:
            values = " | ".join(option.values)
            click.echo(f"    {option.id} = {values}    {game.words.name(option.id, 'en')}")
