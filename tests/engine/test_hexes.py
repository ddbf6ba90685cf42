"""Hexes, flat and pointy, in all four layouts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rail.hexes import COLUMNS, ROWS, SIDES, Layout, Shape, address, column_row, grid, opposite

SHAPES: tuple[Shape, ...] = ("odd-q", "even-q", "odd-r", "even-r")
layouts = st.sampled_from([Layout(shape) for shape in SHAPES])
inner = st.builds(address, st.integers(2, 60), st.integers(2, 90))
sides = st.sampled_from(SIDES)


@given(st.integers(0, COLUMNS - 1), st.integers(0, ROWS - 1))
def test_an_address_is_read_as_written(column: int, row: int) -> None:
    assert column_row(address(column, row)) == (column, row)


def test_columns_go_on_after_z() -> None:
    assert [address(column, 0) for column in (0, 25, 26, 27, 51, 52, 701)] == [
        *("A1", "Z1", "AA1", "AB1", "AZ1", "BA1", "ZZ1")
    ]


@pytest.mark.parametrize("text", ["", "K", "9", "k9", "K0", "K100", "AAA1", "K9 ", "K-1", "Ä1", "K٣"])
def test_anything_else_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="is not an address"):
        column_row(text)


@given(layouts, inner, sides)
def test_the_neighbours_neighbour_is_the_hex_itself(layout: Layout, hex: str, side: int) -> None:
    there = layout.neighbour(hex, side)
    assert there is not None
    assert layout.neighbour(there, opposite(side)) == hex
    assert opposite(opposite(side)) == side


@given(layouts, inner)
def test_six_steps_around_come_back(layout: Layout, hex: str) -> None:
    here: str | None = hex
    for side in SIDES:
        assert here is not None
        here = layout.neighbour(here, side)
    assert here == hex
    assert len({layout.neighbour(hex, side) for side in SIDES}) == 6


@given(layouts, inner, sides)
def test_the_middle_of_a_side_lies_between_two_centres(layout: Layout, hex: str, side: int) -> None:
    there = layout.neighbour(hex, side)
    assert there is not None
    (ax, ay), (bx, by), (mx, my) = layout.centre(hex), layout.centre(there), layout.middle(side)
    assert (bx - ax, by - ay) == pytest.approx((2 * mx, 2 * my), abs=1e-6)


@given(layouts, st.integers(0, 5))
def test_corners_lie_one_unit_away_and_clockwise(layout: Layout, number: int) -> None:
    (ax, ay), (bx, by) = layout.corner(number), layout.corner(number + 1)
    assert math.hypot(ax, ay) == pytest.approx(1)
    assert ax * by - ay * bx == pytest.approx(math.sin(math.pi / 3))  # y points down, so clockwise is positive


@given(layouts, inner, inner, inner)
def test_distance_is_one(layout: Layout, a: str, b: str, c: str) -> None:
    assert (layout.distance(a, b) == 0) == (a == b)
    assert layout.distance(a, b) == layout.distance(b, a)
    assert layout.distance(a, c) <= layout.distance(a, b) + layout.distance(b, c)
    assert all(layout.distance(a, layout.neighbour(a, side) or a) == 1 for side in SIDES)


@given(layouts, inner, st.lists(sides, max_size=6))
def test_a_walk_is_never_shorter_than_the_distance(layout: Layout, hex: str, walk: list[int]) -> None:
    here = hex
    for side in walk:
        here = layout.neighbour(here, side) or here
    assert layout.distance(hex, here) <= len(walk)


def test_sides_have_names() -> None:
    flat, pointy = Layout("odd-q"), Layout("odd-r")
    assert (flat.side_name(0), pointy.side_name(0)) == ("N", "NE")
    assert all(layout.side_named(layout.side_name(side)) == side for layout in (flat, pointy) for side in SIDES)


@pytest.mark.parametrize(
    ("shape", "around_b2"),
    [
        ("odd-q", ["B1", "C2", "C3", "B3", "A3", "A2"]),
        ("even-q", ["B1", "C1", "C2", "B3", "A2", "A1"]),
        ("odd-r", ["C1", "C2", "C3", "B3", "A2", "B1"]),
        ("even-r", ["B1", "C2", "B3", "A3", "A2", "A1"]),
    ],
)
def test_the_layouts_shift_what_their_names_say(shape: Shape, around_b2: list[str]) -> None:
    assert [Layout(shape).neighbour("B2", side) for side in SIDES] == around_b2


def test_there_is_nothing_before_the_first_and_after_the_last_hex() -> None:
    flat, pointy = Layout("odd-q"), Layout("odd-r")
    assert flat.neighbour("A1", 0) is None
    assert flat.neighbour("A1", 5) is None
    assert flat.neighbour("A99", 3) is None
    assert pointy.neighbour("ZZ1", 1) is None


def test_a_grid_knows_only_its_own_hexes() -> None:
    three = grid("odd-q", ["B2", "B1", "C2"])
    assert three.neighbours["B2"] == ("B1", "C2", None, None, None, None)
    assert three.side_towards("C2", "B2") == 4
    with pytest.raises(ValueError):
        three.side_towards("B1", "C2" if three.layout.distance("B1", "C2") > 1 else "A9")
