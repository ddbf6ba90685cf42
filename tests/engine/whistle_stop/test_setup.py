"""Chapter 1: pieces and setup."""

from collections import Counter

import pytest

from engine.core.game import BadSetup
from engine.core.play import actors, legal, play, start
from engine.core.rng import Rng
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.moves import Place
from engine.games.whistle_stop.setup import _hand, leads_on
from engine.games.whistle_stop.state import State, Tiled
from tests.engine.whistle_stop.scenes import COLOURS


def opening(seats: int, seed: str = "opening") -> State:
    return start(GAME, COLOURS[:seats], seed).state


def test_whi_1_1_two_to_five_seats() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    with pytest.raises(BadSetup):
        GAME.begin((*COLOURS, "white"), "six")


def test_whi_1_2_eight_columns_of_eight_and_seven() -> None:
    rows = Counter(hex[0] for hex in box().grid.hexes)
    assert rows == {"A": 8, "B": 7, "C": 8, "D": 7, "E": 8, "F": 7, "G": 8, "H": 7}
    assert box().grid.neighbours["D4"] == ("D3", "E4", "E5", "D5", "C5", "C4")
    assert box().grid.neighbours["E1"] == (None, None, "F1", "E2", "D1", None)


def test_whi_1_3_what_is_filled_at_the_start() -> None:
    filled = set(opening(3).tiles)
    assert filled == {*(f"{c}{r}" for c in "AE" for r in range(1, 9)), *(f"H{r}" for r in range(1, 8)), "G1", "G8"}
    assert len(box().open_cells) == 35


def test_whi_1_4_sixteen_stations_beside_the_east() -> None:
    assert len(box().stations) == 16
    assert box().beyond["H2", 1] == "I4"
    assert box().beyond["I5", 5] == "H2"
    assert [side for side in range(6) if ("I5", side) in box().beyond] == [5]


def test_whi_1_5_fifty_track_tiles() -> None:
    tiles = [tile for tile in box().tiles.values() if tile.kind == "track"]
    assert len(tiles) == 50
    assert all(sorted(side for path in tile.paths for side in path.sides) == list(range(6)) for tile in tiles)
    assert Counter(len(tile.round_stops) for tile in tiles) == {0: 12, 1: 25, 2: 13}
    stops = Counter(stop for tile in tiles for stop in tile.round_stops)
    assert stops == {"wood": 12, "cotton": 12, "stone": 12, "steel": 5, "cattle": 5, "whiskey": 5}


def test_whi_1_6_eighteen_special_tiles_that_join_all_sides() -> None:
    tiles = [tile for tile in box().tiles.values() if tile.special]
    kinds = Counter(tile.kind for tile in tiles)
    assert kinds == {
        "town": 10, "coal-mine": 2, "trading-post": 2, "whistle-factory": 2, "general-store": 1, "gold-mine": 1,
    }  # fmt: skip
    assert Counter(tile.company for tile in tiles if tile.company) == dict.fromkeys(box().companies, 2)
    assert all(tile.rotations[0].at == (0,) * 6 for tile in tiles)
    assert {(tile.bonus, tile.malus, len(tile.cost)) for tile in tiles if tile.company} == {(7, 2, 2), (11, 3, 2)}


def test_whi_1_7_ten_end_tiles() -> None:
    tiles = [box().tiles[id] for id in box().end_tiles]
    pairs = Counter((tile.bonus, tile.malus) for tile in tiles if tile.kind == "delivery")
    assert pairs == {(25, 6): 1, (20, 5): 3, (15, 4): 3, (10, 3): 1}
    assert all(len(set(tile.cost)) == 3 for tile in tiles if tile.kind == "delivery")
    assert sorted(tile.per_share for tile in tiles if tile.kind == "stock-market") == [3, 4]


def test_whi_1_8_sixty_cubes() -> None:
    assert opening(2).cubes == dict.fromkeys(("wood", "cotton", "stone", "steel", "cattle", "whiskey"), 10)


def test_whi_1_9_twenty_nuggets() -> None:
    assert Counter(opening(2).nuggets) == {3: 8, 4: 7, 5: 5}


def test_whi_1_10_six_shares_a_company_the_lowest_first() -> None:
    assert opening(2).shares == dict.fromkeys(("crimson", "cobalt", "amber", "jade", "violet"), (1, 2, 3, 4, 5, 6))


@pytest.mark.parametrize("seats", range(2, 6))
def test_whi_1_11_two_upgrades_more_than_players(seats: int) -> None:
    s = opening(seats)
    assert len(s.upgrades) == seats + 2
    assert sum(id in box().upgrades for id in s.box) == 12 - seats - 2


def test_whi_1_12_eight_of_ten_end_tiles() -> None:
    s = opening(2)
    lying = [s.tiles[hex].tile for hex in box().ends]
    assert len(set(lying)) == 8
    assert sorted([*lying, *(id for id in s.box if id in box().tiles)]) == sorted(box().end_tiles)


def test_whi_1_13_the_middle_column() -> None:
    for seed in range(20):
        s = opening(2, f"middle-{seed}")
        kinds = Counter(box().tiles[s.tiles[hex].tile].kind for hex in box().middle)
        others = kinds["whistle-factory"] + kinds["general-store"] + kinds["gold-mine"]
        assert (kinds["coal-mine"], kinds["trading-post"], kinds["town"], kinds["track"], others) == (1, 1, 2, 3, 1)


def test_whi_1_14_every_station_has_a_way_west() -> None:
    for seed in range(20):
        s = opening(2, f"start-{seed}")
        assert all(leads_on(s.tiles, station) for station in box().stations)
        assert all(box().tiles[s.tiles[hex].tile].kind == "track" for hex in box().starts)


def test_whi_1_14_example_of_a_start_tile_that_leads_back() -> None:
    """The rulebook's picture: the only way of a station turns round to the coast."""
    tiles = {hex: Tiled("t1", 0) for hex in box().starts}
    assert leads_on(tiles, "I4")
    assert not leads_on({**tiles, "H2": Tiled("t3", 0)}, "I4")


def test_whi_1_15_the_pile_and_three_open_tiles() -> None:
    s = opening(4)
    assert len(s.shown) == 3
    assert len(s.pile) == 51 - 3 - 4 * 3


def test_whi_1_16_every_hand_has_a_round_stop() -> None:
    for seed in range(60):
        for player in opening(5, f"hand-{seed}").players:
            assert len(player.hand) == 3
            assert any(box().tiles[tile].round_stops for tile in player.hand)


def test_whi_1_16_which_tile_goes_back() -> None:
    assert _hand(("gold-mine", "t1", "jade-town", "t25", "t2")) == (("gold-mine", "jade-town", "t25"), ("t2", "t1"))
    specials = ("gold-mine", "jade-town", "jade-city", "t25")
    assert _hand(specials) == (("jade-town", "jade-city", "t25"), ("gold-mine",))


@pytest.mark.parametrize(("seats", "trains"), [(2, 5), (3, 5), (4, 4), (5, 3)])
def test_whi_1_17_trains_whistle_and_coal_by_turn_order(seats: int, trains: int) -> None:
    s = opening(seats)
    assert {player.to_place for player in s.players} == {trains}
    assert {(player.whistles, player.score) for player in s.players} == {(1, 0)}
    in_order = [s.players[(s.first + step) % seats].coal for step in range(seats)]
    assert in_order == [2, 2, 3, 3, 4][:seats]
    assert len({opening(seats, f"first-{n}").first for n in range(40)}) == seats


def test_whi_1_18_trains_are_placed_anticlockwise_from_the_right_of_the_first() -> None:
    s = opening(3)
    order = []
    while s.phase == "place":
        [seat] = actors(GAME, s)
        order.append((s.first - seat) % 3)
        move = next(iter(legal(GAME, s, seat)))
        s = play(GAME, s, seat, (move,)).state
    assert order == [1, 2, 0] * 5
    assert all(len(player.trains) == 5 for player in s.players)


def test_whi_1_18_one_train_a_station() -> None:
    s = opening(2)
    [seat] = actors(GAME, s)
    s = play(GAME, s, seat, (Place("I5"),)).state
    [other] = actors(GAME, s)
    phase = GAME.phase_named["place"]
    assert phase.refuse(s, other, Place("I5")).rule == "whi-1.18"
    assert phase.refuse(s, other, Place("D4")).rule == "whi-1.4"
    assert phase.refuse(s, other, Place("I6")) is None


def test_whi_1_19_hands_nuggets_and_pile_are_hidden() -> None:
    s = opening(3)
    s = s.with_player(1, s.players[1].with_gold(s.nuggets[0])).with_nuggets(s.nuggets[1:])
    seen = GAME.view(s, 0)
    assert seen.hand == s.players[0].hand
    assert (seen.pile, seen.nuggets, seen.players[1].nuggets, seen.players[1].tiles) == (len(s.pile), 19, 1, 3)
    nobody = GAME.view(s, None)
    assert (nobody.hand, nobody.gold, nobody.looked) == ((), (), ())
    encoded = repr(nobody)
    hidden = [tile for player in s.players for tile in player.hand] + list(s.pile)
    assert [tile for tile in hidden if f"'{tile}'" in encoded] == []
    assert GAME.view(GAME.imagine(seen, Rng("other")), 0) == seen


def test_setups_succeed_for_every_number_of_seats() -> None:
    for seats in GAME.seats:
        for seed in range(25):
            s = GAME.begin(COLOURS[:seats], f"setup-{seed}").state
            assert list(GAME.audit(s)) == []


@pytest.mark.soak
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_thousand_setups_succeed(seats: int) -> None:
    for seed in range(1000):
        assert list(GAME.audit(GAME.begin(COLOURS[:seats], f"soak-{seed}").state)) == []
