"""The largest position that mails have to carry: six players late in Age of Steam, replayed once a process."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.course import BestLine, Course, Written, best_lines, course
from engine.core.event import Event
from engine.core.move import read_line
from engine.core.play import actors, play, start
from engine.games import GAMES
from pbem.play.scene import Scene
from tests.samples import recorded

GAME = GAMES["age-of-steam"]
NAMES = ("Peter", "Geneviève", "John", "Marie-Claire", "Dave", "Łukasz")


@dataclass(frozen=True)
class Match:
    """Every position and what led to it."""

    states: tuple[Any, ...]
    events: tuple[tuple[Event, ...], ...]
    lines: tuple[Written, ...]

    def last(self, phase: str) -> int:
        """The last ply at which this phase asks somebody."""
        return max(ply for ply, state in enumerate(self.states) if state.phase == phase)

    @property
    def course(self) -> Course:
        return course(GAME, range(len(self.states)), self.states.__getitem__)

    @property
    def best(self) -> tuple[BestLine, ...]:
        return best_lines(GAME, self.lines)

    def scene(
        self, ply: int, lang: str, *, seat: int | None = None, since: int = 8, names: Sequence[str] = NAMES
    ) -> Scene:
        """What a seat sees, by itself the one that is asked, with the events of the last plies."""
        state = self.states[ply]
        asked = actors(GAME, state)
        events = (event for told in self.events[max(ply + 1 - since, 0) : ply + 1] for event in told)
        return Scene(GAME, state, asked[0] if seat is None else seat, tuple(names), lang, tuple(events))


@cache
def late_game() -> Match:
    record = recorded("six-players")
    opening = start(GAME, record.seats, record.seed, record.options)
    states, events, lines = [opening.state], [opening.events], []
    for entry in record.entries:
        line, seat = read_line(entry.text, GAME.verbs, GAME.lexicon(record.options)), record.seats.index(entry.by)
        played = play(GAME, states[-1], seat, line)
        lines.append(Written(entry.ply, seat, entry.text, states[-1]))
        states.append(played.state)
        events.append(played.events + played.settled)
    return Match(tuple(states), tuple(events), tuple(lines))
