"""The final scores to expect from a position, for the play-outs of a patient bot.

A whole game is full of luck with cards. One play-out that is looked at four times on its way says as much about a line
as six to the end do: 82 positions, up to ten lines each in twelve worlds, held against play-outs to the end in others.
The same positions served to choose the looks and the holdings, so that this flatters a little.

The worths below are a linear fit to the final scores of 4,800 games of three bots that now and then do not play what
they would: otherwise nobody would learn what it costs not to build towards a contract. `bench/spike_worths.py` makes
such a table.
"""

from operator import mul
from typing import NamedTuple

from engine.core.game import Estimate
from engine.games.spike.components import box
from engine.games.spike.score import route_score
from engine.games.spike.state import Contract, Player, State
from engine.games.spike.worth import Distances, Outlook, contract_hope, route_hope, turns_left

PLACING = "place"  # the phase
LOOKS = (4, 7, 13, 19)  # turns of all seats: after one, two, four and six of each at a table of three

# What remains of a promise for each track that is missing
FAR_FADE = 0.93  # so that far cities count
NEAR_FADE = 0.6  # so that only those count to which little is missing
CITY_FADE = 0.7

MIDDLE, START = 10.0, 48.0  # turns left


class Worth(NamedTuple):
    """Of one more of something, in final score, when no turn is left, with MIDDLE turns left and with START. In between
    it changes evenly."""

    at_end: float
    in_middle: float
    at_start: float


def shares(left: float) -> Worth:
    """How much of each of the three counts with so many turns left."""
    if left < MIDDLE:
        return Worth(1 - left / MIDDLE, left / MIDDLE, 0.0)
    early = min(1.0, (left - MIDDLE) / (START - MIDDLE))
    return Worth(0.0, 1 - early, early)


WORTHS = {
    "contracts": Worth(-0.61, 0.19, 0.97),  # what they promise
    "near_contracts": Worth(0.32, 0.27, 0.05),
    "loaded": Worth(0.70, 0.30, 0.0),  # what the cargo brings in linked cities
    "in_city": Worth(-2.08, -2.60, 0.36),  # a train there needs an action to leave
    "route": Worth(0.0, 1.01, 0.85),  # what it promises
    "scored_route": Worth(1.03, 0.22, -0.18),  # what it would bring now
    "new_cities": Worth(0.04, 0.29, 0.18),  # what linking them promises
    "linked": Worth(0.15, -1.10, -0.91),  # each has been paid for, and there are fewer left
    "hand": Worth(0.77, 0.47, 1.12),
    "speed": Worth(-4.02, 5.32, 4.97),  # a level
    "power": Worth(0.0, -1.37, 4.49),
}


def scores(s: State) -> list[float]:
    now = shares(turns_left(s))
    worths = {name: sum(map(mul, now, worth)) for name, worth in WORTHS.items()}
    return [
        player.score + sum(worths[name] * number for name, number in holdings(Outlook(s, seat)).items())
        if player.home
        else 0.0
        for seat, player in enumerate(s.players)
    ]


def holdings(outlook: Outlook) -> dict[str, float]:
    """What a seat has besides its score, under the names of WORTHS."""
    player, near = outlook.player, outlook.near
    return {
        "contracts": _contract_hope(player, FAR_FADE),
        "near_contracts": _contract_hope(player, NEAR_FADE),
        "loaded": sum(max(_linked_pays(player, held), default=0) for held in player.cargo),
        "in_city": player.in_city,
        "route": route_hope(player.route, near, FAR_FADE) if player.route else 0.0,
        "scored_route": route_score(player.route, player.network.linked).pays if player.route else 0.0,
        "new_cities": _city_hope(outlook.s, near),
        "linked": len(player.network.linked),
        "hand": sum(player.hand),
        "speed": player.speed,
        "power": player.power,
    }


def _contract_hope(player: Player, fade: float) -> float:
    near = player.network.near
    return sum(contract_hope(held, near, player.marked, fade) for held in player.open_contracts)


def _linked_pays(player: Player, contract: Contract) -> list[int]:
    near = player.network.near
    return [pays for city, pays in contract.printed.pays.items() if not near[city] and city not in player.marked]


def _city_hope(s: State, near: Distances) -> float:
    prices = {good: s.price(good) for good in box().goods}
    return sum(prices[good] * CITY_FADE ** near[city] for city, good in box().good_of.items() if near[city])


def turn(s: State) -> int:
    return s.turns


# Where a train starts decides most of a game.
ESTIMATE: Estimate[State] = Estimate(scores, turn, LOOKS, whole_game=(PLACING,))
