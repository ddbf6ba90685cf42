"""Phase 7: players pay for their shares and engine (aos-8.2 to 8.7).

A player who cannot pay loses income; a player whose income falls below zero is bankrupt.
"""

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import OVER, Outcome
from engine.core.say import Say, say
from engine.games.age_of_steam.events import AllBankrupt, ExpensesPaid, FellShort, GameEnded, WentBankrupt
from engine.games.age_of_steam.state import State

NAME = "expenses"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    said: list[Say] = []
    events: list[Event] = []
    for seat in s.order:
        player = s.players[seat]
        owed = player.shares + player.engine
        paid = min(owed, player.money)
        s = s.with_paid(seat, paid)
        said.append(say("seat-money", seat=seat, money=paid))
        if paid < owed:
            income = player.income - (owed - paid)
            s = s.with_player(seat, replace(s.players[seat], income=income))
            events.append(FellShort(seat, owed - paid, max(income, 0)))
    for seat in s.order:
        if s.players[seat].income < 0:
            s = bankrupt(s, seat)
            events.append(WentBankrupt(seat))
    solvent = tuple(seat for seat in s.order if not s.players[seat].bankrupt)
    s = s.with_order(solvent)
    events = [ExpensesPaid(tuple(said)), *events]
    if len(solvent) > 1:
        return Outcome(s, tuple(events))
    # aos-8.7
    ending = GameEnded((say("seat", seat=solvent[0]),)) if solvent else AllBankrupt()
    return Outcome(s.with_phase(OVER), (*events, ending))


def bankrupt(s: State, seat: int) -> State:
    """aos-8.4: unfinished lines lose their owner; links stay."""
    board = s.board
    for line in s.board.lines:
        if line.owner == seat and not line.is_link:
            board = board.with_owner(line, None)
    return s.with_board(board).with_player(seat, replace(s.players[seat], bankrupt=True, action=None, income=0))
