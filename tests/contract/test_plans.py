"""Plans, for every game: what is planned and still fits is played as by hand, and everything else is asked about."""

from pathlib import Path

import pytest

from engine.core.event import Event
from engine.core.game import AnyGame
from engine.core.phase_plans import planning_of
from engine.core.standing_forms import WORDS
from tests.contract.effects_table import TABLE, kept, read
from tests.contract.every_game import EVERY
from tests.contract.random_plans import RandomTable, Tried

# Where looking ahead is expensive, one game for each number of seats.
GAMES_TRIED = {id: len(EVERY[id].seats) for id in ("age-of-steam", "railroad-tycoon", "railways-of-the-world")}


def tried(game: AnyGame, games: int, most_lines: int = 10_000) -> Tried:
    found = Tried()
    for number in range(games):
        seats = game.seats[number % len(game.seats)]
        RandomTable(game, seats, f"plans-{number}", found, most_lines).run()
    return found


@pytest.mark.slow
def test_plans_are_followed_only_if_they_fit(game: AnyGame) -> None:
    found = tried(game, GAMES_TRIED.get(game.id, 10), most_lines=70)
    assert found.followed > 10
    assert found.share_broken >= 0.3
    assert len(found.broken) > 1


@pytest.mark.soak
def test_every_reason_comes_up(game: AnyGame) -> None:
    found = tried(game, 200)
    assert found.share_broken >= 0.3
    assert set(found.broken) >= reasons_of(game, found)


def reasons_of(game: AnyGame, found: Tried) -> set[str]:
    reasons = {"illegal", "lapsed"}
    if game.id == "whistle-stop":
        assert not found.branches, "one question is planned at a time, so no answer is for another branch"
    else:
        reasons.add("branch")
    if any(planning_of(phase).bidding is not None for phase in game.phases):
        reasons.add("limit")
    return reasons


def test_the_table_of_effects_says_what_each_event_keeps(game: AnyGame) -> None:
    """`python -m tests.contract.effects_table` writes it anew; read what has changed."""
    assert read()[game.id] == {event.__name__: kept(event) for event in game.events}


def test_incidental_fields_and_costs_are_fields(game: AnyGame) -> None:
    for event in game.events:
        assert set(event.__struct_fields__) >= event.INCIDENTAL, event.__name__
        assert event.COST == Event.COST or event.COST in event.__struct_fields__, event.__name__


def test_no_verb_equals_a_word_of_standing_forms(game: AnyGame) -> None:
    assert not game.verbs.keys() & set(WORDS)


def test_planning_points_are_phases_that_ask(game: AnyGame) -> None:
    assert set(game.planning_points) <= {phase.NAME for phase in game.phases if not hasattr(phase, "run")}


def test_the_table_is_a_file_of_the_tests() -> None:
    assert Path(__file__).parent in TABLE.parents
