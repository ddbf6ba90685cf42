"""The final count (whi-10.2 to whi-10.7)."""

from engine.core.event import Event
from engine.core.game import OVER, Outcome
from engine.games.whistle_stop import score
from engine.games.whistle_stop.components import MAJORITY
from engine.games.whistle_stop.events import MajorityScored, PlayerScored
from engine.games.whistle_stop.state import State

NAME = "scoring"


def begin(s: State) -> State:
    return s.with_phase(NAME, ())


def run(s: State) -> Outcome[State]:
    events: list[Event] = []
    for company, seat in score.majorities(s.players).items():
        events.append(MajorityScored(seat, company, MAJORITY))
        s = s.with_player(seat, s.players[seat].with_points("majorities", MAJORITY))
    for seat, player in enumerate(s.players):
        parts = score.final_parts(player)
        for source, points in parts.items():
            player = player.with_points(source, points)
        s = s.with_player(seat, player)
        events.append(PlayerScored(seat, **parts, score=player.score))
    return Outcome(s.with_phase(OVER, ()), tuple(events))
