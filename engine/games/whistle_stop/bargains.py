"""Trades and purchases that are worth a thought, chosen by what their goods are worth before any is played."""

from collections.abc import Callable

from engine.core.move import Move
from engine.games.whistle_stop import steps, workshop, worth
from engine.games.whistle_stop.components import COMMON_FOR_COAL, box
from engine.games.whistle_stop.moves import Buy, Buyout, Trade
from engine.games.whistle_stop.state import State


def best_trade(s: State, seat: int) -> Trade | None:
    """The one that brings most, if any is allowed."""
    trades = [move for move in workshop.trades(s, seat) if steps.refuse(s, seat, move) is None]
    return max(trades, key=_trade_gain(s, seat), default=None)


def _trade_gain(s: State, seat: int) -> Callable[[Trade], float]:
    player, tokens = s.players[seat], worth.token_worth(s, seat)
    hoped = worth.deliveries(s, seat, player.trains, worth.turns_left(s, seat))
    for_token = {"coal": COMMON_FOR_COAL * tokens.coal, "whistle": tokens.whistle}

    def gain(trade: Trade) -> float:
        goods = tuple(thing for thing in trade.gets if thing not in for_token)
        token = sum(for_token.get(thing, 0.0) for thing in trade.gets)
        return token + hoped.gain(player.goods, gives=(trade.gives,), gets=goods)

    return gain


def purchases_and_uses(s: State, seat: int, n: int) -> list[Move]:
    """The n best purchases, and every use of an upgrade that is owned."""
    offers = (move for move in workshop.offers(s, seat) if not isinstance(move, Trade))
    allowed = [move for move in offers if steps.refuse(s, seat, move) is None]
    purchases = [move for move in allowed if isinstance(move, Buy | Buyout)]
    uses = [move for move in allowed if not isinstance(move, Buy | Buyout)]
    if len(purchases) > n:
        gain = _purchase_gain(s, seat)
        purchases = sorted(purchases, key=lambda purchase: -gain(purchase))[:n]
    return [*purchases, *uses]


def _purchase_gain(s: State, seat: int) -> Callable[[Buy | Buyout], float]:
    player, turns = s.players[seat], worth.turns_left(s, seat)
    hoped = worth.deliveries(s, seat, player.trains, turns)

    def gain(purchase: Buy | Buyout) -> float:
        cost = box().upgrades[purchase.upgrade].cost
        if isinstance(purchase, Buyout):
            cost = (*cost, purchase.rare)
        return worth.upgrade_worth(player, purchase.upgrade, turns) + hoped.gain(player.goods, gives=cost)

    return gain
