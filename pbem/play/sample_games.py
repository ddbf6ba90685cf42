"""The game of each kind that ships with the program, played again for the first pages of the rules and for visitors."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.event import Event
from engine.core.game import AnyGame
from engine.core.play import play, preview, start
from engine.core.record import Record, read_record
from engine.games import GAMES
from pbem.base.folders import RECORDS
from pbem.play.scene import Scene


@dataclass(frozen=True)
class Recorded:
    """`states[n]` is the position after ply n, and `events[n]` what this ply brought."""

    game: AnyGame
    record: Record
    states: tuple[Any, ...]
    events: tuple[tuple[Event, ...], ...]

    def scene(self, lang: str, ply: int, since: int | None = None, reader: int | None = None) -> Scene:
        """After a ply, with what happened after `since`; nothing is news if that is left out."""
        news = () if since is None else self.events[since + 1 : ply + 1]
        told = tuple(event for events in news for event in events)
        return Scene(self.game, self.states[ply], reader, self.record.names, lang, told)

    def in_the_line(self, lang: str, ply: int, moves: int, reader: int | None = None) -> Scene:
        """In the middle of the line that follows a ply: after so many moves of it, which are the news."""
        entry, state = self.record.entries[ply], self.states[ply]
        draft = self.game.read(entry.text, state)[:moves]
        shown = preview(self.game, state, self.record.seats.index(entry.by), draft)
        return Scene(self.game, shown.state, reader, self.record.names, lang, shown.events)


@cache
def recorded(game_id: str, to: int | None = None) -> Recorded:
    """The game up to a ply, or the whole of it; it is played once in a process."""
    game, record = GAMES[game_id], record_of(game_id)
    opening = start(game, record.seats, record.seed, record.options)
    states, events = [opening.state], [opening.events]
    for entry in record.entries[:to]:
        played = play(game, states[-1], record.seats.index(entry.by), game.read(entry.text, states[-1]))
        states.append(played.state)
        events.append((*played.events, *played.settled))
    return Recorded(game, record, tuple(states), tuple(events))


@cache
def record_of(game_id: str) -> Record:
    return read_record((RECORDS / f"{game_id}.txt").read_text("utf-8"))
