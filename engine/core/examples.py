"""A whole line for every kind of move that is legal, so that a list of choices hides none.

The game's own suggestions are the best lines, and the best are often all of one kind: a player who sees five
deliveries does not learn that the engine could be raised. A kind is a verb. Where a question has only a few answers
altogether, each of them is a kind of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.core.game import Game, Position, Suggestion
from engine.core.move import Line, Move
from engine.core.play import complete, imagined, legal, preview

S = TypeVar("S", bound=Position)
V = TypeVar("V")

FEW = 9  # answers: so many are all shown


@dataclass(frozen=True)
class Example:
    """A whole line: a move of its kind, and what the game suggests after it where that is needed."""

    line: Line
    rest: Suggestion | None = None


def examples(
    game: Game[S, V], view: V, seat: int, shown: Sequence[Line], tips: Sequence[Suggestion]
) -> tuple[Example, ...]:
    """One of each kind that no line shown has, those among the tips first, in their order."""
    s = imagined(game, view)
    answers = _few_answers(game, s, seat)
    if answers:
        known = [tip.line for tip in tips if tip.line in answers]
        return tuple(Example(line) for line in dict.fromkeys((*known, *answers)) if line not in shown)
    seen = {move.VERB for line in shown for move in line}
    found: list[Example] = []
    for tip in tips:
        if tip.line[0].VERB not in seen:
            found.append(Example(tip.line))
            seen |= {move.VERB for move in tip.line}
    hidden: dict[str, list[Move]] = {}
    for move in _unseen(game, s, seat, seen):
        hidden.setdefault(move.VERB, []).append(move)
    for moves in hidden.values():
        best = game.phase_named[s.phase].rank(s, seat, moves)[0]
        found.extend(_finished(game, s, seat, best))
    return tuple(found)


def _few_answers(game: Game[S, V], s: S, seat: int) -> tuple[Line, ...]:
    """Every legal line, if each is a single move and there are only a few; otherwise none."""
    answers: list[Line] = []
    for move in legal(game, s, seat):
        answers.append((move,))
        if len(answers) > FEW or preview(game, s, seat, (move,)).ends is None:
            return ()
    return tuple(answers)


def _unseen(game: Game[S, V], s: S, seat: int, seen: set[str]) -> Iterable[Move]:
    """Legal moves of other kinds. The many moves of the kinds that are shown need not be looked at."""
    phase = game.phase_named[s.phase]
    return (move for move in phase.offers(s, seat) if move.VERB not in seen and phase.refuse(s, seat, move) is None)


def _finished(game: Game[S, V], s: S, seat: int, move: Move) -> Iterable[Example]:
    """The move with what makes a whole line of it: `done`, or the best that the game would do next."""
    line = complete(game, s, seat, (move,))
    shown = preview(game, s, seat, line)
    if shown.ends is not None:
        return [Example(line)]
    tips = game.phase_named[s.phase].suggest(shown.state, seat, 1)
    return [Example((*line, *tip.line), tip) for tip in tips[:1]]
