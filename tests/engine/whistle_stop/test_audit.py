"""The audit notices every piece that is lost or made."""

import pytest
from msgspec.structs import replace

from engine.core.play import start, step
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.state import Spot, State
from tests.engine.whistle_stop.scenes import COLOURS, line, with_player

S = start(GAME, COLOURS[:2], "audit").state
STANDING = step(GAME, S, S.asked[0], line("place.I1")[0]).state
MOVER = S.asked[0]


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (S.with_pile(S.pile[1:]), "78 tiles"),
        (S.with_cube("wood", -1), "10 cubes of wood"),
        (S.with_gone("jade-1"), "30 shares"),
        (S.with_nuggets(S.nuggets[1:]), "20 nuggets"),
        (S.with_upgrades(S.upgrades[1:]), "12 upgrades"),
        (with_player(S, 0, to_place=4), "5 trains"),
        (with_player(S, 0, home=1, to_place=4), "1 trains at home"),
        (with_player(S, 0, goods={"wood": 11}), "owns 11 cubes"),
        (with_player(S, 0, coal=-1), "owes something"),
        (with_player(S, 0, upgrades=("a", "b", "c", "d")), "4 upgrades"),
        (with_player(S, 0, score=3), "do not add up"),
        (with_player(STANDING, 1 - MOVER, trains=(Spot("I1"),), to_place=4), "2 trains stand at I1"),
    ],
)
def test_a_complaint_names_what_is_wrong(broken: State, told: str) -> None:
    assert any(told in complaint for complaint in GAME.audit(broken))


def test_nothing_is_wrong_at_the_start() -> None:
    assert list(GAME.audit(S)) == []
    assert list(GAME.audit(STANDING)) == []
    assert list(GAME.audit(replace(S, closing=True))) == []
