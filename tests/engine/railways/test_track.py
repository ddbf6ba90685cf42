"""Chapter 5: track."""

import pytest

from engine.core.play import actors
from engine.games.railways.events import LinkBuilt, TileReplaced, TrackBuilt
from engine.games.railways.phases import income
from engine.games.railways.track_rules import crosses_river, land, meeting, price, track_of
from engine.rail.track import Laid
from tests.engine.railways.position import (
    BOTH,
    ROTW,
    RT,
    accepted,
    acting,
    has,
    linked,
    offered,
    plays,
    refused,
    steps,
    track,
)

both = pytest.mark.parametrize("game", BOTH)


def cost(s, tile, grant=False):
    hex, shape, rotation = tile.split(".")
    laid = track_of(shape, int(rotation))
    assert laid is not None
    return price(s, hex, laid, grant)


@both
def test_rw_5_1_four_tiles_end_the_action_by_themselves(game):
    s = acting(game)
    played = plays(s, 0, "lay.I16.straight.1 lay.J16.straight.1 lay.K16.straight.1 lay.L16.straight.1")
    assert played.events[-1] == TrackBuilt(0, "chicago", 4, ("I16", "J16", "K16", "L16"), 8)
    assert actors(game, played.state) == (1,)


@both
def test_rw_5_1_a_second_city_ends_the_action(game):
    played = plays(acting(game), 0, "lay.G16.gentle.5 lay.G15.straight.2")
    assert LinkBuilt(0, "chicago", "milwaukee", 2, ("G16", "G15"), 4) in played.events
    assert actors(game, played.state) == (1,)


@both
def test_rw_5_1_done_ends_it_before(game):
    assert refused(acting(game), 0, "done").rule == "rw-5.1"
    played = plays(acting(game), 0, "lay.I16.straight.1 done")
    assert played.events[-1] == TrackBuilt(0, "chicago", 1, ("I16",), 2)


@both
def test_rw_5_2_the_first_tile_touches_a_city_or_an_own_loose_end(game):
    s = acting(game)
    assert refused(s, 0, "lay.J17.straight.0").rule == "rw-5.2"
    assert accepted(s, 0, "lay.I16.straight.1")  # any city, nobody need own a link there
    begun = track(s, 0, "I16.straight.1")
    assert accepted(begun, 0, "lay.J16.gentle.2")
    assert not accepted(begun, 1, "lay.J16.gentle.2")


@both
def test_rw_5_2_each_further_tile_joins_the_end(game):
    s = steps(acting(game), 0, "lay.I16.straight.1").state
    assert refused(s, 0, "lay.G16.straight.1").reason == "not-joined"  # at the city, but not at the link
    assert refused(s, 0, "lay.J16.straight.0").reason == "not-joined"
    assert accepted(s, 0, "lay.J16.straight.1")
    laying = [move for move in offered(s, 0) if move.startswith("lay")]
    assert laying == ["lay.J16.straight.1", "lay.J16.gentle.2", "lay.J16.gentle.4"]


@both
def test_rw_5_3_pictures_of_the_rulebook(game):
    correct = plays(acting(game), 0, "lay.G16.gentle.5 lay.G15.straight.2").state
    assert [(link.a, link.b) for link in correct.links] == [("chicago", "milwaukee")]
    unfinished = plays(acting(game), 0, "lay.G16.gentle.5 done").state
    assert unfinished.links == ()
    assert len(unfinished.unfinished) == 1
    # Touching both cities but not joined to each other: the second tile is refused.
    s = steps(acting(game), 0, "lay.G16.gentle.5").state
    assert refused(s, 0, "lay.F15.gentle.0").rule == "rw-5.2"


@both
def test_rw_5_4_only_complete_land(game):
    s = acting(game)
    assert refused(s, 0, "lay.I15.straight.0").reason == "no-land"  # Lake Michigan
    assert refused(s, 0, "lay.H16.straight.0").reason == "in-a-city"
    assert refused(s, 0, "lay.A19.straight.1").reason == "no-land"  # western hex
    assert refused(s, 0, "lay.A1.straight.1").reason == "no-land"
    assert refused(s, 0, "lay.ZZ99.straight.1").reason == "no-land"
    assert s.country.terrain["M12"] == "coast"
    assert land(s, "M12") is None


def test_rw_5_5_straight_or_gentle_curve_only():
    assert [track_of("straight", number) for number in range(3)] == [(0, 3), (1, 4), (2, 5)]
    assert {track_of("gentle", number) for number in range(6)} == {(0, 2), (1, 3), (2, 4), (3, 5), (0, 4), (1, 5)}
    assert track_of("straight", 3) is None
    assert refused(acting(), 0, "lay.H17.straight.3").rule == "rw-14.3"
    assert RT.lexicon({})["tile"] == ("straight", "gentle")


@both
def test_rw_5_6_two_tracks_on_four_sides(game):
    assert refused(track(acting(game), 1, "I17.straight.1"), 0, "lay.I17.gentle.5").reason == "side-taken"
    both_there = track(acting(game), 1, "I17.straight.1", "I17.straight.0")
    assert refused(both_there, 0, "lay.I17.straight.2").reason == "hex-full"


@both
def test_rw_5_6_the_older_track_stays_and_the_crossing_is_one_tile(game):
    s = linked(acting(game), 1, "chicago", "milwaukee")
    s = track(s, 1, "I17.straight.1")
    after = steps(s, 0, "lay.I17.straight.2").state
    assert after.laid["I17"].tracks == (Laid(1, 4, 1), Laid(2, 5, 0))
    assert after.act.tiles == 1
    beside = steps(track(acting(game), 1, "I17.gentle.1"), 0, "lay.I17.straight.2")
    assert beside.state.laid["I17"].tracks == (Laid(1, 3, 1), Laid(2, 5, 0))


@both
def test_rw_5_7_one_track_at_a_time_so_no_crossing_on_an_empty_hex(game):
    after = steps(acting(game), 0, "lay.I17.straight.2").state
    assert len(after.laid["I17"].tracks) == 1
    assert refused(after, 0, "lay.I17.straight.1").reason == "not-joined"


@both
def test_rw_5_8_a_link_never_passes_a_hex_twice(game):
    # From Chicago once round J17, and back into the first hex by its free sides.
    s = track(acting(game), 0, "I17.straight.2", "I18.gentle.5", "J18.gentle.4", "K17.gentle.3", "J16.gentle.2")
    s = track(s, 0, "I16.gentle.1")
    assert list(s.loose_ends) == [("I16", 3)]
    assert refused(s, 0, "lay.I17.straight.0").rule == "rw-5.8"


@both
def test_rw_5_9_no_loop(game):
    s = track(acting(game), 0, "I16.straight.1", "J16.gentle.2", "K17.gentle.3", "J18.gentle.4", "I18.gentle.5")
    reason = refused(s, 0, "lay.I17.straight.2")  # from Chicago back to Chicago
    assert reason.rule == "rw-5.9"
    assert reason.params == {"city": "chicago"}


@both
def test_rw_5_10_track_may_pass_beside_a_city(game):
    s = track(acting(game), 0, "H17.straight.1", "G17.straight.1")
    assert meeting(s, "H17", 0).city == "H16"  # the side towards Chicago is free
    assert all("chicago" not in (link.a, link.b) for link in s.links)
    assert accepted(s, 1, "lay.H17.straight.0")


@both
def test_rw_5_11_not_into_the_loose_end_of_another(game):
    s = track(acting(game), 1, "G15.straight.2")  # from Milwaukee, pointing at G16
    assert refused(s, 0, "lay.G16.gentle.5").rule == "rw-5.11"
    joined = plays(s, 0, "lay.H17.straight.0 done").state
    own = plays(joined, 1, "lay.G16.gentle.5")
    assert LinkBuilt(1, "milwaukee", "chicago", 1, ("G16",), 2) in own.events


@both
def test_rw_5_11_two_own_loose_ends_are_joined_to_a_link(game):
    s = track(acting(game), 0, "I16.straight.1", "K17.straight.2")
    played = plays(s, 0, "lay.J16.gentle.2")
    assert LinkBuilt(0, "indianapolis", "chicago", 1, ("J16",), 2) in played.events


@both
def test_rw_5_12_the_free_end_must_be_able_to_go_on(game):
    s = acting(game)
    assert refused(s, 0, "lay.G15.gentle.5").reason == "dead-end"  # would point at Lake Michigan
    assert refused(s, 0, "lay.A20.gentle.4").reason == "dead-end"  # at the frame
    assert not meeting(s, "A18", 3).open  # at a western hex
    blocked = track(s, 1, "J16.straight.0", "J16.straight.2")
    assert refused(blocked, 0, "lay.I16.straight.1").reason == "dead-end"
    crossing = track(s, 1, "J16.straight.0")
    assert accepted(crossing, 0, "lay.I16.straight.1")
    for corner in ("L11.gentle.0", "X11.gentle.5", "B29.gentle.2", "P36.gentle.2"):  # no track leads out again
        assert refused(s, 0, f"lay.{corner}").reason == "dead-end"


@both
def test_rw_5_13_two_links_between_the_same_cities(game):
    s = linked(acting(game), 0, "new-york", "philadelphia")
    s = plays(s, 0, "lay.W8.gentle.1 lay.W9.gentle.0").state
    assert [(link.a, link.b, link.owner) for link in s.links] == [("new-york", "philadelphia", 0)] * 2


def test_rw_5_14_terrain_in_railroad_tycoon():
    s = acting(RT)
    assert cost(s, "I16.straight.1") == 2
    assert cost(s, "M12.straight.1") == 2  # coast
    assert cost(s, "O19.straight.1") == 2  # river, followed
    assert cost(s, "Q12.straight.0") == 4  # hill


def test_rw_5_15_terrain_in_railways_of_the_world():
    s = acting(ROTW)
    assert cost(s, "I16.straight.1") == 2
    assert cost(s, "M12.straight.1") == 3
    assert cost(s, "M20.straight.0") == 3
    assert cost(s, "M20.straight.1") == 3  # no rule about crossing
    assert cost(s, "Q12.straight.0") == 4


@both
def test_rw_5_16_a_ridge_is_paid_by_the_tile_that_has_track_on_both_sides(game):
    s = acting(game)
    assert ("R24", 1) in s.country.ridges
    there = s.country.grid.neighbours["R24"][1]
    assert there == "S24"
    assert cost(s, "S24.straight.1") == terrain(s, "S24")  # nothing beyond the ridge yet
    laid = track(s, 0, "R24.straight.1")
    assert cost(laid, "S24.straight.1") == terrain(s, "S24") + 4


def terrain(s, hex):
    return s.profile.terrain_price[s.country.terrain[hex]]


@both
@pytest.mark.parametrize("tile", ["P25.straight.2", "R24.straight.1", "R25.straight.2"])
def test_rw_5_16_beside_a_city_the_tile_that_touches_it_pays(game, tile):
    s = acting(game)
    hex = tile.split(".")[0]
    assert cost(s, tile) == terrain(s, hex) + 4


def test_rw_5_17_crossing_a_river_and_following_it():
    s = acting(RT)
    assert s.country.rivers["M20"] == (0, 3)
    assert cost(s, "M20.straight.0") == 2  # Cincinnati to Louisville along the river
    assert cost(s, "M20.straight.1") == 3
    assert not crosses_river((0, 3), (1, 3))  # one end on the river
    assert not crosses_river((0, 1), (2, 4))  # the whole river on one bank: its bend is followed
    assert crosses_river((0, 2), (1, 4))
    assert not crosses_river((), (0, 3))


@both
def test_rw_5_18_a_second_track_costs_what_a_single_one_costs(game):
    alone = acting(game)
    crossing = track(alone, 1, "I17.straight.1")
    for tile in ("I17.straight.2", "I17.gentle.3"):
        assert cost(crossing, tile) == cost(alone, tile) == 2
    over = track(alone, 1, "P25.straight.1")
    assert cost(over, "P25.straight.2") == cost(alone, "P25.straight.2") == 8


@both
def test_rw_5_19_unfinished_links_leave_without_refund_and_crossings_go_back(game):
    s = track(linked(acting(game), 1, "chicago", "indianapolis"), 0, "I17.straight.2")
    s = track(s, 0, "K17.straight.1")  # crosses the link of seat 1, hanging on nothing else
    assert len(s.laid["K17"].tracks) == 2
    cash = [player.cash for player in s.players]
    after = income.run(s).state
    assert [player.cash for player in after.players] == cash
    assert "I17" not in after.laid
    assert after.laid["K17"].tracks == (Laid(2, 5, 1),)
    assert len(after.links) == 1


def blocked_position(game):
    """Seat 0 has built I16 from Chicago eastwards, and seat 1 has filled the hex beyond."""
    s = track(acting(game), 0, "I16.straight.1")
    return track(s, 1, "J16.straight.0", "J16.straight.2")


def test_rw_5_20_a_blocked_last_tile_may_be_replaced():
    s = has(blocked_position(ROTW), 0, cash=10)
    outcome = steps(s, 0, "redirect.I16.gentle.2")
    assert outcome.events == (TileReplaced(0, "I16"),)
    after = outcome.state
    assert after.laid["I16"].tracks == (Laid(2, 4, 0),)
    assert after.players[0].cash == 8
    assert after.act.tiles == 1
    assert accepted(after, 0, "lay.J17.straight.2")
    assert "redirect.I16.gentle.2" in offered(s, 0)


def test_rw_5_20_only_a_blocked_one_of_ones_own_and_first():
    s = blocked_position(ROTW)
    assert refused(track(acting(ROTW), 0, "I16.straight.1"), 0, "redirect.I16.gentle.2").reason == "not-blocked"
    assert refused(s, 0, "redirect.G16.gentle.2").reason == "no-own-end"
    assert refused(s, 0, "redirect.I16.gentle.0").reason == "not-elsewhere"  # the joint with Chicago is lost
    assert refused(s, 0, "redirect.I16.straight.1").reason == "not-elsewhere"
    begun = steps(s, 0, "lay.H17.straight.0").state
    assert refused(begun, 0, "redirect.I16.gentle.2").reason == "redirect-first"
    assert refused(s, 0, "redirect.I15.gentle.2").rule == "rw-5.4"


def test_rw_5_20_a_link_whose_way_another_player_took_may_be_redirected():
    """Orange aims at Cincinnati over M18; green takes the side of M18 by which orange would have come in."""
    s = track(acting(ROTW), 0, "L18.straight.1")
    assert accepted(s, 0, "lay.M18.gentle.2")  # from the west to Cincinnati
    assert refused(s, 0, "redirect.L18.gentle.2").reason == "not-blocked"
    taken = track(s, 1, "M18.straight.2")
    assert refused(taken, 0, "lay.M18.gentle.2").reason == "side-taken"
    assert accepted(taken, 0, "lay.M18.straight.1")  # there are other ways on, but not the one that was aimed at
    assert "redirect.L18.gentle.2" in offered(taken, 0)
    after = steps(taken, 0, "redirect.L18.gentle.2").state
    assert after.laid["L18"].tracks == (Laid(2, 4, 0),)


def test_rw_5_20_own_track_ahead_blocks_nothing():
    s = track(acting(ROTW), 0, "L18.straight.1", "M18.straight.2")
    assert refused(s, 0, "redirect.L18.gentle.2").reason == "not-blocked"


def test_rw_5_21_never_in_railroad_tycoon():
    s = blocked_position(RT)
    assert refused(s, 0, "redirect.I16.gentle.2").rule == "rw-5.21"
    assert not [move for move in offered(s, 0) if move.startswith("redirect")]
