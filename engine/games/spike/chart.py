"""The numbers that are followed from turn to turn: money and linked cities.

A game has only three rounds of the deck, so here a round is one turn of everybody. Routes are secret until they are
scored.
"""

from engine.core.game import Chart
from engine.core.say import say
from engine.core.sheet import Curve
from engine.games.spike.network import network
from engine.games.spike.state import State
from engine.games.spike.view import View


def turn(s: State) -> int:
    return 1 + s.turns // len(s.seats)


def curves(view: View) -> tuple[Curve, ...]:
    return (
        Curve(say("column-score"), tuple(held.score for held in view.players)),
        Curve(say("column-cities"), tuple(len(network(held.home, held.tracks).linked) for held in view.players)),
    )


CHART: Chart[State, View] = Chart(turn, curves)
