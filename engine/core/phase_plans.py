"""What plans need to know of a phase: a module that has something to say says it in `PLANNING = Planning(…)`.

All functions are called with an imagined state, like advice.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.core.move import Line
from engine.core.say import Say
from engine.core.standing_forms import UpTo

S = TypeVar("S")


@dataclass(frozen=True)
class Bidding(Generic[S]):
    """An auction, in which a limit can be planned."""

    answer: Callable[[S, int, UpTo], Line | Say]  # within the limit, or why the seat is asked
    limit: Callable[[S, int], UpTo]  # the limit that is suggested
    dangers: Callable[[S, int, UpTo], Sequence[Say]]  # that the highest bid within the limit brings
    # Where the seat has the highest bid: the position in which it is asked again, because another bids more.
    outbid: Callable[[S, int], S | None]
    asked_again: Callable[[S, int], bool]  # whether the seat is still in it, and not sure of its end


@dataclass(frozen=True)
class Planning(Generic[S]):
    # What changes the board least: how others play when a seat looks ahead. Standard: the default.
    still: Callable[[S, int], Line] | None = None
    bidding: Bidding[S] | None = None
    # The position as if the others had left everything to choose from; with it a plan lists all there is to choose.
    clear: Callable[[S, int], S] | None = None
    lists_all: bool = False
    # The position in which the seat cannot play this line, as another took what it needs; None if nobody can.
    taken: Callable[[S, int, Line], S | None] | None = None
    # What a whole line brings the seat into. Standard: the notes `danger-…` before its last move.
    dangers: Callable[[S, int, Line], Sequence[Say]] | None = None
    # The same line as it must be written now, if the board has changed that.
    respelled: Callable[[S, int, Line], Iterable[Line]] | None = None
    # What may follow blindly after the reveal that ends the line: the key of the question and the form of the answer.
    continued: Callable[[S, int, Line], Iterable[tuple[str, str]]] | None = None
    # A look ahead goes on behind what is shown here, with an example: plans seldom depend on it.
    looked_through: bool = False


NOTHING: Planning[Any] = Planning()


def planning_of(phase: Any) -> Planning[Any]:
    found: Planning[Any] = getattr(phase, "PLANNING", NOTHING)
    return found
