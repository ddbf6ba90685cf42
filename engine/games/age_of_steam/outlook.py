"""Looking ahead: rules of thumb for advice and for the greedy bot. Nothing here decides what is legal."""

from collections.abc import Sequence

from engine.games.age_of_steam.components import ACTIONS, MOST_ENGINE, MOST_SHARES
from engine.games.age_of_steam.delivering import Haul, hauls
from engine.games.age_of_steam.planning import wish
from engine.games.age_of_steam.state import Player, State

BUILDING_MONEY = 6  # kept back when bidding
BID_MONEY = 1
DEEPEST_DEBT = 7  # expenses above income at which no more shares are issued for building


def shortfall(player: Player, shares: int) -> int:
    """Dollars missing at the end of the turn if the seat issues these shares and spends nothing else."""
    owed = player.shares + shares + player.engine
    return max(0, owed - player.money - 5 * shares - player.income)


def turns_left(s: State) -> int:
    return s.turns - s.turn + 1


def shares_for(s: State, seat: int) -> int:
    """As many as pay for the building that the seat would like to do, a small bid and the expenses."""
    player = s.players[seat]
    wanted = wish(s, seat)
    if wanted and turns_left(s) > 1:
        wanted += BID_MONEY
    if player.shares + player.engine > player.income + DEEPEST_DEBT:
        wanted = 0  # a seat so deep in expenses must first earn
    for shares in range(MOST_SHARES - player.shares + 1):
        owed = player.shares + shares + player.engine
        if player.money + 5 * shares + player.income >= wanted + owed:
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
    return player.engine < MOST_ENGINE and lacking <= player.money and lacking <= (9 if player.engine < 3 else 6)


def own_steps(s: State, seat: int, engine: int, moves: int = 2) -> int:
    """Steps of income from the best deliveries that the seat could make now."""
    return sum(haul.own for haul in hauls(s, seat, engine)[:moves])


def actions_by_worth(s: State, seat: int) -> list[str]:
    player = s.players[seat]
    now = own_steps(s, seat, player.engine)
    stronger = own_steps(s, seat, min(player.engine + 1, MOST_ENGINE))
    money = player.money + player.income - player.shares - player.engine
    last = turns_left(s) == 1
    worth = {
        "first-move": 2.0 + 0.5 * now,
        "first-build": 1.8 if s.turn <= 2 else 1.0,
        "engineer": 2.2 if money >= 4 else 0.6,
        "locomotive": 0.5 + 1.2 * (stronger - now) + (0.8 if player.engine < 3 and not last else 0),
        "urbanization": 2.4 if player.money >= 4 and len(s.board.new_cities) < 8 else 0.8,
        "production": 0.4,
        "turn-order": 0.0 if last else 0.7,
    }
    if not can_pull_more(s, seat):
        worth["locomotive"] = 0.1
    return sorted(ACTIONS, key=lambda action: -worth[action])


def engine_first(s: State, seat: int, found: Sequence[Haul]) -> bool:
    """Whether one stronger engine is better than the delivery that could be made instead."""
    player = s.players[seat]
    left = turns_left(s)
    if not can_pull_more(s, seat):
        return False
    now = [haul.own for haul in found[:2]]
    lost = now[0] if s.round == 2 and now else (now[1] if len(now) > 1 else 0)
    stronger = own_steps(s, seat, player.engine + 1, 1)
    gain = max(0, stronger - (now[0] if now else 0))
    return gain * min(left, 3) > lost + 1 and left > 1


def boxes_by_worth(s: State, seat: int, boxes: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Boxes that come early, in columns of cities where the seat has links."""
    served = {end for link in s.board.links if link.owner == seat for end in link.ends}
    placed = {letter: hex for hex, letter in s.board.new_cities.items()}

    def worth(place: tuple[str, int]) -> tuple[bool, int]:
        column, box = place
        hex = s.board.map.city_of_column.get(column) or placed.get(column)
        return (hex not in served, box)

    return sorted(boxes, key=worth)
