"""What stops give and ask for (chapters 6 and 7). Whatever leaves no choice happens at once (whi-2.7)."""

from collections.abc import Sequence

import msgspec

from engine.core.event import Event
from engine.games.whistle_stop.components import TRADES, Tile, box
from engine.games.whistle_stop.events import (
    CabinPaid,
    CoalGained,
    Delivered,
    GoodGained,
    GoodLacking,
    GoodReturned,
    LastTrainHome,
    MarketPaid,
    NotDelivered,
    NuggetGained,
    ShareGained,
    ShareGone,
    TrainHome,
    WhistlesGained,
)
from engine.games.whistle_stop.routes import stop_under
from engine.games.whistle_stop.state import Spot, State, Todo


class Effect(msgspec.Struct, frozen=True):
    """A position and what happened on the way to it; `seen` when something hidden was shown."""

    state: State
    events: tuple[Event, ...] = ()
    seen: bool = False

    def then(self, other: "Effect") -> "Effect":
        return Effect(other.state, self.events + other.events, self.seen or other.seen)


def arrive(s: State, seat: int, spot: Spot) -> State:
    """The stop takes effect: what it asks and gives is put before the mover."""
    hex = spot.hex
    if hex in box().stations:
        return s
    tile, good = stop_under(s.tiles, spot)
    if good is not None:
        return _first(s, Todo("good", good))  # whi-6.1
    if tile.kind == "trading-post":
        return s.with_trades(TRADES)  # whi-6.8
    return _first(s, *_effects_of(tile, hex))


def _effects_of(tile: Tile, hex: str) -> tuple[Todo, ...]:
    match tile.kind:
        case "coal-mine":  # whi-6.4
            return (Todo("coal", "", 2),)
        case "whistle-factory":  # whi-6.5
            return (Todo("whistle", "", 1),)
        case "general-store":  # whi-6.6
            return (Todo("good-of-choice"),)
        case "gold-mine":  # whi-6.7
            return (Todo("gold"),)
        case "stock-market":  # whi-7.2
            return Todo("market", "", tile.per_share), Todo("park")
        case "delivery":  # whi-7.1
            return Todo("deliver", hex), Todo("park")
    return (Todo("deliver", hex),)  # whi-6.10


def stop_acts(s: State, seat: int, spot: Spot) -> bool:
    """The stop would give or take something now, not merely cost the token that brings it about."""
    player = s.players[seat]
    tile, good = stop_under(s.tiles, spot)
    if good is not None:
        return s.cubes[good] > 0 and (s.takes_cube(seat) or bool(droppable(s, seat, good)))
    acts = {
        "town": player.has(tile.cost) or player.score > 0,  # the malus too is an effect (whi-8.9)
        "general-store": any(s.cubes.values()),
        "gold-mine": bool(s.nuggets),
        "trading-post": player.cubes > 0,
    }
    return acts.get(tile.kind, True)


def _first(s: State, *todo: Todo) -> State:
    return s.with_todo((*todo, *s.turn.todo))


def settle(s: State, seat: int) -> Effect:
    """Does what leaves no choice, until something must be decided or nothing is left."""
    effect = Effect(s)
    while effect.state.turn.todo:
        todo = effect.state.turn.todo[0]
        done = _automatic(effect.state.with_todo(effect.state.turn.todo[1:]), seat, todo)
        if done is None:
            break
        effect = effect.then(done)
    return effect


def _automatic(s: State, seat: int, todo: Todo) -> Effect | None:
    """The effect of the first thing to do, already taken off the list; None when the mover must choose."""
    kind = todo.kind
    if kind == "coal":
        return gain_tokens(s, seat, coal=todo.n)
    if kind == "whistle":
        return gain_tokens(s, seat, whistles=todo.n)
    if kind == "gold":
        return gain_nugget(s, seat)
    if kind == "good":
        return _automatic_good(s, seat, todo.word)
    if kind in ("good-of-choice", "any"):
        things = choices(s, todo)
        if len(things) > 1:
            return None
        return Effect(_first(s, *(taking(thing) for thing in things)))
    if kind == "deliver":
        tile = box().tiles[s.tiles[todo.word].tile]
        return None if s.players[seat].has(tile.cost) else refuse_delivery(s, seat, todo.word)
    if kind == "market":
        return _market(s, seat, todo.n)
    if kind == "sell":
        shares = s.players[seat].shares
        return None if len(shares) > 1 else sell(s, seat, shares[0])
    if kind == "park":
        free = s.free_spaces()
        return None if len(free) > 1 else park(s, seat, free[0])
    return None  # the stop of the caboose: two are there


def _automatic_good(s: State, seat: int, good: str) -> Effect | None:
    if not s.cubes[good]:  # whi-1.8
        return Effect(s, (GoodLacking(seat, good),))
    if s.takes_cube(seat):
        return gain_good(s, seat, good)
    if droppable(s, seat, good):  # whi-6.2
        return None
    return Effect(s, (GoodReturned(seat, good),))


def droppable(s: State, seat: int, good: str) -> tuple[str, ...]:
    """What may be discarded for the new good: to discard the same one would change nothing."""
    return tuple(other for other in s.players[seat].goods if other != good)


def choices(s: State, todo: Todo) -> tuple[str, ...]:
    """whi-7.4, whi-1.8: what a free choice offers."""
    goods = tuple(good for good, left in s.cubes.items() if left)
    if todo.kind == "good-of-choice":
        return goods
    return (*goods, "coal", "whistle", *(("gold",) if s.nuggets else ()))


def taking(thing: str) -> Todo:
    """What a choice, a space or a trade gives, as something to receive."""
    if thing in ("coal", "whistle"):
        return Todo(thing, "", 1)
    return Todo(thing) if thing in ("gold", "any") else Todo("good", thing)


def take(s: State, seat: int, thing: str) -> State:
    """The choice is made: it is received next."""
    return s.with_todo((taking(thing), *s.turn.todo[1:]))


def gain_good(s: State, seat: int, good: str) -> Effect:
    state = s.with_cube(good, -1).with_player(seat, s.players[seat].with_good(good, 1))
    return Effect(state, (GoodGained(seat, good),))


def gain_tokens(s: State, seat: int, coal: int = 0, whistles: int = 0) -> Effect:
    state = s.with_player(seat, s.players[seat].with_tokens(coal, whistles))
    told: tuple[Event, ...] = (CoalGained(seat, coal),) if coal else ()
    return Effect(state, (*told, *((WhistlesGained(seat, whistles),) if whistles else ())))


def gain_nugget(s: State, seat: int) -> Effect:
    if not s.nuggets:  # whi-6.7
        return Effect(s, (GoodLacking(seat, "gold"),))
    value = s.nuggets[0]
    state = s.with_nuggets(s.nuggets[1:]).with_player(seat, s.players[seat].with_gold(value))
    return Effect(state, (NuggetGained(seat, value),), seen=True)


def give_up(s: State, seat: int, cost: Sequence[str]) -> State:
    """Goods go to the supply."""
    for good in cost:
        s = s.with_cube(good, 1).with_player(seat, s.players[seat].with_good(good, -1))
    return s


def receive_outside_turn(s: State, seat: int, good: str) -> Effect:
    """whi-8.19: a good paid by another player, out of the supply to which it was given up."""
    if s.takes_cube(seat):
        return Effect(s.with_cube(good, -1).with_player(seat, s.players[seat].with_good(good, 1)))
    goods = s.players[seat].goods
    common = [other for other in box().common if goods.get(other)]
    if good not in box().rare or not common:
        return Effect(s, (GoodReturned(seat, good),))
    given = max(common, key=lambda other: goods[other])  # the first of those level
    state = give_up(s, seat, (given,))
    state = state.with_cube(good, -1).with_player(seat, state.players[seat].with_good(good, 1))
    return Effect(state, (GoodReturned(seat, given),))


def deliver(s: State, seat: int, hex: str) -> Effect:
    """whi-6.10, whi-7.1"""
    tile = box().tiles[s.tiles[hex].tile]
    state = give_up(s, seat, tile.cost)
    state = state.with_player(seat, state.players[seat].with_points(_source(tile), tile.bonus))
    effect = Effect(state, (Delivered(seat, tile.id, hex, tile.cost, tile.bonus),))
    return effect.then(gain_share(state, seat, tile.company)) if tile.company else effect


def refuse_delivery(s: State, seat: int, hex: str) -> Effect:
    """whi-6.11"""
    tile = box().tiles[s.tiles[hex].tile]
    player = s.players[seat].with_points("malus", -tile.malus)
    lost = s.players[seat].score - player.score
    return Effect(s.with_player(seat, player), (NotDelivered(seat, tile.id, hex, lost),))


def _source(tile: Tile) -> str:
    return "towns" if tile.company else "deliveries"


def gain_share(s: State, seat: int, company: str) -> Effect:
    numbers = s.shares[company]
    if not numbers:  # whi-6.13
        return Effect(s)
    share = f"{company}-{numbers[0]}"
    player = s.players[seat]
    state = s.with_share_taken(company).with_player(seat, player.with_shares((*player.shares, share)))
    return Effect(state, (ShareGained(seat, share),))


def _market(s: State, seat: int, per_share: int) -> Effect:
    """whi-7.2"""
    player = s.players[seat]
    points = per_share * len(player.shares)
    state = s.with_player(seat, player.with_points("markets", points))
    if player.shares:
        state = _first(state, Todo("sell"))
    return Effect(state, (MarketPaid(seat, points, len(player.shares)),))


def sell(s: State, seat: int, share: str) -> Effect:
    player = s.players[seat]
    state = s.with_player(seat, player.with_shares([own for own in player.shares if own != share])).with_gone(share)
    return Effect(state, (ShareGone(seat, share),))


def park(s: State, seat: int, space: int) -> Effect:
    """whi-7.3"""
    player = s.players[seat]
    home = player.with_trains(player.trains, home=1)
    state = s.with_home(space, seat).with_player(seat, home)
    events: list[Event] = [TrainHome(seat, space, len(home.trains))]
    if not home.trains:  # whi-10.1
        events.append(LastTrainHome(seat))
        state = state.with_closing()
    coal = box().spaces[space - 1].count("coal")
    others = [taking(thing) for thing in box().spaces[space - 1] if thing != "coal"]
    gifts = [*others, *([Todo("coal", "", coal)] if coal else [])]
    return Effect(_first(state, *gifts), tuple(events))


def cabin(s: State, seat: int, points: int) -> Effect:
    """whi-8.10"""
    return Effect(s.with_player(seat, s.players[seat].with_points("cabin", points)), (CabinPaid(seat, points),))
