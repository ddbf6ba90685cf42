"""What comes of the moves in an answer: they are played, or something is asked. `moves.py` carries it out, and
`pbem read` shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from engine.core.game import AnyGame
from engine.core.move import Line, Move
from engine.core.play import complete, legal, preview, unfinished
from engine.core.refusal import Illegal, MoveError
from pbem.mail_in.parse.order_types import Moves


@dataclass(frozen=True)
class Plays:
    """The whole line; `done` may have been added to what was written."""

    line: Line


@dataclass(frozen=True)
class AsksBack:
    """It is not certain that this line is meant, and it could not be taken back."""

    line: Line


@dataclass(frozen=True)
class Refuses:
    """A rule forbids it. `legal` is what could be written instead, most like what was written first."""

    error: MoveError
    legal: tuple[Line, ...]

    @property
    def rule(self) -> str:
        return self.error.refusal.rule if isinstance(self.error, Illegal) else ""


Verdict = Plays | AsksBack | Refuses


def judge(game: AnyGame, state: Any, seat: int, order: Moves, *, cooling_off: bool) -> Verdict:
    """`cooling_off` tells whether a line can be taken back for a while, unless it shows something."""
    try:
        line = complete(game, state, seat, order.line)
        shown = preview(game, state, seat, line)
    except MoveError as error:
        return Refuses(error, _instead(game, state, seat, order.line, error))
    if shown.ends is None:
        return Refuses(unfinished(line), tuple((*line, move) for move in legal(game, shown.state, seat)))
    if order.forgiven and (shown.ends == "seen" or not cooling_off):
        return AsksBack(line)
    return Plays(line)


def _instead(game: AnyGame, state: Any, seat: int, line: Line, error: MoveError) -> tuple[Line, ...]:
    index = error.index if isinstance(error, Illegal) else 0
    try:
        before = preview(game, state, seat, line[:index]).state
        allowed = list(legal(game, before, seat))
    except MoveError:
        return ()
    written = str(line[index]) if index < len(line) else ""
    return tuple((*line[:index], move) for move in nearest(allowed, written))


def nearest(allowed: Sequence[Move], written: str) -> list[Move]:
    """Legal moves, those most like what was written first."""
    return sorted(allowed, key=lambda move: -SequenceMatcher(None, written, str(move)).ratio())
