"""The final scores to expect from the beginning of a turn, for the play-outs of a patient bot.

The weights were fitted to 40 games of four greedy bots; `bench.estimates` measures what they foretell. Half-way through
a game the estimate of a seat correlates with its final score by 0.9.
"""

from engine.core.game import Estimate
from engine.games.railways.outlook import beside, prospect, turns_left
from engine.games.railways.score import tycoon_points
from engine.games.railways.state import State

ROUNDS = 1

# In points.
SHARE = 1.1  # a share costs its point, and dividends until then
TYCOON = 0.7  # of what the tycoon would bring now: others may still get ahead
# In points for each turn to come.
LINK = 0.3
ENGINE = 1.0  # a level
THOUSAND = 0.15  # of income after dividends
# Deliveries that are possible now. In the last turn one has the time for half of them.
PROSPECT = 0.5


def scores(s: State) -> list[float]:
    turns = turns_left(s)
    return [_score(s, seat, turns) for seat in range(len(s.seats))]


def _score(s: State, seat: int, turns: int) -> float:
    player = s.players[seat]
    profit = s.box.income(player.points) - player.shares
    a_turn = LINK * len(s.links_of(seat)) + ENGINE * player.engine + THOUSAND * profit
    return (
        player.points
        - SHARE * player.shares
        + TYCOON * tycoon_points(s, seat)
        + turns * a_turn
        + PROSPECT * prospect(s, beside(s, seat), player.engine).worth
    )


def turn(s: State) -> int:
    return s.turn


ESTIMATE: Estimate[State] = Estimate(scores, turn, ROUNDS)
