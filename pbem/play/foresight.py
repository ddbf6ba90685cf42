"""Looking ahead, once for a position: the mail, the turn page and the plan page of a seat all ask for the same.

What was worked out is found again by what it rests on; what was used longest ago is dropped.
"""

from functools import lru_cache
from typing import Any

import msgspec

from engine.core.ahead import Ahead, questions_ahead
from engine.core.game import AnyGame
from engine.core.move import Line
from engine.core.plan import Plan

MOST = 64  # a few megabytes


def foreseen(game: AnyGame, state: Any, seat: int, plan: Plan, line: Line | None = None) -> tuple[Ahead[Any], ...]:
    """The questions to a seat from the present one on. `line` is played first, as the answer to the present question,
    which is then not among them."""
    place = _place(game.id, game.encode(state), seat, msgspec.json.encode(plan), line)
    if not place:
        place.append(questions_ahead(game, game.view(state, seat), seat, plan, line))
    return place[0]


@lru_cache(maxsize=MOST)
def _place(*_rests_on: object) -> list[tuple[Ahead[Any], ...]]:
    """Threads share it: it is made in one step, and its first value is everybody's."""
    return []
