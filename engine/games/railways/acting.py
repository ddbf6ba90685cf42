"""All actions together: what is offered, refused and played in the action rounds (chapter 4 of the rules)."""

from collections.abc import Iterator

from engine.core.game import Outcome
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.railways.box import TOP_ENGINE
from engine.games.railways.deeds import building, delivering, improving, taking
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

MOVES = (Deliver, To, Over, Lay, Redirect, Done, Urbanize, Loco, Take, Use, Grow, West, Issue, Pass)


def offers(s: State, seat: int) -> Iterator[Move]:
    # A move that ends the line stands last, shares first: whoever walks along the last offers comes to an end.
    if s.profile.shares_at_will and may_issue_now(s) is None:
        yield from (Issue(number) for number in range(1, s.profile.most_shares + 1))
    yield from delivering.offers(s, seat)
    yield from building.offers(s, seat)
    yield from improving.offers(s, seat)
    yield from taking.offers(s, seat)
    yield Pass()


def refuse(s: State, seat: int, move: Move) -> Refusal | None:
    match move:
        case Lay():
            return building.refuse_lay(s, seat, move)
        case Deliver():
            return delivering.refuse_deliver(s, seat, move)
        case To() | Over():
            return delivering.refuse_step(s, seat, move)
        case Redirect():
            return building.refuse_redirect(s, seat, move)
        case Done():
            return building.refuse_done(s)
        case Urbanize():
            return improving.refuse_urbanize(s, seat, move)
        case Loco():
            return improving.refuse_loco(s, seat, move)
        case Grow():
            return improving.refuse_grow(s, seat, move)
        case West():
            return improving.refuse_west(s, seat, move)
        case Take():
            return taking.refuse_take(s, seat, move)
        case Use():
            return building.refuse_use(s, seat, move.card)
        case Issue():
            return refuse_issue(s, move)
        case _:
            return free_for(s) or may_pass(s, seat)


def refuse_issue(s: State, move: Issue) -> Refusal | None:
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
    kinds = (taking.offers, improving.offers, delivering.offers, building.offers)
    return any(refuse(s, seat, move) is None for kind in kinds for move in kind(s, seat))


def play(s: State, seat: int, move: Move) -> Outcome[State]:
    match move:
        case Lay():
            return building.play_lay(s, seat, move)
        case Deliver():
            return delivering.play_deliver(s, seat, move)
        case To() | Over():
            return delivering.play_step(s, seat, move)
        case Redirect():
            return building.play_redirect(s, seat, move)
        case Done():
            return building.play_done(s, seat)
        case Urbanize():
            return improving.play_urbanize(s, seat, move)
        case Loco():
            return improving.play_loco(s, seat, move)
        case Grow():
            return improving.play_grow(s, seat, move)
        case West():
            return improving.play_west(s, seat, move)
        case Take():
            return taking.play_take(s, seat, move)
        case Use():
            return building.play_use(s, seat, move.card)
        case Issue():
            amount = move.number * s.profile.share_price
            return Outcome(s.with_shares(seat, move.number), (SharesIssued(seat, move.number, amount),))
        case _:
            return close(s, (ActionPassed(seat),))
