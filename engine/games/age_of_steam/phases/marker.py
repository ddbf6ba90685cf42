"""Phase 10: the turn marker moves on, or the game is over (aos-10.1)."""

from engine.core.game import OVER, Outcome
from engine.core.say import say
from engine.games.age_of_steam.events import GameEnded, TurnBegan
from engine.games.age_of_steam.score import standings
from engine.games.age_of_steam.state import State

NAME = "marker"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    if s.turn == s.turns:
        s = s.with_phase(OVER)
        winners = tuple(say("seat", seat=row.seat) for row in standings(s) if row.place == 1)
        return Outcome(s, (GameEnded(winners),))
    return Outcome(s.with_turn(s.turn + 1), (TurnBegan(s.turn + 1, s.turns),))
