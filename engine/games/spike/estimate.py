"""The final scores to expect from a position, for the play-outs of a patient bot.

A whole game is full of luck with cards, so few play-outs to its end say little about one line. The weights were fitted
to 24 games of three greedy bots: half-way through the game the estimate of a seat correlates with its final score by
0.7, and its score alone by 0.4.
"""

from engine.core.game import Estimate
from engine.games.spike.score import route_score
from engine.games.spike.state import Player, State
from engine.games.spike.worth import contract_fade, contract_hope, turns_left

TURNS = 6  # of all seats: two each at a table of three

CONTRACT = 0.6  # of what a contract promises
CONTRACT_TURNS = 8.0  # with fewer turns left it shrinks: there is no time to carry the goods
LOADED = 3.0  # what is on the train needs no fetching
ROUTE = 0.65  # of what the route would pay now; in the last turns all of it
ROUTE_TURNS = 6.0
CARD = 0.5
CARD_TURNS = 4.0  # with fewer turns left cards may never be used
SPEED = 0.35  # a level, for each turn left
SPEED_TURNS = 20.0  # after so many turns all contracts are carried
POWER = 0.15  # a level, for each turn left
TRACK = 0.25  # a piece of track that is left, until time is short
TRACK_TURNS = 10.0


def scores(s: State) -> list[float]:
    left = turns_left(s)
    fade = contract_fade(left)
    return [_score(player, left, fade) for player in s.players]


def _score(player: Player, left: float, fade: float) -> float:
    near, marked = player.network.near, player.marked
    promised = sum(contract_hope(contract, near, marked, fade) for contract in player.open_contracts)
    route = route_score(player.route, player.network.linked).pays if player.route else 0
    return (
        player.score
        + min(1.0, left / CONTRACT_TURNS) * (CONTRACT * promised + LOADED * len(player.cargo))
        + (ROUTE + (1 - ROUTE) * max(0.0, 1 - left / ROUTE_TURNS)) * route
        + CARD * min(1.0, left / CARD_TURNS) * sum(player.hand)
        + SPEED * player.speed * min(left, SPEED_TURNS)
        + POWER * player.power * left
        + TRACK * min(1.0, left / TRACK_TURNS) * player.tracks_left
    )


def turn(s: State) -> int:
    return s.turns


ESTIMATE: Estimate[State] = Estimate(scores, turn, TURNS)
