"""How a game went, in words of one reader's language: who won and by what, the turning points, the scores by round.

Pure, like the scene it is told with: the course was read from positions as spectators see them.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import msgspec

from engine.core.course import Course, say_round, say_turning_point, turning_points, verdict
from engine.core.say import say
from engine.core.sheet import Panel
from engine.draw.curves import draw_curves
from pbem.play.scene import Scene


@dataclass(frozen=True)
class Turned:
    """A round that turned the game, and the line of the log that ended it."""

    ply: int
    text: str


@dataclass(frozen=True)
class ScoreRow:
    """The scores at the end of a round, by seat; a seat that is out has a dash."""

    label: str
    scores: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """`scene` shows the end of the game."""

    scene: Scene
    course: Course

    def told_by(self, scene: Scene) -> "Story":
        """The same with another scene of the end: its names, its language."""
        return Story(scene, self.course)

    @cached_property
    def verdict(self) -> str:
        """Who won, by how much and by what."""
        standings = self.scene.game.standings(self.scene.state)
        return self.scene.say(verdict(standings, self.course[-1], self.scene.source))

    @cached_property
    def turned(self) -> tuple[Turned, ...]:
        """None where nobody won alone: then there is no lead to follow."""
        winners = [row.seat for row in self.scene.game.standings(self.scene.state) if row.place == 1]
        if len(winners) != 1:
            return ()
        game = self.scene.game
        points = turning_points(self.course, winners[0])
        return tuple(Turned(point.ply, self.scene.say(say_turning_point(game, point))) for point in points)

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
            say("chart-heading"),
            say("chart-label"),
            lambda: draw_curves(seats, curves),
            msgspec.json.encode((seats, curves)),
        )
