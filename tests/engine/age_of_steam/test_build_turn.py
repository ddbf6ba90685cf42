"""aos-6.1 to 6.11: the build turn, the supply, lines and stops."""

import pytest

from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.events import Built, BuiltNothing
from engine.games.age_of_steam.phases import build
from tests.engine.age_of_steam.boards import (
    asked,
    board,
    building,
    complaints,
    cost,
    draft,
    fresh_table,
    go,
    go_on,
    lines,
    moving,
    offered,
    player,
    stumps,
    tell,
    why,
    with_player,
)

ORANGE_THREE = "lay.K10.straight.1 lay.L9.straight.1 lay.N9.gentle.3"


def test_aos_6_1_first_build_then_turn_order_each_a_whole_turn():
    s = with_player(fresh_table(), "sky", action="first-build").with_order((1, 3, 2, 0))
    s = build.begin(s)
    built = []
    while s.phase == "build":
        built.append(asked(s))
        s = go(s, "done")
    assert built == ["sky", "green", "magenta", "orange"]
    s = building(seat="sky")
    assert asked(draft(s, "lay.K10.straight.1")) == "sky"  # until done
    assert asked(go(s, "lay.K10.straight.1 done")) == "orange"


def test_aos_6_2_three_tiles_or_four_or_fewer():
    s = building()
    assert why(s, f"{ORANGE_THREE} lay.M8.straight.0") == ("no-tiles-left", "aos-6.2")
    assert offered(draft(s, ORANGE_THREE)) == ["done"]
    for fewer in ("done", "lay.K10.straight.1 done", "lay.K10.straight.1 lay.L9.straight.1 done"):
        assert asked(go(s, fewer)) == "green"
    engineer = building(action="engineer")
    four = f"{ORANGE_THREE} lay.M8.straight.0"
    assert why(engineer, four) is None
    assert why(engineer, f"{four} lay.N8.straight.1") == ("no-tiles-left", "aos-6.2")
    # A replacement counts as a tile.
    exchange = "lay.K10.cross-straights.1 lay.L9.straight.1 lay.N9.gentle.3"
    s = building("K10.straight.1:g", cities="K9.a")
    assert why(s, exchange.replace("L9.straight.1", "L8.gentle.2")) is None
    assert why(s, f"{exchange.replace('L9.straight.1', 'L8.gentle.2')} lay.M8.straight.0") == (
        "no-tiles-left",
        "aos-6.2",
    )
    # A New City does not.
    s = building(action="urbanization")
    assert why(s, f"urbanize.toledo.a {ORANGE_THREE}") is None


def test_aos_6_3_no_hex_twice_in_a_build_turn():
    s = building(cities="K9.a")
    assert why(s, "lay.K10.straight.1 lay.K10.cross-straights.1") == ("hex-touched", "aos-6.3")
    assert why(s, "lay.K10.straight.1 lay.K10.gentle.2") == ("hex-touched", "aos-6.3")
    later = go_on(s, "lay.K10.straight.1 done", "done", "done", "done", *["pass"] * 8)
    later = build.begin(with_player(later, "orange", money=10))
    assert why(later, "lay.K10.cross-straights.1") is None


def test_aos_6_4_the_price_is_paid_in_cash_when_the_tile_is_laid():
    s = draft(building(money=5), "lay.K10.straight.1")
    assert player(s, "orange").money == 3
    s = draft(s, "lay.L9.straight.1")
    assert player(s, "orange").money == 1
    assert why(s, "lay.M8.straight.0") == ("too-dear", "aos-6.4")
    assert why(building(money=3), "lay.N9.gentle.3") is None  # just enough for a river
    assert why(building(money=2), "lay.N9.gentle.3") == ("too-dear", "aos-6.4")
    assert complaints(s) == []


# The supply.

SIX_TIGHT = " ".join(f"{hex}.tight.0:-" for hex in ("A1", "A3", "A5", "A7", "A9", "B6"))


def test_aos_6_5_only_what_is_in_the_supply():
    assert why(building(SIX_TIGHT), "lay.K11.tight.5") is None
    assert why(building(f"{SIX_TIGHT} C3.tight.0:-"), "lay.K11.tight.5") == ("no-such-tile-left", "aos-6.5")
    assert why(building("A1.side-left.0:-", "K9.a"), "lay.K10.straight.1") is None
    taken = building("A1.side-left.0:- K10.gentle.4:g", "K9.a")
    assert why(taken, "lay.K10.side-left.1") == ("no-such-tile-left", "aos-6.5")


def test_aos_6_6_a_replaced_tile_is_free_before_the_new_one_is_taken():
    seven = f"{SIX_TIGHT} M10.tight.5:o"
    assert why(building(seven), "lay.K11.tight.5") == ("no-such-tile-left", "aos-6.5")
    assert why(building(seven), "lay.M10.tight.0") is None  # the same tile, turned
    eight_discs = f"{SEVEN_DISCS} J9.gentle.1:o K9.straight.1:o"
    assert why(building(eight_discs), "lay.K9.cross-straights.2") is None
    assert len(draft(building(eight_discs), "lay.K9.cross-straights.2").board.discs_on_towns) == 8
    assert len(draft(building(eight_discs), "lay.K9.fork-right.1").board.discs_on_towns) == 7


SEVEN_DISCS = " ".join(f"{hex}.straight.0:-" for hex in ("E4", "F7", "G9", "H2", "H4", "J6", "K4"))


def test_aos_6_7_eight_town_discs():
    s = building(f"{SEVEN_DISCS} J9.gentle.1:o")
    assert why(s, "lay.K9.straight.1") is None
    s = building(f"{SEVEN_DISCS} M6.straight.0:- J9.gentle.1:o")
    assert why(s, "lay.K9.straight.1") == ("no-town-disc-left", "aos-6.7")
    assert why(s, "lay.K9.cross-straights.2") == ("no-town-disc-left", "aos-6.7")
    assert why(s, "lay.K9.stub.4") is None
    assert why(s, "lay.K9.star.0") is None
    assert why(s, "lay.K10.straight.1") is None  # no town, no disc
    freed = building(f"{SEVEN_DISCS} M6.straight.0:- J9.gentle.1:o", action="urbanization")
    assert why(freed, "urbanize.toledo.a lay.K9.straight.1") is None


def test_aos_6_8_twenty_ownership_discs():
    s = building(stumps(20))
    assert s.board.discs_of(0) == 20
    loose = s.board.lines[0].loose[0]
    assert why(building(stumps(19)), "lay.P9.straight.1") is None
    assert why(s, "lay.P9.straight.1") == ("no-owner-disc-left", "aos-6.8")
    # Carrying a line on needs no disc.
    assert loose == ("H5", 0)
    assert why(s, "lay.H4.stub.3") is None
    assert why(s, "lay.H4.gentle.3") == ("no-owner-disc-left", "aos-6.8")
    # Joining two lines sets one free.
    assert draft(s, "lay.H4.stub.3").board.discs_of(0) == 20


def test_a_redirect_that_wins_an_unowned_line_needs_a_disc():
    """aos-6.8 together with aos-6.32."""
    redirect = "lay.K10.gentle.4"
    assert why(building(f"{stumps(19)} K10.straight.1:-", cities="K9.a"), redirect) is None
    assert draft(building(f"{stumps(19)} K10.straight.1:-", cities="K9.a"), redirect).board.discs_of(0) == 20
    s = building(f"{stumps(20)} K10.straight.1:-", cities="K9.a")
    assert why(s, redirect) == ("no-owner-disc-left", "aos-6.8")


# Lines and stops.


def test_aos_6_9_segments_lines_and_links():
    assert lines(building("K10.straight.1:o")) == ["orange: evansville-loose 1"]
    assert lines(building("K10.straight.1:o L9.straight.1:o")) == ["orange: cincinnati-evansville 2"]
    # The two tracks of a complex tile are not joined.
    assert lines(building("K10.straight.1:o L9.cross-straights.2:og M10.tight.5:g")) == [
        "green: cincinnati-loose 2",
        "orange: cincinnati-evansville 2",
    ]
    # From a stop back to the same stop is no link.
    ring = building("J9.tight.2:o K10.tight.4:o")
    assert lines(ring) == ["orange: evansville-evansville 2"]
    assert ring.board.links == ()
    # A town's circle cuts.
    assert lines(building("J9.gentle.1:o K9.straight.1:o L8.gentle.2:o")) == [
        "orange: cincinnati-indianapolis 2",
        "orange: evansville-indianapolis 2",
    ]


def test_aos_6_10_track_reaches_a_city_from_any_side_and_is_joined_inside():
    around = {0: "M8", 1: "N8", 2: "N9", 3: "M10", 4: "L9", 5: "L8"}
    for side, hex in around.items():
        made = board(f"{hex}.straight.{side % 3}:o")
        assert made.lines[0].ends.count("M9") == 1
    s = moving("K10.straight.1:o L9.straight.1:o N9.gentle.3:o N10.stub.0:o", "evansville:R", cities="N10.a")
    assert "deliver.red.evansville.cincinnati.lexington" in offered(s)


def test_aos_6_11_track_reaches_a_town_only_by_an_exit_on_that_side():
    assert lines(building("J9.gentle.1:o")) == ["orange: evansville-loose 1"]
    assert lines(building("J9.gentle.1:o K9.stub.4:o")) == ["orange: evansville-indianapolis 2"]
    assert lines(building("J9.gentle.1:o K9.stub.1:o")) == [
        "orange: evansville-loose 1",
        "orange: indianapolis-loose 1",
    ]
    # It joins all its exits, each the beginning of a line of its own.
    s = building("J9.gentle.1:o K9.star.0:ogo")
    assert lines(s) == [
        "green: indianapolis-loose 1",
        "orange: evansville-indianapolis 2",
        "orange: indianapolis-loose 1",
    ]
    s = moving("J9.gentle.1:o K9.straight.1:og L8.gentle.2:g", "evansville:B")
    assert offered(s) == ["pass", "loco", "deliver.blue.evansville.indianapolis.cincinnati"]


# What is told of a build turn.


def test_a_build_turn_is_told():
    built, *_ = tell(building(), f"{ORANGE_THREE} done")
    assert isinstance(built, Built)
    assert (built.n, built.cost, built.hexes) == (3, 7, ("K10", "L9", "N9"))
    assert [said.id for said in built.results] == ["new-link", "new-loose-end"]
    assert built.places() == ("K10", "L9", "N9")
    assert tell(building(), "done")[0] == BuiltNothing(0)
    redirect, *_ = tell(building("K10.straight.1:-"), "lay.K10.gentle.4 done")
    assert isinstance(redirect, Built)
    assert [said.id for said in redirect.results] == ["redirected"]
    assert cost(building("K10.straight.1:-"), "lay.K10.gentle.4") == 2


def test_a_build_turn_needs_somebody_who_builds():
    s = go_on(building(seats=3), "done", "done", "done")
    assert s.building is None
    with pytest.raises(AssertionError):
        build.notes(s, 0)


def test_the_board_knows_the_colour_of_its_cities():
    made = Board("rust-belt", new_cities={"K9": "b"})
    assert made.cities["M9"] == "blue"
    assert made.cities["K9"] == "blue"
    assert "J9" not in made.cities
    assert "M6" not in made.cities
