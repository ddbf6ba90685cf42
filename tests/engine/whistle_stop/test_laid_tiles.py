"""Chapter 5: laying tiles."""

from engine.games.whistle_stop.events import TileLaid
from engine.games.whistle_stop.state import State, Tiled
from tests.engine.whistle_stop.scenes import CROSS_STONE, CROSS_WOOD, THROUGH, go, may, scene, why


def running(hand: list[str]) -> State:
    return go(scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=hand), "run.F4.nw").state


def test_whi_5_1_a_tile_of_the_hand_fills_the_empty_cell() -> None:
    s = running(["t29"])
    assert may(s) == ["lay.t29.0", "lay.t29.1"]  # the third way to turn it leads past the stop
    done = go(s, "lay.t29.1")
    assert done.state.tiles["E4"] == Tiled("t29", 1)
    assert done.told(TileLaid) == [TileLaid(0, "t29", "E4")]
    assert done.me.hand == ()
    assert why(s, "lay.t28.0") == ("not-in-hand", "whi-5.1")


def test_whi_5_2_without_a_stop_on_its_own_path_the_train_goes_on() -> None:
    s = go(running(["t29", "t27"]), "lay.t29.2").state
    assert s.turn.running is not None
    assert s.turn.running.hex == "D3"
    done = go(s, "lay.t27.0")
    assert done.me.goods == {"stone": 1}
    assert sorted(done.state.tiles)[-3:] == ["D3", "E4", "F4"]


def test_whi_5_3_three_tiles_in_one_move() -> None:
    """The rulebook: the third tile must offer a stop."""
    done = go(running(["t1", "t2", "t29"]), "lay.t1.0 lay.t2.0 lay.t29.0")
    assert done.me.trains[0] == ("C3", 0)
    assert done.me.goods == {"wood": 1}
    s = go(running(["t1", "t2", "t29"]), "lay.t1.0").state
    last = go(s, "lay.t2.0").state
    assert [move for move in may(last) if move == "lay.t29.2"] == []


def test_whi_5_4_tiles_ahead_cost_nothing_and_stay() -> None:
    s = scene(tiles={"F4": CROSS_WOOD, "E4": THROUGH, "D3": CROSS_STONE}, trains=(["F4"], []), hand=["t29"])
    done = go(s, "run.F4.nw")
    assert done.me.hand == ("t29",)
    assert done.state.tiles["E4"] == Tiled("t1", 0)
    assert why(s, "lay.t29.0") == ("not-asked-for", "whi-11.1")


def test_whi_5_5_a_special_tile_takes_effect_when_laid() -> None:
    s = running(["coal-mine-2"])
    assert may(s) == ["lay.coal-mine-2.0"]
    done = go(s, "lay.coal-mine-2.0")
    assert (done.me.coal, done.me.trains[0]) == (5, ("E4", 0))
    town = running(["crimson-town"])
    assert go(town, "lay.crimson-town.0").state.turn.todo == ()  # not payable: the malus at once, floored at 0
