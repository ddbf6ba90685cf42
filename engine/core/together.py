"""Seats that are asked together answer unseen: nothing of an answer is shown to others before the last has answered.

A log tells which of its lines are still sealed by its positions alone, so a game declares nothing. Whoever shows lines
or defaults to a reader asks here first:

    together = open_together(game, positions)                   # the present position first, then back through the log
    sealed = together is not None and age < together.lines      # of a line; a default only needs the first half
    text = line_seen_by(line, mover, reader, sealed)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from engine.core.game import Game, Position
from engine.core.move import Line
from engine.core.play import actors

S = TypeVar("S", bound=Position)
V = TypeVar("V")

SEALED = "?"  # what others read instead of an answer: not even how many moves it has


@dataclass(frozen=True)
class Together:
    """A question that was put to several seats and is still open. The latest `lines` of the log belong to it, those
    taken back since included: an answer that was taken back may be given again."""

    lines: int


def open_together(game: Game[S, V], newest_first: Iterable[S]) -> Together | None:
    """The open question of the first of these positions, if it was put to several seats; each further position is the
    one a line earlier. Only those of the question are read, and one more.

    Along the answers to one question the phase stays, and the seats still asked become fewer; more again when an
    answer is taken back. A game that puts two such questions in a row gives each a phase of its own.
    """
    positions = iter(newest_first)
    now = next(positions)
    asked = frozenset(actors(game, now))
    most, lines = len(asked), 0
    for before in positions:
        earlier = frozenset(actors(game, before))
        if before.phase != now.phase or not (asked <= earlier or earlier <= asked):
            break
        most, lines, asked = max(most, len(earlier)), lines + 1, earlier
    return Together(lines) if most > 1 else None


def line_seen_by(line: Line, mover: int, reader: int | None, sealed: bool) -> str:
    """The canonical text of a line as this reader may see it; the mover reads all of it."""
    if sealed and reader != mover:
        return SEALED
    return " ".join(move.seen_by(reader, mover) for move in line)
