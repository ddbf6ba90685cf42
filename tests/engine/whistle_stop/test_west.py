"""Chapter 7: end tiles and the resource track."""

from engine.games.whistle_stop.components import box
from tests.engine.whistle_stop.scenes import CROSS_STONE, CROSS_WOOD, go, may, scene, why, with_player

B4 = {"B4": CROSS_WOOD}  # nw of it lies A4 (whiskey, steel, stone for 20), sw A5 (steel, cotton, stone for 15)
CARGO = {"whiskey": 1, "steel": 1, "stone": 1}


def test_whi_7_1_a_delivery_in_the_west() -> None:
    s = scene(tiles=B4, trains=(["B4"], []), goods=CARGO)
    s = go(s, "run.B4.nw").state
    assert may(s) == ["deliver", "skip"]
    assert (go(s, "deliver").me.score, go(s, "deliver").me.goods) == (20, {})
    rich = with_player(s, 0, score=8, bonus={"towns": 8})
    assert go(rich, "skip").me.score == 3
    poor = with_player(scene(tiles=B4, trains=(["B4"], [])), 0, score=8, bonus={"towns": 8})
    assert go(poor, "run.B4.nw").me.score == 3


def test_whi_7_2_a_stock_market_pays_for_shares_and_takes_one() -> None:
    s = scene(tiles={**B4, "A4": ("e9", 0)}, trains=(["B4"], []))
    s = go(with_player(s, 0, shares=("crimson-3", "jade-1", "jade-2")), "run.B4.nw").state
    assert s.players[0].score == 12
    assert may(s) == ["sell.crimson-3", "sell.jade-1", "sell.jade-2"]
    done = go(s, "sell.jade-1")
    assert (done.me.shares, done.state.gone) == (("crimson-3", "jade-2"), ("jade-1",))
    assert done.state.shares["jade"] == (1, 2, 3, 4, 5, 6)  # it does not come back to the pile
    assert why(s, "sell.jade-6") == ("share-not-owned", "whi-7.2")
    none = go(scene(tiles={**B4, "A4": ("e10", 0)}, trains=(["B4"], [])), "run.B4.nw")
    assert (none.me.score, none.state.gone) == (0, ())


def test_whi_7_3_the_train_goes_home_and_gains_what_the_space_shows() -> None:
    s = go(scene(tiles=B4, trains=(["B4"], [])), "run.B4.nw").state
    assert may(s) == [f"park.{space}" for space in range(1, 17)]
    done = go(s, "park.9")
    assert done.me.goods == {"wood": 1, "cotton": 1}
    assert (done.me.home, done.state.track[8], done.me.trains) == (1, 0, (("I16", 0),))
    assert why(s.with_home(9, 1), "park.9") == ("space-not-free", "whi-7.3")
    assert why(s, "park.17") == ("space-not-free", "whi-7.3")


def test_whi_7_4_any_is_a_good_or_a_token_of_choice() -> None:
    s = go(scene(tiles=B4, trains=(["B4"], []), nuggets=(4,)), "run.B4.nw park.1").state
    assert may(s) == [*(f"take.{good}" for good in box().goods), "take.coal", "take.whistle", "take.gold"]
    done = go(s, "take.coal take.whiskey")
    assert (done.me.coal, done.me.goods) == (4, {"whiskey": 1})
    gold = go(s, "take.gold")
    assert (gold.ends, gold.me.gold) == ("seen", (4,))
    assert "take.gold" not in may(gold.state)  # none is left for the second choice


def test_whi_7_5_the_sixteen_spaces() -> None:
    assert len(box().spaces) == 16
    assert box().spaces[0] == ("any", "any")
    assert box().spaces[13] == ("coal", "coal", "coal")
    assert go(scene(tiles=B4, trains=(["B4"], []), coal=1), "run.B4.nw park.14").me.coal == 3
    assert go(scene(tiles=B4, trains=(["B4"], []), whistles=0), "run.B4.nw park.12").me.whistles == 1


def test_whi_7_6_no_track_leads_on_from_an_end_tile() -> None:
    s = scene(tiles={"C4": CROSS_WOOD, "B4": CROSS_STONE}, trains=(["C4"], []))
    first = go(scene(tiles=B4, trains=(["B4"], [])), "blow.B4.nw").state
    assert may(first) == ["stop", "bypass"]  # no side to go on by
    assert why(first, "on.n") == ("train-is-running", "whi-11.4")
    two = go(s, "blow.C4.sw on.nw").state  # the end tile A4 is the second stop
    assert two.turn.running is None
    assert two.players[0].trains == (("I16", 0),)
