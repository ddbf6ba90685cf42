"""The final scores to expect from the beginning of a turn, for the play-outs of a patient bot.

The weights were fitted to 40 games of four greedy bots; `bench.estimates` measures what they foretell. Half-way through
a game the estimate of a seat correlates with its final score by 0.75.
"""

from engine.core.game import Estimate
from engine.games.age_of_steam.deliveries import hauls
from engine.games.age_of_steam.money import turns_left
from engine.games.age_of_steam.score import points
from engine.games.age_of_steam.state import State
from engine.games.age_of_steam.weights import DELIVERIES_PER_TURN

TURNS = 1

# In points.
STEP = 1.8  # a step of income from the deliveries that can be made now: somebody else may take the cube
BANKRUPT = -1000.0
# In points for each turn to come.
LINK = 1.2
ENGINE = 0.45  # a level


def scores(s: State) -> list[float]:
    turns = turns_left(s)
    return [BANKRUPT if player.bankrupt else _score(s, seat, turns) for seat, player in enumerate(s.players)]


def _score(s: State, seat: int, turns: int) -> float:
    player = s.players[seat]
    links = sum(link.owner == seat for link in s.board.links)
    steps = sum(haul.own for haul in hauls(s, seat, player.engine)[:DELIVERIES_PER_TURN])
    return points(s, seat) + turns * (LINK * links + ENGINE * player.engine) + STEP * steps


def turn(s: State) -> int:
    return s.turn


ESTIMATE: Estimate[State] = Estimate(scores, turn, looks=(TURNS,))
