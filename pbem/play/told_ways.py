"""How a line came, as the log tells it: on the page, by mail, planned.

That an answer was planned is told only when the phase is over: somebody who sees a rival's limit at work in an auction
would drive it up. Until then nothing is told of how others have answered, because a gap would tell as much.
"""

from collections.abc import Sequence

from sqlmodel import Session

from engine.core.follow import question
from engine.core.plan import frame_of, kind_of
from engine.core.play import actors
from pbem.play.turn import BY_HAND, PLANNED
from pbem.store.models import Line, Table
from pbem.store.models.table import ENDED
from pbem.store.positions import game_of, state_at


def told_ways(session: Session, table: Table, lines: Sequence[Line], reader: int | None) -> dict[int, str]:
    """By ply, for the whole log in its order."""
    ways = {line.ply: line.how for line in lines}
    if table.status in ENDED or not lines:
        return ways
    game, state = game_of(table), state_at(session, table, lines[-1].ply)
    asked = actors(game, state)
    now = _phase(question(game, state, asked[0])) if asked else ""
    for line in reversed(lines):
        if line.question and _phase(line.question) != now:
            break
        if line.seat != reader and line.how in (*BY_HAND, PLANNED):
            ways[line.ply] = ""
    return ways


def _phase(key: str) -> str:
    return f"{frame_of(key)}/{kind_of(key)}"
