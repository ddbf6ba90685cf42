"""aos-10 and aos-11: the end, scoring, ties, options."""

import pytest

from engine.core.game import OVER, BadSetup
from engine.core.play import is_over
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.build_effects import build_turn
from engine.games.age_of_steam.events import CubesReturned, GameEnded, TurnBegan
from engine.games.age_of_steam.phases import goods, marker, reduction
from engine.games.age_of_steam.score import parts, points, segments, standings
from tests.engine.age_of_steam.boards import (
    FULL,
    board,
    building,
    complaints,
    cost,
    draft,
    drawn,
    fresh_table,
    go,
    go_on,
    lines,
    offered,
    outcome,
    player,
    producing,
    why,
    with_player,
)

LINK = "K10.straight.1:o L9.straight.1:o"


# The end.


def test_aos_10_1_the_last_turn_is_played_through():
    s = goods.begin(with_player(fresh_table(3), "orange", income=21, money=0).with_turn(9))
    s = go_on(s, *["pass"] * 6)
    assert (s.turn, s.phase) == (10, "issue")
    s = goods.begin(with_player(s, "orange", income=21, money=0))
    s = go_on(s, *["pass"] * 6)
    assert is_over(GAME, s)
    assert s.turn == 10
    assert player(s, "orange").income == 17  # its reduction included
    assert s.chart != fresh_table(3).chart  # and its growth
    s = fresh_table(3).with_turn(3)
    assert marker.run(marker.begin(s)).events == (TurnBegan(4, 10),)
    last = marker.run(marker.begin(s.with_turn(10)))
    assert isinstance(last.events[0], GameEnded)
    assert last.state.phase == OVER


def test_aos_10_2_victory_points():
    s = with_player(fresh_table(), "orange", income=14, shares=7, money=99).with_board(board(LINK))
    assert parts(s, 0) == (("score-income", 42), ("score-track", 2), ("score-shares", -21))
    assert points(s, 0) == 23  # cash counts nothing
    assert points(fresh_table(), 0) == -6


def test_aos_10_3_segments_are_those_of_links():
    def counted(track, cities="", seat=0):
        return segments(fresh_table().with_board(board(track, cities)), seat)

    assert counted(LINK) == 2  # nothing in the cities
    assert counted("K10.straight.1:o") == 0  # unfinished
    assert counted("J9.gentle.1:o K9.stub.4:o") == 2  # one on the town hex
    assert counted("J9.gentle.1:o K9.straight.1:o L8.gentle.2:o") == 4  # two on the town hex
    assert counted("J9.gentle.1:o", cities="K9.a") == 1
    crossing = "K10.cross-straights.1:go L9.straight.1:o K11.tight.5:g"
    assert counted(crossing, "K9.a") == 2
    assert counted(crossing, "K9.a", seat=1) == 2
    # The vectors of aos-6.52 are in test_new_cities.


def test_aos_10_4_places_are_shared_and_the_bankrupt_are_last():
    s = fresh_table(5)
    for colour, income in (("orange", 4), ("green", 9), ("sky", 4), ("magenta", 9), ("brown", 0)):
        s = with_player(s, colour, income=income)
    assert [(row.seat, row.place) for row in standings(s)] == [(1, 1), (3, 1), (0, 3), (2, 3), (4, 5)]
    s = with_player(s, "green", bankrupt=True, income=0, shares=0)
    s = with_player(s, "brown", bankrupt=True, shares=15)
    assert [(row.seat, row.place) for row in standings(s)] == [(3, 1), (0, 2), (2, 2), (1, 4), (4, 4)]
    over = marker.run(marker.begin(s.with_turn(7)))
    (ended,) = over.events
    assert isinstance(ended, GameEnded)
    assert [winner.params["seat"] for winner in ended.winners] == [3]


# Options.


def test_aos_11_1_options_are_off_unless_chosen():
    chosen = fresh_table().options
    assert chosen == {
        "map": "rust-belt",
        "engineer-flat": "off",
        "production-choice": "off",
        "direct-complex": "off",
        "coexist-upgrade-2": "off",
        "reduction-50-is-10": "off",
        "urbanize-anytime": "off",
    }
    s = fresh_table(direct_complex="on")
    assert s.on("direct-complex")
    assert not s.on("engineer-flat")
    assert go(s, "pass").options == s.options
    for wrong in ({"fast": "on"}, {"direct-complex": "yes"}, {"map": "germany"}):
        with pytest.raises(BadSetup):
            GAME.begin(("orange", "green", "sky"), "seed", wrong)


@pytest.mark.parametrize(
    ("track", "move", "price"),
    [
        ("", "lay.K10.straight.1", 2),
        ("", "lay.N9.gentle.3", 3),
        ("", "lay.R8.gentle.4", 4),
        ("J9.gentle.1:o", "lay.K9.star.0", 4),
        ("J9.gentle.1:o", "lay.K9.cross-straights.1", 5),
        ("J9.gentle.1:o K9.stub.4:o", "lay.K9.star.0", 3),
        ("K10.straight.1:g K11.tight.5:o", "lay.K10.cross-straights.1", 3),
        ("K10.straight.1:o", "lay.K10.gentle.4", 2),
    ],
)
def test_aos_11_2_engineer_flat(track, move, price):
    assert cost(building(track, action="engineer"), move) == price
    assert cost(building(track, action="engineer", engineer_flat="on", money=2), move) == 2
    assert cost(building(track, action="first-build", engineer_flat="on"), move) == price
    assert build_turn(building(action="engineer", engineer_flat="on")).tiles_left == 4


def test_aos_11_3_production_choice():
    s = drawn(producing(bag="RBPYK", production_choice="on"))
    assert len(s.drawn) == 4
    assert s.to_place == 2
    assert why(s, "pass") is None
    colours = {"R": "red", "B": "blue", "P": "purple", "Y": "yellow", "K": "black"}
    first, second = s.drawn[0], s.drawn[1]
    one = draft(s, f"place.{colours[first]}.w1.1")
    assert why(one, "pass") is None  # fewer than two
    two = outcome(one, f"place.{colours[second]}.w1.2")
    assert two.ends == "turn"
    assert isinstance(two.events[1], CubesReturned)
    assert len(two.events[1].goods) == 2
    assert len(two.state.bag) == 3
    assert complaints(two.state) == []
    back = outcome(s, "pass")
    assert isinstance(back.events[0], CubesReturned)
    assert back.state.bag == "BKPRY"
    # What the bag has, and what there is room for.
    assert len(drawn(producing(bag="RBP", production_choice="on")).drawn) == 3
    assert drawn(producing(bag="R", production_choice="on")).to_place == 1
    assert drawn(producing(FULL | {"w3": "RB."}, production_choice="on")).to_place == 1
    assert why(drawn(producing(bag="RBPYK")), "pass") == ("must-place", "aos-9.2")


@pytest.mark.parametrize(
    ("move", "price"),
    [
        ("lay.K10.side-right.3", 3),  # plain
        ("lay.K10.side-straight.4", 3),
        ("lay.K10.cross-mixed.3", 4),
        ("lay.K10.cross-straights.1", 4),
        ("lay.N9.side-curves.0", 4),  # river
        ("lay.N9.cross-curves.2", 5),
        ("lay.R8.side-straight.3", 5),  # mountain
        ("lay.R8.cross-curves.0", 6),
    ],
)
def test_aos_11_4_direct_complex(move, price):
    track, cities = "N8.tight.3:o R7.straight.0:o", "K9.a"
    if "cross-curves.0" in move:
        track += " Q8.tight.2:o"  # for 3-5 on R8
    assert cost(building(track, cities, direct_complex="on", money=price), move) == price
    assert why(building(track, cities, direct_complex="on", money=price - 1), move) == ("too-dear", "aos-6.4")
    assert why(building(track, cities), move) == ("complex-on-empty", "aos-6.21")


def test_aos_11_4_both_tracks_are_connected_and_the_first_tile_is_simple():
    s = building(cities="K9.a", direct_complex="on")
    assert why(s, "lay.K10.cross-curves.1") == ("not-connected", "aos-6.19")  # 1-5 hangs on nothing
    assert why(s, "lay.K10.cross-straights.2") == ("not-connected", "aos-6.19")
    assert why(s, "lay.K10.side-right.3") is None
    first = building(started=False, cities="K9.a", direct_complex="on")
    assert why(first, "lay.K10.side-right.3") == ("first-tile-not-simple", "aos-6.18")


def test_aos_11_5_coexist_upgrade_2():
    s = building("K10.straight.1:g", cities="K9.a")
    assert cost(s, "lay.K10.side-straight.4") == 3
    s = building("K10.straight.1:g", cities="K9.a", coexist_upgrade_2="on")
    assert cost(s, "lay.K10.side-straight.4") == 2
    assert cost(s, "lay.K10.cross-straights.1") == 3
    assert cost(s, "lay.K10.cross-mixed.1") == 3


def test_aos_11_6_reduction_50_is_10():
    for income, off, on in ((49, 41, 41), (50, 42, 40), (51, 41, 41)):
        for option, expected in (("off", off), ("on", on)):
            s = with_player(fresh_table(reduction_50_is_10=option), "orange", income=income)
            assert player(reduction.run(s).state, "orange").income == expected


def test_aos_11_7_urbanize_anytime():
    tiles = "lay.K10.straight.1 lay.L9.straight.1 lay.N9.gentle.3"
    on = building(action="urbanization", urbanize_anytime="on")
    assert why(on, f"{tiles} urbanize.indianapolis.b") is None  # after the last
    assert "urbanize.indianapolis.b" in offered(draft(on, tiles))
    assert why(on, "lay.K10.straight.1 urbanize.indianapolis.b lay.K8.straight.0") is None  # between tiles
    assert why(on, "urbanize.indianapolis.b lay.K10.straight.1 urbanize.toledo.a") == (
        "urbanized-already",
        "aos-6.46",
    )
    assert why(building(urbanize_anytime="on"), "urbanize.indianapolis.b") == ("not-urbanizing", "aos-6.46")
    off = building(action="urbanization")
    assert why(off, "lay.K10.straight.1 urbanize.indianapolis.b") == ("urbanize-comes-first", "aos-6.46")
    # Track of this turn that a New City bends back to itself is still track of this turn.
    s = building("J9.gentle.1:o K9.gentle.4:o", action="urbanization", urbanize_anytime="on")
    s = go(s, "lay.K8.tight.2 lay.L8.tight.4 urbanize.indianapolis.b done")
    assert lines(s) == ["orange: evansville-indianapolis 1", "orange: indianapolis-indianapolis 2"]
    # A town tile laid just before goes back again, and what it had added is gone.
    s = draft(on, "lay.J9.gentle.1 lay.K9.star.0 urbanize.indianapolis.b")
    assert lines(s) == ["orange: evansville-indianapolis 1"]
    assert complaints(s) == []
