"""aos-5: the seven actions."""

import pytest

from engine.core.play import actors
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.build_effects import build_turn
from engine.games.age_of_steam.components import ACTIONS
from engine.games.age_of_steam.events import ActionTaken, EngineRaised
from engine.games.age_of_steam.phases import actions, auction, build, goods, production
from tests.engine.age_of_steam.boards import (
    asked,
    board,
    fresh_table,
    go,
    go_on,
    offered,
    player,
    tell,
    why,
    with_cubes,
    with_player,
)


def choosing(seats=4):
    return actions.begin(fresh_table(seats))


def test_aos_5_1_each_takes_one_in_the_new_turn_order():
    s = actions.begin(fresh_table().with_order((2, 3, 0, 1)))
    spoke = []
    for action in ("engineer", "locomotive", "production", "turn-order"):
        spoke.append(asked(s))
        s = go(s, f"take.{action}")
    assert spoke == ["sky", "magenta", "orange", "green"]
    assert s.phase == "build"
    assert [p.action for p in s.players] == ["production", "turn-order", "engineer", "locomotive"]
    assert why(choosing(), "pass") == ("not-in-this-phase", "line-1")  # none cannot be chosen


def test_actions_of_the_turn_before_are_given_back():
    s = with_player(fresh_table(), "green", action="engineer", pass_left=True)
    s = actions.begin(s)
    assert player(s, "green").action is None
    assert not player(s, "green").pass_left
    assert len(offered(s)) == 7


def test_aos_5_2_no_action_twice_in_a_turn():
    s = go(choosing(), "take.engineer")
    assert why(s, "take.engineer") == ("action-taken-by", "aos-5.2")
    assert why(s, "take.first-move") is None
    assert offered(s) == [f"take.{action}" for action in ACTIONS if action != "engineer"]


def test_aos_5_3_the_seven_actions_and_where_they_take_effect():
    assert ACTIONS == (
        "first-move",
        "first-build",
        "engineer",
        "locomotive",
        "urbanization",
        "production",
        "turn-order",
    )
    taken = ("locomotive", "urbanization", "engineer", "first-build", "first-move", "production")
    s = go_on(choosing(6), *(f"take.{action}" for action in taken))
    assert player(s, "orange").engine == 2  # Locomotive, at once
    assert asked(s) == "magenta"  # First Build
    assert build_turn(s).tiles_left == 3
    s = go(s, "done")
    assert asked(s) == "orange"
    assert not build_turn(s).may_urbanize
    s = go(s, "done")
    assert asked(s) == "green"
    assert build_turn(s).may_urbanize
    s = go(s, "done")
    assert asked(s) == "sky"
    assert build_turn(s).tiles_left == 4
    s = go_on(s, "done", "done", "done")
    assert s.phase == "goods"
    for _ in range(2):  # First Move, in both rounds
        assert asked(s) == "brown"
        s = go_on(s, *["pass"] * 6)
    produced = production.begin(with_cubes(s))
    assert asked(produced) == "white"  # Production
    s = auction.begin(with_player(s, "white", action="turn-order"))
    assert [p.pass_left for p in s.players] == [False] * 5 + [True]  # Turn Order, in the next turn


def test_without_first_build_and_first_move_the_turn_order_holds():
    s = fresh_table().with_order((2, 0, 3, 1))
    assert build.begin(s).asked == (2, 0, 3, 1)
    assert goods.begin(s).asked == (2, 0, 3, 1)


def test_aos_5_4_locomotive_raises_the_engine_at_once_but_not_above_six():
    s = with_player(choosing(), "orange", engine=5)
    assert tell(s, "take.locomotive") == (ActionTaken(0, "locomotive"), EngineRaised(0, 6))
    s = go(s, "take.locomotive")
    assert player(s, "orange").engine == 6
    s = with_player(choosing(), "orange", engine=6)
    assert tell(s, "take.locomotive") == (ActionTaken(0, "locomotive"),)
    assert player(go(s, "take.locomotive"), "orange").engine == 6
    assert player(go(choosing(), "take.engineer"), "orange").engine == 1


@pytest.mark.parametrize("action", ["locomotive", "urbanization", "production"])
def test_aos_5_5_an_action_may_be_taken_without_effect(action):
    s = with_player(choosing(), "orange", engine=6)
    s = s.with_board(board(cities="E4.a F7.b G9.c H2.d H4.e I9.f J6.g K4.h"))
    assert why(s, f"take.{action}") is None
    s = go_on(s, f"take.{action}", "take.first-move", "take.engineer", "take.turn-order")
    assert player(s, "orange").engine == 6
    assert not any(move.startswith("urbanize") for move in offered(s))
    s = go_on(s, *["done"] * 4, *["pass"] * 8)
    assert s.phase == "issue"  # the chart was full, so Production was not asked


def test_production_with_an_empty_bag_is_not_asked():
    s = with_player(fresh_table(), "orange", action="production")
    s = with_cubes(s)
    assert actors(GAME, production.begin(s)) == (0,)
    assert actors(GAME, production.begin(s.with_bag(""))) == ()
