"""Lines under construction, for the advice: a line, the state after it, and what the line is worth."""

from dataclasses import dataclass

from engine.core.move import Line, Move
from engine.core.say import Say
from engine.games.spike import acting, permits
from engine.games.spike import moves as m
from engine.games.spike.building import need_of
from engine.games.spike.cards import Hand, best_payment, spelled
from engine.games.spike.components import box
from engine.games.spike.events import card
from engine.games.spike.state import State
from engine.games.spike.valuing import Outlook
from engine.games.spike.weights import GOOD_PRICE_SHARE, HURRY_TURNS


@dataclass(frozen=True)
class Idea:
    worth: float
    line: Line
    label: Say
    note: Say | None = None


class Draft:
    """A line under construction, with the state after it."""

    def __init__(self, s: State, seat: int, line: Line = ()) -> None:
        self.s = s
        self.seat = seat
        self.line = line

    def copy(self) -> "Draft":
        return Draft(self.s, self.seat, self.line)

    def may(self, move: Move) -> bool:
        return permits.refuse(self.s, self.seat, move) is None

    def add(self, *moves: Move) -> "Draft":
        for move in moves:
            self.s = acting.play(self.s, self.seat, move).state
            self.line = (*self.line, move)
        return self

    def pay(self) -> "Draft":
        """Pays for a build that has reached its city, so that the hand stays as useful as possible."""
        paid = best_payment(self.s.players[self.seat].hand, need_of(permits.turn_of(self.s).path))
        return self.add(m.Pay(spelled(paid, box().kinds)))

    def handle_cargo(self) -> "Draft":
        """Delivers what pays well here, then loads."""
        player = self.s.players[self.seat]
        if player.in_city and not permits.turn_of(self.s).building:
            here = [
                contract
                for contract in player.cargo
                if self.may(m.Deliver(contract.good)) and _pays_well(self.s, self.seat, contract.good)
            ]
            if here:
                best = max(here, key=lambda contract: contract.printed.pays[player.train])
                self.add(m.Deliver(best.good))
            load = m.Load(box().good_of[player.train])
            if self.may(load):
                self.add(load)
        return self


def _pays_well(s: State, seat: int, good: str) -> bool:
    """Nothing much better is waiting on the network."""
    player = s.players[seat]
    contract = player.contract(good)
    assert contract is not None
    pays = contract.printed.pays
    goals = [pays[city] for city in pays if city in player.network.nodes and city not in player.marked]
    return pays[player.train] >= GOOD_PRICE_SHARE * max(goals) or Outlook(s, seat).left < HURRY_TURNS


def named_cards(cards: Hand) -> tuple[str, ...]:
    return tuple(map(card, spelled(cards, box().kinds)))
