"""Every round begins with full hands (par-1.3). Needs nobody."""

from engine.core.event import Event
from engine.core.game import Outcome
from tests.toys.parlour.events import Dealt, RoundBegun
from tests.toys.parlour.state import HAND, State

NAME = "deal"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    events: list[Event] = [RoundBegun(s.round, s.rounds)]
    if len(s.deck) < sum(max(HAND - len(hand), 0) for hand in s.hands):
        shuffled, rng = s.rng.shuffled(s.discard)
        s = s.with_deck(s.deck + shuffled, rng).with_discard(())
    for seat, hand in enumerate(s.hands):
        number = max(HAND - len(hand), 0)
        if number:
            dealt = s.deck[:number]
            s = s.with_deck(s.deck[number:]).with_hand(seat, hand + dealt)
            events.append(Dealt(seat, dealt, number))
    return Outcome(s, tuple(events))
