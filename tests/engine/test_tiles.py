"""Tiles turn, and tiles that look the same after a turn have fewer rotations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rail.tiles import MIDDLE, Tile, TileSet, exits, mask, read_tile, spokes, turned

ends = st.permutations(range(6))


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    order = draw(ends)
    pairs = draw(st.integers(0, 3))
    lone = draw(st.integers(0 if pairs else 1, 6 - 2 * pairs))
    shape = [f"{order[2 * n]}-{order[2 * n + 1]}" for n in range(pairs)]
    shape += [str(end) for end in order[2 * pairs : 2 * pairs + lone]]
    return read_tile("t", "simple", " ".join(shape), 1)


@given(tiles(), st.integers(0, 11))
def test_turning_six_times_changes_nothing(tile: Tile, by: int) -> None:
    assert tuple(turned(track, 6) for track in tile.tracks) == tile.tracks
    once = sorted(turned(turned(track, by), 1) for track in tile.tracks)
    assert once == sorted(turned(track, by + 1) for track in tile.tracks)


@given(tiles())
def test_the_rotations_are_all_orientations_once(tile: Tile) -> None:
    every = [tuple(sorted(turned(track, by) for track in tile.tracks)) for by in range(6)]
    assert len(tile.rotations) in (1, 2, 3, 6)
    assert set(tile.rotations) == set(every)
    assert len(set(tile.rotations)) == len(tile.rotations)
    assert [tile.lying(by) for by in range(6)] == every


@given(tiles(), st.integers(0, 5))
def test_exits_turn_with_the_tile(tile: Tile, by: int) -> None:
    assert exits(tile.lying(by)) == tuple(sorted((exit + by) % 6 for exit in exits(tile.tracks)))
    assert mask(exits(tile.tracks)).bit_count() == len(exits(tile.tracks))


@given(tiles())
def test_spokes_keep_the_exits_and_meet_in_the_middle(tile: Tile) -> None:
    joined = spokes(tile.tracks)
    assert exits(joined) == exits(tile.tracks)
    assert all(track[1] == MIDDLE for track in joined)


@pytest.mark.parametrize(
    ("shape", "rotations"), [("0-3", 3), ("0-2", 6), ("0-1", 6), ("0-3 1-4", 3), ("0-3 1-4 2-5", 1), ("0 2 4", 2)]
)
def test_some_tiles_look_the_same_after_a_turn(shape: str, rotations: int) -> None:
    assert len(read_tile("t", "simple", shape, 1).rotations) == rotations


def test_a_tile_set_lists_every_placement_once() -> None:
    straight, star = read_tile("straight", "simple", "0-3", 4), read_tile("star", "town", "0 2 4", 2)
    tile_set = TileSet({"straight": straight, "star": star})
    assert tile_set["star"] is star
    assert [(placed.tile.id, placed.rotation, placed.mask) for placed in tile_set.placements] == [
        ("straight", 0, 0b001001),
        ("straight", 1, 0b010010),
        ("straight", 2, 0b100100),
        ("star", 0, 0b010101),
        ("star", 1, 0b101010),
    ]


@pytest.mark.parametrize("shape", ["0-6", "0-0", "0-1-2", "x", "0-", "-1", "01", "²"])
def test_a_wrong_shape_is_named(shape: str) -> None:
    with pytest.raises(ValueError, match=r"tile t: “.*” is not a track"):
        read_tile("t", "simple", shape, 1)


@pytest.mark.parametrize(("shape", "count"), [("", 1), ("0-3", 0)])
def test_a_tile_needs_track_and_a_count(shape: str, count: int) -> None:
    with pytest.raises(ValueError, match="needs at least one track"):
        read_tile("t", "simple", shape, count)
