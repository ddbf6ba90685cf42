"""What a move costs and brings, read off the reader's row of the table of players before and after it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.game import AnyGame, Outcome
from engine.core.move import Move
from engine.core.play import step
from engine.core.same import LAST, Same
from engine.core.say import say
from engine.core.sheet import Row
from pbem.play.scene import Scene


@dataclass(frozen=True)
class Effect:
    """What a move changes in the reader's row of the table."""

    cost: int = 0  # what is paid; below nought what comes in
    notes: tuple[str, ...] = ()
    shows: bool = False


@dataclass(frozen=True)
class Effects:
    """The effects of moves of one reader."""

    scene: Scene
    seat: int

    def of(self, state: Any, move: Move) -> Effect:
        outcome = self.outcome(state, move)
        if outcome.ends == "seen":
            return Effect(shows=True)
        before, after = self.row(state), self.row(outcome.state)
        changed = tuple(
            f"{column} {self.scene.say(old)} → {self.scene.say(new)}"
            for column, old, new in zip(self.scene.columns, before.cells, after.cells, strict=True)
            if old != new and old.id != "money"
        )
        return Effect(money_in(before) - money_in(after), changed)

    def price(self, state: Any, move: Move) -> str:
        """What it costs, without what else it changes."""
        outcome = self.outcome(state, move)
        if outcome.ends == "seen":
            return ""
        purse = self.scene.game.purse
        if purse is not None:
            return self.money(purse(state, self.seat) - purse(outcome.state, self.seat))
        return self.money(money_in(self.row(state)) - money_in(self.row(outcome.state)))

    def spent(self, since: Any, state: Any) -> str:
        return self.money(money_in(self.row(since)) - money_in(self.row(state)))

    def money(self, amount: int) -> str:
        return self.scene.say(say("money", n=amount)) if amount > 0 else ""

    def outcome(self, state: Any, move: Move) -> Outcome[Any]:
        return _outcome(Same(self.scene.game), Same(state), self.seat, move)

    def row(self, state: Any) -> Row:
        return _row(Same(self.scene.game), Same(state), self.seat)


@lru_cache(maxsize=8 * LAST)
def _outcome(known: Same[AnyGame], state: Same[Any], seat: int, move: Move) -> Outcome[Any]:
    """A reader presses here and there in one position, and each press shows the same moves again."""
    return step(known.value, state.value, seat, move)


@lru_cache(maxsize=8 * LAST)
def _row(known: Same[AnyGame], state: Same[Any], seat: int) -> Row:
    game = known.value
    sheet = game.sheet(game.view(state.value, seat))
    return next(row for row in sheet.rows if row.seat == seat)


def money_in(row: Row) -> int:
    if row.purse is not None:
        return row.purse
    found = next((cell.params.get("n") for cell in row.cells if cell.id == "money"), 0)
    return found if isinstance(found, int) else 0


def names_price(label: str, price: str) -> bool:
    """Whether a label says the price already."""
    return bool(price) and re.search(rf"(?<!\w){re.escape(price)}(?!\w)", label) is not None
