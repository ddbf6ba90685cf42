"""Chapter 4: moving with a whistle."""

from engine.games.whistle_stop.state import State
from tests.engine.whistle_stop.scenes import CROSS_STONE, CROSS_WOOD, go, may, scene, why

FORK = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "D3": CROSS_WOOD, "D4": CROSS_WOOD}  # two ways on from E4
CHAIN = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "D3": CROSS_WOOD, "C3": CROSS_STONE}


def test_whi_4_1_one_or_two_stops() -> None:
    s = go(scene(tiles=CHAIN, trains=(["F4"], []), whistles=1), "blow.F4.nw").state
    assert "stop" in may(s)
    assert "on.nw" in may(s)
    one, two = go(s, "stop"), go(s, "on.nw")
    assert one.me.trains[0] == ("E4", 0)
    assert two.me.trains[0] == ("D3", 0)
    assert (two.me.whistles, two.me.coal) == (0, 4)
    assert why(scene(tiles=CHAIN, trains=(["F4"], []), whistles=0), "blow.F4.nw") == ("no-token", "whi-4.1")


def test_whi_4_1_also_east() -> None:
    s = scene(tiles=CHAIN, trains=(["D3"], []))
    assert go(s, "blow.D3.se stop").me.trains[0] == ("E4", 0)
    assert go(s, "blow.D3.se on.se").me.trains[0] == ("F4", 0)


def test_whi_4_2_opponents_stops_count_and_own_ones_do_not() -> None:
    theirs = scene(tiles=FORK, trains=(["F4"], ["E4"]))
    s = go(theirs, "blow.F4.nw").state
    assert may(s) == ["on.sw", "on.nw"]
    assert why(s, "stop") == ("may-not-stop", "whi-4.3")
    done = go(s, "on.nw")
    assert done.me.trains[0] == ("D3", 0)  # the second stop ends the move
    own = scene(tiles=CHAIN, trains=(["F4", "E4"], []))
    s = go(own, "blow.F4.nw").state
    assert "on.nw" in may(s)  # D3 is only the first
    assert min(go(s, "on.nw").me.trains) == ("C3", 0)


def test_whi_4_2_a_special_tile_counts() -> None:
    tiles = {**CHAIN, "E4": ("coal-mine-1", 0)}
    done = go(scene(tiles=tiles, trains=(["F4"], [])), "blow.F4.nw on.nw")
    assert done.me.trains[0] == ("D3", 0)


def test_whi_4_3_the_move_never_ends_on_a_round_stop_with_another_train() -> None:
    s = scene(tiles=CHAIN, trains=(["F4"], ["D3"]))
    assert go(s, "blow.F4.nw").me.trains[0] == ("E4", 0)  # nothing but to stop (whi-2.7)
    fork = go(scene(tiles=FORK, trains=(["F4"], ["D3"])), "blow.F4.nw").state
    assert may(fork) == ["stop", "on.sw"]
    assert why(fork, "on.nw") == ("no-way", "whi-3.8")
    both = scene(tiles=CHAIN, trains=(["F4"], ["E4", "D3"]))
    assert why(both, "blow.F4.nw") == ("no-way", "whi-3.8")


def test_whi_4_4_nothing_is_gained_or_lost_on_the_way() -> None:
    tiles = {**CHAIN, "E4": ("crimson-town", 0)}
    s = scene(tiles=tiles, trains=(["F4"], []), goods={"wood": 1, "cotton": 1})
    done = go(s, "blow.F4.nw on.nw")
    assert done.me.goods == {"wood": 2, "cotton": 1}
    assert (done.me.score, done.me.shares) == (0, ())


def test_whi_4_5_an_east_station_is_a_stop_that_gives_nothing() -> None:
    s = scene(tiles={"H2": CROSS_WOOD}, trains=(["H2"], []))
    done = go(s, "blow.H2.ne")
    assert ("I4", 0) in done.me.trains
    assert done.me.goods == {}
    assert done.state.turn.running is None
    taken = scene(tiles={"H2": CROSS_WOOD}, trains=(["H2"], ["I4"]))
    assert why(taken, "blow.H2.ne") == ("no-way", "whi-3.8")


def test_whi_4_6_an_end_tile_may_be_bypassed() -> None:
    s = go(scene(tiles={"B4": CROSS_WOOD}, trains=(["B4"], []), goods={"steel": 1}), "blow.B4.nw").state
    assert may(s) == ["stop", "bypass"]
    s = with_score(s, 9)
    done = go(s, "bypass park.14")
    assert (done.me.score, done.me.home, done.me.coal) == (9, 1, 7)
    assert go(s, "stop park.14").me.score == 4


def test_whi_4_6_not_as_the_second_stop() -> None:
    s = scene(tiles={"C4": CROSS_WOOD, "B4": CROSS_STONE}, trains=(["C4"], []))
    s = go(s, "blow.C4.sw on.sw").state
    assert may(s)[0] == "park.1"  # A5 was the second stop: its effect came at once


def test_whi_4_7_a_whistle_move_lays_tiles_for_both_stops() -> None:
    s = scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t29", "t27"])
    done = go(s, "blow.F4.nw lay.t29.0 on.nw lay.t27.0")
    assert done.me.trains[0] == ("D3", 0)
    assert done.me.goods == {"stone": 1}
    assert done.me.hand == ()


def with_score(s: State, points: int) -> State:
    return s.with_player(0, s.players[0].with_points("towns", points))
