"""aos-9: Production and the growth of goods."""

import pytest

from engine.core.play import actors, step
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.events import (
    CubePlaced,
    CubesDrawn,
    CubesReturned,
    GoodsGrew,
    NothingGrew,
    ProductionDeclined,
)
from engine.games.age_of_steam.phases import growth, production
from tests.engine.age_of_steam.boards import (
    FULL,
    board,
    complaints,
    drawn,
    fresh_table,
    go,
    goods_in,
    line_of,
    offered,
    outcome,
    producing,
    why,
    with_cubes,
    with_player,
)


def test_aos_9_1_two_cubes_into_any_empty_boxes():
    s = producing({"w1": "RRR", "a": "B."})
    assert sorted(offered(s)) == ["draw", "pass"]
    told = outcome(s, "draw")
    assert isinstance(told.events[0], CubesDrawn)
    assert len(told.events[0].goods) == 2
    assert told.ends == "seen"
    s = producing({"w1": "RRR", "a": "B."}, bag="RB")
    s = drawn(s)
    assert why(s, "draw") == ("drawn-already", "aos-9.1")
    assert why(s, "place.red.w1.1") == ("box-full", "aos-9.1")
    assert why(s, "place.red.a.1") == ("box-full", "aos-9.1")
    assert why(s, "place.yellow.a.2") == ("not-drawn", "aos-9.1")
    assert why(s, "place.red.a.3") == ("no-such-box", "aos-1.9")
    assert why(s, "place.red.w2.0") == ("no-such-box", "aos-1.9")
    assert why(s, "place.red.w2.3") is None  # any box, not only the top one
    assert why(s, "place.red.a.2 place.blue.a.2") == ("box-full", "aos-9.1")  # one cube a box
    one = outcome(s, "place.red.a.2")
    assert one.events == (CubePlaced(0, "red", "a", 2),)
    assert one.ends is None
    assert one.events[0].places() == ("a:2",)
    both = outcome(one.state, "place.blue.h.1")
    assert both.ends == "turn"
    assert both.state.asked == ()
    assert (both.state.chart["a"], both.state.chart["h"]) == ("BR", "B.")
    assert complaints(both.state) == []
    assert why(producing(), "place.red.a.1") == ("draw-first", "aos-9.1")
    # Nobody else is asked, and nobody when nobody took Production.
    assert actors(GAME, producing()) == (0,)
    assert actors(GAME, production.begin(with_player(producing(), "orange", action="engineer"))) == ()


def test_aos_9_2_declining_before_drawing_only():
    s = producing()
    declined = outcome(s, "pass")
    assert declined.events == (ProductionDeclined(0),)
    assert declined.state.bag == s.bag
    s = drawn(s)
    assert why(s, "pass") == ("must-place", "aos-9.2")
    # A short bag gives what it has.
    s = drawn(producing(bag="P"))
    assert s.drawn == "P"
    assert s.bag == ""
    assert outcome(s, "place.purple.w1.1").ends == "turn"
    # With one box left one cube goes back.
    s = drawn(producing(FULL | {"w3": "RB."}, bag="KK"))
    after = outcome(s, "place.black.w3.3")
    assert after.ends == "turn"
    assert after.events[1] == CubesReturned(0, ("black",))
    assert after.state.bag == "K"
    assert after.state.chart["w3"] == "RBK"
    assert complaints(after.state) == []
    # A full chart or an empty bag: not asked.
    assert actors(GAME, producing(FULL)) == ()
    assert actors(GAME, producing(bag="")) == ()


def test_aos_9_3_west_then_east_each_with_dice_of_its_own():
    s = with_cubes(fresh_table(5), chart=FULL | {"w3": "RBP"})
    seen = set()
    for seed in range(6):
        west, east = growth.run(growth.begin(s.with_bag(s.bag, s.rng.next_epoch(seed)))).events
        assert isinstance(west, GoodsGrew)
        assert isinstance(east, GoodsGrew)
        assert (west.half, east.half) == ("west", "east")
        assert len(west.dice) == len(east.dice) == 5
        seen.add((west.dice, east.dice))
    assert any(west != east for west, east in seen)
    assert len(seen) > 3


def test_aos_9_4_the_highest_cube_first_and_the_others_do_not_move_up():
    s = with_cubes(fresh_table(3), chart={"w3": ".RB", "w1": "PKY"})
    s, event = growth.grow(s, "w", (3, 1, 1))
    assert s.chart["w3"] == "..B"
    assert s.chart["w1"] == "..Y"
    assert goods_in(s, "kansas-city") == "R"
    assert goods_in(s, "chicago") == "KP"
    assert isinstance(event, GoodsGrew)
    assert event.places() == ("chicago:+purple", "chicago:+black", "kansas-city:+red")
    # The same number in the east is another city.
    s = with_cubes(fresh_table(3), chart={"w3": "RRR", "e3": "BBB"})
    s, _ = growth.grow(s, "e", (3,))
    assert (goods_in(s, "detroit"), goods_in(s, "kansas-city")) == ("B", "")


def test_aos_9_5_new_cities_the_example_of_the_rulebook():
    chart = FULL | {"w3": "RBP", "w4": "YKR", "a": "RR", "b": "BK"}
    s = with_cubes(fresh_table(3), chart=chart).with_board(board(cities="K9.b"))
    s, _ = growth.grow(s, "w", (3, 3, 4))
    assert s.chart["w3"] == "..P"
    assert goods_in(s, "kansas-city") == "BR"
    assert s.chart["w4"] == ".KR"
    assert goods_in(s, "des-moines") == "Y"
    assert s.chart["b"] == ".K"
    assert goods_in(s, "indianapolis") == "B"
    assert s.chart["a"] == "RR"  # not on the board
    assert {column: boxes for column, boxes in s.chart.items() if column not in ("w3", "w4", "b")} == {
        column: boxes for column, boxes in chart.items() if column not in ("w3", "w4", "b")
    }
    assert complaints(s) == []


@pytest.mark.parametrize("fed", ["w3 a", "w4 b", "w5 c", "w6 d", "e1 e", "e2 f", "e3 g", "e4 h"])
def test_each_new_city_has_its_die(fed):
    column, letter = fed.split()
    s = with_cubes(fresh_table(3), chart={letter: "RB"}).with_board(board(cities=f"M6.{letter}"))
    for other_half in "we":
        for other in range(1, 7):
            grown, _ = growth.grow(s, other_half, (other,))
            assert goods_in(grown, "toledo") == ("R" if f"{other_half}{other}" == column else "")


def test_aos_9_6_dice_without_a_cube_are_ignored():
    s = with_cubes(fresh_table(3), chart={"w4": "..K", "b": "R."}).with_board(board(cities="K9.b"))
    grown, event = growth.grow(s, "w", (4, 4, 4))
    assert goods_in(grown, "des-moines") == "K"
    assert goods_in(grown, "indianapolis") == "R"
    assert isinstance(event, GoodsGrew)
    assert len(event.arrivals) == 2
    nothing, event = growth.grow(s, "w", (1, 2, 2))
    assert event == NothingGrew("west", (1, 2, 2))
    assert nothing.goods == s.goods
    assert nothing.chart == s.chart


def test_production_then_growth_in_one_turn():
    s = producing(FULL | {"w1": "..."}, seats=3)
    s = go(s, "draw")
    assert s.phase == "production"
    first, second = s.drawn[0], s.drawn[1]
    colours = {"R": "red", "B": "blue", "P": "purple", "Y": "yellow", "K": "black"}
    line = f"place.{colours[first]}.w1.1 place.{colours[second]}.w1.2"
    with pytest.raises(Exception, match="line-unfinished"):
        go(s, line.split()[0])
    s = go(s, line)
    assert (s.phase, s.turn) == ("issue", 2)
    assert complaints(s) == []


def test_only_the_producer_draws():
    s = producing()
    (move,) = line_of(s, "draw")
    with pytest.raises(Exception, match="seat 1 is not asked"):
        step(GAME, s, 1, move)
