"""Trading, buying upgrades and using them (whi-6.8, whi-6.9 and chapter 8)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.whistle_stop import effects
from engine.games.whistle_stop.components import (
    CABIN_POINTS,
    CABIN_SET,
    COMMON_FOR_COAL,
    MOST_PURCHASES,
    RARE_FOR_COMMON,
    TRADES,
    UPGRADE_PLACES,
    USED,
    box,
)
from engine.games.whistle_stop.effects import Effect
from engine.games.whistle_stop.events import (
    ShareSwapped,
    StopAgain,
    Traded,
    UpgradeBought,
    UpgradeBoughtOut,
    UpgradeUsed,
)
from engine.games.whistle_stop.moves import Again, Buy, Buyout, Swap, Trade, Use
from engine.games.whistle_stop.routes import COAL
from engine.games.whistle_stop.state import Spot, State, Todo
from engine.games.whistle_stop.trains import owns_good, token_left


def trades(s: State, seat: int) -> Iterator[Trade]:
    pieces = box()
    for good in s.players[seat].goods:
        if good in pieces.common:
            yield Trade(good, ("coal",))
            yield Trade(good, ("whistle",))
            yield from (Trade(good, (other,)) for other in pieces.common)
        else:
            yield from (Trade(good, pair) for pair in combinations_with_replacement(pieces.common, RARE_FOR_COMMON))
            yield from (Trade(good, (other,)) for other in pieces.rare)


def refuse_trade(s: State, seat: int, move: Trade) -> Refusal | None:
    return (
        _may_trade(s) or owns_good(s, seat, move.gives) or _fair_trade(move) or _goods_there(s, move.gives, move.gets)
    )


def _may_trade(s: State) -> Refusal | None:
    return None if s.turn.trades else refusal("no-trades", "whi-6.8")


def _fair_trade(move: Trade) -> Refusal | None:
    common, rare, gets = box().common, box().rare, move.gets
    if move.gives in common:
        fair = len(gets) == 1 and gets[0] != move.gives and (gets[0] in common or gets[0] in ("coal", "whistle"))
    else:
        two_common = len(gets) == RARE_FOR_COMMON and all(good in common for good in gets)
        fair = two_common or (len(gets) == 1 and gets[0] in rare and gets[0] != move.gives)
    return None if fair else refusal("unfair-trade", "whi-6.8")


def _goods_there(s: State, gives: str, gets: tuple[str, ...]) -> Refusal | None:
    for good in gets:
        if good in s.cubes and s.cubes[good] < gets.count(good):  # whi-1.8
            return refusal("supply-lacks", "whi-1.8", good=good)
    return None


def trade(s: State, seat: int, move: Trade) -> Effect:
    state = effects.give_up(s.with_trades(s.turn.trades - 1), seat, (move.gives,))
    gains = [effects.taking(thing) for thing in move.gets]
    if move.gets == ("coal",):
        gains = [Todo("coal", "", COMMON_FOR_COAL)]
    return Effect(state.with_todo((*gains, *state.turn.todo)), (Traded(seat, move.gives, move.gets),))


def may_buy(s: State, seat: int) -> Refusal | None:
    if s.turn.bought >= MOST_PURCHASES:
        return refusal("purchases-made", "whi-2.3")
    if len(s.players[seat].upgrades) >= UPGRADE_PLACES:
        return refusal("places-full", "whi-8.3")
    return None


def refuse_buy(s: State, seat: int, move: Buy) -> Refusal | None:
    return may_buy(s, seat) or _for_sale(s, move.upgrade) or _payable(s, seat, box().upgrades[move.upgrade].cost)


def _for_sale(s: State, upgrade: str) -> Refusal | None:
    return None if upgrade in s.upgrades else refusal("not-for-sale", "whi-8.1", upgrade=upgrade)


def _payable(s: State, seat: int, cost: tuple[str, ...]) -> Refusal | None:
    return None if s.players[seat].has(cost) else refusal("cannot-pay", "whi-8.1", cost=cost)


def buy(s: State, seat: int, move: Buy) -> Effect:
    cost = box().upgrades[move.upgrade].cost
    state = effects.give_up(s.with_bought(), seat, cost)
    player = state.players[seat]
    state = state.with_player(seat, player.with_upgrades((*player.upgrades, move.upgrade)))
    state = state.with_upgrades(tuple(other for other in state.upgrades if other != move.upgrade))
    return Effect(state, (UpgradeBought(seat, move.upgrade, cost),))


def refuse_buyout(s: State, seat: int, move: Buyout) -> Refusal | None:
    return (
        may_buy(s, seat)
        or _an_opponents(s, seat, move.upgrade)
        or _rare(move.rare)
        or _payable(s, seat, (*box().upgrades[move.upgrade].cost, move.rare))
    )


def _an_opponents(s: State, seat: int, upgrade: str) -> Refusal | None:
    if s.owner(upgrade) in (None, seat):
        return refusal("not-an-opponents", "whi-8.2", upgrade=upgrade)
    return None


def _rare(good: str) -> Refusal | None:
    return None if good in box().rare else refusal("not-rare", "whi-8.2", good=good)


def buyout(s: State, seat: int, move: Buyout) -> Effect:
    owner = s.owner(move.upgrade)
    assert owner is not None
    cost = box().upgrades[move.upgrade].cost
    state = effects.give_up(s.with_bought(), seat, (*cost, move.rare))
    seller, buyer = state.players[owner], state.players[seat]
    state = state.with_player(owner, seller.with_upgrades(tuple(u for u in seller.upgrades if u != move.upgrade)))
    state = state.with_player(seat, buyer.with_upgrades((*buyer.upgrades, move.upgrade)))
    effect = Effect(state, (UpgradeBoughtOut(seat, owner, move.upgrade, cost, move.rare),))
    return effect.then(effects.receive_outside_turn(state, owner, move.rare))


def refuse_use(s: State, seat: int, move: Use) -> Refusal | None:
    return _owned(s, seat, move.upgrade) or _acts(move.upgrade) or token_left(s, seat, COAL) or _brings(s, seat, move)


def _owned(s: State, seat: int, upgrade: str) -> Refusal | None:
    return None if upgrade in s.players[seat].upgrades else refusal("upgrade-not-owned", "whi-8.5", upgrade=upgrade)


def _acts(upgrade: str) -> Refusal | None:
    return None if upgrade in USED else refusal("no-such-action", "whi-11.7", upgrade=upgrade)


def _brings(s: State, seat: int, move: Use) -> Refusal | None:
    player = s.players[seat]
    brings = {
        "ore-cart": bool(s.nuggets),
        "warehouse": any(s.cubes.values()),
        "luxury-cabin": len(player.shares) >= CABIN_SET,
        "merchant-car": player.cubes > 0,
    }
    return None if brings.get(move.upgrade, True) else refusal("brings-nothing", "whi-8.5", upgrade=move.upgrade)


def use(s: State, seat: int, move: Use) -> Effect:
    s = s.with_spent(seat, COAL)
    effect = Effect(s, (UpgradeUsed(seat, move.upgrade),))
    if move.upgrade == "coal-car":  # whi-8.6
        return effect.then(effects.gain_tokens(s, seat, coal=2))
    if move.upgrade == "ore-cart":  # whi-8.7
        return effect.then(effects.gain_nugget(s, seat))
    if move.upgrade == "warehouse":  # whi-8.8
        return effect.then(Effect(s.with_todo((Todo("good-of-choice"),))))
    if move.upgrade == "luxury-cabin":  # whi-8.10
        return effect.then(effects.cabin(s, seat, len(s.players[seat].shares) // CABIN_SET * CABIN_POINTS))
    if move.upgrade == "merchant-car":  # whi-8.11
        return effect.then(Effect(s.with_trades(TRADES)))
    return effect.then(effects.gain_tokens(s, seat, whistles=1))  # whi-8.12


def _stops_under(s: State, seat: int, hex: str) -> tuple[Spot, ...]:
    """The stops of a tile at which trains of the seat stand."""
    return tuple(dict.fromkeys(spot for spot in s.players[seat].trains if spot.hex == hex and hex in s.tiles))


def stops_again(s: State, seat: int, hex: str) -> tuple[Spot, ...]:
    """Those of them that would do something (whi-8.5)."""
    return tuple(spot for spot in _stops_under(s, seat, hex) if effects.stop_acts(s, seat, spot))


def refuse_again(s: State, seat: int, move: Again) -> Refusal | None:
    return (
        _owned(s, seat, "caboose")
        or token_left(s, seat, COAL)
        or _stands_on_tile(s, seat, move.hex)
        or _stop_acts(s, seat, move.hex)
    )


def _stands_on_tile(s: State, seat: int, hex: str) -> Refusal | None:
    return None if _stops_under(s, seat, hex) else refusal("no-stop-under-train", "whi-8.9", hex=hex)


def _stop_acts(s: State, seat: int, hex: str) -> Refusal | None:
    return None if stops_again(s, seat, hex) else refusal("brings-nothing", "whi-8.5", upgrade="caboose")


def again(s: State, seat: int, move: Again) -> Effect:
    """whi-8.9"""
    s = s.with_spent(seat, COAL)
    effect = Effect(s, (StopAgain(seat, move.hex),))
    spots = stops_again(s, seat, move.hex)
    if len(spots) > 1:
        return effect.then(Effect(s.with_todo((Todo("which", move.hex),))))
    return effect.then(Effect(effects.arrive(s, seat, spots[0])))


def refuse_swap(s: State, seat: int, move: Swap) -> Refusal | None:
    return (
        _owned(s, seat, "safe")
        or token_left(s, seat, COAL)
        or owns_share(s, seat, move.share)
        or _on_the_board(s, move.company)
        or _share_left(s, move.company)
    )


def owns_share(s: State, seat: int, share: str) -> Refusal | None:
    return None if share in s.players[seat].shares else refusal("share-not-owned", "whi-7.2", share=share)


def _on_the_board(s: State, company: str) -> Refusal | None:
    return None if company in s.companies_on_board() else refusal("no-town-yet", "whi-8.13", company=company)


def _share_left(s: State, company: str) -> Refusal | None:
    return None if s.shares[company] else refusal("no-share-left", "whi-8.13", company=company)


def swap(s: State, seat: int, move: Swap) -> Effect:
    """whi-8.13"""
    s = s.with_spent(seat, COAL)
    gained = f"{move.company}-{s.shares[move.company][0]}"
    state = effects.sell(s, seat, move.share).state
    state = effects.gain_share(state, seat, move.company).state
    return Effect(state, (ShareSwapped(seat, move.share, gained),))


def purchases(s: State, seat: int) -> Iterator[Move]:
    yield from (Buy(upgrade) for upgrade in s.upgrades)
    for other, opponent in enumerate(s.players):
        if other != seat:
            yield from (Buyout(upgrade, rare) for upgrade in opponent.upgrades for rare in box().rare)


def offers(s: State, seat: int) -> Iterator[Move]:
    player = s.players[seat]
    if s.turn.trades:
        yield from trades(s, seat)
    yield from purchases(s, seat)
    yield from (Use(upgrade) for upgrade in player.upgrades if upgrade in USED)
    if "caboose" in player.upgrades:
        yield from (Again(hex) for hex in dict.fromkeys(spot.hex for spot in player.trains))
    if "safe" in player.upgrades:
        yield from (Swap(share, company) for share in player.shares for company in box().companies)
