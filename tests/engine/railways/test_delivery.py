"""Chapter 7: delivering a cube."""

import pytest

from engine.core.play import actors
from engine.games.railways.events import CityEmptied, CubeDelivered, LinksPaid
from tests.engine.railways.position import (
    BOTH,
    acting,
    cubes,
    has,
    linked,
    offered,
    plays,
    refused,
    steps,
    track,
)

both = pytest.mark.parametrize("game", BOTH)


def line(game, engine=3):
    """Detroit (black) – Toledo (grey) – Chicago (red) – Milwaukee (grey), all of seat 0."""
    s = linked(acting(game), 0, "detroit", "toledo", "chicago", "milwaukee")
    return has(s, 0, engine=engine)


@both
def test_rw_7_1_over_complete_links_to_a_city_of_its_colour(game):
    s = cubes(line(game), detroit="R")
    played = plays(s, 0, "deliver.red.detroit to.toledo to.chicago")
    assert played.events[0] == CubeDelivered(0, "red", "detroit", "chicago", 2)
    assert refused(s, 0, "deliver.blue.detroit").reason == "no-such-cube"
    assert refused(cubes(s, toledo="P"), 0, "deliver.purple.toledo").reason == "no-way"  # no purple city in reach
    unfinished = cubes(track(acting(game), 0, "G16.gentle.5"), chicago="B")
    assert refused(unfinished, 0, "deliver.blue.chicago").reason == "no-own-link"
    begun = steps(s, 0, "deliver.red.detroit").state
    assert refused(begun, 0, "done").rule  # never moved without being delivered
    assert offered(begun, 0) == ["to.toledo"]


@both
def test_rw_7_2_the_first_link_must_be_ones_own(game):
    s = linked(cubes(acting(game), detroit="R"), 1, "detroit", "toledo")
    s = has(linked(s, 0, "toledo", "chicago"), 0, engine=3)
    assert refused(s, 0, "deliver.red.detroit").rule == "rw-7.2"
    back = cubes(s, chicago="K")
    assert plays(back, 0, "deliver.black.chicago to.toledo to.detroit").state.players[1].points == 1


@both
def test_rw_7_3_not_more_links_than_the_engine(game):
    s = cubes(line(game, engine=2), milwaukee="K", detroit="R")
    assert refused(s, 0, "deliver.black.milwaukee").rule == "rw-7.3"
    assert plays(has(s, 0, engine=3), 0, "deliver.black.milwaukee to.chicago to.toledo to.detroit")


@both
def test_rw_7_4_no_city_twice(game):
    s = linked(cubes(line(game, engine=8), detroit="B"), 0, "chicago", "indianapolis")
    begun = steps(cubes(s, milwaukee="K"), 0, "deliver.black.milwaukee to.chicago").state
    assert refused(begun, 0, "to.milwaukee").rule == "rw-7.4"
    assert refused(begun, 0, "to.indianapolis").reason == "leads-nowhere"


@both
def test_rw_7_5_it_must_stop_at_the_first_city_of_its_colour(game):
    s = linked(line(game, engine=8), 0, "toledo", "cleveland", "pittsburgh")
    s = cubes(s.with_painted("toledo", "blue", s.new_cities), detroit="B")
    played = plays(s, 0, "deliver.blue.detroit to.toledo")  # not on to Pittsburgh
    assert played.state.players[0].points == 1
    begun = steps(s, 0, "deliver.blue.detroit to.toledo")
    assert begun.ends == "turn"


@both
def test_rw_7_6_a_cube_in_a_city_of_its_own_colour_goes_to_another(game):
    s = cubes(line(game, engine=8), chicago="R")
    assert refused(s, 0, "deliver.red.chicago").reason == "no-way"
    s = s.with_painted("milwaukee", "red", s.new_cities)
    assert plays(s, 0, "deliver.red.chicago to.milwaukee").state.players[0].points == 1


@both
def test_rw_7_7_grey_cities_receive_nothing_empty_ones_do(game):
    s = cubes(line(game), detroit="R")
    begun = steps(s, 0, "deliver.red.detroit to.toledo")
    assert begun.ends is None  # through the grey city, not into it
    assert s.cubes["chicago"] == ""
    assert steps(begun.state, 0, "to.chicago").ends == "turn"


@both
def test_rw_7_8_one_point_a_link_to_its_owner(game):
    s = linked(cubes(acting(game), milwaukee="K"), 0, "milwaukee", "chicago")
    s = has(linked(linked(s, 1, "chicago", "toledo"), 2, "toledo", "detroit"), 0, engine=3)
    played = plays(s, 0, "deliver.black.milwaukee to.chicago to.toledo to.detroit")
    assert [player.points for player in played.state.players] == [1, 1, 1]
    assert [event for event in played.events if isinstance(event, LinksPaid)] == [
        LinksPaid(0, 1),
        LinksPaid(1, 1),
        LinksPaid(2, 1),
    ]


@both
def test_rw_7_9_the_cube_goes_into_the_bag_and_an_empty_city_gets_a_marker(game):
    s = cubes(line(game), detroit="RR")
    once = plays(s, 0, "deliver.red.detroit to.toledo to.chicago")
    assert once.state.cubes["detroit"] == "R"
    assert len(once.state.bag) == len(s.bag) + 1
    assert not any(isinstance(event, CityEmptied) for event in once.events)
    twice = plays(once.state.with_place(1, 0), 0, "deliver.red.detroit to.toledo to.chicago")
    assert "detroit" in twice.state.empty
    assert any(isinstance(event, CityEmptied) and event.city == "detroit" for event in twice.events)


def parallel(game):
    s = linked(cubes(acting(game), new_haven="B"), 0, "new-haven", "new-york")
    s = linked(linked(s, 1, "new-york", "philadelphia"), 2, "new-york", "philadelphia")
    return steps(has(s, 0, engine=2), 0, "deliver.blue.new-haven to.new-york").state


@both
def test_rw_7_10_the_mover_says_whose_link_is_used(game):
    s = parallel(game)
    assert refused(s, 0, "to.philadelphia").rule == "rw-7.10"
    assert refused(s, 0, "over.orange.philadelphia").reason == "not-their-link"
    assert offered(s, 0) == ["over.green.philadelphia", "over.sky.philadelphia"]
    after = steps(s, 0, "over.sky.philadelphia").state
    assert [player.points for player in after.players] == [1, 0, 1]


@both
def test_rw_14_4_whose_link_is_said_only_where_it_must_be(game):
    s = cubes(line(game), detroit="R")
    assert refused(s, 0, "to.toledo").rule == "rw-14.4"
    begun = steps(s, 0, "deliver.red.detroit").state
    assert refused(begun, 0, "over.orange.toledo").rule == "rw-14.4"
    assert refused(begun, 0, "to.milwaukee").reason == "no-own-link-to"
    assert refused(steps(begun, 0, "to.toledo").state, 0, "to.milwaukee").reason == "no-link"
    assert actors(game, begun) == (0,)
