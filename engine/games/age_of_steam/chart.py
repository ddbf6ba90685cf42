"""The numbers that are followed from turn to turn: victory points, income, shares. All of them are open (aos-1.9)."""

from engine.core.game import Chart
from engine.core.play import IMAGINATION
from engine.core.say import say
from engine.core.sheet import Curve
from engine.games.age_of_steam.score import points
from engine.games.age_of_steam.state import Player, State
from engine.games.age_of_steam.view import View, imagine


def turn(s: State) -> int:
    return s.turn


def curves(view: View) -> tuple[Curve, ...]:
    s = imagine(view, IMAGINATION)  # nothing of a position is hidden
    scores = tuple(None if player.bankrupt else points(s, seat) for seat, player in enumerate(view.players))
    return (
        Curve(say("column-points"), scores),
        Curve(say("column-income"), tuple(map(_income, view.players))),
        Curve(say("column-shares"), tuple(map(_shares, view.players))),
    )


def _income(player: Player) -> int | None:
    return None if player.bankrupt else player.income


def _shares(player: Player) -> int | None:
    return None if player.bankrupt else player.shares


CHART: Chart[State, View] = Chart(turn, curves)
