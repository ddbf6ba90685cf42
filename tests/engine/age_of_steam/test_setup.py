"""aos-1 and aos-2: pieces, the map, the start, the turn."""

from collections import Counter

import pytest

from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.play import start
from engine.core.rng import Rng
from engine.core.words import LANGUAGES
from engine.games.age_of_steam import GAME, ROUND
from engine.games.age_of_steam.components import COLUMNS, CUBES, FEEDS, NEW_CITIES, tile_set
from engine.games.age_of_steam.setup import roll_order
from engine.games.age_of_steam.state import Player
from engine.rail.goods import handful
from tests.engine.age_of_steam.boards import (
    MAP,
    building,
    complaints,
    draft,
    fresh_table,
    go_on,
    goods_in,
    why,
    with_cubes,
)


def test_aos_1_1_three_to_six_seats_with_colours_of_their_own():
    assert SEAT_COLOURS == ("orange", "green", "sky", "magenta", "brown", "white")
    assert not set(SEAT_COLOURS) & set(CUBES)
    for number in (3, 4, 5, 6):
        assert start(GAME, SEAT_COLOURS[:number], "seed").state.seats == SEAT_COLOURS[:number]
    for colours in (SEAT_COLOURS[:2], (*SEAT_COLOURS, "red"), ("orange", "orange", "sky"), ("orange", "red", "sky")):
        with pytest.raises(BadSetup):
            GAME.begin(colours, "seed")


def test_aos_1_2_addresses_and_exits():
    columns = Counter(hex[0] for hex in MAP.terrain)
    assert columns == {letter: 11 if letter in "ACEGIKMOQ" else 10 for letter in "ABCDEFGHIJKLMNOPQR"}
    around_even = [MAP.layout.neighbour("K9", side) for side in range(6)]
    assert around_even == ["K8", "L8", "L9", "K10", "J9", "J8"]
    around_odd = [MAP.layout.neighbour("L8", side) for side in range(6)]
    assert around_odd == ["L7", "M8", "M9", "L9", "K9", "K8"]
    assert [MAP.layout.side_name(side) for side in range(6)] == ["N", "NE", "SE", "S", "SW", "NW"]


CITIES = """
chicago H6 red w1 2; st-louis F10 red w2 2; kansas-city A11 purple w3 2; des-moines C8 blue w4 2;
minneapolis B3 blue w5 2; duluth C1 purple w6 2; evansville J10 blue e1 2; cincinnati M9 blue e2 2;
detroit N4 red e3 2; wheeling Q9 yellow e4 3; pittsburgh R6 red e5 3; toronto Q2 yellow e6 2
"""


def test_aos_1_3_twelve_cities():
    printed = {tuple(row.split()) for row in CITIES.strip().split(";")}
    loaded = {(c.name, c.hex, c.colour, c.column, str(c.cubes)) for c in MAP.city_at.values()}
    assert loaded == printed
    assert Counter(city.colour for city in MAP.city_at.values()) == {"red": 4, "blue": 4, "purple": 2, "yellow": 2}


TOWNS = (
    "la-crosse E4 rock-island F7 springfield G9 green-bay H2 milwaukee H4 terre-haute I9 michigan-city J6 "
    "grand-rapids K4 indianapolis K9 fort-wayne L7 toledo M6 lexington N10 cleveland P5 buffalo R3"
)


def test_aos_1_4_fourteen_towns_and_no_stops_side_by_side():
    words = TOWNS.split()
    assert dict(zip(words[1::2], words[::2], strict=True)) == MAP.town_at
    assert {MAP.terrain[hex] for hex in MAP.town_at} == {"town"}
    s = fresh_table()
    assert not set(s.goods) & set(MAP.town_at)
    stops = set(MAP.stop_names)
    assert not any(beside in stops for hex in stops for beside in MAP.grid.neighbours[hex])


RIVERS = "C4 D4 E5 E6 E7 E8 E9 F9 G10 G11 K11 L10 M10 N9 O9 P8 Q8 Q7 Q3"
MOUNTAINS = "O11 P10 Q10 Q11 R5 R7 R8 R9 R10"


def test_aos_1_5_rivers_and_mountains():
    def hexes(terrain):
        return {hex for hex, here in MAP.terrain.items() if here == terrain}

    assert hexes("river") == set(RIVERS.split())
    assert hexes("mountain") == set(MOUNTAINS.split())
    drawn = [hex for river in MAP.rivers.values() for hex, _, _ in river]
    assert sorted(drawn) == sorted(RIVERS.split())


LAKES = "D1 E1 I1 I2 I3 I4 I5 I6 J1 J2 J3 J4 J5 K1 L1 M1 M2 M3 N1 N2 N3 N5 O1 O5 P4 Q4 R2"


def test_aos_1_6_lakes_are_no_land():
    assert {hex for hex, terrain in MAP.terrain.items() if terrain == "lake"} == set(LAKES.split())
    assert not set(LAKES.split()) & set(MAP.grid.hexes)
    assert "H1" in MAP.grid.neighbours
    assert None in MAP.grid.neighbours["H1"]


def test_counts_of_the_map():
    counts = Counter(MAP.terrain.values())
    assert counts == {"plain": 108, "river": 19, "mountain": 9, "town": 14, "city": 12, "lake": 27}
    assert len(MAP.terrain) == 189
    assert len(MAP.grid.hexes) == 162


@pytest.mark.parametrize(
    ("stop", "sides"),
    [
        ("kansas-city", "N NE"),
        ("duluth", "S SW"),
        ("detroit", "NE SW NW"),
        ("buffalo", "S NW"),
        ("pittsburgh", "N S SW NW"),
        ("chicago", "N SE S SW NW"),
        ("toronto", "N NE S SW NW"),
        ("indianapolis", "N NE SE S SW NW"),
    ],
)
def test_usable_exits_of_tight_spots(stop, sides):
    beside = MAP.grid.neighbours[MAP.stop_hex[stop]]
    assert [MAP.layout.side_name(side) for side in range(6) if beside[side] is not None] == sides.split()


TILES = {
    "straight": ("simple", "0-3", 48, 3),
    "gentle": ("simple", "0-2", 55, 6),
    "tight": ("simple", "0-1", 7, 6),
    "cross-straights": ("crossing", "0-3 2-5", 4, 3),
    "cross-mixed": ("crossing", "0-3 1-5", 4, 6),
    "cross-curves": ("crossing", "0-4 3-5", 3, 6),
    "side-straight": ("side", "0-3 1-2", 1, 6),
    "side-curves": ("side", "0-2 3-5", 1, 3),
    "side-left": ("side", "1-2 3-5", 1, 6),
    "side-right": ("side", "0-1 3-5", 1, 6),
    "stub": ("town", "0-6", 3, 6),
    "star": ("town", "0-6 2-6 4-6", 2, 2),
    "fork-left": ("town", "0-6 3-6 5-6", 2, 6),
    "fork-right": ("town", "0-6 1-6 3-6", 2, 6),
    "fan": ("town", "0-6 1-6 5-6", 2, 6),
}


def test_aos_1_7_the_track_tiles_are_136():
    loaded = {
        id: (tile.family, " ".join(f"{a}-{b}" for a, b in tile.tracks), tile.count, len(tile.rotations))
        for id, tile in tile_set().tiles.items()
    }
    assert loaded == TILES
    assert sum(tile.count for tile in tile_set().tiles.values()) == 136
    families = Counter[str]()
    for tile in tile_set().tiles.values():
        families[tile.family] += tile.count
    assert families == {"simple": 110, "crossing": 11, "side": 4, "town": 11}
    # A rotation adds 1 to every exit, and 5 becomes 0.
    assert tile_set()["gentle"].lying(1) == ((1, 3),)
    assert tile_set()["gentle"].lying(4) == ((0, 4),)
    assert len(tile_set().placements) == 77


def test_every_set_of_one_to_four_exits_can_lie_on_a_town():
    masks = {placement.mask for placement in tile_set().placements}
    assert masks == {mask for mask in range(64) if 1 <= mask.bit_count() <= 4}


def test_aos_1_8_eight_new_cities():
    colours = ["red", "blue", "black", "black", "yellow", "purple", "black", "black"]
    assert dict(zip("abcdefgh", colours, strict=True)) == NEW_CITIES
    columns = ["w3", "w4", "w5", "w6", "e1", "e2", "e3", "e4"]
    assert dict(zip(columns, "abcdefgh", strict=True)) == FEEDS
    assert fresh_table().board.new_cities == {}


def test_aos_1_9_the_sheet_shows_every_box_also_of_new_cities_off_the_board():
    s = with_cubes(building(cities="K9.b"), chart={"w1": "R.B", "a": ".Y", "b": "K."})
    [chart] = [one for one in GAME.sheet(GAME.view(s, None)).sections if one.heading.id == "heading-chart"]
    told = {lang: [GAME.words.render(line, lang, s.seats) for line in chart.lines] for lang in LANGUAGES}
    assert told["en"][:3] == [
        "west 1 Chicago: red, –, blue.",
        "west 3, New City A, red, off the board: –, yellow.",
        "west 4, New City B, Indianapolis: black, –.",
    ]
    assert told["en"][3].startswith("Nothing: west 2, west 3, west 4,")
    assert told["en"][3].endswith("east 6, C, D, E, F, G and H.")
    assert told["fr"][1] == "ouest 3, nouvelle cité A, rouge, hors du plateau : –, jaune."
    *some, empty = chart.lines
    columns = empty.params["columns"]
    assert isinstance(columns, tuple)
    assert {*(line.params["column"] for line in some), *columns} == set(COLUMNS)


def test_aos_1_9_the_chart_has_52_boxes():
    chart = fresh_table().chart
    assert tuple(chart) == COLUMNS
    assert {column: len(boxes) for column, boxes in chart.items()} == {
        column: 2 if column in NEW_CITIES else 3 for column in COLUMNS
    }
    assert sum(map(len, chart.values())) == 52


def test_aos_1_10_cubes_at_the_start():
    assert CUBES == {"red": 20, "blue": 20, "purple": 20, "yellow": 20, "black": 16}
    for seed in ("a", "b", "c"):
        s = fresh_table(seed=seed)
        assert len(handful(CUBES)) == 96
        assert "." not in "".join(s.chart.values())
        assert {city: len(goods_in(s, city)) for city in ("pittsburgh", "wheeling")} == {
            "pittsburgh": 3,
            "wheeling": 3,
        }
        assert sorted(map(len, s.goods.values())) == [2] * 10 + [3, 3]
        assert len(s.bag) == 18
        assert complaints(s) == []
    assert fresh_table(seed="a").chart != fresh_table(seed="b").chart


def test_aos_1_11_holdings_at_the_start():
    s = fresh_table(6)
    assert set(s.players) == {Player(money=10, income=0, shares=2, engine=1)}
    assert s.bank == -60
    rich = go_on(s, *["issue.13"] * 6)
    assert [player.money for player in rich.players] == [75] * 6  # the bank has paid 450 and goes on
    assert complaints(rich) == []


class Fixed(Rng, frozen=True):
    """A generator whose dice are known."""

    faces: tuple[int, ...] = ()

    def dice(self, number, sides=6):
        return self.faces[:number], Fixed(self.seed, faces=self.faces[number:])


def test_aos_1_12_the_highest_total_is_first_and_ties_roll_again():
    order, rolls, _ = roll_order(3, Fixed("", faces=(1, 1, 1, 6, 6, 6, 3, 3, 3)))
    assert order == (1, 2, 0)
    assert rolls == [[3], [18], [9]]
    # Seats 0 and 2 tie for the first place: only they roll again, and again; seat 1 stays third.
    faces = (6, 6, 6, 1, 1, 1, 6, 6, 6, 2, 2, 2, 2, 2, 2, 1, 2, 3, 4, 4, 4)
    order, rolls, _ = roll_order(3, Fixed("", faces=faces))
    assert order == (2, 0, 1)
    assert rolls == [[18, 6, 6], [3], [18, 6, 12]]


def test_aos_1_12_the_log_tells_every_roll_of_those_who_tie():
    rolled = start(GAME, SEAT_COLOURS, "seed 0").events[0]
    told = {lang: GAME.words.render(rolled.say(), lang, SEAT_COLOURS) for lang in LANGUAGES}
    assert told["en"].endswith(
        "Totals: orange 11, white 8, magenta 7, sky 5 then 13, brown 5 then 9 then 11, green 5 then 9 then 7."
    )
    assert told["fr"].endswith("magenta 7, sky 5 puis 13, brown 5 puis 9 puis 11, green 5 puis 9 puis 7.")


def test_a_roll_that_was_stored_with_its_first_total_only_is_still_told():
    roll = b'{"id": "seat-roll", "params": {"seat": 1, "total": 11}}'
    [stored] = GAME.event_decoder.decode(b'[{"type": "rolled-for-order", "rolls": [%b], "order": []}]' % roll)
    assert GAME.words.render(stored.say(), "en", SEAT_COLOURS).endswith("Totals: green 11.")


def test_the_order_of_the_start_comes_from_the_dice():
    orders = {start(GAME, SEAT_COLOURS[:3], f"seed {n}").state.order for n in range(20)}
    assert len(orders) > 2


def test_aos_2_1_ten_phases_in_this_order():
    names = [phase.NAME for phase in ROUND]
    assert names == [
        "issue",
        "auction",
        "actions",
        "build",
        "goods",
        "income",
        "expenses",
        "reduction",
        "production",  # the ninth phase has two parts
        "growth",
        "marker",
    ]
    s = fresh_table(3)
    passed = [s.phase]
    lines = ["issue.2"] * 3 + ["pass"] * 2 + [f"take.{a}" for a in ("engineer", "production", "turn-order")]
    for line in [*lines, *["done"] * 3, *["pass"] * 6]:
        s = go_on(s, line)
        if s.phase != passed[-1]:
            passed.append(s.phase)
    assert passed == ["issue", "auction", "actions", "build", "goods", "issue"]  # a full chart: no Production
    assert s.turn == 2


@pytest.mark.parametrize(("seats", "turns"), [(3, 10), (4, 8), (5, 7), (6, 6)])
def test_aos_2_2_number_of_turns(seats, turns):
    assert fresh_table(seats).turns == turns


def test_a_short_string_is_the_position_that_moves_lead_to():
    """The helper of these tests says the same as the game."""
    built = draft(building(), "lay.J9.gentle.1 lay.K9.straight.1 lay.L8.gentle.2")
    assert built.board.laid == building("J9.gentle.1:o K9.straight.1:o L8.gentle.2:o").board.laid
    assert why(building("J9.gentle.1:g"), "lay.K9.straight.1") == ("meets-track-of", "aos-6.16")
