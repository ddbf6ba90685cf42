"""People who read their mail now and then: what the model promises, on the toy game and on a short real one."""

from functools import cache
from itertools import pairwise
from statistics import fmean

import pytest

from engine.core.people import ByMail, Habits, Plans, Reader, play_by_mail
from engine.core.play import actors, forced, play, start
from engine.games import GAMES
from tests.toys.parlour import GAME

COLOURS = ("orange", "green", "sky")
HOURS = 3600


def by_mail(plans: Plans, seed: str = "people") -> ByMail:
    return play_by_mail(GAME, COLOURS, seed, {}, Habits(8 * HOURS, plans))


@cache
def whistle_stop(plans: Plans) -> ByMail:
    return play_by_mail(GAMES["whistle-stop"], COLOURS, "whole", {}, Habits(8 * HOURS, plans))


def test_readers_take_the_mean_time_and_are_the_same_again() -> None:
    reader, again = Reader("seed", 1, 8 * HOURS), Reader("seed", 1, 8 * HOURS)
    times = [reader.delay() for _ in range(2000)]
    assert times[:20] == [again.delay() for _ in range(20)]
    assert fmean(times) == pytest.approx(8 * HOURS, rel=0.05)
    assert Reader("seed", 2, 8 * HOURS).delay() != times[0]


def test_without_plans_every_question_is_waited_for_unless_the_seat_goes_on() -> None:
    told = by_mail("off")
    assert {line.how for line in told.lines} <= {"hand", "forced"}
    hand = [line for line in told.lines if line.how == "hand"]
    going_on = sum(a.seat == b.seat and a.at == b.at for a, b in pairwise(hand))
    assert told.questions == len(hand)
    assert told.waits == len(hand) - going_on
    assert told.followed == told.broken.total() == 0


@pytest.mark.parametrize("plans", ["off", "offered", "asked"])
def test_the_same_seeds_give_the_same_game(plans: Plans) -> None:
    assert by_mail(plans) == by_mail(plans)


def test_planned_lines_are_lines_like_others() -> None:
    """The record of a game with plans is legal, and forced lines are forced there."""
    told = whistle_stop("asked")
    assert told.followed > 5
    game = GAMES["whistle-stop"]
    s = start(game, COLOURS, "whole").state
    for line in told.lines:
        assert line.seat in actors(game, s)
        moves = game.read(line.text, s)
        assert (forced(game, s, line.seat) == moves) or line.how != "forced"
        s = play(game, s, line.seat, moves).state
    assert game.standings(s) == told.standings


def test_plans_save_waits_and_mails() -> None:
    off, asked = whistle_stop("off"), whistle_stop("asked")
    assert asked.waits < off.waits
    assert asked.seconds < off.seconds
    assert sum(asked.mails) <= sum(off.mails)
    assert asked.waits <= len([line for line in asked.lines if line.how == "hand"])
