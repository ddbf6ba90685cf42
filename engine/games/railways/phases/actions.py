"""Phase 2: the three action rounds (chapter 4). What may be done is in `action_moves`, what is advised in `advice`."""

from engine.games.railways.action_moves import MOVES, offers, play, refuse
from engine.games.railways.advice import notes, prompt, rank, safe_line, suggest
from engine.games.railways.state import State

NAME = "actions"
default = safe_line

__all__ = [
    "MOVES",
    "NAME",
    "actors",
    "begin",
    "default",
    "notes",
    "offers",
    "play",
    "prompt",
    "rank",
    "refuse",
    "suggest",
]


def begin(s: State) -> State:
    return s.with_phase(NAME).with_auction(None).with_place(1, 0)


def actors(s: State) -> tuple[int, ...]:
    seat = s.acting
    return () if seat is None else (seat,)
