"""The patient bot: which worlds it tries, what it does with its budget, and what it prefers."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core.bots import BOTS, bots_with, greedy_line
from engine.core.game import Estimate, scores_now
from engine.core.move import Line
from engine.core.patient import patient_line, worth
from engine.core.play import actors, play, start, suggest
from engine.core.promises import play_out
from engine.core.rng import Rng
from engine.core.sheet import Standing
from tests.toys.parlour import GAME
from tests.toys.parlour.state import State
from tests.toys.parlour.view import View

SEATS = ("orange", "green", "sky")
RNG = Rng("thinking")


def at_turn() -> tuple[State, int]:
    """The first question with more than two sensible answers."""
    s = start(GAME, SEATS, "patient").state
    while s.phase != "turn":
        seat = actors(GAME, s)[0]
        s = play(GAME, s, seat, greedy_line(GAME, GAME.view(s, seat), seat, RNG)).state
    return s, actors(GAME, s)[0]


S, SEAT = at_turn()
VIEW = GAME.view(S, SEAT)
LINES = [suggestion.line for suggestion in suggest(GAME, VIEW, SEAT, GAME.candidates)]


class Watched:
    """Parlour whose play-outs stop after the candidate's line, and which keeps a list of what was tried."""

    def __init__(self, liked: Sequence[Line] = ()) -> None:
        self.worlds: list[State] = []
        self.after: list[State] = []
        self.liked = liked
        self.game = replace(GAME, imagine=self.imagine, estimate=Estimate(self.scores, lambda s: 0, looks=(0,)))

    def imagine(self, view: View, rng: Rng) -> State:
        world = GAME.imagine(view, rng)
        if rng.seed.startswith(RNG.seed):  # the others are imagined for advice
            self.worlds.append(world)
        return world

    def scores(self, s: State) -> Sequence[float]:
        """A position after a liked line is the better the earlier the line stands in the list."""
        self.after.append(s)
        world = self.worlds[-1]
        found = [n for n, line in enumerate(self.liked) if play(GAME, world, SEAT, line).state == s]
        return [100.0 - found[0] if found and seat == SEAT else 0.0 for seat in range(len(SEATS))]

    def think(self, playouts: int) -> Line:
        return patient_line(self.game, VIEW, SEAT, RNG, playouts)


def test_the_position_has_enough_to_choose_from() -> None:
    assert len(LINES) == 4


@pytest.mark.parametrize("playouts", [0, 1])
def test_without_a_budget_it_plays_the_first_suggestion(playouts: int) -> None:
    watched = Watched(LINES[::-1])
    assert watched.think(playouts) == LINES[0]
    assert watched.after == []


@pytest.mark.parametrize("best", range(4))
def test_what_does_best_is_played_wherever_it_stands(best: int) -> None:
    assert Watched([LINES[best]]).think(8) == LINES[best]


def test_with_a_small_budget_only_the_first_suggestions_are_tried() -> None:
    assert Watched([LINES[3], LINES[1]]).think(2) == LINES[1]


def test_a_game_says_how_many_suggestions_are_tried() -> None:
    watched = Watched([LINES[3], LINES[1]])
    assert patient_line(replace(watched.game, candidates=2), VIEW, SEAT, RNG, 8) == LINES[1]


def test_of_equals_the_first_suggestion_is_played() -> None:
    assert Watched().think(16) == LINES[0]


@pytest.mark.parametrize("playouts", range(2, 20))
def test_the_budget_is_kept(playouts: int) -> None:
    watched = Watched()
    watched.think(playouts)
    assert playouts // 2 <= len(watched.after) <= playouts


def test_all_are_tried_in_the_same_worlds_and_the_worse_half_is_dropped() -> None:
    watched = Watched([LINES[2], LINES[1]])
    watched.think(16)
    tried = [
        next(line for line in LINES if play(GAME, world, SEAT, line).state == after)
        for world, after in zip(_repeated(watched.worlds, [4, 4, 2, 2, 2, 2]), watched.after, strict=True)
    ]
    assert tried[:8] == LINES * 2
    assert tried[8:] == [LINES[2], LINES[1]] * 4
    assert len({GAME.encode(world) for world in watched.worlds}) == 6


def _repeated(worlds: Sequence[State], times: Sequence[int]) -> list[State]:
    return [world for world, n in zip(worlds, times, strict=True) for _ in range(n)]


def test_its_worlds_look_the_same_to_it_and_are_not_the_true_one() -> None:
    watched = Watched()
    watched.think(16)
    assert all(GAME.view(world, SEAT) == VIEW for world in watched.worlds)
    assert S not in watched.worlds


def test_the_same_seed_and_budget_give_the_same_line_and_another_seed_other_worlds() -> None:
    assert patient_line(GAME, VIEW, SEAT, RNG, 8) == patient_line(GAME, VIEW, SEAT, RNG, 8)
    one, other = Watched(), Watched()
    one.think(4)
    patient_line(other.game, VIEW, SEAT, Rng(f"{RNG.seed} again"), 4)
    assert one.worlds != other.worlds


@pytest.mark.parametrize(
    "estimate", [None, Estimate(lambda s: (0, 0, 0), lambda s: s.round, looks=(0,), whole_game=("turn",))]
)
def test_without_an_estimate_or_where_the_whole_game_is_at_stake_it_plays_to_the_end(
    estimate: Estimate[State] | None,
) -> None:
    ends: list[State] = []

    def standings(s: State) -> tuple[Standing, ...]:
        ends.append(s)
        return GAME.standings(s)

    patient_line(replace(GAME, standings=standings, estimate=estimate), VIEW, SEAT, RNG, 8)
    assert len(ends) == 8
    assert {s.phase for s in ends} == {"over"}


def test_an_estimate_is_asked_when_its_rounds_have_begun() -> None:
    asked: list[int] = []

    def scores(s: State) -> Sequence[float]:
        asked.append(s.round)
        return [score.total for score in s.scores]

    game = replace(GAME, estimate=Estimate(scores, lambda s: s.round))
    patient_line(game, VIEW, SEAT, RNG, 4)
    assert asked == [S.round + 1] * 4


@pytest.mark.parametrize(("looks", "chosen"), [((0,), 0), ((0, 1), 1)])
def test_the_mean_of_all_looks_counts(looks: tuple[int, ...], chosen: int) -> None:
    """The first line leads by little at once and is far behind a round later."""

    class Sinking(Watched):
        first = False

        def scores(self, s: State) -> Sequence[float]:
            if s.round == S.round:
                self.first = play(GAME, self.worlds[-1], SEAT, LINES[0]).state == s
            own = 20.0 if s.round == S.round else -90.0
            return [own if self.first and seat == SEAT else 0.0 for seat in range(len(SEATS))]

    watched = Sinking()
    estimate = Estimate(watched.scores, lambda s: s.round, looks)
    assert patient_line(replace(watched.game, estimate=estimate), VIEW, SEAT, RNG, 8) == LINES[chosen]


def test_a_game_that_ends_before_a_look_counts_as_it_ended() -> None:
    asked: list[State] = []

    def scores(s: State) -> Sequence[float]:
        asked.append(s)
        return [0.0] * len(SEATS)

    estimate = Estimate(scores, lambda s: s.round, (1000,))
    to_the_end = replace(GAME, estimate=None)
    for seed in "abc":
        rng = Rng(seed)
        assert patient_line(replace(GAME, estimate=estimate), VIEW, SEAT, rng, 8) == patient_line(
            to_the_end, VIEW, SEAT, rng, 8
        )
    assert asked == []


@pytest.mark.parametrize(
    ("rows", "scores"),
    [
        (((0, 1, 50), (2, 2, 40), (1, 3, 20)), [50, 20, 40]),
        (((0, 1, 50), (2, 1, 50), (1, 3, 20)), [50, 20, 50]),
        (((0, 1, 50), (2, 2, 50), (1, 3, 20)), [50, 20, 49]),  # a tie that something else breaks
        (((2, 1, 10), (0, 2, 60), (1, 2, 5)), [9, 5, 10]),  # both of these are bankrupt
    ],
)
def test_the_scores_of_now_keep_the_order_of_the_places(
    rows: tuple[tuple[int, int, int], ...], scores: list[float]
) -> None:
    assert scores_now(lambda s: [Standing(*row, ()) for row in rows])(S) == scores


def test_a_game_may_play_on_more_quickly() -> None:
    asked: list[int] = []

    def playout(s: State, seat: int) -> Line:
        asked.append(seat)
        return tuple(GAME.phase_named[s.phase].default(s, seat))

    patient_line(replace(GAME, playout=playout), VIEW, SEAT, RNG, 4)
    assert set(asked) == {0, 1, 2}


def ranked(*scores: float) -> list[tuple[float, float]]:
    return [(score, score) for score in scores]


def test_beating_one_more_is_worth_more_than_beating_one_by_more() -> None:
    assert worth(ranked(50, 40, 40), 0) > worth(ranked(50, 5, 60), 0) > worth(ranked(50, 60, 60), 0)


def test_close_calls_count_little() -> None:
    """In the true game they may go either way."""
    ahead, behind, clearly = (worth(ranked(own, 40), 0) for own in (41, 39, 55))
    assert clearly - ahead > ahead - behind > 0


def test_of_equal_places_the_clearer_one_is_worth_more() -> None:
    assert worth(ranked(60, 40, 2), 0) > worth(ranked(50, 40, 2), 0) > worth(ranked(50, 40, 30), 0)
    assert worth(ranked(15, 40, 20), 0) > worth(ranked(5, 40, 20), 0)
    assert worth(ranked(40, 40, 40), 1) == 1
    assert worth(ranked(60, 50), 0) + worth(ranked(60, 50), 1) == 1


def test_a_seat_that_is_out_of_the_game_is_behind_whatever_its_score() -> None:
    assert worth([(-1, 10), (-2, 90)], 0) == 1
    assert worth([(-1, 10), (-2, 90)], 1) == 0


def test_who_is_ahead_by_a_tie_break_is_ahead() -> None:
    assert worth([(-1, 40), (-2, 40)], 0) > 0.5 > worth([(-1, 40), (-2, 40)], 1)


@pytest.mark.parametrize(("lead", "chosen"), [(0.5, 0), (20.0, 1)])
def test_the_first_suggestion_has_the_benefit_of_the_doubt(lead: float, chosen: int) -> None:
    """Another one must be better by more than luck may be."""

    class Slightly(Watched):
        def scores(self, s: State) -> Sequence[float]:
            better = play(GAME, self.worlds[-1], SEAT, LINES[1]).state == s
            return [lead * better if seat == SEAT else 0.0 for seat in range(len(SEATS))]

    assert Slightly().think(8) == LINES[chosen]


def test_bots_by_their_names() -> None:
    bots = bots_with(4)
    assert list(bots) == [*BOTS, "patient"]
    assert bots["patient"](GAME, VIEW, SEAT, RNG) == patient_line(GAME, VIEW, SEAT, RNG, 4)


def test_it_plays_whole_games_and_its_questions_and_seconds_are_told_by_seat() -> None:
    ticks = iter(range(1_000_000))
    report = play_out(
        GAME, SEATS, "whole", {}, ("greedy", "patient", "random"), clock=lambda: float(next(ticks)), playouts=4
    )
    assert sum(report.questions) == report.waits > 0
    assert report.thought == tuple(map(float, report.questions))
