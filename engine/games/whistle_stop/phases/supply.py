"""A round begins: the first player hands out what its space of the round track holds (whi-2.1, whi-2.2)."""

from engine.core.game import Outcome
from engine.games.whistle_stop.events import CoalRound, WhistleRound
from engine.games.whistle_stop.state import State

NAME = "supply"


def begin(s: State) -> State:
    return s.with_phase(NAME, ())


def run(s: State) -> Outcome[State]:
    number = len(s.seats)
    s = s.with_round(s.round + 1, tuple((s.first + step) % number for step in range(number)))
    coal, whistles = s.given.count("coal"), s.given.count("whistle")
    for seat, player in enumerate(s.players):
        s = s.with_player(seat, player.with_tokens(coal, whistles))
    told = (CoalRound(s.round, s.rounds, coal),) if coal else ()
    return Outcome(s, (*told, *((WhistleRound(s.round, s.rounds, whistles),) if whistles else ())))
