"""Wins and means by bot."""

import pytest

from engine.core.tally import Measured, Share, measured, share, tally

BOTS = ("patient", "greedy", "greedy", "patient")


def test_a_mean_has_an_error_from_two_values_on() -> None:
    assert measured([4.0]) == Measured(4.0, None)
    assert measured([1.0, 3.0]) == Measured(2.0, 1.0)


@pytest.mark.parametrize(
    ("places", "wins"),
    [((1, 2, 3, 4), 1.0), ((2, 1, 3, 4), 0.0), ((1, 1, 3, 4), 0.5), ((1, 1, 4, 1), 2 / 3), ((2, 2, 2, 2), 0.0)],
)
def test_the_first_place_is_shared(places: tuple[int, ...], wins: float) -> None:
    assert share("patient", BOTS, places, (50, 40, 30, 20)) == Share(wins, 0.5, 35.0)


def test_games_are_added_up() -> None:
    added = tally([Share(1.0, 0.25, 60.0), Share(0.0, 0.25, 40.0)])
    assert (added.games, added.wins, added.chance) == (2, 1.0, 0.5)
    assert added.percent == Measured(50.0, 50.0)
    assert added.score == Measured(50.0, 10.0)
