"""Chapter 8: upgrades."""

import pytest

from engine.core.play import actors, play, settle
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.events import NuggetGained, TileDrawn, TileGivenBack, TileReturned, TileTaken
from engine.games.whistle_stop.state import State, Tiled
from tests.engine.whistle_stop.scenes import (
    CROSS_STONE,
    CROSS_WOOD,
    TWO_STOPS,
    go,
    line,
    may,
    scene,
    why,
    with_player,
)

COMMON = {"wood": 3, "cotton": 3, "stone": 3}


def owning(*upgrades: str, **changes: object) -> State:
    changes.setdefault("tiles", {"F4": CROSS_WOOD, "E4": CROSS_STONE})
    changes.setdefault("trains", (["F4"], []))
    return scene(upgrades=(upgrades,), **changes)  # type: ignore[arg-type]


def test_whi_8_1_an_upgrade_of_the_supply_costs_its_goods_and_works_at_once() -> None:
    s = scene(goods={"steel": 1, "wood": 2}).with_upgrades(("coal-car", "boiler"))
    assert "buy.coal-car" in may(s)
    done = go(s, "buy.coal-car use.coal-car")
    assert (done.me.upgrades, done.me.goods, done.me.coal) == (("coal-car",), {"wood": 1}, 5)
    assert done.state.upgrades == ("boiler",)
    assert why(s, "buy.boiler") == ("cannot-pay", "whi-8.1")
    assert why(s, "buy.safe") == ("not-for-sale", "whi-8.1")


def test_whi_8_2_an_opponents_upgrade_costs_a_rare_good_more() -> None:
    s = scene(goods={"steel": 1, "wood": 1, "cattle": 1}, upgrades=([], ["coal-car"]))
    assert [move for move in may(s) if move.startswith("buyout")] == ["buyout.coal-car.cattle"]
    done = go(s, "buyout.coal-car.cattle")
    assert done.me.upgrades == ("coal-car",)
    assert done.state.players[1].upgrades == ()
    assert done.state.players[1].goods == {"cattle": 1}
    assert (done.me.goods, done.state.cubes["steel"], done.state.cubes["cattle"]) == ({}, 11, 10)
    assert why(s, "buyout.coal-car.wood") == ("not-rare", "whi-8.2")
    assert why(s, "buyout.coal-car.steel") == ("cannot-pay", "whi-8.1")
    assert why(s, "buyout.safe.cattle") == ("not-an-opponents", "whi-8.2")


def test_whi_8_3_three_places() -> None:
    s = owning("safe", "compass", "boiler", goods=COMMON).with_upgrades(("toll-station",))
    assert why(s, "buy.toll-station") == ("places-full", "whi-8.3")
    sold = scene(goods={**COMMON, "steel": 1}, upgrades=([], ["safe", "compass", "boiler"]))
    assert len(go(sold, "buyout.safe.steel").state.players[1].upgrades) == 2


def test_whi_8_4_while_a_train_runs() -> None:
    s = scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t25"], goods=COMMON).with_upgrades(("boiler",))
    assert why(s, "buy.boiler") is None
    running = go(s, "run.F4.nw").state
    assert may(running)[-1] == "buy.boiler"
    done = go(running, "buy.boiler lay.t25.0")
    assert (done.me.upgrades, done.me.goods["cotton"], done.state.turn.running) == (("boiler",), 3, None)
    assert why(s, "run.F4.nw use.boiler") == ("train-is-running", "whi-11.4")
    assert why(s, "run.F4.nw buy.boiler buy.boiler") == ("not-for-sale", "whi-8.1")


def test_whi_8_4_what_is_paid_counts_at_the_question() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("general-store", 0)}
    s = scene(tiles=tiles, trains=(["F4"], []), goods=COMMON, cubes={**box().cubes, "wood": 0})
    s = go(s.with_upgrades(("boiler",)), "run.F4.nw").state
    assert "take.wood" not in may(s)
    assert go(s, "buy.boiler take.wood").me.goods == {"wood": 3, "cotton": 2, "stone": 2}
    town = scene(tiles={**tiles, "E4": ("crimson-town", 0)}, trains=(["F4"], []), goods=dict.fromkeys(COMMON, 1))
    town = with_player(town.with_upgrades(("boiler",)), 0, score=5, bonus={"towns": 5})
    assert may(go(town, "run.F4.nw").state) == ["deliver", "skip", "buy.boiler"]
    assert go(town, "run.F4.nw buy.boiler").me.score == 3  # what the town asks for is spent (whi-6.11)


def test_whi_8_4_a_purchase_makes_room_for_the_cube_in_question() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": CROSS_STONE}
    s = scene(tiles=tiles, trains=(["F4"], []), goods={"wood": 9, "steel": 1}).with_upgrades(("coal-car",))
    s = go(s, "run.F4.nw").state
    assert may(s) == ["drop.wood", "drop.steel", "skip", "buy.coal-car"]
    done = go(s, "buy.coal-car")
    assert (done.me.goods, done.state.turn.todo) == ({"wood": 8, "stone": 1}, ())


def test_whi_8_4_what_the_toll_takes_is_not_spent() -> None:
    s = scene(
        tiles={"F4": CROSS_WOOD, "E4": CROSS_STONE},
        trains=(["F4"], ["F4"]),
        goods={"steel": 1, "wood": 1},
        upgrades=([], ["toll-station"]),
    ).with_upgrades(("coal-car",))
    assert why(s, "run.F4.nw buy.coal-car") == ("toll-unpayable", "whi-8.18")
    richer = with_player(s, 0, goods={"steel": 1, "wood": 2})
    done = go(richer, "run.F4.nw buy.coal-car")  # the wood that is left is paid at once (whi-2.7)
    assert (done.me.goods, done.state.players[1].goods) == ({"stone": 1}, {"wood": 1})
    rich = with_player(s, 0, goods={"steel": 1, "wood": 2, "cotton": 1})
    assert may(go(rich, "run.F4.nw buy.coal-car").state) == ["pay.wood", "pay.cotton"]
    own = with_player(s, 0, goods={**COMMON, "cattle": 1})
    done = go(own, "run.F4.nw buyout.toll-station.cattle")  # no toll is due to oneself
    assert (done.me.trains[0], done.state.players[1].goods) == (("E4", 0), {"cattle": 1})


def test_whi_8_4_a_stop_signal_bought_on_the_way_opens_the_tile() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("coal-mine-1", 0), "D3": CROSS_STONE, "D4": CROSS_STONE}
    goods = {"stone": 2, "wood": 1, "steel": 1}
    s = scene(tiles=tiles, trains=(["F4"], ["E4"]), goods=goods, upgrades=([], ["stop-signal"]))
    passing = go(s, "blow.F4.nw").state
    assert why(passing, "stop") == ("may-not-stop", "whi-4.3")
    assert go(passing, "buyout.stop-signal.steel stop").me.trains[0] == ("E4", 0)


def test_whi_8_4_the_boiler_bought_out_at_a_question_ends_the_line_and_the_question_stays() -> None:
    s = go(lost_boiler().with_tile("E4", Tiled("general-store", 0)), "run.F4.nw").state
    played = play(GAME, s, 0, line("buyout.boiler.steel"))
    assert (played.ends, actors(GAME, played.state)) == ("others", (1,))
    after = play(GAME, played.state, 1, line("discard.t3 discard.jade-town")).state
    assert actors(GAME, after) == (0,)
    assert "take.wood" in may(after)


def test_whi_8_4_while_the_hand_is_filled() -> None:
    shown = ("t2", "t3", "t4")
    s = scene(hand=["t1"], goods=COMMON, shown=shown).with_upgrades(("boiler", "compass"))
    filling = go(s, "done pick.t2").state
    assert may(filling)[-2:] == ["buy.boiler", "buy.compass"]
    assert why(filling, "use.boiler") == ("fill-first", "whi-9.1")
    done = go(filling, "buy.boiler pick.t3 pick.t4")  # two more tiles: the boiler works at once
    assert (done.me.hand, done.state.turn.filling) == (("t1", "t2", "t3", "t4"), True)
    assert go(filling, "buy.compass look").ends == "seen"


def test_whi_8_4_the_boiler_bought_out_while_the_hand_is_filled() -> None:
    s = go(lost_boiler(), "done").state
    played = play(GAME, s, 0, line("buyout.boiler.steel"))
    assert (played.ends, actors(GAME, played.state)) == ("others", (1,))
    after = play(GAME, played.state, 1, line("discard.t3 discard.jade-town")).state
    assert (actors(GAME, after), after.turn.filling) == ((0,), True)
    assert "draw" in may(after)


def test_whi_8_5_actions_cost_a_coal_of_the_four_tokens() -> None:
    s = owning("new-whistle", coal=9)
    done = go(s, "use.new-whistle use.new-whistle use.new-whistle use.new-whistle")
    assert (done.me.coal, done.me.whistles) == (5, 6)
    assert why(done.state, "use.new-whistle") == ("tokens-spent", "whi-2.3")
    assert why(owning("new-whistle", coal=0), "use.new-whistle") == ("no-token", "whi-3.1")
    assert why(s, "use.coal-car") == ("upgrade-not-owned", "whi-8.5")
    assert why(owning("boiler"), "use.boiler") == ("no-such-action", "whi-11.7")


@pytest.mark.parametrize(
    ("upgrade", "changes"),
    [
        ("ore-cart", {"nuggets": ()}),
        ("warehouse", {"cubes": dict.fromkeys(box().goods, 0)}),
        ("luxury-cabin", {}),
        ("merchant-car", {}),
    ],
)
def test_whi_8_5_an_action_that_brings_nothing_is_refused(upgrade: str, changes: dict[str, object]) -> None:
    assert why(owning(upgrade, **changes), f"use.{upgrade}") == ("brings-nothing", "whi-8.5")


@pytest.mark.parametrize(
    ("tile", "changes"),
    [
        (("trading-post-1", 0), {}),
        (("gold-mine", 0), {"nuggets": ()}),
        (("general-store", 0), {"cubes": dict.fromkeys(box().goods, 0)}),
        (("crimson-town", 0), {}),  # neither goods to pay nor points to lose
        (CROSS_WOOD, {"cubes": {**box().cubes, "wood": 0}}),
        (CROSS_WOOD, {"goods": {"wood": 10}}),
    ],
)
def test_whi_8_5_a_stop_that_would_bring_nothing_is_not_used_again(
    tile: tuple[str, int], changes: dict[str, object]
) -> None:
    assert why(owning("caboose", tiles={"F4": tile}, **changes), "again.F4") == ("brings-nothing", "whi-8.5")


def test_whi_8_5_of_two_stops_the_one_that_brings_something_is_used() -> None:
    s = owning("caboose", tiles={"F4": TWO_STOPS}, trains=([("F4", 0), ("F4", 1)], []))
    assert may(go(s, "again.F4").state) == ["take.wood", "take.cotton"]
    s = owning(
        "caboose", tiles={"F4": TWO_STOPS}, trains=([("F4", 0), ("F4", 1)], []), cubes={**box().cubes, "wood": 0}
    )
    assert go(s, "again.F4").me.goods == {"cotton": 1}


def test_whi_8_6_coal_car() -> None:
    assert go(owning("coal-car", coal=1), "use.coal-car").me.coal == 2


def test_whi_8_7_ore_cart() -> None:
    done = go(owning("ore-cart", nuggets=(3, 5)), "use.ore-cart")
    assert (done.me.gold, done.ends, done.state.nuggets) == ((3,), "seen", (5,))
    assert done.told(NuggetGained)


def test_whi_8_8_warehouse() -> None:
    s = go(owning("warehouse"), "use.warehouse").state
    assert may(s) == [f"take.{good}" for good in box().goods]
    assert go(s, "take.steel").me.goods == {"steel": 1}


def test_whi_8_9_caboose_triggers_the_stop_again() -> None:
    done = go(owning("caboose"), "again.F4")
    assert (done.me.goods, done.me.coal, done.state.turn.moved) == ({"wood": 1}, 3, False)
    town = owning("caboose", tiles={"F4": ("crimson-town", 0)}, goods={"wood": 1, "cotton": 1})
    assert go(town, "again.F4 deliver").me.shares == ("crimson-1",)
    malus = with_player(owning("caboose", tiles={"F4": ("crimson-town", 0)}), 0, score=6, bonus={"towns": 6})
    assert go(malus, "again.F4").me.score == 4
    assert why(owning("caboose"), "again.I16") == ("no-stop-under-train", "whi-8.9")
    assert why(owning("caboose"), "again.E4") == ("no-stop-under-train", "whi-8.9")


def test_whi_8_10_luxury_cabin() -> None:
    s = with_player(
        owning("luxury-cabin"), 0, shares=("amber-1", "amber-2", "jade-1", "jade-4", "violet-1", "violet-2")
    )
    assert go(s, "use.luxury-cabin").me.score == 8
    five = with_player(s, 0, shares=s.players[0].shares[:5])
    assert go(five, "use.luxury-cabin").me.score == 4


def test_whi_8_11_merchant_car() -> None:
    s = go(owning("merchant-car", goods={"wood": 2}, coal=1), "use.merchant-car").state
    assert go(s, "trade.wood.coal trade.wood.whistle").me.coal == 2
    assert why(s, "trade.wood.coal trade.wood.coal trade.wood.coal") == ("no-trades", "whi-6.8")


def test_whi_8_12_new_whistle() -> None:
    done = go(owning("new-whistle", coal=1, whistles=0), "use.new-whistle")
    assert (done.me.coal, done.me.whistles) == (0, 1)


def test_whi_8_13_safe_swaps_for_a_company_with_a_town_on_the_board() -> None:
    s = owning("safe", tiles={"F4": CROSS_WOOD, "E4": ("jade-town", 0)}, hand=["amber-town"])
    s = with_player(s, 0, shares=("crimson-3",))
    assert [move for move in may(s) if move.startswith("swap")] == ["swap.crimson-3.jade"]
    done = go(s, "swap.crimson-3.jade")
    assert (done.me.shares, done.state.gone, done.me.coal) == (("jade-1",), ("crimson-3",), 3)
    assert done.state.shares["jade"] == (2, 3, 4, 5, 6)
    assert why(s, "swap.crimson-3.amber") == ("no-town-yet", "whi-8.13")  # a town in a hand does not count
    assert why(s, "swap.amber-1.jade") == ("share-not-owned", "whi-7.2")
    empty = owning("safe", tiles={"F4": CROSS_WOOD, "E4": ("jade-town", 0)}, shares={**s.shares, "jade": ()})
    assert why(with_player(empty, 0, shares=("crimson-3",)), "swap.crimson-3.jade") == ("no-share-left", "whi-8.13")


def test_whi_8_14_boiler_five_tiles_in_one_move() -> None:
    hand = ["t1", "t2", "t13", "t14", "t29"]
    s = owning("boiler", tiles={"F6": CROSS_WOOD}, trains=(["F6"], []), hand=hand)
    done = go(s, "run.F6.nw lay.t1.0 lay.t2.0 lay.t13.0 lay.t14.0")
    assert done.state.turn.running is None
    assert done.me.hand == ("t29",)  # four tiles laid on the way to the end tile A4
    assert may(done.state)[0] == "park.1"
    filled = owning("boiler", hand=["t1"])
    assert len(fill(filled).players[0].hand) == 5


def fill(s: State) -> State:
    """Ends the turn, drawing blindly."""
    s = go(s, "done").state
    while s.turn.filling:
        s = go(s, "draw").state
    return s


def lost_boiler() -> State:
    s = scene(goods={**COMMON, "steel": 1}, upgrades=([], ["boiler"]), tiles={"F4": CROSS_WOOD}, trains=(["F4"], []))
    return s.with_player(1, s.players[1].with_hand(("t1", "t2", "t3", "jade-town", "t25")))


def test_whi_8_15_who_loses_the_boiler_discards_before_the_buyer_goes_on() -> None:
    s = lost_boiler()
    played = play(GAME, s, 0, line("buyout.boiler.steel"))
    assert played.ends == "others"
    assert (played.state.phase, actors(GAME, played.state)) == ("discard", (1,))
    assert why(played.state, "discard.t40", 1) == ("not-in-hand", "whi-8.15")
    after = play(GAME, played.state, 1, line("discard.t3 discard.jade-town"))
    assert after.state.players[1].hand == ("t1", "t2", "t25")
    assert after.state.pile[-2:] == ("t3", "jade-town")
    assert (after.state.phase, actors(GAME, after.state)) == ("turn", (0,))
    assert after.state.turn.bought == 1
    [first, _] = after.events
    assert first == TileGivenBack(1, "t3")
    assert first.seen_by(0) == TileReturned(1)
    assert line("discard.t3")[0].seen_by(0, 1) == "discard.?"


def test_whi_8_15_three_tiles_or_fewer_ask_nothing() -> None:
    s = lost_boiler()
    s = s.with_player(1, s.players[1].with_hand(("t1", "t2", "t3")))
    assert go(s, "buyout.boiler.steel").ends is None


def test_whi_8_16_the_compass_owner_looks_through_the_pile_and_chooses() -> None:
    s = owning("compass", hand=["t1"], shown=("t2", "t3", "t4"), pile=("t30", "gold-mine", "t9", "t20"))
    looked = go(s, "done look")
    assert looked.ends == "seen"
    assert GAME.view(looked.state, 0).looked == ("t9", "t20", "t30", "gold-mine")
    assert GAME.view(looked.state, 1).looked == GAME.view(looked.state, None).looked == ()
    assert may(looked.state) == [
        *("pick.t2", "pick.t3", "pick.t4", "choose.t9", "choose.t20", "choose.t30", "choose.gold-mine")
    ]
    assert why(looked.state, "choose.t5") == ("not-in-pile", "whi-8.16")
    done = go(looked.state, "choose.t20 pick.t3")
    assert done.me.hand == ("t1", "t3", "t20")
    assert done.told(TileDrawn)[0].seen_by(1) == TileTaken(0)
    assert line("choose.t20")[0].seen_by(1, 0) == "choose.?"
    after = settle(GAME, done.state).state
    assert len(after.shown) == 3
    assert sorted((*after.pile, *after.shown)) == sorted(("t30", "gold-mine", "t9", "t2", "t4"))


def test_whi_8_16_the_look_may_be_declined_in_the_same_line() -> None:
    pile = tuple(f"t{number}" for number in range(10, 40))
    s = owning("compass", hand=["t1"], shown=("t3", "t4", "t5"), pile=pile)
    assert may(go(s, "done").state) == ["pick.t3", "pick.t4", "pick.t5", "draw", "look"]
    played = play(GAME, s, 0, line("done pick.t3 pick.t4"))
    assert played.state.players[0].hand == ("t1", "t3", "t4")
    assert played.state.pile == pile[2:]  # not shuffled: nobody has seen it
    assert why(owning("boiler", hand=["t1"]), "done look") == ("upgrade-not-owned", "whi-8.16")
    assert why(owning("compass", hand=["t1"], pile=()), "done look") == ("pile-empty", "whi-9.4")
    late = go(s, "done pick.t3 look")  # also after an open tile
    assert late.ends == "seen"
    assert why(late.state, "look") == ("fill-first", "whi-9.1")


def test_whi_8_16_the_pile_is_shuffled_afterwards() -> None:
    pile = tuple(f"t{number}" for number in range(10, 40))
    s = go(owning("compass", hand=["t1", "t2"], shown=("t3", "t4", "t5"), pile=pile), "done look choose.t20").state
    after = settle(GAME, s).state
    assert sorted(after.pile) == sorted(tile for tile in pile if tile != "t20")
    assert after.pile != tuple(tile for tile in pile if tile != "t20")


def test_whi_8_17_stop_signal_closes_the_tile_to_opponents() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("coal-mine-1", 0), "D3": CROSS_STONE}
    s = scene(tiles=tiles, trains=(["F4"], ["E4"]), upgrades=([], ["stop-signal"]))
    assert why(s, "run.F4.nw") == ("no-way", "whi-3.8")
    assert go(s, "blow.F4.nw").me.trains[0] == ("D3", 0)  # there is nothing but to pass
    there = scene(tiles=tiles, trains=(["E4"], ["E4"]), upgrades=([], ["stop-signal"]))
    assert why(there, "run.E4.nw") is None  # it may stay, and leave
    owner = scene(tiles=tiles, trains=(["F4"], ["E4"]), upgrades=(["stop-signal"],))
    assert why(owner, "run.F4.nw") is None


def test_whi_8_17_the_other_stop_of_a_track_tile_too() -> None:
    s = scene(
        tiles={"F4": CROSS_WOOD, "E4": TWO_STOPS}, trains=(["F4"], [("E4", 0)]), upgrades=([], ["stop-signal"])
    )  # se leads to the second stop of E4, the owner stands on the first
    assert why(s, "run.F4.nw") == ("no-way", "whi-3.8")
    without = scene(tiles={"F4": CROSS_WOOD, "E4": TWO_STOPS}, trains=(["F4"], [("E4", 0)]))
    assert go(without, "run.F4.nw").me.goods == {"cotton": 1}


def toll(goods: dict[str, int], **changes: object) -> State:
    tiles = {"F4": ("coal-mine-1", 0), "E4": CROSS_STONE, "D3": CROSS_WOOD}
    return scene(tiles=tiles, trains=(["F4"], ["F4"]), goods=goods, upgrades=([], ["toll-station"]), **changes)  # type: ignore[arg-type]


def test_whi_8_18_toll_station_is_paid_before_leaving() -> None:
    s = go(toll({"wood": 1, "steel": 1}), "run.F4.nw").state
    assert may(s) == ["pay.wood", "pay.steel"]
    assert why(s, "pay.cotton") == ("good-not-owned", "whi-6.3")
    done = go(s, "pay.wood")
    assert done.me.goods == {"stone": 1, "steel": 1}
    assert done.state.players[1].goods == {"wood": 1}
    assert go(toll({"wood": 2}), "run.F4.nw").state.players[1].goods == {"wood": 1}  # only one kind: not asked
    assert why(toll({}), "run.F4.nw") == ("toll-unpayable", "whi-8.18")
    assert why(toll({}), "blow.F4.nw") == ("toll-unpayable", "whi-8.18")


def test_whi_8_18_no_toll_for_passing_or_at_stations() -> None:
    tiles = {"F4": CROSS_WOOD, "E4": ("coal-mine-1", 0), "D3": CROSS_STONE}
    s = scene(tiles=tiles, trains=(["F4"], ["E4"]), upgrades=([], ["toll-station"]))
    assert go(s, "blow.F4.nw on.nw").me.trains[0] == ("D3", 0)
    station = scene(tiles={"G8": CROSS_WOOD}, trains=([], ["I15"]), upgrades=([], ["toll-station"]))
    assert why(station, "run.I16.nw") is None


def test_whi_8_19_goods_paid_to_an_owner_with_ten() -> None:
    s = with_player(toll({"steel": 1, "wood": 1}), 1, goods={"wood": 2, "cotton": 4, "stone": 4})
    rare = go(s, "run.F4.nw pay.steel").state
    assert rare.players[1].goods == {"wood": 2, "cotton": 3, "stone": 4, "steel": 1}
    common = go(s, "run.F4.nw pay.wood").state
    assert common.players[1].goods == {"wood": 2, "cotton": 4, "stone": 4}
    assert common.cubes["wood"] == s.cubes["wood"] + 1


def test_whi_8_20_what_upgrades_cost() -> None:
    assert len(box().upgrades) == 12
    costs = {id: upgrade.cost for id, upgrade in box().upgrades.items()}
    assert costs["coal-car"] == ("steel", "wood")
    assert costs["toll-station"] == ("wood", "cotton", "stone")
    asked = [good for cost in costs.values() for good in cost]
    assert {good: asked.count(good) for good in box().goods} == {
        **dict.fromkeys(box().common, 8),
        **dict.fromkeys(box().rare, 2),
    }
    assert sorted(upgrade.points for upgrade in box().upgrades.values()) == [3] * 5 + [5] * 7
