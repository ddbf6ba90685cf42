"""Phase 8: high incomes fall (aos-8.8)."""

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import Outcome
from engine.core.say import say
from engine.games.age_of_steam.events import IncomeReduced
from engine.games.age_of_steam.state import State

NAME = "reduction"

# Above this income it falls by this much; the highest that applies counts.
STEPS = ((50, 10), (40, 8), (30, 6), (20, 4), (10, 2))


def begin(s: State) -> State:
    return s.with_phase(NAME)


def reduction(income: int, fifty_is_ten: bool = False) -> int:
    if income == 50 and fifty_is_ten:  # aos-11.6
        return 10
    return next((less for above, less in STEPS if income > above), 0)


def run(s: State) -> Outcome[State]:
    said = []
    for seat in s.order:
        player = s.players[seat]
        less = reduction(player.income, s.on("reduction-50-is-10"))
        if less:
            s = s.with_player(seat, replace(player, income=player.income - less))
            said.append(say("seat-less", seat=seat, less=less, income=player.income - less))
    events: tuple[Event, ...] = (IncomeReduced(tuple(said)),) if said else ()
    return Outcome(s, events)
