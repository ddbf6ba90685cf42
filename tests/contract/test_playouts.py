"""Whole games under the promises, for every seat count, with both bots."""

import subprocess
import sys
from itertools import cycle, islice
from typing import Any

import pytest

from engine.core.bots import BOTS
from engine.core.game import AnyGame
from engine.core.play import settle
from engine.core.promises import play_out
from engine.core.record import read_record, replay
from engine.games import GAMES
from tests.contract.every_game import EVERY, ROOT, TABLES, colours


def variations(game: AnyGame) -> list[dict[str, str]]:
    """Each value of each option that is not the standard one, by itself."""
    return [{option.id: value} for option in game.options for value in option.values[1:]]


# Few random steps bring the end nearer there: with two seats they are played in the tests, the others in the soak; and
# of the two maps, which have the same rules, the shorter game.
LONG_AT_RANDOM = ("railroad-tycoon", "railways-of-the-world")
SHORTER = LONG_AT_RANDOM[1]


def quick_bot(game: AnyGame) -> str:
    """The bot with which a whole game is over soon."""
    return "greedy" if game.id in LONG_AT_RANDOM else "random"


def table(id: str, seats: int, bot: str) -> Any:
    """A whole game of the greedy bot takes seconds in a real game: the most seats are played in the tests, the others
    in the soak. Random bots play them all, where their games are short."""
    if id not in GAMES or (bot == "random" and id not in LONG_AT_RANDOM):
        return pytest.param(id, seats, bot)
    played = (SHORTER, 2) if bot == "random" else (id, GAMES[id].seats[-1])
    return pytest.param(id, seats, bot, marks=pytest.mark.slow if (id, seats) == played else pytest.mark.soak)


@pytest.mark.parametrize(("id", "seats", "bot"), [table(id, seats, bot) for id, seats in TABLES for bot in BOTS])
def test_games_keep_the_promises(id: str, seats: int, bot: str) -> None:
    report = play_out(EVERY[id], colours(seats), f"contract-{seats}", {}, (bot,) * seats)
    assert report.lines > 0
    places = [row.place for row in report.standings]
    assert places == sorted(places)


@pytest.mark.slow
def test_one_game_keeps_all_promises_at_every_ply(game: AnyGame) -> None:
    seats = game.seats[0]
    report = play_out(game, colours(seats), "all", {}, (quick_bot(game),) * seats, "all")
    assert report.checked == report.lines
    again = replay(game, read_record(str(report.record)))
    assert again.now == report.state
    assert settle(game, again.now).state == report.state


@pytest.mark.slow
def test_options_keep_the_promises(game: AnyGame) -> None:
    seats = game.seats[0]
    for chosen in variations(game):
        report = play_out(game, colours(seats), "options", chosen, (quick_bot(game),) * seats)
        assert report.record.options == game.full_options(chosen)


@pytest.mark.slow
def test_the_order_of_hashes_changes_nothing() -> None:
    one, other = (
        subprocess.run(
            [sys.executable, "-m", "tests.contract.told_choices", *EVERY],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            text=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    )
    assert one == other
    assert [line.split()[0] for line in one] == list(EVERY)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(25))
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_many_games_keep_the_promises(id: str, seats: int, number: int) -> None:
    """With every mixture of bots and every option in turn."""
    game = EVERY[id]
    bots = tuple(islice(cycle(("random", "greedy") if number % 2 else ("greedy", "random", "random")), seats))
    choices = [{}, *variations(game)]
    play_out(game, colours(seats), f"soak-{number}", choices[number % len(choices)], bots)
