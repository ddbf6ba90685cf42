"""Chapter 6: what stops give."""

from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.events import GoodLacking, NuggetGained, NuggetTaken
from engine.games.whistle_stop.state import State
from tests.engine.whistle_stop.scenes import CROSS_STONE, CROSS_WOOD, Done, go, may, scene, why, with_player


def before(tile: str, **changes: object) -> State:
    """A train at F4 with this special tile to its north-west."""
    changes.setdefault("trains", (["F4"], []))
    return scene(tiles={"F4": CROSS_WOOD, "E4": (tile, 0), "D3": CROSS_STONE}, **changes)  # type: ignore[arg-type]


def at(tile: str, **changes: object) -> Done:
    return go(before(tile, **changes), "run.F4.nw")


def test_whi_6_1_a_round_stop_gives_a_cube() -> None:
    s = scene(tiles={"F4": CROSS_WOOD, "E4": CROSS_STONE}, trains=(["F4"], []))
    done = go(s, "run.F4.nw")
    assert done.me.goods == {"stone": 1}
    assert done.state.cubes["stone"] == 9


def test_whi_1_8_when_none_is_left_none_is_gained() -> None:
    s = scene(tiles={"F4": CROSS_WOOD, "E4": CROSS_STONE}, trains=(["F4"], []), cubes={**box().cubes, "stone": 0})
    done = go(s, "run.F4.nw")
    assert done.me.goods == {}
    assert done.told(GoodLacking)
    store = at("general-store", cubes={**box().cubes, "stone": 0})
    assert "take.stone" not in may(store.state)
    assert why(store.state, "take.stone") == ("not-on-offer", "whi-7.4")


def test_whi_6_2_ten_cubes_at_most() -> None:
    s = scene(tiles={"F4": CROSS_WOOD, "E4": CROSS_STONE}, trains=(["F4"], []), goods={"wood": 9, "steel": 1})
    s = go(s, "run.F4.nw").state
    assert may(s) == ["drop.wood", "drop.steel", "skip"]
    assert go(s, "drop.wood").me.goods == {"wood": 8, "stone": 1, "steel": 1}
    assert go(s, "skip").me.goods == {"wood": 9, "steel": 1}
    assert why(s, "drop.cotton") == ("not-droppable", "whi-6.2")
    assert why(s, "done") == ("decide-first", "whi-11.6")


def test_whi_6_3_cubes_serve_all_trains() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("t25", 0), "D6": CROSS_WOOD, "C6": ("crimson-town", 0)}
    s = scene(tiles=tiles, trains=(["F4", "D6"], []), goods={"wood": 1})
    # One train gets the cotton, the other pays with it.
    done = go(s, "run.F4.nw run.D6.nw deliver")
    assert done.me.goods == {}
    assert done.me.score == 7


def test_whi_6_4_coal_mine() -> None:
    assert at("coal-mine-1", coal=1).me.coal == 2


def test_whi_6_5_whistle_factory() -> None:
    assert at("whistle-factory-1", whistles=0).me.whistles == 1


def test_whi_6_6_general_store() -> None:
    s = at("general-store").state
    assert may(s) == [f"take.{good}" for good in box().goods]
    assert go(s, "take.cattle").me.goods == {"cattle": 1}


def test_whi_6_7_gold_mine_ends_the_line_and_tells_only_its_owner() -> None:
    done = at("gold-mine", nuggets=(5, 3))
    assert done.ends == "seen"
    assert done.me.gold == (5,)
    [event] = done.told(NuggetGained)
    assert event.seen_by(0) == NuggetGained(0, 5)
    assert event.seen_by(1) == event.seen_by(None) == NuggetTaken(0)
    empty = at("gold-mine", nuggets=())
    assert (empty.ends, empty.me.gold) == (None, ())


def test_whi_6_8_two_trades_at_a_trading_post() -> None:
    s = at("trading-post-1", goods={"wood": 2, "steel": 1}, coal=1).state
    trades = [move for move in may(s) if move.startswith("trade")]
    assert trades == [
        "trade.wood.coal", "trade.wood.whistle", "trade.wood.cotton", "trade.wood.stone",
        "trade.steel.wood.wood", "trade.steel.wood.cotton", "trade.steel.wood.stone",
        "trade.steel.cotton.cotton", "trade.steel.cotton.stone", "trade.steel.stone.stone",
        "trade.steel.cattle", "trade.steel.whiskey",
    ]  # fmt: skip
    assert go(s, "trade.wood.coal").me.coal == 2
    assert go(s, "trade.wood.whistle").me.whistles == 3
    assert go(s, "trade.steel.wood.cotton").me.goods == {"wood": 3, "cotton": 1}
    assert why(s, "trade.wood.steel") == ("unfair-trade", "whi-6.8")
    assert why(s, "trade.steel.coal") == ("unfair-trade", "whi-6.8")
    assert why(s, "trade.cotton.coal") == ("good-not-owned", "whi-6.3")
    after = go(s, "trade.wood.coal trade.wood.coal").state
    assert why(after, "trade.steel.cattle") == ("no-trades", "whi-6.8")


def test_whi_6_8_a_trade_needs_the_supply() -> None:
    s = at("trading-post-1", goods={"steel": 1}, cubes={**box().cubes, "wood": 1}).state
    assert why(s, "trade.steel.wood.wood") == ("supply-lacks", "whi-1.8")
    assert why(s, "trade.steel.wood.stone") is None


def test_whi_6_9_the_second_trade_may_use_the_first_and_another_token_ends_them() -> None:
    s = at("trading-post-1", goods={"wood": 1}, coal=2).state
    assert go(s, "trade.wood.cotton trade.cotton.coal").me.coal == 3
    moved = go(s, "run.E4.nw").state
    assert why(moved, "trade.wood.coal") == ("no-trades", "whi-6.8")


def test_whi_6_9_a_purchase_does_not_end_the_trades() -> None:
    s = at("trading-post-1", goods={"cattle": 1, "wood": 2}, coal=1).state.with_upgrades(("coal-car", "safe"))
    done = go(s, "trade.cattle.steel buy.coal-car trade.wood.coal")
    assert (done.me.upgrades, done.me.goods, done.me.coal) == (("coal-car",), {}, 2)
    assert why(done.state, "trade.wood.coal") == ("no-trades", "whi-6.8")


def test_whi_6_9_a_trade_at_the_limit_asks_what_to_discard() -> None:
    s = at("trading-post-1", goods={"wood": 9, "steel": 1}).state
    s = go(s, "trade.steel.stone.stone").state
    assert may(s) == ["drop.wood", "skip"]


def test_whi_6_10_a_town_gives_points_and_the_next_share() -> None:
    s = at("crimson-town", goods={"wood": 1, "cotton": 2}).state
    assert may(s) == ["deliver", "skip"]
    done = go(s, "deliver")
    assert (done.me.score, done.me.shares, done.me.goods) == (7, ("crimson-1",), {"cotton": 1})
    assert done.state.shares["crimson"] == (2, 3, 4, 5, 6)
    assert done.state.cubes["wood"] == s.cubes["wood"] + 1


def test_whi_6_11_who_does_not_pay_loses_the_malus_and_never_falls_below_nought() -> None:
    s = with_player(before("crimson-town", goods={"wood": 1, "cotton": 1}), 0, score=5, bonus={"towns": 5})
    declined = go(s, "run.F4.nw skip")
    assert (declined.me.score, declined.me.shares, declined.me.goods) == (3, (), {"wood": 1, "cotton": 1})
    poor = with_player(s, 0, goods={"wood": 1}, score=1, bonus={"towns": 1})
    done = go(poor, "run.F4.nw")
    assert (done.me.score, done.state.turn.todo) == (0, ())


def test_whi_6_12_every_visit_counts() -> None:
    s = before("crimson-town", trains=(["F4", "D3"], []), goods={"wood": 2, "cotton": 2})
    done = go(s, "run.F4.nw deliver blow.D3.se stop deliver")
    assert (done.me.score, done.me.shares) == (14, ("crimson-1", "crimson-2"))


def test_whi_6_13_without_shares_left_points_remain() -> None:
    shares = {**scene().shares, "crimson": ()}
    done = go(before("crimson-town", goods={"wood": 1, "cotton": 1}, shares=shares), "run.F4.nw deliver")
    assert (done.me.score, done.me.shares) == (7, ())
