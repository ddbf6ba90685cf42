"""Players without a person. They see views only, and decide through the same functions that people's pages use."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from engine.core.game import AnyGame, Game, Position
from engine.core.move import Line, Move
from engine.core.patient import patient_line
from engine.core.play import imagined, step, suggest
from engine.core.rng import Rng

S = TypeVar("S", bound=Position)
V = TypeVar("V")

Bot = Callable[[AnyGame, Any, int, Rng], Line]


def random_line(game: Game[S, V], view: V, seat: int, rng: Rng) -> Line:
    """Any legal step after any other, until the line ends: first any verb, then any move with it.

    Without that, kinds of moves with many words would crowd out the others, and a game in which one can lay a thousand
    tiles for each cube to deliver would hardly end.
    """
    s = imagined(game, view)
    line: list[Move] = []
    while True:
        move, rng = _any_move(game, s, seat, rng)
        line.append(move)
        outcome = step(game, s, seat, move)
        if outcome.ends is not None:
            return tuple(line)
        s = outcome.state


def _any_move(game: Game[S, V], s: S, seat: int, rng: Rng) -> tuple[Move, Rng]:
    """Draws from what is offered until something is legal: most offers need not be looked at."""
    phase = game.phase_named[s.phase]
    offered: dict[str, list[Move]] = {}
    for choice in phase.offers(s, seat):
        offered.setdefault(choice.VERB, []).append(choice)
    verbs, rng = rng.shuffled(tuple(offered))
    for verb in verbs:
        left = offered[verb]
        while left:
            at, rng = rng.below(len(left))
            left[at], left[-1] = left[-1], left[at]
            move = left.pop()
            if phase.refuse(s, seat, move) is None:
                return move, rng
    raise ValueError(f"{game.id}: nothing is legal for seat {seat}")


def greedy_line(game: Game[S, V], view: V, seat: int, rng: Rng) -> Line:
    """The best line that the game itself suggests."""
    return suggest(game, view, seat, 1)[0].line


BOTS: dict[str, Bot] = {"random": random_line, "greedy": greedy_line}  # these answer at once

PATIENT = "patient"  # this one takes its time
KINDS = (*BOTS, PATIENT)


def bots_with(playouts: int | None = None) -> Mapping[str, Bot]:
    """Every bot by its name; the patient one thinks for so many play-outs a question, or the game's own number."""
    return {**BOTS, PATIENT: partial(patient_line, playouts=playouts)}
