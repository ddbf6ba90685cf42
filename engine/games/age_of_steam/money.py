"""What money is worth to a seat, what it may spend, and when shares are worth issuing."""

from engine.games.age_of_steam import weights
from engine.games.age_of_steam.deliveries import hauls
from engine.games.age_of_steam.state import Player, State

PRICE = 5  # aos-3.2


def turns_left(s: State) -> int:
    """The present one counts."""
    return s.turns - s.turn + 1


def shortfall(player: Player, shares: int) -> int:
    """Dollars missing at the end of the turn if the seat issues these shares and spends nothing else."""
    owed = player.shares + shares + player.engine
    return max(0, owed - player.money - PRICE * shares - player.income)


def share_price(s: State) -> float:
    """What a dollar costs that is raised by a share, in points."""
    return (weights.SHARE_POINTS + weights.SHARE_DOLLAR * turns_left(s)) / PRICE


def spare(s: State, seat: int) -> int:
    """What the seat can spend now without ever issuing a share for it, if its income grows as usual."""
    player = s.players[seat]
    cash, income = player.money, player.income
    least = cash
    for later in range(turns_left(s)):
        if later:
            cash -= weights.SPENT_PER_TURN
            least = min(least, cash)
        income += weights.INCOME_PER_TURN
        cash += income - player.shares - player.engine
        least = min(least, cash)
    return least


def price_of(s: State, seat: int, dollars: int) -> float:
    """What spending so much now costs, in points."""
    borrowed = min(dollars, max(0, dollars - spare(s, seat)))
    return weights.SPARE_DOLLAR * dollars + share_price(s) * borrowed


def budget(s: State, seat: int) -> int:
    """What may be spent without falling short at the end of the turn, deliveries of this turn counted in.

    Should others take the goods, income makes up for what is missing, but never so much that the seat is bankrupt.
    """
    player = s.players[seat]
    # A first link will bring something; after that the deliveries that can be made are known.
    expected = sum(haul.own for haul in hauls(s, seat, player.engine)[:2]) if player.started else 1
    left = player.money + player.income - player.shares - player.engine
    return min(player.money, max(left + min(expected, player.income), 0))
