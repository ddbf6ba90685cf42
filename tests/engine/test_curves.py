"""The drawing of curves: every seat is told by its letter, nothing lies outside the paper or on something else."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from engine.core.game import SEAT_COLOURS
from engine.draw.curves import APART, HEIGHT, draw_curves
from engine.draw.panelwork import SCALE
from engine.draw.theme import SEATS

DISC = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="22"')


def discs(svg: str) -> list[float]:
    return sorted(float(y) for _, y in DISC.findall(svg))


@pytest.mark.parametrize("last", [(0,) * 6, (50,) * 6, (-9, -9, -8, -8, 40, 41), (0, 0, 0, 100, 100, 100)])
def test_the_ends_stand_apart_and_on_the_paper(last: Sequence[int]) -> None:
    drawing = draw_curves(SEAT_COLOURS, [(0, 3, value) for value in last])
    heights = discs(drawing.moving)
    assert len(heights) == 6
    assert all(below - above >= APART - 0.1 for above, below in pairwise(heights))
    assert heights[0] >= 22
    assert heights[-1] <= HEIGHT - 22
    assert drawing.height == HEIGHT * SCALE


def test_every_seat_has_its_letter_its_colour_and_its_pattern() -> None:
    svg = draw_curves(SEAT_COLOURS, [(0, seat) for seat in range(6)]).moving
    for colour in SEAT_COLOURS:
        paint = SEATS[colour]
        assert f">{paint.letter}</text>" in svg
        assert f'stroke="{paint.colour}"' in svg
        assert paint.core.dashes in svg


def test_the_curve_of_a_seat_that_is_out_ends_there_with_its_last_value() -> None:
    svg = draw_curves(("orange", "green"), [(0, 7, None, None), (0, 1, 2, 3)]).moving
    assert ">7</text>" in svg
    assert 'stroke-dasharray="3 5"' in svg  # from the end of the curve to the seat


def test_a_seat_without_any_value_is_left_out() -> None:
    assert len(discs(draw_curves(("orange", "green"), [(None, None), (0, 1)]).moving)) == 1


def test_long_games_name_every_second_round() -> None:
    svg = draw_curves(("orange",), [range(31)]).moving
    assert ">30</text>" in svg
    assert ">29</text>" not in svg


def test_an_opening_alone_can_be_drawn() -> None:
    assert discs(draw_curves(("orange", "green"), [(0,), (0,)]).moving)


@pytest.mark.parametrize(("highest", "lines"), [(1, 2), (6, 7), (7, 5), (30, 7), (31, 5), (1400, 4)])
def test_the_lines_across_have_round_numbers(highest: int, lines: int) -> None:
    svg = draw_curves(("orange",), [(0, highest)]).moving
    assert len(re.findall(r'text-anchor="end"', svg)) == lines
