"""What a position will come to: lets the play-outs of a patient bot stop before the end of the game."""

from collections.abc import Sequence

from engine.core.game import Estimate
from engine.games.whistle_stop.state import State
from engine.games.whistle_stop.worth import position_worth

# Half a game. In 53 positions with 24 worlds each, two to four rounds chose worse lines than play-outs to the end: they
# see little more than advice, which judges by the same worth. Five chose as well, at half the cost.
ROUNDS = 5


def scores(s: State) -> Sequence[float]:
    return [position_worth(s, seat) for seat in range(len(s.seats))]


def round_of(s: State) -> int:
    return s.round


# Whole turns are compared, and what they bring differs by more than luck does: no doubt in favour of the first.
ESTIMATE: Estimate[State] = Estimate(scores, round_of, looks=(ROUNDS,), doubt=0.0)
