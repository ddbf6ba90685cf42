"""Players without a person. They see views only, and decide through the same functions that people's pages use."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.core.game import Game, Position
from engine.core.move import Line, Move
from engine.core.play import imagined, legal, step, suggest
from engine.core.rng import Rng

S = TypeVar("S", bound=Position)
V = TypeVar("V")

Bot = Callable[[Game[Any, Any], Any, int, Rng], Line]


def random_line(game: Game[S, V], view: V, seat: int, rng: Rng) -> Line:
    """Any legal step after any other, until the line ends: first any verb, then any move with it.

    Without that, kinds of moves with many words would crowd out the others, and a game in which one can lay a thousand
    tiles for each cube to deliver would hardly end.
    """
    s = imagined(game, view)
    line: list[Move] = []
    while True:
        moves: dict[str, list[Move]] = {}
        for choice in legal(game, s, seat):
            moves.setdefault(choice.VERB, []).append(choice)
        verb, rng = rng.pick(tuple(moves))
        move, rng = rng.pick(moves[verb])
        line.append(move)
        outcome = step(game, s, seat, move)
        if outcome.ends is not None:
            return tuple(line)
        s = outcome.state


def greedy_line(game: Game[S, V], view: V, seat: int, rng: Rng) -> Line:
    """The best line that the game itself suggests."""
    return suggest(game, view, seat, 1)[0].line


BOTS: dict[str, Bot] = {"random": random_line, "greedy": greedy_line}
