"""Phase 2: the three action rounds (chapter 4). What may be done is in `action_moves`, what is advised in `advice`."""

from collections.abc import Iterator, Sequence

from engine.core.guard import DANGER
from engine.core.move import Line
from engine.core.phase_plans import Planning
from engine.core.say import Say
from engine.games.railways.action_moves import MOVES, offers, play, refuse
from engine.games.railways.advice import notes, prompt, rank, safe_line, suggest
from engine.games.railways.deeds import delivery
from engine.games.railways.moves import Loco, Pass
from engine.games.railways.state import State
from engine.games.railways.taken import taken_by_rival

NAME = "actions"
default = safe_line

__all__ = [
    "MOVES",
    "NAME",
    "PLANNING",
    "actors",
    "begin",
    "default",
    "notes",
    "offers",
    "play",
    "prompt",
    "question",
    "rank",
    "refuse",
    "respelled",
    "still",
    "suggest",
]


def begin(s: State) -> State:
    return s.with_phase(NAME).with_auction(None).with_place(1, 0)


def actors(s: State) -> tuple[int, ...]:
    seat = s.acting
    return () if seat is None else (seat,)


def question(s: State, seat: int) -> str:
    """Once a round, and again after each thing that an action has shown."""
    return f"{s.turn}/{NAME}/{s.round}" + f"/{s.act.shown + 1}" * bool(s.act.shown)


def still(s: State, seat: int) -> Line:
    """A better engine leaves board and cards as they are, where something must be done (rw-4.3)."""
    for idle in (Pass(), Loco()):
        if refuse(s, seat, idle) is None:
            return (idle,)
    return safe_line(s, seat)


def respelled(s: State, seat: int, line: Line) -> Iterator[Line]:
    """A second link between two cities makes `over` necessary, and its end makes it needless (rw-7.10)."""
    return delivery.over_the_same_cities(s, seat, line)


def dangers(s: State, seat: int, line: Line) -> Sequence[Say]:
    """What the action leaves behind: its last tile may have finished the link."""
    after = s
    for move in line:
        after = play(after, seat, move).state
    return [note for note in notes(after.with_place(s.round, s.at), seat) if note.id.startswith(DANGER)]


PLANNING: Planning[State] = Planning(
    still, taken=taken_by_rival, dangers=dangers, respelled=respelled, looked_through=True
)
