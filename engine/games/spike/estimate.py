"""The final scores to expect from a position, for the play-outs of a patient bot.

A whole game is full of luck with cards, so few play-outs to its end say little about one line. Most weights were fitted
to 24 games of three greedy bots: half-way through a game such an estimate of a seat correlates with its final score by
0.7, and its score alone by 0.4. What a contract promises falls faster with every missing track than the fit says: a
seat that does not build towards its contracts loses more than games of bots that all do can show.
"""

from engine.core.game import Estimate
from engine.games.spike.card_ideas import card_worth
from engine.games.spike.hauls import Dispatcher
from engine.games.spike.state import State
from engine.games.spike.worth import Outlook, contract_hope, route_hope

PLACING = "place"  # the phase
TURNS = 7  # of all seats: at a table of three the third turn of the seat itself is the last one

CONTRACT = 0.8  # of what a contract promises
FADE = 0.8  # of it for each track that is missing
CONTRACT_TURNS = 8.0  # with fewer turns left it shrinks: there is no time to carry the goods
LOADED = 1.5  # what is on the train needs no fetching
TRAIN_TURN = 0.9  # what a turn of the train earns, so what each turn to its next delivery costs
RESTART = 1.5  # a train in a city needs an action to leave it
NO_HAUL = 8  # turns, for a train that has nothing to carry
ROUTE = 0.85  # of what the route promises
SPEED = 0.35  # a level, for each turn left
SPEED_TURNS = 20.0  # after so many turns all contracts are carried
POWER = 0.15  # a level, for each turn left


def scores(s: State) -> list[float]:
    return [_score(Outlook(s, seat)) if player.home else 0.0 for seat, player in enumerate(s.players)]


def _score(outlook: Outlook) -> float:
    player, left = outlook.player, outlook.left
    near, marked = player.network.near, player.marked
    promised = sum(contract_hope(contract, near, marked, FADE) for contract in player.open_contracts)
    route = route_hope(player.route, near) if player.route else 0.0
    return (
        player.score
        + min(1.0, left / CONTRACT_TURNS) * (CONTRACT * promised + LOADED * len(player.cargo))
        - min(1.0, left / CONTRACT_TURNS) * _waiting(outlook)
        + ROUTE * route
        + sum(card_worth(held, left) for held in range(sum(player.hand)))
        + SPEED * player.speed * min(left, SPEED_TURNS)
        + POWER * player.power * left
    )


def _waiting(outlook: Outlook) -> float:
    """What it costs that the next delivery is not made yet."""
    player, hauls = outlook.player, Dispatcher(outlook).hauls
    if not player.open_contracts:
        return 0.0
    turns = min(NO_HAUL, hauls[0].turns) if hauls else NO_HAUL
    return TRAIN_TURN * turns + RESTART * player.in_city


def turn(s: State) -> int:
    return s.turns


# Where a train starts decides most of a game. In a turn greedy's choice is left only for something clearly better, for
# what is drawn in a few turns moves the scores by more than one action does.
ESTIMATE: Estimate[State] = Estimate(scores, turn, TURNS, whole_game=(PLACING,), doubt=0.3)
