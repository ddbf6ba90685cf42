"""What if: a game is played on for a try, for every seat, from what one reader may know.

    world = example_world(game, game.view(state, reader), 1)
    tried = play_on(game, world, ("issue.2", "bid.3"))

The world is imagined from the reader's view, hidden things and chance alike, so nothing of the true position gets into
it. The number of the example is all that chance depends on: the same number shows the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.event import Event
from engine.core.game import Game, Position
from engine.core.move import Line
from engine.core.play import actors, play, suggest
from engine.core.refusal import MoveError
from engine.core.rng import Rng

S = TypeVar("S", bound=Position)
V = TypeVar("V")


@dataclass(frozen=True)
class TriedLine:
    seat: int
    line: Line
    events: tuple[Event, ...]  # of the line, and of what followed it by itself


@dataclass(frozen=True)
class Tried(Generic[S]):
    """How far it went; `error` says why the next line could not be played."""

    state: S
    lines: tuple[TriedLine, ...] = ()
    error: MoveError | None = None


def example_world(game: Game[S, V], view: V, example: int) -> S:
    return game.imagine(view, Rng(f"example {example}"))


def play_on(game: Game[S, V], world: S, texts: Sequence[str]) -> Tried[S]:
    """Each line is played for whoever is asked; of several who are asked together, for the first."""
    tried = Tried(world)
    for text in texts:
        try:
            tried = _with_line(game, tried, game.read(text, tried.state))
        except MoveError as error:
            return Tried(tried.state, tried.lines, error)
    return tried


def others_play_on(game: Game[S, V], world: S, seat: int) -> Iterator[TriedLine]:
    """What is suggested to the others, line by line, until this seat is asked or the game is over."""
    tried = Tried(world)
    while (asked := actors(game, tried.state)) and asked[0] != seat:
        line = suggest(game, game.view(tried.state, asked[0]), asked[0], 1)[0].line
        tried = _with_line(game, tried, line)
        yield tried.lines[-1]


def _with_line(game: Game[S, V], tried: Tried[S], line: Line) -> Tried[S]:
    asked = actors(game, tried.state)
    played = play(game, tried.state, asked[0] if asked else 0, line)
    return Tried(played.state, (*tried.lines, TriedLine(asked[0], line, played.events + played.settled)))
