"""Routes are shown and scored, and the game is over (spk-9). Nobody decides."""

from engine.core.event import Event
from engine.core.game import OVER, Outcome
from engine.games.spike.events import Ended, RouteScored
from engine.games.spike.score import route_score, standings
from engine.games.spike.state import State

NAME = "routes"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    events: list[Event] = []
    for seat in s.seat_order:
        player = s.players[seat]
        score = route_score(player.route, player.network.linked)
        s = s.with_income(seat, "bonus", score.pays)
        events.append(RouteScored(seat, player.route, score.cities, score.pays))
    winners = tuple(row.seat for row in standings(s) if row.place == 1)
    return Outcome(s.with_phase(OVER), (*events, Ended(winners)))
