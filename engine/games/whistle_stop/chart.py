"""The numbers that are followed from round to round: points, shares, trains that are home.

What is counted at the end (chapter 10) is partly hidden until then, so it raises the points in the last round only.
"""

from engine.core.game import Chart
from engine.core.say import say
from engine.core.sheet import Curve
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.view import View


def round_number(s: State) -> int:
    """Placing the trains belongs to the first round."""
    return max(s.round, 1)


def curves(view: View) -> tuple[Curve, ...]:
    return (
        Curve(say("column-points"), tuple(player.score for player in view.players)),
        Curve(say("column-shares"), tuple(len(player.shares) for player in view.players)),
        Curve(say("column-trains"), tuple(player.home for player in view.players)),
    )


CHART: Chart[State, View] = Chart(round_number, curves, "round")
