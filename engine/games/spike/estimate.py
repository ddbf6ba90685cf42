"""The final scores to expect from a position, for the play-outs of a patient bot.

A whole game is full of luck with cards, so few play-outs to its end say little about one line. Most weights were fitted
to 24 games of three greedy bots: half-way through a game such an estimate of a seat correlates with its final score by
0.7, and its score alone by 0.4. What a contract promises falls faster with every missing track than the fit says: a
seat that does not build towards its contracts loses more than games of bots that all do can show.
"""

from engine.core.game import Estimate
from engine.games.spike.state import Player, State
from engine.games.spike.worth import contract_hope, route_hope, turns_left

TURNS = 7  # of all seats: at a table of three the third turn of the seat itself is the last one

CONTRACT = 0.8  # of what a contract promises
FADE = 0.8  # of it for each track that is missing
CONTRACT_TURNS = 8.0  # with fewer turns left it shrinks: there is no time to carry the goods
LOADED = 3.0  # what is on the train needs no fetching
ROUTE = 0.85  # of what the route promises
CARD = 0.5
CARD_TURNS = 4.0  # with fewer turns left cards may never be used
SPEED = 0.35  # a level, for each turn left
SPEED_TURNS = 20.0  # after so many turns all contracts are carried
POWER = 0.15  # a level, for each turn left
TRACK = 0.25  # a piece of track that is left, until time is short
TRACK_TURNS = 10.0


def scores(s: State) -> list[float]:
    left = turns_left(s)
    return [_score(player, left) for player in s.players]


def _score(player: Player, left: float) -> float:
    if not player.home:
        return 0.0
    near, marked = player.network.near, player.marked
    promised = sum(contract_hope(contract, near, marked, FADE) for contract in player.open_contracts)
    route = route_hope(player.route, near) if player.route else 0.0
    return (
        player.score
        + min(1.0, left / CONTRACT_TURNS) * (CONTRACT * promised + LOADED * len(player.cargo))
        + ROUTE * route
        + CARD * min(1.0, left / CARD_TURNS) * sum(player.hand)
        + SPEED * player.speed * min(left, SPEED_TURNS)
        + POWER * player.power * left
        + TRACK * min(1.0, left / TRACK_TURNS) * player.tracks_left
    )


def turn(s: State) -> int:
    return s.turns


ESTIMATE: Estimate[State] = Estimate(scores, turn, TURNS)
