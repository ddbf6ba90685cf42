"""Plans, for every game: what is planned and still fits is played as by hand, and everything else is asked about."""

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from engine.core.event import Event
from engine.core.follow import WHYS
from engine.core.game import AnyGame
from engine.core.guard import DANGER
from engine.core.phase_plans import planning_of
from engine.core.standing_forms import WORDS
from tests.contract.effects_table import TABLE, kept, read
from tests.contract.random_plans import RandomTable, Tried

# The reasons for which a plan of each game can break.
#
# costs: only in Age of Steam, where the same tiles may cost another price: by a tile that a rival has laid in a town
#   (aos-6.42, 6.44), or by who is the Engineer (aos-11.2). A price of Railways follows from the tiles and their hexes
#   or from the engine's level (rw-5.14 to 5.17, 6.4), and a seat that must issue a share for it does something else;
#   those of Spike and Whistle Stop are printed (spk-7.2, whi-8.1).
# danger: where a game warns of one. limit: in an auction.
# shares: only where shares are issued for a bid; in Age of Steam it is paid in cash (aos-4.3).
REASONS = {
    "age-of-steam": {"illegal", "costs", "differs", "danger", "branch", "limit", "lapsed"},
    "railroad-tycoon": {"illegal", "differs", "danger", "branch", "limit", "shares", "lapsed"},
    "railways-of-the-world": {"illegal", "differs", "danger", "branch", "limit", "shares", "lapsed"},
    "spike": {"illegal", "differs", "branch", "lapsed"},
    "whistle-stop": {"illegal", "differs", "branch", "lapsed"},
    "parlour": {"illegal", "differs", "branch", "lapsed"},
}

BEGINNING = {"spike": 100, "whistle-stop": 40}  # more lines, where a turn is one question and plans are few


def tried(game: AnyGame, most_lines: int = 10_000) -> Iterator[Tried]:
    """What came of the plans of one game, of two, and so on."""
    found = Tried()
    for number in count():
        seats = game.seats[number % len(game.seats)]
        RandomTable(game, seats, f"plans-{number}", found, most_lines).run()
        yield found


@pytest.mark.slow
def test_plans_are_followed_only_if_they_fit(game: AnyGame) -> None:
    """The beginnings of ten games; whole ones have up to 1,500 lines."""
    *_, found = islice(tried(game, BEGINNING.get(game.id, 30)), 10)
    assert found.followed > 10
    assert found.share_broken >= 0.3
    assert len(found.broken) > 1
    assert set(found.broken) <= REASONS[game.id]


@pytest.mark.soak
def test_every_reason_comes_up(game: AnyGame) -> None:
    """In 200 games. Another price of a build is rare, one or two in so many: for it there may be more of them."""
    games = tried(game)
    *_, found = islice(games, 200)
    for _ in range(800):
        if set(found.broken) >= REASONS[game.id]:
            break
        next(games)
    assert found.share_broken >= 0.3
    assert set(found.broken) == REASONS[game.id]


def test_reasons_are_those_that_the_game_can_have(game: AnyGame) -> None:
    bids = any(planning_of(phase).bidding is not None for phase in game.phases)
    warns = any(id.startswith(DANGER) for id in game.words.tongues["en"].say)
    assert set(WHYS) >= REASONS[game.id]
    assert ("limit" in REASONS[game.id], "danger" in REASONS[game.id]) == (bids, warns)


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
