"""The numbers that are followed from turn to turn: the score, income, links.

The score is what the game would end with; tycoons are secret (rw-12), so what they bring counts when they are shown.
"""

from engine.core.game import OVER, Chart
from engine.core.play import IMAGINATION
from engine.core.say import say
from engine.core.sheet import Curve
from engine.games.railways.score import tycoon_points
from engine.games.railways.state import State, View
from engine.games.railways.view import imagine


def turn(s: State) -> int:
    return s.turn


def curves(view: View) -> tuple[Curve, ...]:
    return (
        Curve(say("column-score"), _scores(view)),
        Curve(say("column-income"), tuple(view.box.income(player.points) for player in view.players)),
        Curve(say("column-links"), tuple(len(view.links_of(seat)) for seat in range(len(view.seats)))),
    )


def _scores(view: View) -> tuple[int, ...]:
    open_points = [player.points - player.shares for player in view.players]
    if view.phase != OVER:
        return tuple(open_points)
    s = imagine(view, IMAGINATION)  # at the end all tycoons are shown
    return tuple(points + tycoon_points(s, seat) for seat, points in enumerate(open_points))


CHART: Chart[State, View] = Chart(turn, curves)
