"""Chapter 3: moving with coal."""

from tests.engine.whistle_stop.scenes import (
    CROSS_STONE,
    CROSS_WOOD,
    THROUGH,
    TURN_BACK,
    go,
    may,
    scene,
    sides,
    why,
)

MINE = ("coal-mine-1", 0)


def test_whi_3_1_a_coal_leads_to_the_first_stop_over_any_number_of_tiles() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": THROUGH, "D3": THROUGH, "C3": CROSS_STONE}
    done = go(scene(tiles=tiles, trains=(["F4"], []), coal=3), "run.F4.nw")
    assert done.me.trains[0] == ("C3", 0)
    assert (done.me.coal, done.me.goods) == (2, {"stone": 1})
    assert why(scene(tiles=tiles, trains=(["F4"], []), coal=0), "run.F4.nw") == ("no-token", "whi-3.1")


def test_whi_3_1_a_train_leaves_by_any_side_of_its_path_only() -> None:
    around = dict.fromkeys(("E4", "E5", "G4", "G5", "F3", "F5"), MINE)
    s = scene(tiles={"F4": CROSS_WOOD, **around}, trains=(["F4"], []))
    assert sides(s, "blow", "F4") == ["ne", "se", "sw", "nw"]
    assert why(s, "run.F4.n") == ("no-exit", "whi-3.1")


def test_whi_3_2_no_step_leads_east() -> None:
    around = dict.fromkeys(("E4", "E5", "G4", "G5", "F3", "F5"), MINE)
    s = scene(tiles={"F4": CROSS_WOOD, **around}, trains=(["F4"], []))
    assert sides(s, "run", "F4") == ["sw", "nw"]
    assert why(s, "run.F4.ne") == ("coal-goes-west", "whi-3.2")
    # From F4 to E4 and from there north-east again: not even in the middle of a move.
    turns = scene(tiles={"F4": CROSS_WOOD, "E4": TURN_BACK, "F3": MINE}, trains=(["F4"], []))
    assert why(turns, "run.F4.nw") == ("no-way", "whi-3.8")


def test_whi_3_2_north_and_south_are_free() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("t30", 0), "E3": MINE}  # E4 joins se and n
    assert go(scene(tiles=tiles, trains=(["F4"], [])), "run.F4.nw").me.trains[0] == ("E3", 0)
    mine = scene(tiles={"F4": MINE, "F3": CROSS_WOOD, "F2": MINE}, trains=(["F4"], []))
    assert go(mine, "run.F4.n").me.trains[0] == ("F2", 0)


def test_whi_3_3_track_off_the_rim_leads_nowhere() -> None:
    tiles = {"F1": CROSS_WOOD, "E1": ("t30", 0)}  # E1 leads from se to n, off the board
    assert why(scene(tiles=tiles, trains=(["F1"], [])), "run.F1.nw") == ("no-way", "whi-3.8")


def test_whi_3_3_crossing_paths_do_not_join() -> None:
    tiles = {"F4": MINE, "F3": CROSS_WOOD, "F2": MINE}  # n to s runs under the four-way of F3
    done = go(scene(tiles=tiles, trains=(["F4"], [])), "run.F4.n")
    assert done.me.trains[0] == ("F2", 0)
    assert done.me.goods == {}


def test_whi_3_4_an_opponents_round_stop_is_closed() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "D3": MINE}
    assert why(scene(tiles=tiles, trains=(["F4"], ["E4"])), "run.F4.nw") == ("no-way", "whi-3.8")
    assert why(scene(tiles=tiles, trains=(["F4"], [])), "run.F4.nw") is None


def test_whi_3_5_an_own_round_stop_is_passed() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": CROSS_STONE, "D3": MINE, "D4": CROSS_WOOD}
    s = go(scene(tiles=tiles, trains=(["F4", "E4"], []), coal=1), "run.F4.nw").state
    assert may(s) == ["on.sw", "on.nw"]
    assert why(s, "on.ne") == ("no-exit", "whi-3.5")
    done = go(s, "on.nw")
    assert done.me.coal == 2
    assert min(done.me.trains) == ("D3", 0)
    assert done.me.goods == {}


def test_whi_3_5_with_one_other_side_nothing_is_asked() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("t13", 2), "D3": MINE}  # E4 joins se and nw at stone
    done = go(scene(tiles=tiles, trains=(["F4", "E4"], [])), "run.F4.nw")
    assert min(done.me.trains) == ("D3", 0)


def test_whi_3_6_a_special_tile_ends_the_move_even_with_an_own_train() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": MINE, "D3": MINE}
    done = go(scene(tiles=tiles, trains=(["F4", "E4"], ["E4"])), "run.F4.nw")
    assert done.me.trains[:2] == (("E4", 0), ("E4", 0))


def test_whi_3_7_a_move_does_not_come_back_to_where_it_began() -> None:
    ring = {"F4": CROSS_WOOD, "E4": ("t3", 1), "E5": ("t9", 0)}  # F4 nw, E4 se to s, E5 n to ne, F4 sw
    assert why(scene(tiles=ring, trains=(["F4"], [])), "blow.F4.nw") == ("no-way", "whi-3.8")


def test_whi_3_8_a_step_without_an_end_is_refused_and_changes_nothing() -> None:
    tiles = {"F4": CROSS_WOOD}
    assert why(scene(tiles=tiles, trains=(["F4"], [])), "run.F4.nw") == ("no-way", "whi-3.8")
    assert why(scene(tiles=tiles, trains=(["F4"], []), hand=["t1", "t2", "t3"]), "run.F4.nw") == ("no-way", "whi-3.8")
    assert why(scene(tiles=tiles, trains=(["F4"], []), hand=["t1", "t25"]), "run.F4.nw") is None
    ahead = {"F4": CROSS_WOOD, "D3": MINE}
    s = scene(tiles=ahead, trains=(["F4"], []), hand=["t1"])
    assert why(s, "run.F4.nw") is None
    assert may(go(s, "run.F4.nw").state) == ["lay.t1.0"]


def test_whi_3_8_every_step_on_the_way_can_be_finished() -> None:
    s = go(scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t1", "t13"]), "run.F4.nw").state
    offered = may(s)
    assert "lay.t1.0" in offered
    assert "lay.t13.2" in offered  # se to nw at stone
    assert "lay.t13.1" not in offered  # past its stop, and t1 has none either
    assert why(s, "lay.t13.1") == ("no-way", "whi-3.8")


def test_whi_3_9_a_train_at_home_never_moves() -> None:
    s = go(scene(tiles={"B4": CROSS_WOOD}, trains=(["B4"], [])), "run.B4.nw park.6").state
    assert s.players[0].home == 1
    assert [move for move in may(s) if move.startswith(("run", "blow"))] == []
    assert why(s, "run.A4.nw") == ("no-train", "whi-2.5")
