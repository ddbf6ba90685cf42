"""Chapter 1: the pieces, the map and the setup."""

from collections import Counter
from hashlib import sha256

import pytest

from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.play import actors, start
from engine.games.railways.box import NEW_CITIES
from engine.games.railways.country import SIDE_WORDS, eastern_us
from engine.games.railways.goals import joined
from engine.games.railways.routes import routes
from engine.rail.goods import LETTERS, handful
from tests.engine.railways.position import BOTH, RT, opening, plays

# As printed on the board: colour, then city, number of cubes and hex.
CITIES = {
    "red": "New York 5 X8, Chicago 4 H16, Charleston 4 X26",
    "blue": "New Orleans 5 N39, Philadelphia 4 W10, Pittsburgh 4 R13, Atlanta 4 R28, St Louis 3 G23",
    "yellow": "Boston 4 Z3, Baltimore 4 V12, Cincinnati 3 N19, Memphis 3 J29, Duluth 2 A9, Raleigh 2 W20, "
    "Jacksonville 2 X32",
    "purple": "Toronto 3 O7, Wheeling 3 R15, Nashville 3 N25, Savannah 3 W28",
    "black": "Detroit 3 L12, Richmond 3 W16, Louisville 2 M21, Mobile 2 O36",
    "": "Albany 2 V5, Providence 2 Z5, Washington 2 V14, Milwaukee 2 F14, Lexington 2 O21, Wilmington 2 Y22, "
    "New Haven 1 X6, Buffalo 1 Q8, Cleveland 1 O12, Minneapolis 1 A13, Dover 1 Y13, Toledo 1 L14, Columbus 1 O16, "
    "Norfolk 1 Y16, Indianapolis 1 K18, Rock Island 1 E18, Des Moines 1 B19, Knoxville 1 Q24, Kansas City 1 B25, "
    "Columbia 1 V25, Chattanooga 1 P26, Birmingham 1 O30, Tulsa 1 B30, Montgomery 1 Q31, Little Rock 1 G32, "
    "Jackson 1 K34, Tallahassee 1 T34, Shreveport 1 G36, Dallas 1 C37",
}


def digest(lines):
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


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
    found = {city.name: (city.colour, city.cubes, city.hex) for city in eastern_us().cities.values()}
    printed = {}
    for colour, cities in CITIES.items():
        for city in cities.split(", "):
            name, number, hex = city.rsplit(" ", 2)
            printed[name] = (colour, int(number), hex)
    assert found == printed
    assert len(found) == 52
    assert sum(not colour for colour, _, _ in found.values()) == 29


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


def test_rw_1_4_every_hex_ridge_and_river_is_where_it_was_found():
    """The digests were taken from the survey of the printed board, not from the data files of the package."""
    country = eastern_us()
    ridges = [f"{hex} {SIDE_WORDS[side]}" for hex, side in country.ridges]
    rivers = [f"{hex} {' '.join(SIDE_WORDS[side] for side in sides)}" for hex, sides in country.rivers.items()]
    terrain = [f"{hex} {kind}" for hex, kind in country.terrain.items()]
    assert (len(ridges), digest(ridges)) == (2 * 124, "6902ecbc3cef254f")
    assert (len(rivers), digest(rivers)) == (120, "cde4956c29829851")
    assert (len(terrain), digest(terrain)) == (1120, "5faddc3fb6ba5945")


def test_rw_1_4_no_two_cities_are_neighbours_and_all_can_be_joined():
    country = eastern_us()
    for city in country.cities.values():
        beside = country.grid.neighbours[city.hex]
        assert not any(hex in country.city_at for hex in beside)
        assert sum(country.buildable(hex) for hex in beside) >= 2
    pairs = tuple(routes(RT.id))
    assert len(pairs) == 143
    one_link_away = {city: [a if city == b else b for a, b in pairs if city in (a, b)] for city in country.cities}
    assert all(joined(one_link_away.__getitem__, "chicago", city) for city in country.cities)


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
