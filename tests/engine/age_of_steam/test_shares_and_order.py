"""aos-3 and aos-4: shares, and the auction for turn order."""

import pytest

from engine.core.play import actors, forced
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.events import DroppedOut, OrderSettled
from engine.games.age_of_steam.moves import Pass
from engine.games.age_of_steam.phases import auction, issue
from tests.engine.age_of_steam.boards import (
    asked,
    complaints,
    fresh_table,
    go,
    go_on,
    offered,
    player,
    seat_of,
    tell,
    why,
    with_player,
)


def bidding(seats=4, money=10, hold=None, **options):
    """The auction begins, in the order of the seats."""
    s = fresh_table(seats, **options)
    for colour in s.seats:
        s = with_player(s, colour, money=money, action="turn-order" if colour == hold else None)
    return auction.begin(s)


def queue(s):
    assert s.auction is not None
    return s.auction.queue


def settled(s):
    """The colours in the new order, with what each has paid out of $10."""
    return [(s.seats[seat], 10 - s.players[seat].money) for seat in s.order]


# Shares.


def test_aos_3_1_each_decides_once_in_the_order_of_the_turn_before():
    s = issue.begin(fresh_table().with_order((2, 0, 3, 1)))
    spoke = []
    for line in ("issue.1", "pass", "issue.13", "pass"):
        spoke.append(asked(s))
        s = go(s, line)
    assert spoke == ["sky", "orange", "magenta", "green"]
    assert s.phase == "auction"
    assert [p.shares for p in s.players] == [2, 2, 3, 15]


def test_aos_3_2_a_share_brings_five_dollars_at_once():
    s = go(fresh_table(), "issue.3")
    assert (player(s, "orange").money, player(s, "orange").shares) == (25, 5)
    assert (player(s, "green").money, player(s, "green").shares) == (10, 2)
    assert complaints(s) == []


def test_aos_3_3_never_more_than_fifteen_shares():
    s = fresh_table()
    assert why(s, "issue.13") is None
    assert why(s, "issue.14") == ("too-many-shares", "aos-3.3")
    assert offered(s) == ["pass", *(f"issue.{n}" for n in range(1, 14))]
    s = with_player(s, "orange", shares=14)
    assert why(s, "issue.1") is None
    assert why(s, "issue.2") == ("too-many-shares", "aos-3.3")
    s = issue.begin(with_player(s, "green", shares=15))
    assert actors(GAME, go(s, "pass")) == (seat_of("sky"),)  # green is not asked


def test_all_have_fifteen_shares():
    s = fresh_table(3)
    for colour in s.seats:
        s = with_player(s, colour, shares=15)
    assert actors(GAME, issue.begin(s)) == ()


def test_aos_3_4_shares_in_their_phase_only():
    s = go_on(fresh_table(3), "pass", "pass", "pass")
    assert s.phase == "auction"
    assert why(s, "issue.1") == ("not-in-this-phase", "line-1")
    assert not any(move.startswith("issue") for move in offered(s))
    s = go_on(s, "pass", "pass", "take.engineer", "take.production", "take.first-move")
    assert s.phase == "build"
    assert why(s, "issue.1") == ("not-in-this-phase", "line-1")
    s = go_on(s, "done", "done", "done")
    assert why(s, "issue.1") == ("not-in-this-phase", "line-1")


# The auction.


def test_aos_4_1_the_first_of_the_turn_before_speaks_first_and_round_and_round():
    s = auction.begin(fresh_table().with_order((3, 1, 0, 2)))
    spoke = []
    for line in ("bid.1", "bid.2", "pass", "bid.3", "bid.4", "pass"):
        spoke.append(asked(s))
        s = go(s, line)
    assert spoke == ["magenta", "green", "orange", "sky", "magenta", "green"]
    assert asked(s) == "sky"


def test_aos_4_2_a_bid_is_a_dollar_at_least_and_higher_than_the_last():
    s = bidding()
    assert why(s, "bid.0") == ("bid-too-low", "aos-4.2")
    assert why(s, "bid.1") is None
    s = go(s, "bid.3")
    assert why(s, "bid.3") == ("bid-too-low", "aos-4.2")
    assert why(s, "bid.2") == ("bid-too-low", "aos-4.2")
    assert why(s, "bid.4") is None
    assert why(s, "pass") is None


def test_aos_4_3_a_bid_is_not_more_than_the_cash():
    s = bidding(money=7)
    assert why(s, "bid.7") is None
    assert why(s, "bid.8") == ("bid-too-high", "aos-4.3")
    assert offered(s) == ["pass", *(f"bid.{n}" for n in range(1, 8))]


def test_aos_4_4_who_passes_takes_the_last_free_place():
    s = bidding()
    assert tell(s, "pass") == (DroppedOut(0, 4),)
    s = go_on(s, "pass", "bid.1", "pass")
    assert s.phase == "auction"
    *_, last = tell(s, "pass")
    assert isinstance(last, OrderSettled)
    s = go(s, "pass")
    assert s.phase == "actions"
    assert [s.seats[seat] for seat in s.order] == ["green", "magenta", "sky", "orange"]


def test_aos_4_5_the_turn_order_action_allows_one_hold():
    s = bidding(hold="green")
    assert why(s, "hold") == ("no-turn-order-pass", "aos-4.5")
    assert "hold" not in offered(s)
    s = go(s, "bid.1")
    assert why(s, "hold") is None
    assert "hold" in offered(s)
    s = go_on(s, "hold", "pass", "bid.2", "pass")
    assert asked(s) == "green"
    assert why(s, "hold") == ("turn-order-pass-used", "aos-4.5")
    assert why(s, "bid.3") is None


@pytest.mark.parametrize(
    "action", ["first-move", "first-build", "engineer", "locomotive", "urbanization", "production"]
)
def test_no_other_action_allows_a_hold(action):
    s = auction.begin(with_player(fresh_table(), "orange", action=action))
    assert why(s, "hold") == ("no-turn-order-pass", "aos-4.5")


def test_aos_4_6_the_hold_works_before_any_bid_and_with_two_left_and_is_lost_after():
    s = bidding(hold="orange")
    assert why(s, "hold") is None  # before any bid
    s = go_on(s, "bid.1", "pass", "pass")
    assert asked(s) == "magenta"
    s = go(s, "bid.2")
    assert asked(s) == "orange"
    assert len(queue(s)) == 2
    s = go(s, "hold")  # with two left: the other one leads, so orange speaks again
    assert asked(s) == "orange"
    assert why(s, "hold") == ("turn-order-pass-used", "aos-4.5")
    # Unused it is lost.
    s = go_on(bidding(3, hold="orange"), "pass", "pass")
    assert s.phase == "actions"
    assert not player(s, "orange").pass_left
    s = go_on(s, "take.first-move", "take.engineer", "take.locomotive")
    assert not auction.begin(s).players[seat_of("orange")].pass_left


def test_the_hold_with_two_left_and_no_bid_gives_the_other_the_word():
    s = go_on(bidding(3, hold="sky"), "pass", "bid.1", "hold")
    assert asked(s) == "sky"
    s = go_on(bidding(3, hold="green"), "pass", "hold")
    assert asked(s) == "sky"
    s = go(s, "pass")
    assert settled(s) == [("green", 0), ("sky", 0), ("orange", 0)]


def test_aos_4_7_the_highest_bidder_is_not_asked_again():
    s = go_on(bidding(3), "bid.1", "bid.2", "pass")
    assert asked(s) == "orange"
    s = go_on(bidding(3), "bid.2", "pass")
    assert asked(s) == "sky"
    s = go_on(bidding(), "bid.1", "pass", "pass", "bid.2", "bid.3")
    assert asked(s) == "magenta"  # outbid, so asked again
    s = go_on(bidding(hold="magenta"), "bid.1", "pass", "pass", "hold")
    assert asked(s) == "magenta"  # orange's bid stands


def test_aos_4_8_the_example_of_the_rulebook():
    s = bidding(5, hold="brown")
    steps = [
        ("orange", "bid.2"),
        ("green", "pass"),
        ("sky", "bid.3"),
        ("magenta", "pass"),
        ("brown", "hold"),
        ("orange", "pass"),
        ("brown", "pass"),
    ]
    for colour, line in steps:
        assert asked(s) == colour
        s = go(s, line)
    assert s.phase == "actions"
    assert settled(s) == [("sky", 3), ("brown", 0), ("orange", 1), ("magenta", 0), ("green", 0)]
    assert complaints(s) == []


def test_aos_4_8_places_one_and_two_in_full_the_last_nothing_the_others_half_rounded_up():
    lines = ["bid.1", "bid.2", "bid.3", "bid.4", "bid.5", "pass", "pass", "pass", "pass"]
    s = go_on(bidding(5), *lines)
    assert settled(s) == [("brown", 5), ("magenta", 4), ("sky", 2), ("green", 1), ("orange", 0)]
    s = go_on(bidding(6), "bid.1", "bid.3", "bid.5", "bid.6", "bid.7", "bid.8", "bid.9", *["pass"] * 5)
    assert settled(s) == [("orange", 9), ("white", 8), ("brown", 4), ("magenta", 3), ("sky", 3), ("green", 0)]


def test_aos_4_9_nobody_bids_or_only_two_are_left_in_the_game():
    s = go_on(bidding(3), "pass", "pass")
    assert settled(s) == [("sky", 0), ("green", 0), ("orange", 0)]
    two = fresh_table(3).with_order((1, 2))
    two = auction.begin(two.with_player(0, player(with_player(two, "orange", bankrupt=True), "orange")))
    s = go_on(two, "bid.2", "bid.4", "pass")
    assert settled(s) == [("sky", 4), ("green", 0)]


def test_aos_4_10_who_can_only_pass_is_passed_unless_the_hold_is_left():
    s = go(with_player(bidding(), "green", money=3), "bid.3")
    assert offered(s) == ["pass"]
    assert forced(GAME, s, seat_of("green")) == (Pass(),)
    s = go(with_player(bidding(hold="green"), "green", money=3), "bid.3")
    assert offered(s) == ["pass", "hold"]
    assert forced(GAME, s, seat_of("green")) is None
    s = go_on(s, "hold", "pass", "pass")
    assert asked(s) == "green"
    assert forced(GAME, s, seat_of("green")) == (Pass(),)
    assert forced(GAME, go(bidding(), "bid.3"), seat_of("green")) is None
