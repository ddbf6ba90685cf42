"""Lines under construction, for the advice: a line, the state after it, and what the line is worth."""

from dataclasses import dataclass

from engine.core.move import Line, Move
from engine.core.say import Say
from engine.games.spike import moves as m
from engine.games.spike import permits, turn_effects
from engine.games.spike.build_paths import need_of
from engine.games.spike.cards import Hand, best_payment, spelled
from engine.games.spike.components import box
from engine.games.spike.events import card
from engine.games.spike.hauls import Dispatcher
from engine.games.spike.state import State
from engine.games.spike.worth import Outlook

# The moves that begin an action, and the one that takes none.
ACTIONS = (m.Draw, m.Take, m.Lay, m.Restart, m.Extra, m.Upgrade, m.Done)


@dataclass(frozen=True)
class Idea:
    worth: float
    line: Line
    label: Say
    note: Say | None = None

    @property
    def kind(self) -> str:
        """What it does with the action of the turn."""
        return next(move.VERB for move in self.line if isinstance(move, ACTIONS))


class Draft:
    """A line under construction, with the state after it."""

    def __init__(self, s: State, seat: int, line: Line = ()) -> None:
        self.s = s
        self.seat = seat
        self.line = line
        self._dispatcher: Dispatcher | None = None

    @property
    def dispatcher(self) -> Dispatcher:
        """The plans for the train in the position after the line, made once for each position."""
        if self._dispatcher is None or self._dispatcher.outlook.s is not self.s:
            self._dispatcher = Dispatcher(Outlook(self.s, self.seat))
        return self._dispatcher

    @property
    def outlook(self) -> Outlook:
        return self.dispatcher.outlook

    def copy(self) -> "Draft":
        return Draft(self.s, self.seat, self.line)

    def may(self, move: Move) -> bool:
        return permits.refuse(self.s, self.seat, move) is None

    def add(self, *moves: Move) -> "Draft":
        for move in moves:
            self.s = turn_effects.play(self.s, self.seat, move).state
            self.line = (*self.line, move)
        return self

    def pay(self) -> "Draft":
        """Pays for a build that has reached its city, so that the hand stays as useful as possible."""
        paid = best_payment(self.s.players[self.seat].hand, need_of(permits.turn_of(self.s).path))
        return self.add(m.Pay(spelled(paid, box().kinds)))

    def handle_cargo(self) -> "Draft":
        """Delivers what pays best here, then loads, if need be in place of cargo that nothing can be done with."""
        player = self.s.players[self.seat]
        if not player.in_city or permits.turn_of(self.s).building:
            return self
        here = [contract for contract in player.cargo if self.may(m.Deliver(contract.good))]
        here = [contract for contract in here if self.dispatcher.delivers_here(contract)]
        if here:
            best = max(here, key=lambda contract: contract.printed.pays[player.train])
            self.add(m.Deliver(best.good))
        return self._load(box().good_of[player.train])

    def _load(self, good: str) -> "Draft":
        player = self.s.players[self.seat]
        contract = player.contract(good)
        if contract is None or contract.loaded:
            return self
        if not self.may(m.Load(good)):
            if self.dispatcher.best(contract) is None:
                return self
            self.add(m.Drop(next(held.good for held in player.cargo if self.dispatcher.is_stuck(held))))
        return self.add(m.Load(good))


def named_cards(cards: Hand) -> tuple[str, ...]:
    return tuple(map(card, spelled(cards, box().kinds)))
