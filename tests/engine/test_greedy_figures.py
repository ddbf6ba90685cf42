"""`bench.greedy` prints the figures by which greedy bots are judged."""

import pytest
from click.testing import CliRunner

from bench.greedy import FIGURES, main, shuttles
from engine.games import GAMES
from engine.games.spike.events import Delivered, Loaded, Restarted


def test_every_game_has_figures() -> None:
    assert FIGURES.keys() == GAMES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("game", FIGURES)
def test_the_figures_of_a_game(game: str) -> None:
    told = CliRunner().invoke(main, [game, "--count", "1", "--seats", "3"])
    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert [line.split("  ")[0] for line in lines[:3]] == ["mean score", "lowest", "highest"]
    assert len(lines) > 4


def test_a_train_that_leaves_a_city_three_times_with_the_same_cargo_shuttles() -> None:
    leaves = Restarted(0, "boston", "e1", 3)
    loaded = Loaded(0, "fruit", "boston")
    assert shuttles([leaves] * 3) == [], "without cargo"
    assert shuttles([loaded, leaves, leaves]) == []
    assert shuttles([loaded, leaves, leaves, leaves]) == [(0, "boston", ("fruit",))]
    assert shuttles([loaded, leaves, leaves, Delivered(0, "fruit", "albany", 5), leaves]) == []
