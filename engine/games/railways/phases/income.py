"""Phase 3: income, dividends, unfinished links, the new card, and whether the game is over (chapters 10 and 11)."""

from engine.core.event import Event
from engine.core.game import OVER, Outcome
from engine.core.phase_plans import Planning
from engine.games.railways.events import CardOpened, GameEnded, IncomePaid, TrackRemoved, TurnBegun, TycoonScored
from engine.games.railways.money import pay
from engine.games.railways.score import tycoon_points
from engine.games.railways.state import State
from engine.games.railways.track_rules import without_unfinished

NAME = "income"
PLANNING: Planning[State] = Planning(looked_through=True)


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    events: list[Event] = []
    if s.profile.unfinished_leave == "before-income":  # rw-10.4
        s = _clear(s, events)
    s = _pay_income(s, events)
    if s.profile.unfinished_leave == "after-dividends":  # rw-10.5
        s = _clear(s, events)
    if s.ending and s.turn > s.ending:  # rw-11.1
        return Outcome(s.with_phase(OVER), (*events, *_finale(s)))
    s = _open_card(s, events)
    for seat in range(len(s.seats)):
        s = s.with_used(seat, ())  # rw-8.5
    s = s.with_turn(s.turn + 1)
    events.append(TurnBegun(s.turn, int(bool(s.ending))))
    return Outcome(s, tuple(events))


def _clear(s: State, events: list[Event]) -> State:
    for line in s.unfinished:
        hexes = tuple(hex for hex, _ in line.pieces)
        if line.stop is not None and line.owner is not None:
            events.append(TrackRemoved(line.owner, s.country.city_at[line.stop], hexes))
    return without_unfinished(s)


def _pay_income(s: State, events: list[Event]) -> State:
    for seat, player in enumerate(s.players):
        s = s.with_cash(seat, s.box.income(player.points))  # rw-10.1
    for seat, player in enumerate(s.players):
        due = player.shares  # rw-10.3: shares issued for it cost nothing yet
        if player.shares >= s.profile.debt_ceiling:  # rw-10.7
            due = min(due, s.players[seat].cash)
        s, raised = pay(s, seat, due)
        events += [*raised, IncomePaid(seat, s.box.income(player.points), due, s.players[seat].cash)]
    return s


def _open_card(s: State, events: list[Event]) -> State:
    if not s.deck:
        return s
    events.append(CardOpened(s.deck[-1]))
    return s.with_cards_open((*s.row, s.deck[-1]), s.deck[:-1], s.gone)  # rw-8.1


def _finale(s: State) -> tuple[Event, ...]:
    scored = [TycoonScored(seat, tycoon, tycoon_points(s, seat)) for seat, tycoon in enumerate(s.tycoons)]
    return (*scored, GameEnded(s.turn))
