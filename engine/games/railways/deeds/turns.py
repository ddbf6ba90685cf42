"""What all actions share: finishing an action that has begun (rw-4.4), and passing on to the next seat (rw-4.1)."""

from engine.core.event import Event
from engine.core.game import Ends, Outcome
from engine.core.refusal import Refusal, refusal
from engine.games.railways.state import Act, Public, State


def free_for(s: Public, deed: str = "") -> Refusal | None:
    """Whether a new action may begin; `deed` is what may also be pending from a card."""
    act = s.act
    if act.pending and act.pending != deed:
        return refusal(f"finish-{act.pending}", "rw-8.6")
    if act.building:
        return refusal("finish-building", "rw-4.4")
    if act.running:
        return refusal("finish-delivering", "rw-4.4")
    return None


def with_cards(s: Public) -> Refusal | None:
    return None if s.with_cards else refusal("beginners-game", "rw-13.2")


def close(s: State, events: tuple[Event, ...], seen: bool = False) -> Outcome[State]:
    """Ends the action: the same seat goes on if it has another one, otherwise the next seat does."""
    if s.act.left > 1:
        ends: Ends | None = "seen" if seen else None
        return Outcome(s.with_act(Act(left=s.act.left - 1, shown=s.act.shown + seen)), events, ends)
    if s.at + 1 < len(s.order):
        s = s.with_place(s.round, s.at + 1)
    else:
        s = s.with_place(s.round + 1, 0)
    return Outcome(s, events, "seen" if seen else "turn")
