"""What a patient bot expects from a position, and the quick turns of its play-outs."""

import pytest

from bench.spike_worths import Fit, watch
from engine.core.play import actors, is_over, play, start
from engine.games.spike import GAME
from engine.games.spike.advice import quick_line
from engine.games.spike.card_ideas import draw_ideas, most_of_cards
from engine.games.spike.drafts import Draft
from engine.games.spike.estimate import MIDDLE, START, WORTHS, Worth, holdings, scores, shares
from engine.games.spike.weights import FAR, NEAR
from engine.games.spike.worth import Outlook
from tests.engine.spike.positions import COLOURS, opened, path, placed, with_contracts, with_player, with_tracks

SOUTH = path("birmingham", "j65", "memphis", "little-rock")


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (0.0, (1, 0, 0)),
        (MIDDLE / 2, (0.5, 0.5, 0)),
        (MIDDLE, (0, 1, 0)),
        ((MIDDLE + START) / 2, (0, 0.5, 0.5)),
        (START, (0, 0, 1)),
        (START + 20, (0, 0, 1)),
    ],
)
def test_worths_change_evenly_with_the_turns_that_are_left(left: float, expected: Worth) -> None:
    assert shares(left) == expected


def test_every_holding_has_its_worth() -> None:
    assert list(holdings(Outlook(placed("birmingham", "boston"), 0))) == list(WORTHS)


def test_nobody_expects_anything_before_the_trains_are_placed() -> None:
    assert scores(opened(3)) == [0.0, 0.0, 0.0]


def test_cargo_counts_where_its_city_is_linked_and_free() -> None:
    fruit = with_contracts(placed("birmingham", "boston"), 0, "c20b", loaded=("fruit",))
    linked = with_tracks(fruit, 0, *SOUTH)
    delivered = with_player(
        linked, 0, contracts=tuple(held.with_delivered("little-rock") for held in linked.players[0].contracts)
    )
    assert holdings(Outlook(fruit, 0))["loaded"] == 0
    assert holdings(Outlook(linked, 0))["loaded"] == 6
    assert holdings(Outlook(delivered, 0))["loaded"] == 0


def test_a_link_towards_a_contract_raises_what_is_expected() -> None:
    s = with_contracts(placed("birmingham", "boston"), 0, "c20b", loaded=("fruit",))
    assert holdings(Outlook(with_tracks(s, 0, *SOUTH), 0))["contracts"] > holdings(Outlook(s, 0))["contracts"]


def test_a_quick_turn_is_right_not_to_look_at_cards_that_cannot_be_best() -> None:
    s = start(GAME, COLOURS[:3], "quick").state
    drawn = 0
    while not is_over(GAME, s):
        seat = actors(GAME, s)[0]
        if s.phase == "turn":
            draft = Draft(s, seat)
            for look in (FAR, NEAR):
                worths = [idea.worth for idea in draw_ideas(draft, look)]
                drawn += len(worths)
                assert all(worth <= most_of_cards(draft) for worth in worths)
            line = quick_line(s, seat)
        else:
            line = GAME.phase_named[s.phase].suggest(s, seat, 1)[0].line
        s = play(GAME, s, seat, line).state
    assert drawn > 100


def test_a_fit_finds_what_outcomes_were_made_of() -> None:
    fit = Fit(3)
    for first in range(40):
        for second in range(40):
            fit.add([float(first), float(second), 1.0], 2.0 * first - 0.5 * second + 3.0)
    assert fit.solved() == pytest.approx([2.0, -0.5, 3.0], abs=0.02)


@pytest.mark.parametrize("settles", [False, True])
def test_a_game_gives_rows_for_the_fit(settles: bool) -> None:
    fit = Fit(3 * (len(WORTHS) + 1))
    watch(fit, "1-1", settles)
    assert all(sum(map(abs, squares)) > 0 for squares in fit.squares[-3:])
