"""The action rounds (chapter 4 of the rules): every kind of move, with the functions that judge and play it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.game import Outcome
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.railways.box import TOP_ENGINE
from engine.games.railways.deeds import card_taken, delivery, improvements, track
from engine.games.railways.deeds.turns import close, free_for
from engine.games.railways.events import ActionPassed, SharesIssued
from engine.games.railways.moves import (
    Deliver,
    Done,
    Grow,
    Issue,
    Lay,
    Loco,
    Over,
    Pass,
    Redirect,
    Take,
    To,
    Urbanize,
    Use,
    West,
)
from engine.games.railways.state import State


def offers(s: State, seat: int) -> Iterator[Move]:
    # Shares come first and moves that end the line come last: a walk along the last offers always comes to an end.
    if s.profile.shares_at_will and may_issue_now(s) is None:
        yield from (Issue(number) for number in range(1, s.profile.most_shares + 1))
    yield from delivery.offers(s, seat)
    yield from track.offers(s, seat)
    yield from improvements.offers(s, seat)
    yield from card_taken.offers(s, seat)
    yield Pass()


def refuse(s: State, seat: int, move: Move) -> Refusal | None:
    return DEEDS[type(move)].refuse(s, seat, move)


def play(s: State, seat: int, move: Move) -> Outcome[State]:
    return DEEDS[type(move)].play(s, seat, move)


def refuse_issue(s: State, seat: int, move: Issue) -> Refusal | None:
    if not s.profile.shares_at_will:
        return refusal("no-shares-at-will", "rw-3.4")
    if move.number not in range(1, s.profile.most_shares + 1):
        return refusal("shares-out-of-range", "rw-3.2", most=s.profile.most_shares)
    return may_issue_now(s)


def may_issue_now(s: State) -> Refusal | None:
    """rw-3.2: before the action or while building; a cube on its way or a card in hand comes first."""
    return None if s.act.building else free_for(s)


def may_pass(s: State, seat: int) -> Refusal | None:
    """rw-4.2, rw-4.3"""
    if s.profile.may_pass or not can_act(s, seat):
        return None
    return refusal("must-act", "rw-4.3")


def can_act(s: State, seat: int) -> bool:
    if s.players[seat].engine < TOP_ENGINE:
        return True
    kinds = (card_taken.offers, improvements.offers, delivery.offers, track.offers)
    return any(refuse(s, seat, move) is None for kind in kinds for move in kind(s, seat))


def play_issue(s: State, seat: int, move: Issue) -> Outcome[State]:
    amount = move.number * s.profile.share_price
    return Outcome(s.with_shares(seat, move.number), (SharesIssued(seat, move.number, amount),))


def refuse_pass(s: State, seat: int, move: Pass) -> Refusal | None:
    return free_for(s) or may_pass(s, seat)


def play_pass(s: State, seat: int, move: Pass) -> Outcome[State]:
    return close(s, (ActionPassed(seat),))


class Deed(NamedTuple):
    """How one kind of move is judged and played. Both functions take a move of that kind only."""

    refuse: Callable[[State, int, Any], Refusal | None]
    play: Callable[[State, int, Any], Outcome[State]]


DEEDS: Mapping[type[Move], Deed] = {
    Deliver: Deed(delivery.refuse_deliver, delivery.play_deliver),
    To: Deed(delivery.refuse_step, delivery.play_step),
    Over: Deed(delivery.refuse_step, delivery.play_step),
    Lay: Deed(track.refuse_lay, track.play_lay),
    Redirect: Deed(track.refuse_redirect, track.play_redirect),
    Done: Deed(track.refuse_done, track.play_done),
    Urbanize: Deed(improvements.refuse_urbanize, improvements.play_urbanize),
    Loco: Deed(improvements.refuse_loco, improvements.play_loco),
    Take: Deed(card_taken.refuse_take, card_taken.play_take),
    Use: Deed(track.refuse_use, track.play_use),
    Grow: Deed(improvements.refuse_grow, improvements.play_grow),
    West: Deed(improvements.refuse_west, improvements.play_west),
    Issue: Deed(refuse_issue, play_issue),
    Pass: Deed(refuse_pass, play_pass),
}
MOVES = tuple(DEEDS)
