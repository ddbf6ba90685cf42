"""The end of a turn: the display is filled, the special end is checked (spk-5.3, spk-8.8). Nobody decides."""

from engine.core.event import Event
from engine.core.game import Outcome
from engine.core.phase_plans import Planning
from engine.games.spike.events import LastTurns
from engine.games.spike.rounds import fill_display
from engine.games.spike.score import has_finished
from engine.games.spike.state import State

NAME = "close"
PLANNING: Planning[State] = Planning(looked_through=True)


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    seat = s.active
    events: tuple[Event, ...] = ()
    if not s.ended:
        s, events = fill_display(s)
    s = s.with_turn(None).with_turn_finished()
    if s.ended:
        return Outcome(s, events)
    if s.extra_turns is not None:
        s = s.with_extra_turns(s.extra_turns - 1)
    elif has_finished(s.players[seat]):
        s = s.with_extra_turns(len(s.seats) - 1)
        events = (*events, LastTurns(seat))
    return Outcome(s.with_end() if s.extra_turns == 0 else s, events)
