"""What a rival may take away before a planned action comes: a card, a cube, a link, a western link, a New City."""

from engine.core.move import Line
from engine.games.railways.action_moves import play, refuse
from engine.games.railways.moves import Deliver, Lay, Take, Urbanize, West
from engine.games.railways.state import State
from engine.rail.goods import LETTERS, added, taken


def taken_by_rival(s: State, seat: int, line: Line) -> State | None:
    """The position in which the seat cannot play the line, as a rival was there before it; None if nobody can be."""
    first = line[0]
    if isinstance(first, Deliver):
        letter = LETTERS[first.colour]
        return s.with_cubes(first.city, taken(s.cubes[first.city], letter), added(s.bag, letter))
    if isinstance(first, Take):
        return _played_by_rival(s, seat, (first,))  # what it lets its owner do is his own business
    return _played_by_rival(s, seat, line) if isinstance(first, Lay | Urbanize | West) else None


def _played_by_rival(s: State, seat: int, line: Line) -> State | None:
    for rival in (other for other in s.order if other != seat):
        there = s
        for move in line:
            if refuse(there, rival, move) is not None:
                break
            there = play(there, rival, move).state
        else:
            return there.with_place(s.round, s.at)
    return None
