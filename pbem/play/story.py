"""How a game went, in words of one reader's language.

Who won and by what, the turning points, the best moves, the scores by round.

Pure, like the scene it is told with: the course was read from positions as spectators see them.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import msgspec

from engine.core.course import BestLine, Course, round_of, say_round, say_turning_point, turning_points, verdict
from engine.core.say import say
from engine.core.sheet import Panel
from engine.draw.curves import draw_curves
from pbem.play.scene import Scene

MOST_TOLD = 3  # events of a best move


@dataclass(frozen=True)
class Turned:
    """A round that turned the game, and the line of the log that ended it."""

    ply: int
    text: str


@dataclass(frozen=True)
class BestMove:
    """The line that brought a seat the most."""

    ply: int
    seat: int
    gain: str
    when: str  # "Turn 5"
    text: str  # what it did


@dataclass(frozen=True)
class ScoreRow:
    """The scores at the end of a round, by seat; a seat that is out has a dash."""

    label: str
    scores: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """`scene` shows the end of the game, or how far it has come."""

    scene: Scene
    course: Course
    best: tuple[BestLine, ...] = ()

    def told_by(self, scene: Scene) -> "Story":
        """The same with another scene of the end: its names, its language."""
        return Story(scene, self.course, self.best)

    @cached_property
    def verdict(self) -> str:
        """Who won, by how much and by what; empty as long as the game is running."""
        if not self.scene.is_over:
            return ""
        standings = self.scene.game.standings(self.scene.state)
        return self.scene.say(verdict(standings, self.course[-1], self.scene.source))

    @cached_property
    def turned(self) -> tuple[Turned, ...]:
        """Of the winner's lead, or of that of whoever leads so far; none where several are level."""
        first = self._first
        if len(first) != 1:
            return ()
        game = self.scene.game
        points = turning_points(self.course, first[0])
        return tuple(Turned(point.ply, self.scene.say(say_turning_point(game, point))) for point in points)

    @property
    def _first(self) -> list[int]:
        """Who won; in a running game, who is ahead."""
        if self.scene.is_over:
            return [row.seat for row in self.scene.game.standings(self.scene.state) if row.place == 1]
        scores = self.course[-1].scores
        most = max((score for score in scores if score is not None), default=None)
        return [seat for seat, score in enumerate(scores) if score is not None and score == most]

    @cached_property
    def best_moves(self) -> tuple[BestMove, ...]:
        """In the final order of the seats."""
        places = [row.seat for row in self.scene.game.standings(self.scene.state)]
        return tuple(self._best_move(line) for line in sorted(self.best, key=lambda line: places.index(line.seat)))

    def _best_move(self, line: BestLine) -> BestMove:
        seen = [event for event in (event.seen_by(None) for event in line.events) if event is not None]
        said = [self.scene.say(event.say()) for event in seen[:MOST_TOLD]]
        when = say_round(self.scene.game, round_of(self.course, line.ply))
        text = " ".join((*said, "…") if len(seen) > MOST_TOLD else said)
        return BestMove(line.ply, line.seat, f"+{line.gain}", self.scene.say(when), text)

    @property
    def heading(self) -> str:
        """Of the column that is followed."""
        return self.scene.say(self.course[-1].curves[0].heading)

    def rows(self, most: int) -> tuple[ScoreRow, ...]:
        """The curve as a table of so many rows at most, the last round always among them."""
        ended = self.course[1:]
        every = math.ceil(len(ended) / most)
        return tuple(
            ScoreRow(
                self.scene.say(say_round(self.scene.game, reading.round)),
                tuple(self.scene.say(say("nothing")) if score is None else str(score) for score in reading.scores),
            )
            for reading in reversed(ended[::-1][:: every or 1])
        )

    @cached_property
    def panel(self) -> Panel:
        seats = self.scene.state.seats
        curves = [[reading.scores[seat] for reading in self.course] for seat in range(len(seats))]
        return Panel(
            say("chart-heading" if self.scene.is_over else "chart-so-far"),
            say("chart-label"),
            lambda: draw_curves(seats, curves),
            msgspec.json.encode((seats, curves)),
        )
