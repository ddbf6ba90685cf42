"""Chapters 6 and 9: New Cities, engines, western links."""

import pytest

from engine.core.play import actors
from engine.games.railways.events import CityGrew, EngineBought, Urbanized, WesternBuilt
from tests.engine.railways.position import (
    BOTH,
    ROTW,
    RT,
    acting,
    bare,
    cubes,
    has,
    linked,
    offered,
    opening,
    plays,
    refused,
)

both = pytest.mark.parametrize("game", BOTH)


@both
def test_rw_6_1_a_new_city_of_any_colour_left_on_any_grey_city(game):
    s = has(acting(game), 0, cash=10)
    played = plays(s, 0, "urbanize.albany.blue")
    after = played.state
    assert after.colour("albany") == "blue"
    assert after.players[0].cash == 0
    assert after.new_cities == "BBKKKPPPYYY"
    assert isinstance(played.events[-1], Urbanized)
    assert played.ends == "seen"
    assert refused(s, 0, "urbanize.chicago.blue").rule == "rw-6.1"
    assert refused(after, 1, "urbanize.albany.black").rule == "rw-6.1"
    assert refused(s, 0, "urbanize.albany.red").rule == "rw-1.7"


@both
def test_rw_6_1_cubes_of_its_colour_are_delivered_there(game):
    s = linked(cubes(acting(game), detroit="B"), 0, "detroit", "toledo")
    assert refused(s, 0, "deliver.blue.detroit").reason == "no-way"
    s = plays(s, 0, "urbanize.toledo.blue").state.with_place(1, 0)
    assert plays(s, 0, "deliver.blue.detroit to.toledo").state.players[0].points == 1


@both
def test_rw_6_2_two_cubes_come_and_the_marker_goes(game):
    s = acting(game)
    assert "albany" in s.empty
    after = plays(s, 0, "urbanize.albany.blue").state
    assert len(after.cubes["albany"]) == 2
    assert len(after.bag) == len(s.bag) - 2
    assert "albany" not in after.empty
    more = plays(after, 1, "urbanize.toledo.blue").state.with_place(1, 0)
    assert len(plays(cubes(more, dover="R"), 0, "urbanize.dover.blue").state.cubes["dover"]) == 3


def test_rw_6_3_an_empty_bag_gives_what_it_has():
    s = acting()
    s = s.with_cubes("dallas", s.bag[1:], s.bag[:1])
    one = plays(s, 0, "urbanize.albany.blue").state
    assert (len(one.cubes["albany"]), one.bag) == (1, "")
    none = plays(one, 1, "urbanize.toledo.blue").state
    assert "toledo" in none.empty


@both
def test_rw_6_4_engines_one_level_an_action(game):
    s = has(acting(game), 0, cash=95)
    for level, price in zip(range(2, 9), (5, 10, 10, 15, 15, 20, 20), strict=True):
        played = plays(s, 0, "loco")
        assert played.events[0] == EngineBought(0, level, price)
        s = played.state.with_place(1, 0)
    assert s.players[0].cash == 0
    assert s.players[0].shares == 0
    assert refused(s, 0, "loco").rule == "rw-6.4"


@both
def test_rw_6_5_the_level_is_the_longest_run(game):
    s = linked(cubes(acting(game), detroit="R"), 0, "detroit", "toledo", "chicago")
    assert refused(s, 0, "deliver.red.detroit").params["n"] == 1
    s = has(s, 0, engine=2)
    assert plays(s, 0, "deliver.red.detroit to.toledo to.chicago").state.players[0].points == 2


def west(game):
    return linked(acting(game), 0, "des-moines", "rock-island", "chicago")


@both
def test_rw_9_1_a_western_link_needs_an_own_link_and_thirty_thousand(game):
    s = has(west(game), 0, cash=30)
    played = plays(s, 0, "west.des-moines")
    assert played.state.western == {"des-moines": 0}
    assert played.state.players[0].cash == 0
    assert WesternBuilt(0, "des-moines", 4, 30) in played.events
    assert refused(s, 0, "west.chicago").rule == "rw-9.1"
    assert refused(s, 0, "west.kansas-city").reason == "western-without-link"
    assert refused(s.with_place(1, 1), 1, "west.des-moines").reason == "western-without-link"


@both
def test_rw_9_2_one_tile_a_city_but_a_player_may_have_both(game):
    s = linked(west(game), 0, "des-moines", "kansas-city")
    s = plays(s, 0, "west.des-moines").state.with_place(1, 0)
    assert refused(s, 0, "west.des-moines").rule == "rw-9.2"
    assert plays(s, 0, "west.kansas-city").state.western == {"des-moines": 0, "kansas-city": 0}


@both
def test_rw_9_3_four_red_cubes_or_what_there_is(game):
    s = west(game)
    after = plays(s, 0, "west.des-moines").state
    assert after.cubes["des-moines"] == "RRRR"
    assert "des-moines" not in after.empty
    few = cubes(s, dallas="R" * 23)
    assert plays(few, 0, "west.des-moines").state.cubes["des-moines"] == "RR"


@both
def test_rw_9_4_red_cubes_from_the_west_make_chicago_grow(game):
    s = has(plays(west(game), 0, "west.des-moines").state.with_place(1, 0), 0, engine=2)
    played = plays(s, 0, "deliver.red.des-moines to.rock-island to.chicago")
    assert len(played.state.cubes["chicago"]) == 2
    assert played.ends == "seen"
    assert any(isinstance(event, CityGrew) for event in played.events)
    assert len(played.state.bag) == len(s.bag) + 1 - 2
    other = cubes(linked(s, 0, "rock-island", "chicago"), rock_island="R")
    plain = plays(other, 0, "deliver.red.rock-island to.chicago")
    assert plain.state.cubes["chicago"] == ""  # not from a western city
    assert plain.ends == "turn"


@both
def test_rw_9_5_the_western_tile_is_no_link(game):
    s = plays(west(game), 0, "west.des-moines").state
    assert len(s.links_of(0)) == 2
    assert s.players[0].points == 0
    assert {city for city in s.country.cities if s.hops(city)} == {"des-moines", "rock-island", "chicago"}


def test_rw_13_2_beginners_have_no_cards_tycoons_or_western_links():
    s = opening(RT, beginner="on")
    assert (s.row, s.deck, s.tycoons) == ((), (), ())
    s = linked(bare(actors_first(s)), 0, "des-moines", "rock-island", "chicago")
    assert refused(s, 0, "west.des-moines").rule == "rw-13.2"
    assert refused(s, 0, "take.hotel-boston").rule == "rw-13.2"
    assert not [move for move in offered(s, 0) if move.startswith(("west", "take"))]


def actors_first(s):
    for _ in s.seats:
        (seat,) = actors(RT, s)
        s = plays(s, seat, "pass").state
    return s.with_order((0, 1, 2)).with_place(1, 0)


def test_rw_13_3_barons_are_an_option_of_railways_of_the_world():
    assert opening(ROTW).tycoons == ()
    assert len(opening(ROTW, barons="on").tycoons) == 3


def test_rw_13_1_options_hold_for_the_game():
    s = opening(ROTW, barons="on", auction="variant-2")
    assert s.options == {"barons": "on", "auction": "variant-2", "youngest": "seat-1", "major-lines": "open"}
    assert plays(s, 0, "pass").state.options == s.options


def test_rw_13_4_the_host_names_the_youngest():
    for game in BOTH:
        assert opening(game, youngest="seat-3").first == 2
        assert actors(game, opening(game, youngest="seat-3")) == (2,)
        assert opening(game, 2, youngest="seat-3").first == 0  # nobody sits there
    assert opening(ROTW, auction="variant-1", youngest="seat-2").order == (1, 2, 0)
    assert [player.cash for player in opening(ROTW, auction="variant-1", youngest="seat-2").players] == [2, 0, 1]


def test_rw_13_4_else_it_is_the_first_seat():
    assert opening(ROTW).first == 0
    assert opening(ROTW, auction="variant-1").order == (0, 1, 2)


@both
def test_new_cubes_of_a_colour_are_told_together(game):
    new = ("blue", "blue", "red")
    for lang, told in (("en", "2 blue and red"), ("fr", "2 bleus et rouge")):
        for event in (CityGrew("albany", 3, new), Urbanized(0, "albany", "red", 3, new, 10)):
            assert told in game.words.render(event.say(), lang, ("Ann",))
