"""What a player may do in a turn: every check of the turn phase, each named after the good case."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.spike import moves as m
from engine.games.spike.build_paths import need_of
from engine.games.spike.cards import best_payment, counted, pays, spelled
from engine.games.spike.components import box
from engine.games.spike.events import card
from engine.games.spike.state import Player, State, Turn


def refuse(s: State, seat: int, move: Move) -> Refusal | None:
    player, turn = s.players[seat], turn_of(s)
    if turn.building and turn.reached and not isinstance(move, m.Pay):
        return refusal("build-unpaid", "spk-6.10", city=turn.reached)
    if turn.building and not turn.reached and not isinstance(move, m.Lay):
        return refusal("build-unfinished", "spk-6.5")
    return _CHECKS[type(move)](s, seat, player, turn, move)


def turn_of(s: State) -> Turn:
    return s.turn or Turn()


def _run(s: State, seat: int, player: Player, turn: Turn, move: m.Run) -> Refusal | None:
    if turn.ran:
        return refusal("ran-already", "spk-3.3")
    if turn.action:
        return refusal("run-after-action", "spk-2.3")
    if player.in_city:
        return refusal("train-in-city", "spk-3.3", city=player.train)
    return _within(player, move.to, player.value("speed"), "spk-3.3")


def _restart(s: State, seat: int, player: Player, turn: Turn, move: m.Restart) -> Refusal | None:
    if not player.in_city:
        return no_action_yet(turn) or refusal("train-on-track", "spk-3.9")
    if turn.arrived:
        return refusal("arrived-this-turn", "spk-3.10", city=player.train)
    return no_action_yet(turn) or _within(player, move.to, player.value("speed"), "spk-3.9")


def _extra(s: State, seat: int, player: Player, turn: Turn, move: m.Extra) -> Refusal | None:
    if player.in_city:
        return no_action_yet(turn) or refusal("train-in-city", "spk-3.11", city=player.train)
    return no_action_yet(turn) or _within(player, move.to, 1, "spk-3.11")


def no_action_yet(turn: Turn) -> Refusal | None:
    return refusal("action-taken", "spk-2.3") if turn.action else None


def _within(player: Player, space: str, spaces: int, rule: str) -> Refusal | None:
    """The train can reach this space in at most so many steps."""
    if space == player.train:
        return refusal("train-there", "spk-3.8", space=space)
    far = player.network.spaces_from(player.train).get(space)
    if far is None:
        return refusal("no-own-track", "spk-3.2", space=space)
    if far > spaces:
        return refusal("too-far", rule, space=space, far=far, n=spaces)
    return None


def _load(s: State, seat: int, player: Player, turn: Turn, move: m.Load) -> Refusal | None:
    contract = player.contract(move.good)
    if contract is None:
        return refusal("no-contract", "spk-1.7", good=move.good)
    if contract.loaded:
        return refusal("loaded-already", "spk-4.1", good=move.good)
    if not player.in_city:
        return refusal("not-in-city", "spk-4.1")
    if box().good_of[player.train] != move.good:
        return refusal("city-supplies", "spk-4.1", city=player.train, good=box().good_of[player.train])
    if len(player.cargo) >= player.value("cars"):
        return refusal("cars-full", "spk-4.2", n=player.value("cars"))
    return None


def _deliver(s: State, seat: int, player: Player, turn: Turn, move: m.Deliver) -> Refusal | None:
    contract = player.contract(move.good)
    if contract is None:
        return refusal("no-contract", "spk-1.7", good=move.good)
    if not contract.loaded:
        return refusal("not-on-train", "spk-4.4", good=move.good)
    if not player.in_city:
        return refusal("not-in-city", "spk-4.4")
    if player.train not in contract.printed.pays:
        return refusal("not-listed", "spk-4.4", city=player.train, good=move.good)
    if player.train in player.marked:
        return refusal("delivered-here", "spk-4.6", city=player.train)
    return None


def _drop(s: State, seat: int, player: Player, turn: Turn, move: m.Drop) -> Refusal | None:
    contract = player.contract(move.good)
    if contract is None or not contract.loaded:
        return refusal("not-on-train", "spk-4.3", good=move.good)
    return None


def _draw(s: State, seat: int, player: Player, turn: Turn, move: m.Draw) -> Refusal | None:
    return _power_left(player, turn)


def _take(s: State, seat: int, player: Player, turn: Turn, move: m.Take) -> Refusal | None:
    if (refused := _power_left(player, turn)) is not None:
        return refused
    if move.rail not in s.display:
        return refusal("not-in-display", "spk-5.2", card=card(move.rail))
    return None


def _power_left(player: Player, turn: Turn) -> Refusal | None:
    if turn.action != "draw":
        return no_action_yet(turn)
    if turn.drawn >= player.value("power"):
        return refusal("power-used", "spk-5.1", n=player.value("power"))
    return None


def _lay(s: State, seat: int, player: Player, turn: Turn, move: m.Lay) -> Refusal | None:
    return (
        _may_build(turn)
        or _tracks_left(player, turn)
        or _space_free(s, turn, move.track)
        or _joins(player, turn, move.track)
        or _leads_somewhere_new(player, turn, move.track)
        or _can_reach_city(s, seat, turn, move.track)
    )


def _may_build(turn: Turn) -> Refusal | None:
    if turn.linked:
        return refusal("one-city", "spk-6.2", city=turn.reached)
    return no_action_yet(turn) if turn.action != "build" else None


def _tracks_left(player: Player, turn: Turn) -> Refusal | None:
    return refusal("no-tracks", "spk-6.11") if player.tracks_left <= len(turn.path) else None


def _space_free(s: State, turn: Turn, track: str) -> Refusal | None:
    if track in s.owner_of:
        return refusal("track-taken", "spk-6.6", space=track, seat=s.owner_of[track])
    return refusal("track-twice", "spk-6.3", space=track) if track in turn.path else None


def _joins(player: Player, turn: Turn, track: str) -> Refusal | None:
    ends = box().edges[track].ends
    if turn.path:
        head = visited(player, turn.path)[-1]
        return refusal("not-at-head", "spk-6.2", space=track, node=head) if head not in ends else None
    if not any(end in player.network.nodes for end in ends):
        return refusal("not-own-network", "spk-6.4", space=track)
    return None


def _leads_somewhere_new(player: Player, turn: Turn, track: str) -> Refusal | None:
    nodes = visited(player, (*turn.path, track))
    if nodes[-1] in player.network.nodes:
        return refusal("back-to-network", "spk-6.3", node=nodes[-1])
    return refusal("node-twice", "spk-6.3", node=nodes[-1]) if nodes[-1] in nodes[:-1] else None


def _can_reach_city(s: State, seat: int, turn: Turn, track: str) -> Refusal | None:
    path = (*turn.path, track)
    if s.builders[seat].can_finish(need_of(path), visited(s.players[seat], path)):
        return None
    return refusal("no-city-within-reach", "spk-6.5", space=track)


def visited(player: Player, path: tuple[str, ...]) -> tuple[str, ...]:
    """The nodes of a path after the one where it leaves the network."""
    nodes: list[str] = []
    for id in path:
        a, b = box().edges[id].ends
        last = nodes[-1] if nodes else (a if a in player.network.nodes else b)
        nodes.append(b if last == a else a)
    return tuple(nodes)


def _pay(s: State, seat: int, player: Player, turn: Turn, move: m.Pay) -> Refusal | None:
    if not turn.building:
        return refusal("nothing-to-pay", "spk-6.10")
    need = need_of(turn.path)
    cards = counted(move.cards, box().kinds)
    for kind, held, used in zip(box().kinds, player.hand, cards, strict=True):
        if used > held:
            return refusal("cards-not-in-hand", "spk-6.7", n=held, card=card(kind))
    if not pays(cards, need):
        example = m.Pay(spelled(best_payment(player.hand, need), box().kinds))
        return refusal(
            "wrong-payment", "spk-6.9", need=tuple(map(card, spelled(need, box().kinds))), example=str(example)
        )
    return None


def _upgrade(s: State, seat: int, player: Player, turn: Turn, move: m.Upgrade) -> Refusal | None:
    if (refused := no_action_yet(turn)) is not None:
        return refused
    price = player.price(move.part)
    if price is None:
        return refusal("part-complete", "spk-7.1", part=move.part)
    if player.score < price:
        return refusal("too-dear", "spk-7.3", cost=price, score=player.score)
    return None


def _done(s: State, seat: int, player: Player, turn: Turn, move: m.Done) -> Refusal | None:
    return None if turn.action else refusal("action-missing", "spk-2.2")


_CHECKS: Mapping[type[Move], Callable[[State, int, Player, Turn, Any], Refusal | None]] = {
    m.Run: _run,
    m.Restart: _restart,
    m.Extra: _extra,
    m.Load: _load,
    m.Deliver: _deliver,
    m.Drop: _drop,
    m.Draw: _draw,
    m.Take: _take,
    m.Lay: _lay,
    m.Pay: _pay,
    m.Upgrade: _upgrade,
    m.Done: _done,
}
