"""A turn is over: the open tiles are filled up again (whi-9.2), and the next player comes."""

from engine.core.game import Outcome
from engine.core.phase_plans import Planning
from engine.games.whistle_stop.components import SHOWN
from engine.games.whistle_stop.events import TilesShown
from engine.games.whistle_stop.state import State, Turn

NAME = "refill"
PLANNING: Planning[State] = Planning(looked_through=True)


def begin(s: State) -> State:
    return s.with_phase(NAME, s.asked[1:])


def run(s: State) -> Outcome[State]:
    if s.turn.looking:  # whi-8.16
        pile, rng = s.rng.shuffled(s.pile)
        s = s.with_pile(pile, rng)
    s = s.with_turn(Turn())
    number = SHOWN - len(s.shown)
    new, pile = s.pile[:number], s.pile[number:]
    if not new:
        return Outcome(s)
    return Outcome(s.with_pile(pile).with_shown((*s.shown, *new)), (TilesShown(new),))
