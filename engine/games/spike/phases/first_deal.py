"""The display is turned up and the routes are dealt (spk-1.13, spk-10.1). Nobody decides."""

from engine.core.game import Outcome
from engine.games.spike.components import box
from engine.games.spike.rounds import turn_up
from engine.games.spike.state import State

NAME = "opening"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    s, events = turn_up(s)
    routes, rng = s.rng.shuffled(tuple(box().routes))
    s = s.with_rng(rng)
    each = 2 if s.expert else 1
    for seat, player in enumerate(s.players):
        dealt = routes[seat * each :][:each]
        s = s.with_player(seat, player.with_routes(dealt) if s.expert else player.with_route(dealt[0]))
    return Outcome(s, events)
