"""The contracts are turned as their players chose, now that all have chosen (spk-10.2). Nobody decides."""

from engine.core.event import Event
from engine.core.game import Outcome
from engine.games.spike.events import Chose
from engine.games.spike.state import State

NAME = "sides"


def begin(s: State) -> State:
    return s.with_phase(NAME)


def run(s: State) -> Outcome[State]:
    events: list[Event] = []
    for seat in s.seat_order:
        player = s.players[seat]
        for contract in player.contracts:
            if contract.good in player.flips:
                player = player.with_contract(contract.flipped())
        events.append(Chose(seat, player.flips))
        s = s.with_player(seat, player.with_flips(()))
    return Outcome(s, tuple(events))
