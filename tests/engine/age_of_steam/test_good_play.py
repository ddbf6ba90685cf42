"""Positions in which the advice once blundered: debts, scattered links, idle turns, timid bids, hidden moves."""

import pytest

from engine.core.move import write_line
from engine.core.play import actors, default, play, suggest
from engine.games.age_of_steam import GAME, money, weights
from engine.games.age_of_steam.moves import Loco, Pass, Take, Urbanize
from engine.games.age_of_steam.outlook import highest_bid
from engine.games.age_of_steam.phases import actions, auction, goods
from engine.games.age_of_steam.projects import find_projects
from engine.games.age_of_steam.prospects import Prospects, joined
from tests.engine.age_of_steam.boards import (
    MAP,
    board,
    building,
    draft,
    drawn,
    fresh_table,
    go,
    lines,
    moving,
    producing,
    stumps,
    with_cubes,
    with_player,
)
from tests.engine.age_of_steam.test_moving_goods import ONE_LINK, THREE_TURNS
from tests.engine.age_of_steam.test_shares_and_order import bidding


def tips(s, n=20):
    seat = actors(GAME, s)[0]
    return suggest(GAME, GAME.view(s, seat), seat, n)


def best(s, n=20):
    return [write_line(tip.line) for tip in tips(s, n)]


def first(s):
    return best(s, 1)[0]


def home(s, track=ONE_LINK, cubes="", **holdings):
    """Orange has built this, and these cubes lie on the board."""
    return with_player(with_cubes(s.with_board(board(track)), cubes), "orange", started=True, **holdings)


# Debts.


def test_a_seat_deep_in_debt_issues_only_what_its_expenses_need():
    s = home(fresh_table().with_turn(4), cubes="chicago:BB", shares=10, engine=4, income=2, money=2)
    assert first(s) == "issue.3"  # owes 17 with them, and has 2 + 15 + 2
    rich = home(fresh_table().with_turn(4), cubes="chicago:BB", shares=4, engine=2, income=8, money=14)
    assert first(rich) == "pass"


def test_what_cannot_be_delivered_now_is_no_reason_to_raise_an_engine_on_credit():
    s = goods.begin(home(fresh_table().with_turn(3), shares=10, engine=2, income=1, money=20))
    assert first(s) == "pass"
    s = goods.begin(home(fresh_table().with_turn(3), shares=4, engine=2, income=4, money=20))
    assert first(s) == "loco"


def test_money_that_shares_must_bring_costs_more_than_money_left_over():
    poor = with_player(fresh_table().with_turn(3), "orange", money=0, income=2, shares=6, engine=2)
    rich = with_player(fresh_table().with_turn(3), "orange", money=60, income=12, shares=6, engine=2)
    assert money.price_of(poor, 0, 5) > 5 * weights.SPARE_DOLLAR
    assert money.price_of(rich, 0, 5) == pytest.approx(5 * weights.SPARE_DOLLAR)
    assert money.spare(poor, 0) < 0 < money.spare(rich, 0)


# Building.


def test_a_run_through_a_town_is_one_project_with_two_links():
    s = building(started=False, money=10)
    found = {project.links for project in find_projects(s, 0, 10, at_home=False)}
    evansville, indianapolis, cincinnati = (MAP.stop_hex[name] for name in ("evansville", "indianapolis", "cincinnati"))
    assert any(set(links) == {(evansville, indianapolis), tuple(sorted((cincinnati, indianapolis)))} for links in found)


def test_a_town_gets_no_more_exits_than_a_tile_has():
    s = building("J9.gentle.1:o K9.cross-straights.1:o")
    assert not any(lay.hex == "K9" for project in find_projects(s, 0, 40, at_home=True) for lay in project.lays)
    two = building("J9.gentle.1:o K9.straight.1:o")
    assert any(lay.hex == "K9" for project in find_projects(two, 0, 40, at_home=True) for lay in project.lays)


def test_a_project_that_the_rules_refuse_is_passed_over():
    s = with_cubes(building(f"{ONE_LINK} {stumps(18)}", money=30), "evansville:RR cincinnati:R")
    assert s.board.discs_of(0) == 19
    play(GAME, s, 0, tips(s, 1)[0].line)


def test_new_links_join_the_network():
    s = with_cubes(building(ONE_LINK, money=20), "evansville:RR cincinnati:R st-louis:BB wheeling:B minneapolis:PP")
    s = with_player(s, "orange", engine=3)
    new = set(lines(draft(s, first(s).removesuffix(" done")))) - set(lines(s))
    assert new
    assert all("evansville" in line or "cincinnati" in line for line in new)
    # A link by itself carries goods over one link, a link of the network over two.
    prospects = Prospects(s, 0)
    evansville, louis, duluth, minneapolis = (
        MAP.stop_hex[name] for name in ("evansville", "st-louis", "duluth", "minneapolis")
    )
    here = prospects.worth(joined(prospects.network, [(evansville, louis)]), 3)
    apart = prospects.worth(joined(prospects.network, [(duluth, minneapolis)]), 3)
    assert here > apart > prospects.present(3)


def test_money_is_turned_into_track_while_it_still_counts():
    s = building(ONE_LINK, money=30).with_turn(8)
    assert first(s).startswith("lay.")
    assert first(with_player(s, "orange", money=0)) == "done"


def test_a_new_city_is_suggested_with_track_to_it_and_without():
    s = with_cubes(building(ONE_LINK, action="urbanization"), "evansville:KK cincinnati:KK")
    found = tips(s, 5)
    with_city = [any(isinstance(move, Urbanize) for move in tip.line) for tip in found]
    assert any(with_city[:3])
    assert not all(with_city)
    assert "black" in str(found[0].label)  # the cubes that have no city yet
    # Even where none is worth it.
    poor = building("K10.straight.1:g", action="urbanization", money=0)
    assert any(isinstance(move, Urbanize) for tip in tips(poor, 3) for move in tip.line)


# Bids and actions.


def test_bids_follow_what_the_place_is_worth():
    s = home(fresh_table(), THREE_TURNS, "evansville:BBY cincinnati:BB", money=40, income=15, engine=2)
    s = auction.begin(with_player(s, "green", money=40).with_order((1, 0, 2, 3)))
    limits = [highest_bid(s, 0, place) for place in (1, 2, 3, 4)]
    assert limits == sorted(limits)
    assert limits[0] == 0  # the first place is what it bids for
    assert limits[-1] > 5
    assert first(go(s, "bid.5")) == "bid.6"
    assert first(go(s, f"bid.{limits[-1]}")) == "pass"
    # A seat without money to spare does not bid at all.
    assert first(with_player(bidding(), "orange", money=4)) == "pass"


def test_no_action_is_hidden_and_production_comes_when_goods_are_scarce():
    s = actions.begin(home(fresh_table().with_turn(4), cubes="toronto:KK", engine=3, income=8, shares=5))
    order = best(s, 7)
    assert len(order) == 7
    assert order.index("take.production") < order.index("take.turn-order")
    plenty = actions.begin(home(s, cubes="evansville:BBB cincinnati:BBB", engine=3, income=8, shares=5))
    assert best(plenty, 7).index("take.production") >= order.index("take.production")
    assert {tip.line[0] for tip in tips(s, 7)} == {Take(action) for action in actions.SAFEST}


# Goods.


def test_the_engine_and_passing_are_never_hidden_by_deliveries():
    s = moving(THREE_TURNS, "evansville:BKPRY cincinnati:BKPRY indianapolis:B", engine=3)
    found = [tip.line[0] for tip in tips(s, 5)]
    assert Loco() in found
    assert Pass() in found


def test_what_helps_only_others_comes_last():
    s = moving(ONE_LINK.replace(":o", ":g"), "evansville:B cincinnati:B", engine=3)
    found = best(s)
    assert found.index("pass") < found.index("deliver.blue.evansville.cincinnati")


def test_of_equal_ways_the_one_that_helps_others_less():
    s = go(moving(THREE_TURNS, "evansville:B", engine=3), "pass")
    assert first(s) == "deliver.blue.evansville.indianapolis.via-green.cincinnati"


# Production.


def test_cubes_go_where_the_seat_can_carry_them():
    s = with_cubes(with_player(producing(), "orange", started=True, engine=2), chart={})
    s = drawn(s.with_board(board(ONE_LINK)))
    for tip in tips(s, 3):
        assert len({(move.column, move.box) for move in tip.line}) == len(tip.line)
    blue = s.with_drawn("BR", 2)
    (place, _) = tips(blue, 1)[0].line
    assert (place.good, place.column) in {("blue", "e1"), ("blue", "e2")}


def test_cubes_of_one_colour_are_not_suggested_twice_in_another_order():
    s = drawn(producing()).with_drawn("RR", 2)
    found = [frozenset(tip.line) for tip in tips(s, 9)]
    assert len(set(found)) == len(found) == 9


def test_cubes_that_must_wait_for_a_new_city_say_so():
    full = {f"{half}{die}": "RBP" for half in "we" for die in range(1, 7)}
    s = drawn(producing(full, bag="RB"))
    assert {tip.note.id for tip in tips(s, 3) if tip.note} == {"place-cubes-nowhere"}


def test_what_is_played_for_a_silent_seat_is_among_the_first_five():
    deep = home(fresh_table().with_turn(2), cubes="evansville:RR", shares=2, engine=1, income=0, money=2)
    for s in (
        deep,
        actions.begin(fresh_table()),
        building(ONE_LINK, action="urbanization"),
        moving(THREE_TURNS, "evansville:BKPRY cincinnati:BKPRY", engine=3),
    ):
        seat = actors(GAME, s)[0]
        assert default(GAME, GAME.view(s, seat), seat) in [tip.line for tip in tips(s, 5)]
