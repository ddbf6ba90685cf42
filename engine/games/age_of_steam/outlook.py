"""Looking ahead: rules of thumb for advice and for the greedy bot. Nothing here decides what is legal."""

from collections.abc import Sequence

from engine.games.age_of_steam import weights
from engine.games.age_of_steam.components import ACTIONS, MOST_ENGINE, MOST_SHARES
from engine.games.age_of_steam.delivering import Haul, hauls
from engine.games.age_of_steam.money import PRICE, turns_left
from engine.games.age_of_steam.new_cities import worth_of_city
from engine.games.age_of_steam.planning import wish
from engine.games.age_of_steam.prospects import Prospects, step_worth
from engine.games.age_of_steam.state import State

BUILDING_MONEY = 6  # kept back when bidding
BID_MONEY = 1
DEEPEST_DEBT = 7  # expenses above income at which no more shares are issued for building


def shares_for(s: State, seat: int) -> int:
    """As many as pay for the building that the seat would like to do, a small bid and the expenses."""
    player = s.players[seat]
    wanted = wish(s, seat)
    if wanted and turns_left(s) > 1:
        wanted += BID_MONEY
    if player.shares + player.engine > player.income + DEEPEST_DEBT:
        wanted = 0  # a seat so deep in expenses must first earn
    expected = own_steps(s, seat, player.engine) // 2
    for shares in range(MOST_SHARES - player.shares + 1):
        owed = player.shares + shares + player.engine
        if player.money + PRICE * shares + player.income + expected >= wanted + owed:
            return shares
    return MOST_SHARES - player.shares


def worth_of_place(s: State, seat: int) -> int:
    """Up to how much an early place in the turn order is worth bidding."""
    player = s.players[seat]
    spare = player.money + player.income - player.shares - player.engine - BUILDING_MONEY
    return max(0, min(spare, 2 + s.turn // 3))


def can_pull_more(s: State, seat: int) -> bool:
    """Whether the seat can carry a dearer engine, in this turn and in the next."""
    player = s.players[seat]
    lacking = player.shares + player.engine + 1 - player.income
    return player.engine < MOST_ENGINE and lacking <= player.money


def own_steps(s: State, seat: int, engine: int, moves: int = 2) -> int:
    """Steps of income from the best deliveries that the seat could make now."""
    return sum(haul.own for haul in hauls(s, seat, engine)[:moves])


def upkeep(s: State) -> float:
    """What one more level of the engine costs to the end of the game, in points."""
    return weights.ENGINE_DOLLAR * turns_left(s)


def worth_of_engine(s: State, seat: int, now: int) -> float:
    """What one more level brings in the turns to come, its upkeep taken off; `now` deliveries are left in this one."""
    player = s.players[seat]
    if player.engine >= MOST_ENGINE:
        return 0.0
    prospects = Prospects(s, seat)
    network = prospects.network
    gain = prospects.worth(network, player.engine + 1, now) - prospects.worth(network, player.engine, now)
    return gain - upkeep(s)


def action_worths(s: State, seat: int) -> dict[str, float]:
    """What each action is worth to the seat, in points."""
    player = s.players[seat]
    last = turns_left(s) == 1
    contested = own_steps(s, seat, player.engine) * step_worth(s)
    return {
        "first-move": weights.FIRST_MOVE * contested,
        "first-build": weights.FIRST_BUILD_EARLY if s.turn <= 2 else weights.FIRST_BUILD,
        "engineer": weights.ENGINEER,
        "locomotive": worth_of_engine(s, seat, 2) if can_pull_more(s, seat) else 0.0,
        "urbanization": weights.URBANIZATION + worth_of_city(s, seat) if len(s.board.new_cities) < 8 else 0.0,
        "production": 0.0 if last else weights.PRODUCTION,
        "turn-order": 0.0 if last else weights.TURN_ORDER,
    }


def actions_by_worth(s: State, seat: int) -> list[str]:
    worths = action_worths(s, seat)
    return sorted(ACTIONS, key=lambda action: -worths[action])


def engine_first(s: State, seat: int, found: Sequence[Haul]) -> bool:
    """Whether one stronger engine is better than the delivery that could be made instead."""
    if not can_pull_more(s, seat):
        return False
    own = [haul.own for haul in found if haul.own] + [0, 0]
    lost = own[0] if s.round == 2 else own[1]
    if s.round == 1 and own_steps(s, seat, s.players[seat].engine + 1, 1) <= own[0]:
        return False  # it can wait: another player might take the cube
    now = 0 if s.round == 2 else 1
    return worth_of_engine(s, seat, now) > lost * step_worth(s)


def boxes_by_worth(s: State, seat: int, boxes: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Boxes that come early, in columns of cities where the seat has links."""
    served = {end for link in s.board.links if link.owner == seat for end in link.ends}
    placed = {letter: hex for hex, letter in s.board.new_cities.items()}

    def worth(place: tuple[str, int]) -> tuple[bool, int]:
        column, box = place
        hex = s.board.map.city_of_column.get(column) or placed.get(column)
        return (hex not in served, box)

    return sorted(boxes, key=worth)
