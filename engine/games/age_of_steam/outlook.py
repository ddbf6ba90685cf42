"""Looking ahead: rules of thumb for advice and for the greedy bot. Nothing here decides what is legal."""

from collections.abc import Sequence
from typing import TypeVar

from engine.games.age_of_steam import weights
from engine.games.age_of_steam.build_plans import wish
from engine.games.age_of_steam.components import ACTIONS, MOST_ENGINE, MOST_SHARES
from engine.games.age_of_steam.deliveries import Haul, hauls
from engine.games.age_of_steam.money import PRICE, spare, turns_left
from engine.games.age_of_steam.new_cities import worth_of_city
from engine.games.age_of_steam.prospects import Prospects, step_worth
from engine.games.age_of_steam.state import State

T = TypeVar("T")
IN_SIGHT = 5  # suggestions that a mail shows


def in_sight(choices: Sequence[T], safe: T) -> list[T]:
    """The choices with the safe one among the first: a mail says in words what is played for a silent seat."""
    others = [choice for choice in choices if choice != safe]
    others.insert(min(choices.index(safe), IN_SIGHT - 1), safe)
    return others


def shares_for(s: State, seat: int) -> int:
    """As many as pay for the building that the seat would like to do, a small bid and the expenses."""
    player = s.players[seat]
    wanted = wish(s, seat)
    if wanted and turns_left(s) > 1:
        wanted += weights.BID_MONEY
    if player.shares + player.engine > player.income + weights.DEEPEST_DEBT:
        wanted = 0  # a seat so deep in expenses must first earn
    expected = own_steps(s, seat, player.engine) // 2
    for shares in range(MOST_SHARES - player.shares + 1):
        owed = player.shares + shares + player.engine
        if player.money + PRICE * shares + player.income + expected >= wanted + owed:
            return shares
    return MOST_SHARES - player.shares


def highest_bid(s: State, seat: int, place: int) -> int:
    """Up to how much the seat should bid instead of taking this place in the order.

    A seat that is first has its choice of actions; one that drops out gets what the seats before it leave.
    """
    player = s.players[seat]
    purse = player.money + player.income - player.shares - player.engine - weights.BUILDING_MONEY
    if purse <= 0:
        return 0
    worths = sorted(action_worths(s, seat).values(), reverse=True)
    gap = worths[0] - worths[min(place, len(worths)) - 1]
    rich = spare(s, seat) > weights.BUILDING_MONEY
    dollar = weights.BID_DOLLAR_RICH if rich else weights.BID_DOLLAR
    return min(purse, int(gap / dollar))


def can_pull_more(s: State, seat: int) -> bool:
    """Whether the seat can pay for a stronger engine, in this turn and in the next."""
    player = s.players[seat]
    lacking = player.shares + player.engine + 1 - player.income
    return player.engine < MOST_ENGINE and lacking <= min(player.money, weights.DEEPEST_DEBT)


def own_steps(s: State, seat: int, engine: int, moves: int = 2) -> int:
    """Steps of income from the best deliveries that the seat could make now."""
    return sum(haul.own for haul in hauls(s, seat, engine)[:moves])


def worth_of_engine(s: State, seat: int, now: int) -> float:
    """What one more level brings, its upkeep taken off, in points; `now` deliveries are left in this turn."""
    engine = s.players[seat].engine
    prospects = Prospects(s, seat)
    network = prospects.network
    gain = prospects.worth(network, engine + 1, now) - prospects.worth(network, engine, now)
    return gain + (weights.ENGINE_GROWTH - weights.ENGINE_UPKEEP) * turns_left(s)


def action_worths(s: State, seat: int) -> dict[str, float]:
    """What each action is worth to the seat, in points."""
    player = s.players[seat]
    last = turns_left(s) == 1
    gainful = [haul.own for haul in hauls(s, seat, player.engine) if haul.own]
    contested = sum(gainful[:2]) * step_worth(s)
    scarce = player.started and s.turn > 1 and len(gainful) < weights.PLENTY
    return {
        "first-move": weights.FIRST_MOVE * contested,
        "first-build": weights.FIRST_BUILD_EARLY if s.turn <= 2 else weights.FIRST_BUILD,
        "engineer": weights.ENGINEER,
        "locomotive": worth_of_engine(s, seat, 2) if can_pull_more(s, seat) else 0.0,
        "urbanization": weights.URBANIZATION + worth_of_city(s, seat) if len(s.board.new_cities) < 8 else 0.0,
        "production": 0.0 if last else weights.PRODUCTION_SCARCE if scarce else weights.PRODUCTION,
        "turn-order": 0.0 if last else weights.TURN_ORDER,
    }


def actions_by_worth(s: State, seat: int) -> list[str]:
    worths = action_worths(s, seat)
    return sorted(ACTIONS, key=lambda action: -worths[action])


def engine_first(s: State, seat: int, gainful: Sequence[Haul]) -> bool:
    """Whether one stronger engine is better than the delivery that could be made instead."""
    if not can_pull_more(s, seat):
        return False
    steps = [haul.worth for haul in gainful[:2]]
    if not steps and s.players[seat].engine < weights.IDLE_ENGINE:
        return turns_left(s) > 1  # the move is worth nothing else, and the network will grow
    if s.round == 1 and steps:
        stronger = own_steps(s, seat, s.players[seat].engine + 1, 1)
        if stronger <= steps[0]:
            return False  # the engine can wait for the second round, the cube cannot
        lost = steps[1] if len(steps) > 1 else 0.0
    else:
        lost = steps[0] if steps else 0.0
    return worth_of_engine(s, seat, 2 - s.round) > lost * step_worth(s)


def columns_by_steps(s: State, seat: int, letter: str) -> dict[str, float]:
    """For each column of a city, how far the seat could carry a cube of this colour from there."""
    prospects = Prospects(s, seat)
    where = dict(s.board.map.city_of_column) | {letter: hex for hex, letter in s.board.new_cities.items()}
    pulls = min(MOST_ENGINE, s.players[seat].engine + 1)  # the cube comes in a later turn
    home = {end for link in s.board.links if link.owner == seat for end in link.ends}
    # A city where the seat has links may be worth something later, even if the cube has no way yet.
    return {
        column: prospects.steps_of(hex, letter, pulls) + weights.SERVED_CITY * (hex in home)
        for column, hex in where.items()
    }
