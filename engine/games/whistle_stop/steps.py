"""The steps of a player's turn: what is offered, what is refused and what each does (whi-2.3, chapters 3 to 9)."""

from collections.abc import Iterator
from typing import Any

from engine.core.game import Ends, Outcome
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.whistle_stop import effects, trains, turn_end, workshop
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.effects import Effect
from engine.games.whistle_stop.events import GoodDeclined, GoodDropped
from engine.games.whistle_stop.moves import (
    Again,
    Blow,
    Buy,
    Buyout,
    Deliver,
    Done,
    Drop,
    Park,
    Run,
    Sell,
    Skip,
    Swap,
    Take,
    Trade,
    Use,
)
from engine.games.whistle_stop.stages import PURCHASES, debtor, in_its_stage
from engine.games.whistle_stop.state import State


def offers(s: State, seat: int) -> Iterator[Move]:
    if s.turn.running is not None or s.turn.todo:
        yield from answers(s, seat)
        yield from workshop.purchases(s, seat)  # whi-8.4
    elif s.turn.filling:
        yield from turn_end.offers(s, seat)
        yield from workshop.purchases(s, seat)
    else:
        for hex, side in trains.starts(s, seat):
            yield Run(hex, side)
            yield Blow(hex, side)
        yield from workshop.offers(s, seat)
        yield Done()


def answers(s: State, seat: int) -> Iterator[Move]:
    """What may be said to the train on its way, or to the first thing that is asked."""
    if s.turn.running is not None:
        yield from trains.offers_on_the_way(s, seat)
        return
    todo, player = s.turn.todo[0], s.players[seat]
    if todo.kind == "deliver":
        yield from (Deliver(), Skip())
    elif todo.kind == "good":
        yield from (Drop(good) for good in effects.droppable(s, seat, todo.word))
        yield Skip()
    elif todo.kind == "sell":
        yield from (Sell(share) for share in player.shares)
    elif todo.kind == "park":
        yield from (Park(space) for space in s.free_spaces())
    else:
        yield from (Take(thing) for thing in _things(s, seat))


def _things(s: State, seat: int) -> tuple[str, ...]:
    todo = s.turn.todo[0]
    if todo.kind == "which":  # the stop of the caboose, by its good (whi-11.7)
        paths = s.tiles[todo.word].lying.paths
        return tuple(str(paths[spot.path].stop) for spot in workshop.stops_again(s, seat, todo.word))
    return effects.choices(s, todo)


def refuse(s: State, seat: int, move: Any) -> Refusal | None:
    return in_its_stage(s, move) or _refuse_in_stage(s, seat, move)


def _refuse_in_stage(s: State, seat: int, move: Move) -> Refusal | None:
    if isinstance(move, PURCHASES):
        return _refuse_purchase(s, seat, move)
    if s.turn.running is not None:
        return trains.refuse_on_the_way(s, seat, move)
    if s.turn.todo:
        return _refuse_answer(s, seat, move)
    match move:
        case Run() | Blow():
            return trains.refuse_start(s, seat, move)
        case Trade():
            return workshop.refuse_trade(s, seat, move)
        case Use():
            return workshop.refuse_use(s, seat, move)
        case Again():
            return workshop.refuse_again(s, seat, move)
        case Swap():
            return workshop.refuse_swap(s, seat, move)
    return turn_end.refuse(s, seat, move)


def _refuse_purchase(s: State, seat: int, move: Buy | Buyout) -> Refusal | None:
    refuses = workshop.refuse_buy(s, seat, move) if isinstance(move, Buy) else workshop.refuse_buyout(s, seat, move)
    running = s.turn.running
    if refuses is None and running is not None and running.waits == "toll":  # it must remain payable
        return trains.toll_payable(_purchase(s, seat, move).state, seat, running.hex)
    return refuses


def _purchase(s: State, seat: int, move: Buy | Buyout) -> Effect:
    return workshop.buy(s, seat, move) if isinstance(move, Buy) else workshop.buyout(s, seat, move)


def _refuse_answer(s: State, seat: int, move: Move) -> Refusal | None:
    match move:
        case Take() if move.thing not in _things(s, seat):
            return refusal("not-on-offer", "whi-7.4", thing=move.thing)
        case Drop() if move.good not in effects.droppable(s, seat, s.turn.todo[0].word):
            return refusal("not-droppable", "whi-6.2", good=move.good)
        case Sell():
            return workshop.owns_share(s, seat, move.share)
        case Park() if move.space not in s.free_spaces():
            return refusal("space-not-free", "whi-7.3", space=move.space, most=len(box().spaces))
    return None


def play(s: State, seat: int, move: Any) -> Outcome[State]:
    effect = _effect(s, seat, move)
    effect = effect.then(effects.settle(effect.state, seat))
    return Outcome(effect.state, effect.events, _ends(effect))


def _ends(effect: Effect) -> Ends | None:
    if effect.seen:
        return "seen"
    if debtor(effect.state) is not None:
        return "others"
    return "turn" if effect.state.turn.over else None


def _effect(s: State, seat: int, move: Move) -> Effect:
    if isinstance(move, PURCHASES):
        bought = _purchase(s, seat, move)
        return bought if s.turn.running is None else bought.then(trains.after_purchase(bought.state, seat))
    if s.turn.running is not None:
        return trains.step(s, seat, move)
    if s.turn.todo:
        return _answer(s, seat, move)
    match move:
        case Run() | Blow():
            return trains.start(s, seat, move)
        case Trade():
            return workshop.trade(s, seat, move)
        case Use():
            return workshop.use(s, seat, move)
        case Again():
            return workshop.again(s, seat, move)
        case Swap():
            return workshop.swap(s, seat, move)
        case Done():
            return turn_end.done(s, seat)
    return turn_end.step(s, seat, move)


def _answer(s: State, seat: int, move: Move) -> Effect:
    todo = s.turn.todo[0]
    rest = s.with_todo(s.turn.todo[1:])
    match move:
        case Deliver():
            return effects.deliver(rest, seat, todo.word)
        case Take() if todo.kind == "which":
            spots = workshop.stops_again(s, seat, todo.word)
            spot = next(spot for spot in spots if s.tiles[todo.word].lying.paths[spot.path].stop == move.thing)
            return Effect(effects.arrive(rest, seat, spot))
        case Take():
            return Effect(effects.take(s, seat, move.thing))
        case Drop():
            dropped = effects.give_up(rest, seat, (move.good,))
            return Effect(effects.gain_good(dropped, seat, todo.word).state, (GoodDropped(seat, move.good, todo.word),))
        case Sell():
            return effects.sell(rest, seat, move.share)
        case Park():
            return effects.park(rest, seat, move.space)
    if todo.kind == "good":
        return Effect(rest, (GoodDeclined(seat, todo.word),))
    return effects.refuse_delivery(rest, seat, todo.word)
