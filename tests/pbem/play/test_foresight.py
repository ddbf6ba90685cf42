"""What a seat will be asked is worked out once for a position, and anew for whatever differs."""

from typing import Any

import pytest

from engine.core.game import SEAT_COLOURS
from engine.core.plan import Plan
from engine.core.play import actors, default, start
from engine.games import GAMES
from pbem.play import foresight
from pbem.play.foresight import foreseen

GAME = GAMES["age-of-steam"]


def test_a_position_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Any] = []

    def look(game: object, view: Any, seat: int, plan: Plan, line: object) -> tuple[object, ...]:
        looks.append((view.options, seat, plan, line))
        return (len(looks),)

    monkeypatch.setattr(foresight, "questions_ahead", look)
    s = start(GAME, SEAT_COLOURS[:3], "foreseen").state
    other = start(GAME, SEAT_COLOURS[:3], "another").state
    seat = actors(GAME, s)[0]
    first = foreseen(GAME, s, seat, Plan())
    assert foreseen(GAME, GAME.decode(GAME.encode(s)), seat, Plan()) == first, "found again by what it rests on"
    assert len(looks) == 1
    found = {first}
    line = default(GAME, GAME.view(s, seat), seat)
    for state, number, answer in ((other, seat, None), (s, (seat + 1) % 3, None), (s, seat, line)):
        found.add(foreseen(GAME, state, number, Plan(), answer))
    assert len(found) == len(looks) == 4
