"""Moving trains, step by step: leaving a stop, paying the toll, laying tiles, passing and ending (chapters 3 to 5)."""

from collections.abc import Iterator

from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.whistle_stop import effects, routes
from engine.games.whistle_stop.components import EAST, MOST_TOKENS, SIDES, box
from engine.games.whistle_stop.effects import Effect
from engine.games.whistle_stop.events import EndBypassed, TileLaid, TollPaid, TrainArrived
from engine.games.whistle_stop.moves import Blow, Bypass, Lay, On, Pay, Run, Stop
from engine.games.whistle_stop.routes import COAL, WHISTLE, Arrival, Head
from engine.games.whistle_stop.state import Running, Spot, State, Tiled, Todo


def starts(s: State, seat: int) -> Iterator[tuple[str, str]]:
    """Each train of the seat with each side of its path: cell and side, once."""
    for spot in dict.fromkeys(s.players[seat].trains):
        for side in routes.path_sides(s.tiles, spot):
            yield spot.hex, SIDES[side]


def train_at(s: State, seat: int, hex: str, side: int) -> Spot | None:
    """The seat's train that stands there and may leave by this side (whi-11.3)."""
    for spot in s.players[seat].trains:
        if spot.hex == hex and side in routes.path_sides(s.tiles, spot):
            return spot
    return None


def token_of(move: Run | Blow) -> str:
    return COAL if isinstance(move, Run) else WHISTLE


def token_left(s: State, seat: int, token: str) -> Refusal | None:
    if s.turn.spent >= MOST_TOKENS:
        return refusal("tokens-spent", "whi-2.3")
    player = s.players[seat]
    if not (player.coal if token == COAL else player.whistles):
        return refusal("no-token", "whi-3.1" if token == COAL else "whi-4.1", token=token)
    return None


def toll_owner(s: State, seat: int, hex: str) -> int | None:
    """whi-8.18: whom a train that starts here must pay."""
    owner = s.owner("toll-station")
    if owner is None or owner == seat or hex in box().stations:
        return None
    return owner if any(spot.hex == hex for spot in s.players[owner].trains) else None


def refuse_start(s: State, seat: int, move: Run | Blow) -> Refusal | None:
    token, side = token_of(move), SIDES.index(move.side)
    return (
        token_left(s, seat, token)
        or _own_train(s, seat, move.hex)
        or _on_its_path(s, seat, move.hex, side)
        or _not_east(token, move.side)
        or toll_payable(s, seat, move.hex)
        or _start_ends(s, seat, move.hex, side, token)
    )


def _own_train(s: State, seat: int, hex: str) -> Refusal | None:
    if not any(spot.hex == hex for spot in s.players[seat].trains):
        return refusal("no-train", "whi-2.5", hex=hex)
    return None


def _on_its_path(s: State, seat: int, hex: str, side: int) -> Refusal | None:
    if train_at(s, seat, hex, side) is None:
        return refusal("no-exit", "whi-3.1", hex=hex, side=SIDES[side])
    return None


def _not_east(token: str, side: str) -> Refusal | None:
    if token == COAL and SIDES.index(side) in EAST:
        return refusal("coal-goes-west", "whi-3.2")
    return None


def toll_payable(s: State, seat: int, hex: str) -> Refusal | None:
    owner = toll_owner(s, seat, hex)
    if owner is not None and not s.players[seat].cubes:
        return refusal("toll-unpayable", "whi-8.18", owner=owner, hex=hex)
    return None


def _start_ends(s: State, seat: int, hex: str, side: int, token: str) -> Refusal | None:
    spot = train_at(s, seat, hex, side)
    assert spot is not None
    way = routes.rails(s, seat)
    return _ends(s, seat, routes.begin(way, spot, side, token))


def _ends(s: State, seat: int, head: Head) -> Refusal | None:
    if not routes.can_end(routes.rails(s, seat), head, s.players[seat].hand):
        return refusal("no-way", "whi-3.8")
    return None


def start(s: State, seat: int, move: Run | Blow) -> Effect:
    token, side = token_of(move), SIDES.index(move.side)
    spot = train_at(s, seat, move.hex, side)
    assert spot is not None
    s = s.with_spent(seat, token)
    return _at_the_toll(s.with_running(Running(token, spot, "toll", move.hex, side, (spot,))), seat)


def _at_the_toll(s: State, seat: int) -> Effect:
    running = _running(s)
    if toll_owner(s, seat, running.hex) is None:
        return _leave(s, seat, running)
    goods = tuple(s.players[seat].goods)
    if len(goods) > 1:
        return Effect(s)
    return pay_toll(s, seat, Pay(goods[0]))  # whi-2.7


def after_purchase(s: State, seat: int) -> Effect:
    """The purchase may change the way of a running train: its owner may have bought the toll station or stop signal."""
    running = _running(s)
    if running.waits == "toll":
        return _at_the_toll(s, seat)
    if running.waits == "halt":
        running = running.with_may_end(routes.open_to(routes.rails(s, seat), running.used[-1]))
    return Effect(s.with_running(running))


def _leave(s: State, seat: int, running: Running) -> Effect:
    return _go_on(s, seat, routes.leave(routes.rails(s, seat), running, running.side), running)


def _go_on(s: State, seat: int, head: Head, before: Running) -> Effect:
    """The train has come to its end, or to the next decision. Where only one is possible, it is made (whi-2.7)."""
    assert head is not None  # refused before
    way, hand = routes.rails(s, seat), s.players[seat].hand
    while isinstance(head, Running) and (only := routes.only_choice(way, head, hand)) is not None:
        head = only
    if isinstance(head, Arrival):
        return _arrive(s, seat, head.spot, before)
    return Effect(s.with_running(head))


def _arrive(s: State, seat: int, spot: Spot, running: Running) -> Effect:
    player = s.players[seat]
    trains = list(player.trains)
    trains.remove(running.start)
    if spot.hex not in box().ends:
        trains.append(spot)
    state = s.with_player(seat, player.with_trains(trains)).with_moved()
    event = TrainArrived(seat, running.token, running.start.hex, spot.hex)
    return Effect(effects.arrive(state, seat, spot), (event,))


def pay_toll(s: State, seat: int, move: Pay) -> Effect:
    running = _running(s)
    owner = toll_owner(s, seat, running.hex)
    assert owner is not None
    paid = effects.give_up(s, seat, (move.good,))
    effect = Effect(paid, (TollPaid(seat, owner, move.good),))
    effect = effect.then(effects.receive_outside_turn(paid, owner, move.good))
    return effect.then(_leave(effect.state, seat, running))


def refuse_on_the_way(s: State, seat: int, move: Move) -> Refusal | None:
    if isinstance(move, Pay):
        return owns_good(s, seat, move.good)
    if isinstance(move, Lay):
        return _in_hand(s, seat, move.tile) or _distinct(move) or _laying_ends(s, seat, move)
    if isinstance(move, On):
        return _leads_on(s, seat, SIDES.index(move.side)) or _ends(s, seat, _going_on(s, seat, move))
    if isinstance(move, Stop):
        return None if _running(s).may_end else refusal("may-not-stop", "whi-4.3", hex=_running(s).hex)
    return None


def owns_good(s: State, seat: int, good: str) -> Refusal | None:
    return None if s.players[seat].goods.get(good) else refusal("good-not-owned", "whi-6.3", good=good)


def _in_hand(s: State, seat: int, tile: str) -> Refusal | None:
    return None if tile in s.players[seat].hand else refusal("not-in-hand", "whi-5.1", tile=tile)


def _distinct(move: Lay) -> Refusal | None:
    rotations = len(box().tiles[move.tile].rotations)
    if move.rotation >= rotations:
        return refusal("same-rotation", "whi-11.5", tile=move.tile, most=rotations - 1)
    return None


def _laying_ends(s: State, seat: int, move: Lay) -> Refusal | None:
    way, head = routes.laid(routes.rails(s, seat), _running(s), move.tile, move.rotation)
    if not routes.can_end(way, head, routes.without(s.players[seat].hand, move.tile)):
        return refusal("no-way", "whi-3.8")
    return None


def _leads_on(s: State, seat: int, side: int) -> Refusal | None:
    if side not in routes.onward(routes.rails(s, seat), _running(s)):
        return refusal("no-exit", "whi-3.5", hex=_running(s).hex, side=SIDES[side])
    return None


def _going_on(s: State, seat: int, move: On) -> Head:
    return routes.leave(routes.rails(s, seat), _running(s), SIDES.index(move.side))


def _running(s: State) -> Running:
    assert s.turn.running is not None
    return s.turn.running


def step(s: State, seat: int, move: Move) -> Effect:
    """A decision on the way."""
    running = _running(s)
    if isinstance(move, Pay):
        return pay_toll(s, seat, move)
    if isinstance(move, Lay):
        player = s.players[seat]
        _, head = routes.laid(routes.rails(s, seat), running, move.tile, move.rotation)
        s = s.with_player(seat, player.with_hand(routes.without(player.hand, move.tile)))
        s = s.with_tile(running.hex, Tiled(move.tile, move.rotation))
        effect = Effect(s, (TileLaid(seat, move.tile, running.hex),))
        return effect.then(_go_on(s, seat, head, running))
    if isinstance(move, On):
        return _go_on(s, seat, _going_on(s, seat, move), running)
    if isinstance(move, Bypass):
        return _bypass(s, seat, running)
    lying = s.tiles[running.hex].lying
    return _arrive(s, seat, Spot(running.hex, lying.at[running.side]), running)


def _bypass(s: State, seat: int, running: Running) -> Effect:
    """whi-4.6"""
    player = s.players[seat]
    trains = list(player.trains)
    trains.remove(running.start)
    state = s.with_player(seat, player.with_trains(trains)).with_moved()
    return Effect(state.with_todo((Todo("park"),)), (EndBypassed(seat, running.start.hex, running.hex),))


def offers_on_the_way(s: State, seat: int) -> Iterator[Move]:
    running = _running(s)
    if running.waits == "toll":
        yield from (Pay(good) for good in s.players[seat].goods)
    elif running.waits == "lay":
        for tile in s.players[seat].hand:
            for rotation in range(len(box().tiles[tile].rotations)):
                yield Lay(tile, rotation)
    else:
        if running.may_end:
            yield Stop()
        if running.waits == "end":
            yield Bypass()
        yield from (On(SIDES[side]) for side in routes.onward(routes.rails(s, seat), running))
