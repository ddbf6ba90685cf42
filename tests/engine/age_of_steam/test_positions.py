"""Counted positions, and every tile on every hex: what is accepted was offered, and another reading of the rules says
the same."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from engine.core.play import legal, refuse
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam import build_effects as build_turns
from engine.games.age_of_steam.moves import Lay
from tests.engine.age_of_steam.boards import MAP, building, complaints, draft, every_lay, offered
from tests.engine.age_of_steam.oracle import Oracle
from tests.engine.age_of_steam.wild import wild

COUNTED = tomllib.loads(
    (Path(__file__).parents[2] / "positions" / "age-of-steam.toml").read_text("utf-8"),
)


def lays(s):
    return [move for move in offered(s) if move.startswith("lay.")]


def counted(name):
    row = dict(COUNTED[name])
    return building(**row.pop("position", {})), row


@pytest.mark.parametrize("name", COUNTED)
def test_counted_lays(name):
    s, row = counted(name)
    found = lays(s)
    assert len(found) == len(set(found)) == row["lays"]
    accepted = {str(move) for move in every_lay() if refuse(GAME, s, s.asked[0], move) is None}
    assert accepted == set(found)


def test_counted_pairs_of_lays():
    """Two tiles one after the other, the first beside Evansville."""
    s, row = counted("first-tile")
    beside = [first for first in lays(s) if first.split(".")[1] in ("J9", "K10", "K11", "I11", "I10")]
    assert len(beside) == row["beside-evansville"]
    assert sum(len(lays(draft(s, first))) for first in beside) == row["pairs"]


def test_first_tiles_counted_by_hand():
    """On an empty board a first tile joins two sides of a hex beside a city, one of them the city's."""
    ways = {
        (hex, sides)
        for hex, beside in MAP.grid.neighbours.items()
        for sides in combinations(range(6), 2)
        if hex not in MAP.stop_names
        and all(beside[side] is not None for side in sides)
        and any(beside[side] in MAP.city_at for side in sides)
    }
    assert len(ways) == COUNTED["first-tile"]["lays"]


WILD = [
    (1, 9, {}),
    (2, 30, {}),
    (3, 45, {"direct_complex": "on"}),
    (4, 24, {"seats": 6, "engineer_flat": "on"}),
    (5, 60, {"coexist_upgrade_2": "on"}),
    (6, 36, {"money": 90}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "turns", "special"), WILD)
def test_every_tile_on_every_hex_of_a_wild_board(seed, turns, special):
    s = wild(seed, turns, **special)
    assert complaints(s) == []
    seat = s.asked[0]
    oracle = Oracle(s, seat)
    offered_lays = {move for move in legal(GAME, s, seat) if isinstance(move, Lay)}
    for move in every_lay():
        accepted = refuse(GAME, s, seat, move) is None
        assert accepted == (move in offered_lays), move
        expected = oracle.after(move)
        assert accepted == (expected is not None), (move, refuse(GAME, s, seat, move))
        if expected is not None:
            after = build_turns.with_tile(s, seat, move)
            assert Oracle(after, seat).segments == expected, move
            assert s.players[seat].money - after.players[seat].money == oracle.price(move.hex, move.tile)
            assert complaints(after) == []


def test_wild_boards_are_wild():
    """They hold what the comparison is for: crossings, New Cities, unowned lines, unfinished lines, a scarce supply."""
    s = wild(5, 60, coexist_upgrade_2="on")
    board = s.board
    assert len(board.laid) > 40
    assert board.new_cities
    assert any(line.owner is None for line in board.lines)
    assert any(line.loose for line in board.lines)
    assert {tiled.tile.partition("-")[0] for tiled in board.laid.values()} >= {"cross", "side", "fork", "straight"}
    assert board.tiles_used["side-left"] == 1
