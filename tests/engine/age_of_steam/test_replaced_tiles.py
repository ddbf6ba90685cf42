"""aos-6.33 to 6.45: replacing tiles, and prices."""

from collections import Counter

import pytest

from engine.core.play import refuse
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.components import tile_set
from engine.games.age_of_steam.moves import Lay
from tests.engine.age_of_steam.boards import building, complaints, cost, draft, lines, offered, why

# On K10, Evansville lies at exit 4; K9 (exit 0) is a New City in many of these positions.
LINK = "K10.straight.1:{} L9.straight.1:{}"  # Evansville to Cincinnati


def accepted(s, hex):
    """Every tile that the rules let the builder lay on the hex."""
    moves = (Lay(hex, placement.tile.id, placement.rotation) for placement in tile_set().placements)
    return {f"{move.tile}.{move.rotation}" for move in moves if refuse(GAME, s, s.asked[0], move) is None}


def test_aos_6_33_a_replacement_keeps_the_old_track():
    other = building(LINK.format("g", "g"), cities="K9.a")
    assert why(other, "lay.K10.cross-straights.1") is None
    assert why(other, "lay.K10.gentle.4") == ("changes-track-of", "aos-6.33")
    assert why(other, "lay.K10.side-left.1") == ("changes-track-of", "aos-6.33")
    # Another player's loose end is never moved.
    assert why(building("K10.straight.1:g", cities="K9.a"), "lay.K10.gentle.4") == ("changes-track-of", "aos-6.33")
    # An own link is not changed either, nor one of nobody.
    for owner in "o-":
        s = building(LINK.format(owner, owner), cities="K9.a")
        assert why(s, "lay.K10.gentle.4") == ("track-changed", "aos-6.33")
        assert why(s, "lay.K10.cross-straights.1") is None
    # The middle of an unfinished line is not its loose end.
    s = building("K10.straight.1:o L9.gentle.4:o")
    assert why(s, "lay.K10.gentle.2") == ("track-changed", "aos-6.33")


def test_two_loose_ends_do_not_become_one_track():
    """aos-6.33: one track for two would take away a segment, here of another player."""
    both = "K10.straight.1:o L9.cross-curves.4:{}o"
    for owner, reason in (("g", "changes-track-of"), ("o", "redirect-cuts-line"), ("-", "redirect-cuts-line")):
        s = building(both.format(owner), cities="K9.b")
        rule = "aos-6.33" if owner == "g" else "aos-6.36"
        assert why(s, "lay.L9.cross-mixed.4") == (reason, rule)
    # Each for itself may move.
    assert why(building(both.format("g"), cities="K9.b"), "lay.L9.side-curves.1") is None
    assert why(building(both.format("g")), "lay.L9.side-right.4") is None


TABLE = {
    "straight": {"cross-straights": 2, "cross-mixed": 2, "side-straight": 2},
    "gentle": {"cross-mixed": 1, "cross-curves": 2, "side-curves": 1, "side-left": 1, "side-right": 1},
    "tight": {"side-straight": 1, "side-left": 1, "side-right": 1},
}


def test_aos_6_34_what_a_simple_tile_may_become():
    for old, expected in TABLE.items():
        for track in (tracks[0] for tracks in tile_set()[old].rotations):
            found = Counter(
                placement.tile.id
                for placement in tile_set().placements
                if track in placement.tracks and len(placement.tracks) == 2
            )
            assert found == expected
    # On the board: the second track must lead to the New City at exit 0.
    s = building(LINK.format("g", "g"), cities="K9.a")
    assert accepted(s, "K10") == {"cross-straights.1", "cross-mixed.1", "side-straight.4"}
    assert why(s, "lay.K10.cross-straights.2") == ("not-connected", "aos-6.19")


def test_aos_6_34_the_second_track_may_meet_an_unowned_line():
    s = building(f"{LINK.format('g', 'g')} K9.stub.3:-")
    assert why(s, "lay.K10.cross-straights.1") is None
    assert "orange: indianapolis-loose 2" in lines(draft(s, "lay.K10.cross-straights.1"))
    owned = building(f"{LINK.format('g', 'g')} K9.stub.3:s")
    assert why(owned, "lay.K10.cross-straights.1") == ("meets-track-of", "aos-6.16")


def test_aos_6_34_a_complex_tile_takes_no_third_track_and_never_becomes_simple():
    s = building("K10.cross-straights.1:go L9.straight.1:o K11.tight.5:g", cities="K9.a")
    assert accepted(s, "K10") == set()
    assert why(s, "lay.K10.straight.1") == ("complex-to-simple", "aos-6.34")
    assert why(s, "lay.K10.straight.0") == ("complex-to-simple", "aos-6.34")
    loose = building("K10.cross-straights.1:oo", cities="K9.a")
    assert why(loose, "lay.K10.straight.0") == ("complex-to-simple", "aos-6.34")


def test_aos_6_35_a_replacement_changes_something():
    s = building("K10.straight.1:o L9.cross-straights.2:og M10.tight.5:g J9.gentle.1:o K9.cross-mixed.1:o")
    assert why(s, "lay.K10.straight.1") == ("nothing-changed", "aos-6.35")
    assert why(s, "lay.L9.cross-straights.2") == ("nothing-changed", "aos-6.35")
    # Another tile with the same exits on a town changes nothing.
    assert why(s, "lay.K9.cross-mixed.1") == ("nothing-changed", "aos-6.35")
    assert {placement.tile.id for placement in tile_set().placements if placement.mask == 0b010111} == {
        "cross-mixed",
        "side-left",
        "side-right",
    }
    assert not {move for move in offered(s) if move.startswith("lay.K9.")}


def test_aos_6_36_the_loose_end_may_leave_by_another_side():
    for owner in "o-":
        s = building(f"K10.straight.1:{owner}", cities="K9.a")
        simple = {move for move in accepted(s, "K10") if tile_set()[move.partition(".")[0]].family == "simple"}
        assert simple == {"gentle.4", "gentle.2", "tight.3", "tight.4"}  # all but the one it is
        # The line has one tile: the exit into Evansville stays.
        assert why(s, "lay.K10.gentle.5") == ("redirect-cuts-line", "aos-6.36")
    # Only the last tile of the line.
    s = building("K10.straight.1:o L9.gentle.4:o")
    assert why(s, "lay.L9.tight.3") is None
    assert why(s, "lay.L9.gentle.3") == ("redirect-cuts-line", "aos-6.36")
    assert lines(draft(s, "lay.L9.straight.1")) == ["orange: cincinnati-evansville 2"]


def test_aos_6_37_another_line_on_the_hex_stays_as_it_was():
    s = building("K10.cross-straights.1:og L9.straight.1:g", cities="K9.a")
    # Orange's loose end at exit 3 moves; Green's link over 1-4 stays.
    assert accepted(s, "K10") == {"cross-mixed.1", "side-straight.4"}
    assert why(s, "lay.K10.cross-mixed.5") == ("changes-track-of", "aos-6.33")
    assert why(s, "lay.K10.gentle.0") == ("complex-to-simple", "aos-6.34")
    after = draft(s, "lay.K10.cross-mixed.1")
    assert lines(after) == ["green: cincinnati-evansville 2", "orange: indianapolis-loose 1"]


def test_aos_6_38_redirect_and_add_or_redirect_two_in_one():
    # Simple to complex: the loose end moves to exit 1, and a second track leads to the New City.
    s = building("K10.gentle.2:o", cities="K9.a")
    assert cost(s, "lay.K10.cross-straights.1") == 3
    assert lines(draft(s, "lay.K10.cross-straights.1")) == [
        "orange: evansville-loose 1",
        "orange: indianapolis-loose 1",
    ]
    # The added track must still be connected.
    assert why(building("K10.gentle.2:o"), "lay.K10.cross-straights.1") == ("not-connected", "aos-6.19")
    # Both loose ends of a complex tile.
    for owners in ("oo", "o-", "-o", "--"):
        s = building(f"K10.cross-straights.1:{owners}", cities="K9.a")
        assert cost(s, "lay.K10.side-right.3") == 2
        assert len(lines(draft(s, "lay.K10.side-right.3"))) == 2
    s = building("K10.cross-straights.1:og", cities="K9.a")
    assert why(s, "lay.K10.side-right.3") == ("changes-track-of", "aos-6.33")


def test_aos_6_39_track_on_a_town_is_never_redirected():
    s = building("J9.gentle.1:o K9.gentle.4:o")  # the north exit is a loose end of orange
    assert why(s, "lay.K9.straight.1") == ("town-exit-lost", "aos-6.40")
    assert why(s, "lay.K9.tight.4") == ("town-exit-lost", "aos-6.40")
    assert why(building("K9.stub.0:-"), "lay.K9.stub.1") == ("town-exit-lost", "aos-6.40")
    assert why(building("K9.stub.0:g"), "lay.K9.stub.1") == ("changes-track-of", "aos-6.33")


def test_aos_6_40_a_town_may_get_more_exits_and_keeps_the_old_ones():
    s = building("J9.gentle.1:o K9.stub.4:o")
    exits = {move: len(draft(s, move).board.laid["K9"].tracks) for move in offered(s) if move.startswith("lay.K9.")}
    assert set(exits.values()) == {2, 3, 4}
    for move in exits:
        assert 4 in draft(s, move).board.laid["K9"].exits
    two = building("J9.gentle.1:o K9.straight.1:o")
    assert why(two, "lay.K9.fork-right.1") is None
    assert why(two, "lay.K9.cross-straights.2") is None
    assert why(two, "lay.K9.star.0") == ("town-exit-lost", "aos-6.40")
    assert why(two, "lay.K9.stub.4") == ("town-exit-lost", "aos-6.40")
    three = building("J9.gentle.1:o K9.star.0:o")
    four = {move.split(".")[2] for move in offered(three) if move.startswith("lay.K9.")}
    assert four == {"cross-mixed", "side-left", "side-right"}


# Prices.


@pytest.mark.parametrize(
    ("track", "move", "price"),
    [
        ("", "lay.K10.straight.1", 2),  # plain
        ("", "lay.N9.gentle.3", 3),  # river
        ("", "lay.R8.gentle.4", 4),  # mountain
        ("", "lay.Q10.straight.0", 4),
        ("", "lay.K11.tight.5", 3),
        ("", "lay.J9.tight.2", 2),  # any simple tile
        ("N9.gentle.3:o", "lay.N9.straight.2", 2),  # never again for a replacement
        ("Q10.straight.0:o", "lay.Q10.gentle.0", 2),
    ],
)
def test_aos_6_41_simple_tiles_by_terrain(track, move, price):
    assert cost(building(track, money=price), move) == price
    assert why(building(track, money=price - 1), move) == ("too-dear", "aos-6.4")


@pytest.mark.parametrize(
    ("tile", "price"),
    [
        ("stub.4", 2),
        ("straight.1", 3),
        ("gentle.2", 3),
        ("tight.4", 3),
        ("star.0", 4),
        ("fork-left.1", 4),
        ("fork-right.1", 4),
        ("fan.3", 4),
        ("cross-straights.1", 5),
        ("side-straight.1", 5),
        ("side-left.1", 5),
    ],
)
def test_aos_6_42_the_first_tile_on_a_town(tile, price):
    s = building("J9.gentle.1:o", money=price)
    assert cost(s, f"lay.K9.{tile}") == price
    assert why(building("J9.gentle.1:o", money=price - 1), f"lay.K9.{tile}") == ("too-dear", "aos-6.4")


@pytest.mark.parametrize("tile", ["cross-straights.1", "cross-mixed.1", "side-straight.4"])
def test_aos_6_43_simple_by_complex_costs_three(tile):
    assert cost(building(LINK.format("g", "g"), cities="K9.a"), f"lay.K10.{tile}") == 3


def test_simple_by_complex_on_a_river_or_a_mountain_costs_three_as_well():
    assert cost(building("N9.gentle.3:g K9.stub.0:g M10.tight.1:o"), "lay.N9.cross-mixed.4") == 3
    mountain = building("R8.straight.0:g R7.straight.0:g")
    assert cost(mountain, "lay.R8.side-straight.3") == 3


@pytest.mark.parametrize("tile", ["straight.1", "gentle.4", "star.0", "fan.3", "cross-straights.1", "side-left.1"])
def test_aos_6_44_a_replacement_on_a_town_costs_three(tile):
    assert cost(building("J9.gentle.1:o K9.stub.4:o"), f"lay.K9.{tile}") == 3


def test_aos_6_45_every_other_replacement_costs_two():
    assert cost(building("K10.straight.1:o"), "lay.K10.gentle.4") == 2  # simple by simple
    assert cost(building("K10.straight.1:-"), "lay.K10.tight.3") == 2
    s = building("K10.cross-straights.1:og L9.straight.1:g", cities="K9.a")
    assert cost(s, "lay.K10.cross-mixed.1") == 2  # complex by complex
    assert cost(s, "lay.K10.side-straight.4") == 2
    assert complaints(draft(s, "lay.K10.side-straight.4")) == []
