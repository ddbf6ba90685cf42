"""The final scores to expect from the beginning of an auction or an action round, for the play-outs of a patient bot.

The weights were fitted to 40 games of four greedy bots; `bench.estimates` measures what they foretell. Half-way through
a game the estimate of a seat correlates with its final score by 0.9.
"""

from engine.core.game import Estimate
from engine.games.railways.outlook import actions_left, beside, prospect
from engine.games.railways.score import tycoon_points
from engine.games.railways.state import State

ROUNDS = 12  # auctions and action rounds: three whole turns

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
    turns = max(0.0, (1 + actions_left(s)) / s.profile.rounds - 1)  # a part of one in the middle of a turn
    return [_score(s, seat, turns) for seat in range(len(s.seats))]


def _score(s: State, seat: int, turns: float) -> float:
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


def round_of(s: State) -> int:
    return s.turn * (1 + s.profile.rounds) + (0 if s.auction is not None else s.round)


ESTIMATE: Estimate[State] = Estimate(scores, round_of, looks=(ROUNDS,))
