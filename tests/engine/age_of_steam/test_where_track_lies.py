"""aos-6.12 to 6.25: where track may lie, and towns."""

import pytest

from engine.core.play import refuse
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.components import tile_set
from engine.games.age_of_steam.moves import Lay
from tests.engine.age_of_steam.boards import MAP, building, complaints, cost, draft, go, go_on, lines, offered, why


@pytest.mark.parametrize("hex", sorted(MAP.city_at))
def test_aos_6_12_no_tile_on_a_city(hex):
    s = building(cities="K9.a")
    assert why(s, f"lay.{hex}.straight.0") == ("on-a-city", "aos-6.12")
    assert why(s, "lay.K9.stub.0") == ("on-a-city", "aos-6.12")  # a New City
    assert why(s, "lay.K8.straight.0") is None  # beside it


def test_aos_6_13_no_tile_on_a_lake_or_outside_the_map():
    s = building()
    for hex in ("I1", "I6", "D1", "N5", "R2"):
        assert why(s, f"lay.{hex}.straight.0") == ("on-a-lake", "aos-6.13")
    for hex in ("J11", "A12", "S1", "Z9", "ZZ99"):
        assert why(s, f"lay.{hex}.straight.0") == ("off-the-map", "aos-6.13")
    assert why(s, "lay.I7.straight.2") is None


def test_aos_6_14_no_exit_off_the_map():
    s = building()
    assert why(s, "lay.K11.gentle.3") == ("points-off-map", "aos-6.14")  # south
    assert why(s, "lay.R8.straight.1") == ("points-off-map", "aos-6.14")  # north-east
    assert why(s, "lay.R8.gentle.4") is None
    assert why(s, "lay.K11.tight.5") is None
    # Also by a new exit of a town: Lexington has the rim in the south.
    s = building("N9.gentle.3:o")
    assert why(s, "lay.N10.straight.0") == ("points-off-map", "aos-6.14")
    assert why(s, "lay.N10.stub.0") is None


def test_aos_6_15_no_exit_at_a_lake():
    s = building()
    assert why(s, "lay.I7.tight.5") == ("points-at-lake", "aos-6.15")
    assert why(s, "lay.H5.gentle.1") == ("points-at-lake", "aos-6.15")
    assert why(s, "lay.I7.gentle.5") is None
    s = building("H5.straight.0:o")
    assert why(s, "lay.H4.gentle.1") == ("points-at-lake", "aos-6.15")
    assert why(s, "lay.H4.straight.0") is None
    # Redirecting is no way around it.
    assert why(building("H5.straight.0:o"), "lay.H5.gentle.1") == ("points-at-lake", "aos-6.15")


def test_aos_6_16_track_does_not_meet_track_of_others():
    s = building("K10.straight.1:g")
    assert why(s, "lay.L9.straight.1") == ("meets-track-of", "aos-6.16")
    assert why(s, "lay.L9.gentle.1") is None
    own = building("K10.straight.1:o")
    assert why(own, "lay.L9.straight.1") is None
    nobodys = building("K10.straight.1:-")
    assert why(nobodys, "lay.L9.straight.1") is None
    # Redirected track neither.
    s = building("K10.straight.1:g L9.gentle.1:o")
    assert why(s, "lay.L9.straight.1") == ("meets-track-of", "aos-6.16")
    # A new exit of a town neither.
    s = building("J9.gentle.1:o K10.gentle.4:g")
    assert why(s, "lay.K9.tight.3") == ("meets-track-of", "aos-6.16")
    assert why(s, "lay.K9.straight.1") is None
    # And track is not led up to another's exit of a town.
    s = building("J9.gentle.1:g K9.straight.1:g")
    assert why(s, "lay.L8.gentle.2") == ("meets-track-of", "aos-6.16")


def test_aos_6_17_tracks_may_meet_in_stops_and_point_at_blank_sides():
    s = building("K10.straight.1:g L9.straight.1:g")
    assert why(s, "lay.J9.gentle.1") is None  # both in Evansville
    s = building("J9.gentle.1:g K9.straight.1:g K10.gentle.4:o")
    assert why(s, "lay.K9.fork-left.4") is None  # both in Indianapolis
    blank = draft(building("L9.gentle.1:g"), "lay.K10.straight.1")
    assert lines(blank) == ["green: cincinnati-loose 1", "orange: evansville-loose 1"]
    bare = draft(building(), "lay.J9.gentle.1")
    assert lines(bare) == ["orange: evansville-loose 1"]
    no_exit = draft(building("K9.stub.0:g"), "lay.J9.gentle.1")
    assert lines(no_exit) == ["green: indianapolis-loose 1", "orange: evansville-loose 1"]
    assert complaints(blank) == complaints(bare) == complaints(no_exit) == []


def test_aos_6_18_the_first_tile_is_simple_and_leads_into_a_city():
    s = building(started=False, direct_complex="on")
    assert why(s, "lay.K10.straight.1") is None
    assert why(s, "lay.K10.straight.0") == ("first-tile-needs-city", "aos-6.18")
    assert why(s, "lay.L9.cross-mixed.1") == ("first-tile-not-simple", "aos-6.18")
    assert why(building(direct_complex="on"), "lay.K10.cross-mixed.1") == ("not-connected", "aos-6.19")
    # After it nothing special holds.
    assert why(s, "lay.K10.straight.1 lay.L9.gentle.4") is None
    assert why(s, "lay.J9.gentle.1 lay.K9.stub.4") is None
    # In whatever turn it is laid, and not by carrying on what others left.
    s = building("J9.gentle.1:-", started=False)
    assert why(s, "lay.K9.stub.4") == ("first-tile-not-simple", "aos-6.18")
    assert why(s, "lay.K9.straight.1") == ("first-tile-needs-city", "aos-6.18")
    later = go_on(building(seats=3, started=False), "done", "done", "done", *["pass"] * 6)
    assert not any(player.started for player in later.players)
    # A replacement too: simple by simple beside a city, not simple by complex.
    s = building("K10.straight.1:-", cities="K9.a", started=False)
    assert why(s, "lay.K10.gentle.2") is None
    assert why(s, "lay.K10.cross-straights.1") == ("first-tile-not-simple", "aos-6.18")
    # A New City counts as a city and is itself no tile.
    s = building(action="urbanization", started=False)
    assert why(s, "lay.K8.straight.0") == ("first-tile-needs-city", "aos-6.18")
    assert why(s, "urbanize.indianapolis.b lay.K8.straight.0") is None
    assert why(s, "urbanize.indianapolis.b lay.F8.straight.0") == ("first-tile-needs-city", "aos-6.18")


def test_aos_6_19_new_track_hangs_on_a_city_an_own_line_or_an_unowned_one():
    assert why(building(), "lay.K10.straight.1") is None  # a city
    assert why(building("K10.gentle.2:o"), "lay.L10.straight.2") is None  # an own line
    assert why(building("K10.gentle.2:-"), "lay.L10.straight.2") is None  # an unowned one
    assert why(building("K10.gentle.2:g"), "lay.L10.straight.2") == ("meets-track-of", "aos-6.16")
    assert why(building(), "lay.K10.straight.0") == ("not-connected", "aos-6.19")
    assert why(building("K10.straight.1:o L9.straight.1:o"), "lay.J7.straight.0") == ("not-connected", "aos-6.19")
    # At a replacement the added track, by itself.
    s = building("K10.straight.1:g L9.straight.1:g")
    assert why(s, "lay.K10.cross-straights.1") == ("not-connected", "aos-6.19")
    assert why(building("K10.straight.1:g L9.straight.1:g K11.tight.5:o"), "lay.K10.cross-straights.1") is None
    # Lines need not be connected with each other.
    assert why(building("K10.straight.1:o"), "lay.B4.straight.0") is None


def test_aos_6_20_no_line_back_to_its_own_stop():
    s = building("J9.tight.2:o")
    assert why(s, "lay.K10.tight.4") == ("runs-in-a-loop", "aos-6.20")
    assert why(s, "lay.K10.tight.5") is None
    # From a town round to the same town.
    town = building("J9.gentle.1:o K9.gentle.4:o K8.tight.2:o")
    assert why(town, "lay.L8.tight.4") is None  # the town has no exit there yet
    round_trip = draft(town, "lay.L8.tight.4")
    assert why(round_trip, "lay.K9.fork-left.1") == ("runs-in-a-loop", "aos-6.20")
    # By a redirect.
    assert why(building("J9.tight.2:o K10.gentle.2:o"), "lay.K10.tight.4") == ("runs-in-a-loop", "aos-6.20")
    # A New City may have this effect, and the line stays unfinished.
    s = building("J9.gentle.1:o K9.gentle.4:o K8.tight.2:o L8.tight.4:o", seat="green", action="urbanization")
    after = draft(s, "urbanize.indianapolis.b")
    assert lines(after) == ["orange: evansville-indianapolis 1", "orange: indianapolis-indianapolis 2"]
    assert [link.owner for link in after.board.links] == [0]
    assert complaints(after) == []


def test_aos_6_21_complex_tiles_come_by_replacement_only():
    s = building(cities="K9.a")
    for tile in ("cross-straights.1", "cross-mixed.1", "cross-curves.1", "side-straight.4", "side-right.1"):
        assert why(s, f"lay.K10.{tile}") == ("complex-on-empty", "aos-6.21")
    assert why(building("K10.straight.1:g", cities="K9.a"), "lay.K10.cross-straights.1") is None


# Towns.


def test_aos_6_22_town_tiles_on_towns_only():
    s = building("J9.gentle.1:o")
    for tile in ("stub", "star", "fork-left", "fork-right", "fan"):
        assert why(s, f"lay.K10.{tile}.1") == ("town-tile-elsewhere", "aos-6.22")
        assert any(move.startswith(f"lay.K9.{tile}.") for move in offered(s))
    assert why(building("K10.straight.1:o"), "lay.K10.star.0") == ("town-tile-elsewhere", "aos-6.22")


def test_aos_6_23_the_tile_decides_the_number_of_exits():
    exits = {"stub.4": 1, "star.0": 3, "fork-left.1": 3, "fork-right.1": 3, "fan.3": 3}
    exits |= {"straight.1": 2, "gentle.2": 2, "tight.4": 2, "cross-straights.1": 4, "cross-curves.0": 4}
    exits |= {"cross-mixed.1": 4, "side-straight.1": 4, "side-curves.1": 4, "side-left.1": 4, "side-right.1": 4}
    for tile, number in exits.items():
        s = draft(building("J9.gentle.1:o"), f"lay.K9.{tile}")
        tracks = s.board.laid["K9"].tracks
        assert len(tracks) == number
        assert {track.b for track in tracks} == {6}  # every one ends at the town, nothing crosses
        has_disc = tile_set()[tile.split(".")[0]].family != "town"
        assert s.board.discs_on_towns == (("K9",) if has_disc else ())


def test_aos_6_24_a_town_needs_one_connection_for_all_exits():
    for owner in "o-":
        s = building(f"J9.gentle.1:{owner}")
        assert why(s, "lay.K9.star.0") is None  # south-west meets the line, north and south-east nothing
        assert why(s, "lay.K9.star.1") == ("town-not-connected", "aos-6.24")
    assert why(building(), "lay.K9.stub.4") == ("town-not-connected", "aos-6.24")
    # An own segment in the town will do, track of others or of nobody in it will not.
    assert why(building("J9.gentle.1:o K9.stub.4:o"), "lay.K9.straight.1") is None
    assert why(building("J9.gentle.1:g K9.stub.4:g"), "lay.K9.straight.1") == ("town-not-connected", "aos-6.24")
    assert why(building("J9.gentle.1:- K9.stub.4:-"), "lay.K9.straight.1") == ("town-not-connected", "aos-6.24")
    # But a new exit that meets an own line.
    assert why(building("J9.gentle.1:g K9.stub.4:g L8.gentle.2:o"), "lay.K9.straight.1") is None


def test_aos_6_25_new_exits_are_the_builders_old_ones_stay():
    s = draft(building("J9.gentle.1:o"), "lay.K9.star.0")
    assert [track.owner for track in s.board.laid["K9"].tracks] == [0, 0, 0]
    s = building("K9.tight.5:g- J9.gentle.1:o")
    s = draft(s, "lay.K9.fan.5")
    assert [(track.a, track.owner) for track in s.board.laid["K9"].tracks] == [(0, 1), (4, 0), (5, None)]
    kept = go(building("K9.tight.5:g- J9.gentle.1:o"), "lay.K9.fan.5 done")
    assert [track.owner for track in kept.board.laid["K9"].tracks] == [1, 0, None]


def test_what_is_accepted_near_indianapolis_was_offered():
    """A look at one town; the whole map is in test_positions."""
    s = building("J9.gentle.1:o K9.stub.4:g L8.gentle.2:-")
    accepted = {
        str(move)
        for placement in tile_set().placements
        if refuse(GAME, s, 0, move := Lay("K9", placement.tile.id, placement.rotation)) is None
    }
    assert accepted == {move for move in offered(s) if move.startswith("lay.K9.")}
    assert cost(s, min(accepted)) == 3
