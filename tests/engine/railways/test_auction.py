"""Chapter 2 and the variants of chapter 13: who is first player."""

import pytest
from msgspec.structs import replace

from engine.core.game import SEAT_COLOURS
from engine.core.play import actors, start
from engine.games.railways.events import HalfPaid, NobodyBid, StartMoney
from engine.games.railways.phases import auction
from tests.engine.railways.position import BOTH, ROTW, RT, has, offered, opening, plays, refused


def bids(s, *moves):
    for move in moves:
        (seat,) = actors(RT, s) if s.game == RT.id else actors(ROTW, s)
        s = plays(s, seat, move).state
    return s


@pytest.mark.parametrize("game", BOTH)
def test_rw_2_1_auction_then_actions_then_income(game):
    s = opening(game, 2)
    assert s.phase == "auction"
    s = bids(s, "pass", "pass")
    assert s.phase == "actions"
    for _ in range(6):
        (seat,) = actors(game, s)
        s = plays(s, seat, "loco").state
    assert (s.phase, s.turn) == ("auction", 2)  # income has run by itself


def test_the_question_of_the_auction_names_each_card_that_may_be_taken_once():
    s = replace(opening(RT), row=("city-growth", "city-growth", "hotel-boston", "bounty-memphis"))
    assert auction.notes(s, 0)[1].params["cards"] == ("city-growth", "hotel-boston")
    assert len(auction.notes(replace(s, row=()), 0)) == 1


@pytest.mark.parametrize("game", BOTH)
def test_rw_2_2_bids_rise_clockwise_from_the_previous_first_player(game):
    s = replace(opening(game), first=1)
    s = auction.begin(s)
    assert actors(game, s) == (1,)
    assert refused(s, 1, "bid.0").rule == "rw-2.2"
    s = plays(s, 1, "bid.1").state
    assert actors(game, s) == (2,)
    assert refused(s, 2, "bid.1").params == {"least": 2}
    s = plays(s, 2, "bid.5").state
    assert actors(game, s) == (0,)


def test_rw_2_3_who_has_passed_is_out():
    s = bids(opening(), "bid.1", "pass", "bid.2")
    assert actors(RT, s) == (0,)
    s = bids(s, "bid.3", "pass")
    assert s.phase == "actions"
    assert s.first == 0


def test_rw_2_4_only_the_winner_pays():
    s = bids(has(has(opening(), 0, cash=10), 1, cash=10), "bid.3", "bid.4", "pass", "pass")
    assert s.order == (1, 2, 0)
    assert [player.cash for player in s.players] == [10, 6, 0]
    assert sum(player.shares for player in s.players) == 0


@pytest.mark.parametrize("game", BOTH)
def test_rw_2_5_if_all_pass_the_next_to_the_left_is_first(game):
    played = plays(bids(opening(game), "pass", "pass"), 2, "pass")
    assert played.state.order == (1, 2, 0)
    assert NobodyBid(1) in played.events


def test_rw_2_5_the_last_one_may_still_open():
    s = bids(opening(), "pass", "pass", "bid.1")
    assert (s.phase, s.first, s.players[2].shares) == ("actions", 2, 1)


def test_rw_2_6_missing_money_is_raised_when_the_winner_pays():
    s = bids(opening(), "bid.7", "pass", "pass")
    assert (s.players[0].shares, s.players[0].cash) == (2, 3)


def test_rw_2_6_no_bid_above_99():
    s = opening()
    assert refused(s, 0, "bid.100").rule == "rw-2.6"
    assert offered(s, 0)[-1] == "bid.99"
    assert offered(bids(s, "bid.99"), 1) == ["pass"]


def test_rw_13_5_variant_1_has_no_auction_in_turn_1():
    outcome = start(ROTW, SEAT_COLOURS[:4], "x", {"auction": "variant-1"})
    s = outcome.state
    assert (s.phase, s.order) == ("actions", (0, 1, 2, 3))
    assert [player.cash for player in s.players] == [0, 1, 2, 3]
    assert outcome.events == (StartMoney(1, 1), StartMoney(2, 2), StartMoney(3, 3))
    while s.phase == "actions":
        s = bids(s, "loco")
    assert s.turn == 2
    assert actors(ROTW, s) == (0,)  # from turn 2 an auction, opened by the one who began


def test_rw_13_6_variant_2_example_who_passes_pays_half():
    s = opening(ROTW, auction="variant-2")
    for seat in range(3):
        s = has(s, seat, cash=10)
    s = bids(s, "bid.1", "bid.2", "bid.3")
    played = plays(s, 0, "pass")
    assert HalfPaid(0, 1, 3) in played.events
    s = bids(played.state, "bid.4", "pass")
    assert s.order == (1, 2, 0)
    assert [player.cash for player in s.players] == [9, 6, 8]


def test_rw_13_6_variant_2_who_never_bid_pays_nothing_and_all_may_pass():
    s = opening(ROTW, auction="variant-2")
    s = bids(s, "pass", "pass", "pass")
    assert s.order == (1, 2, 0)
    assert all(player.cash == 0 and player.shares == 0 for player in s.players)
