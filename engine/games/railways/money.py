"""Payments: missing money is raised by issuing exactly as many shares as are needed (rw-3.3)."""

from engine.core.event import Event
from engine.games.railways.events import SharesIssued
from engine.games.railways.state import State


def shares_needed(s: State, seat: int, amount: int) -> int:
    missing = amount - s.players[seat].cash
    return max(0, -(-missing // s.profile.share_price))


def pay(s: State, seat: int, amount: int) -> tuple[State, tuple[Event, ...]]:
    needed = shares_needed(s, seat, amount)
    if not needed:
        return s.with_cash(seat, -amount) if amount else s, ()
    raised = s.with_shares(seat, needed).with_cash(seat, -amount)
    return raised, (SharesIssued(seat, needed, needed * s.profile.share_price),)
