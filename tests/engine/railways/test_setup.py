"""Chapter 1: the pieces, the map and the setup."""

from collections import Counter

import pytest

from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.play import actors, start
from engine.games.railways.box import NEW_CITIES
from engine.games.railways.built import Link
from engine.games.railways.country import eastern_us
from engine.games.railways.goals import joined
from engine.games.railways.routes import routes
from engine.rail.goods import LETTERS, handful
from tests.engine.railways.position import BOTH, RT, opening, plays

# As printed on the board: colour, then city and number of cubes.
CITIES = {
    "red": "New York 5, Chicago 4, Charleston 4",
    "blue": "New Orleans 5, Philadelphia 4, Pittsburgh 4, Atlanta 4, St Louis 3",
    "yellow": "Boston 4, Baltimore 4, Cincinnati 3, Memphis 3, Duluth 2, Raleigh 2, Jacksonville 2",
    "purple": "Toronto 3, Wheeling 3, Nashville 3, Savannah 3",
    "black": "Detroit 3, Richmond 3, Louisville 2, Mobile 2",
    "": "Albany 2, Providence 2, Washington 2, Milwaukee 2, Lexington 2, Wilmington 2, New Haven 1, Buffalo 1, "
    "Cleveland 1, Minneapolis 1, Dover 1, Toledo 1, Columbus 1, Norfolk 1, Indianapolis 1, Rock Island 1, "
    "Des Moines 1, "
    "Knoxville 1, Kansas City 1, Columbia 1, Chattanooga 1, Birmingham 1, Tulsa 1, Montgomery 1, Little Rock 1, "
    "Jackson 1, Tallahassee 1, Shreveport 1, Dallas 1",
}


@pytest.mark.parametrize("game", BOTH)
def test_rw_1_1_two_to_six_seats_in_the_colours_of_all_games(game):
    for number in range(2, 7):
        assert len(start(game, SEAT_COLOURS[:number], "x").state.players) == number
    for number in (1, 7):
        with pytest.raises(BadSetup):
            start(game, [*SEAT_COLOURS, "pink"][:number], "x")


def test_rw_1_2_addresses_and_sides():
    land = eastern_us().grid
    assert len(land.hexes) == 28 * 40
    assert land.hexes[-1] == "AB40"
    assert land.neighbours["H16"] == ("I15", "I16", "I17", "H17", "G16", "H15")  # an even row lies further east
    assert land.neighbours["H17"] == ("H16", "I17", "H18", "G18", "G17", "G16")


def test_rw_1_3_every_city_with_colour_and_cubes():
    found = {city.name: (city.colour, city.cubes) for city in eastern_us().cities.values()}
    printed = {
        name: (colour, int(number))
        for colour, cities in CITIES.items()
        for name, _, number in (city.rpartition(" ") for city in cities.split(", "))
    }
    assert found == printed
    assert len(found) == 52
    assert sum(not colour for colour, _ in found.values()) == 29
    assert eastern_us().cities["chicago"].hex == "H16"
    assert eastern_us().cities["new-york"].hex == "X8"


def test_rw_1_4_terrain_ridges_rivers_and_western_hexes():
    country = eastern_us()
    assert Counter(country.terrain.values()) == {
        "plain": 466, "river": 120, "hill": 113, "coast": 44, "city": 52, "west": 2, "water": 173, "off": 150,
    }  # fmt: skip
    assert len(country.ridges) == 2 * 124
    assert len(country.rivers) == 120
    assert country.western == {"des-moines": "A19", "kansas-city": "A25"}
    assert ("P26", 5) in country.ridges  # between Chattanooga and P25
    assert ("P25", 2) in country.ridges


def test_rw_1_4_no_two_cities_are_neighbours_and_all_can_be_joined():
    country = eastern_us()
    for city in country.cities.values():
        beside = country.grid.neighbours[city.hex]
        assert not any(hex in country.city_at for hex in beside)
        assert sum(country.buildable(hex) for hex in beside) >= 2
    network = [Link(a, b, 0) for a, b in routes(RT.id)]
    assert len(network) == 143
    assert all(joined(network, "chicago", city) for city in country.cities)


@pytest.mark.parametrize("game", BOTH)
def test_rw_1_5_cities_receive_their_cubes_from_125(game):
    s = opening(game, 4)
    assert Counter(s.bag + "".join(s.cubes.values())) == dict.fromkeys(LETTERS.values(), 25)
    assert {city: len(there) for city, there in s.cubes.items()} == {
        word: city.cubes for word, city in eastern_us().cities.items()
    }
    assert opening(game, 4, "other seed").cubes != s.cubes


@pytest.mark.parametrize(("seats", "on_board"), [(2, 81), (3, 81), (4, 110), (5, 110), (6, 110)])
def test_rw_1_6_one_cube_less_with_two_or_three_players(seats, on_board):
    s = opening(seats=seats)
    assert sum(map(len, s.cubes.values())) == on_board
    assert len(s.cubes["toledo"]) == 1  # a city with one keeps it


def test_rw_1_7_twelve_new_cities():
    assert opening().new_cities == "BBBKKKPPPYYY" == handful(NEW_CITIES)


def test_rw_1_8_two_western_tiles_one_for_each_city():
    assert len(eastern_us().western) == 2
    assert opening().western == {}


@pytest.mark.parametrize("game", BOTH)
def test_rw_1_9_players_start_with_engine_1_and_nothing_else(game):
    for player in opening(game).players:
        assert (player.engine, player.points, player.cash, player.shares) == (1, 0, 0, 0)


def test_rw_1_10_the_first_seat_opens_the_first_auction_as_previous_first_player():
    assert actors(RT, opening()) == (0,)
    s = opening()
    for seat in range(3):
        s = plays(s, seat, "pass").state
    assert s.first == 1  # all have passed: the next to the left
