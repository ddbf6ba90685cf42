"""Phase 6: each player receives their income (aos-8.1)."""

from engine.core.game import Outcome
from engine.core.say import say
from engine.games.age_of_steam.events import IncomePaid
from engine.games.age_of_steam.state import State

NAME = "income"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    said = []
    for seat in s.order:
        income = s.players[seat].income
        s = s.with_paid(seat, -income)
        said.append(say("seat-money", seat=seat, money=income))
    return Outcome(s, (IncomePaid(tuple(said)),))
