"""What the moves of a turn do. Only moves that `permits` has allowed come here."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.game import Outcome
from engine.core.move import Move
from engine.games.spike import events as e
from engine.games.spike import moves as m
from engine.games.spike.cards import counted, together, without
from engine.games.spike.components import box
from engine.games.spike.permits import turn_of, visited
from engine.games.spike.rounds import is_short, next_card, renew
from engine.games.spike.state import State


def play(s: State, seat: int, move: Move) -> Outcome[State]:
    return _PLAYS[type(move)](s, seat, move)


def _run(s: State, seat: int, move: m.Run) -> Outcome[State]:
    player = s.players[seat]
    spaces = player.network.spaces_from(player.train)[move.to]
    moved = player.with_train(move.to)
    s = s.with_player(seat, moved).with_turn(turn_of(s).with_run(moved.in_city))
    return Outcome(s, (e.Ran(seat, move.to, spaces),))


def _restart(s: State, seat: int, move: m.Restart) -> Outcome[State]:
    player = s.players[seat]
    spaces = player.network.spaces_from(player.train)[move.to]
    s = s.with_player(seat, player.with_train(move.to)).with_turn(turn_of(s).with_action("restart"))
    return Outcome(s, (e.Restarted(seat, player.train, move.to, spaces),))


def _extra(s: State, seat: int, move: m.Extra) -> Outcome[State]:
    s = s.with_player(seat, s.players[seat].with_train(move.to)).with_turn(turn_of(s).with_action("extra"))
    return Outcome(s, (e.WentOn(seat, move.to),))


def _load(s: State, seat: int, move: m.Load) -> Outcome[State]:
    return Outcome(_with_loaded(s, seat, move.good, True), (e.Loaded(seat, move.good, s.players[seat].train),))


def _drop(s: State, seat: int, move: m.Drop) -> Outcome[State]:
    return Outcome(_with_loaded(s, seat, move.good, False), (e.Dropped(seat, move.good),))


def _with_loaded(s: State, seat: int, good: str, loaded: bool) -> State:
    player = s.players[seat]
    contract = player.contract(good)
    assert contract is not None
    return s.with_player(seat, player.with_contract(contract.with_loaded(loaded)))


def _deliver(s: State, seat: int, move: m.Deliver) -> Outcome[State]:
    player = s.players[seat]
    contract = player.contract(move.good)
    assert contract is not None
    pays = contract.printed.pays[player.train]
    s = s.with_player(seat, player.with_contract(contract.with_delivered(player.train)))
    return Outcome(s.with_income(seat, "freight", pays), (e.Delivered(seat, move.good, player.train, pays),))


def _draw(s: State, seat: int, move: m.Draw) -> Outcome[State]:
    turn = turn_of(s).with_drawn()
    s, kind, revealed = next_card(s)
    if kind is None:  # spk-8.6
        return Outcome(s.with_asked(()), revealed, "seen")
    player = s.players[seat].with_card(kind)
    s, began = renew(s.with_player(seat, player).with_turn(turn))  # spk-8.3
    if turn.drawn >= player.value("power"):  # spk-2.5
        s = s.with_asked(())
    return Outcome(s, (*revealed, e.Drew(seat, kind), *began), "seen")


def _take(s: State, seat: int, move: m.Take) -> Outcome[State]:
    at = s.display.index(move.rail)
    s = s.with_display((*s.display[:at], *s.display[at + 1 :]))
    s = s.with_player(seat, s.players[seat].with_card(move.rail)).with_turn(turn_of(s).with_drawn())
    return Outcome(s, (e.Took(seat, move.rail),))


def _lay(s: State, seat: int, move: m.Lay) -> Outcome[State]:
    turn = turn_of(s).with_track(move.track)
    head = visited(s.players[seat], turn.path)[-1]
    return Outcome(s.with_turn(turn.with_reached(head) if head in box().good_of else turn))


def _pay(s: State, seat: int, move: m.Pay) -> Outcome[State]:
    """The build stands only now: which cards pay is for the player to say, and for others to learn (spk-6.10)."""
    turn, player = turn_of(s), s.players[seat]
    paid = counted(move.cards, box().kinds)
    city = turn.reached
    start = next(end for end in box().edges[turn.path[0]].ends if end in player.network.nodes)
    good = box().good_of[city]
    pays = s.price(good)
    s = s.with_player(seat, player.with_tracks(turn.path).with_hand(without(player.hand, paid)))
    s = s.with_discards(together(s.discards, paid)).with_turn(turn.with_link())  # spk-6.7
    s = s.with_income(seat, "market", pays).with_market_drop(good)  # spk-6.12, spk-6.13
    return Outcome(s, (e.Linked(seat, start, city, len(turn.path), good, pays), e.Paid(seat, move.cards)))


def _upgrade(s: State, seat: int, move: m.Upgrade) -> Outcome[State]:
    player = s.players[seat]
    price = player.price(move.part)
    assert price is not None
    better = player.with_upgrade(move.part)
    s = s.with_player(seat, better).with_turn(turn_of(s).with_action("upgrade"))
    event = e.Upgraded(seat, move.part, better.value(move.part), price)
    return Outcome(s.with_income(seat, "spent", price), (event,))


def _done(s: State, seat: int, move: m.Done) -> Outcome[State]:
    # The cards that fill the display cannot be foreseen.
    return Outcome(s.with_asked(()), (), "seen" if is_short(s) else "turn")


_PLAYS: Mapping[type[Move], Callable[[State, int, Any], Outcome[State]]] = {
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
