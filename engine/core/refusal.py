"""Why something cannot be played. There are three errors and no others: what was written is not a move, it is not
that seat's turn, or a rule forbids it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.say import Param, Say


class Refusal(msgspec.Struct, frozen=True):
    """The reason (a message id under `refusals` in the words) and the numbered statement that it rests on."""

    reason: str
    rule: str
    params: Mapping[str, Param] = {}

    def say(self) -> Say:
        return Say(self.reason, self.params)


def refusal(reason: str, rule: str, /, **params: Param) -> Refusal:
    """Checks are joined by `or`: the first reason that applies is told, and later checks may rely on earlier ones."""
    return Refusal(reason, rule, params)


class MoveError(Exception, ABC):
    """The base of the three, so that callers can answer them all in one place."""

    @abstractmethod
    def say(self) -> Say: ...


class NotAMove(MoveError):
    def __init__(self, text: str, why: Say) -> None:
        super().__init__(f"{text}: {why.id}")
        self.text = text
        self.why = why

    def say(self) -> Say:
        return self.why


class NotYourTurn(MoveError):
    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} is not asked")
        self.seat = seat

    def say(self) -> Say:
        return Say("not-your-turn", {"seat": self.seat})


class Illegal(MoveError):
    """`index` is the number of the move in its line, from 0; `move` its text."""

    def __init__(self, refusal: Refusal, move: Any, index: int = 0) -> None:
        super().__init__(f"{move}: {refusal.reason} ({refusal.rule})")
        self.refusal = refusal
        self.move = move
        self.index = index

    def say(self) -> Say:
        return self.refusal.say()
