"""Seats that are asked together: nothing of an answer is shown to others before the last has answered, in every game
and with every option."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.core.bots import random_line
from engine.core.game import AnyGame
from engine.core.move import Line
from engine.core.play import actors, default, is_over, play, start
from engine.core.record import Entry, Timeline
from engine.core.rng import Rng
from engine.core.together import SEALED, Together, line_seen_by, open_together
from engine.core.unseen import shown_too_early
from tests.contract.every_game import EVERY, colours

pytestmark = pytest.mark.xdist_group("together")  # the questions are looked for once
MOST_PLIES = 40
SEATS = 2  # more than the fewest, where a game allows it: somebody must be left to wait


def seats_of(game: AnyGame) -> tuple[str, ...]:
    return colours(min(max(game.seats[0], SEATS + 1), game.seats[-1]))


def variants(game: AnyGame) -> Iterator[dict[str, str]]:
    yield {}
    for option in game.options:
        yield from ({option.id: value} for value in option.values[1:])


def asked_together(game: AnyGame, options: dict[str, str]) -> Any | None:
    """The first position in which several seats are asked, None if there is none early in a game."""
    s = start(game, seats_of(game), "together", options).state
    for _ in range(MOST_PLIES):
        if is_over(game, s) or len(actors(game, s)) > 1:
            break
        [seat] = actors(game, s)
        s = play(game, s, seat, default(game, game.view(s, seat), seat)).state
    return s if len(actors(game, s)) > 1 else None


@cache
def questions() -> list[tuple[AnyGame, Any]]:
    """Looked for when a test asks, not when the tests are collected: every process of a run collects them all."""
    found = [(game, asked_together(game, options)) for game in EVERY.values() for options in variants(game)]
    return [(game, s) for game, s in found if s is not None]


def answer(game: AnyGame, s: Any, seat: int, number: int) -> Line:
    return random_line(game, game.view(s, seat), seat, Rng(f"answer-{number}"))


def test_there_are_such_questions() -> None:
    assert {game.id for game, _ in questions()} >= {"spike", "parlour"}


def test_the_engine_shows_nothing_too_early() -> None:
    for game, s in questions():
        assert list(shown_too_early(game, s)) == [], game.id


def test_lines_and_defaults_are_sealed_until_the_last_answer() -> None:
    for game, s in questions():
        check_sealed(game, s)


def check_sealed(game: AnyGame, s: Any) -> None:
    newest_first, answers = [s], list[tuple[int, Line]]()
    for number, seat in enumerate(actors(game, s)):
        together = open_together(game, newest_first)
        assert together == Together(number)
        for reader in (None, *range(len(s.seats))):
            for mover, line in answers:
                told = line_seen_by(line, mover, reader, sealed=True)
                assert told == (line_seen_by(line, mover, mover, sealed=False) if reader == mover else SEALED)
            for other in actors(game, newest_first[0]):
                printed = default(game, game.view(newest_first[0], other), other)
                assert reader == other or line_seen_by(printed, other, reader, together is not None) == SEALED
        line = answer(game, newest_first[0], seat, number)
        newest_first.insert(0, play(game, newest_first[0], seat, line).state)
        answers.append((seat, line))
    assert open_together(game, newest_first) is None


def test_an_answer_that_was_taken_back_stays_sealed() -> None:
    """It may be given again."""
    for game, s in questions():
        check_taken_back(game, s)


def check_taken_back(game: AnyGame, s: Any) -> None:
    seats = s.seats
    timeline = Timeline(game, seats, s)
    first = actors(game, s)[0]
    line = " ".join(map(str, answer(game, s, first, 0)))
    timeline.add(Entry(1, seats[first], line))
    timeline.add(Entry(2, seats[first], "undo"))
    assert open_together(game, reversed(timeline.states)) == Together(2)
    timeline.add(Entry(3, seats[first], line))
    assert open_together(game, reversed(timeline.states)) == Together(3)


def test_a_question_to_one_seat_is_not_sealed(game: AnyGame) -> None:
    """Along a whole beginning of a game, as long as seats are asked one after the other."""
    states = [start(game, seats_of(game), "one by one").state]
    for _ in range(MOST_PLIES):
        if is_over(game, states[-1]) or len(actors(game, states[-1])) > 1:
            break
        assert open_together(game, reversed(states)) is None
        [seat] = actors(game, states[-1])
        line = default(game, game.view(states[-1], seat), seat)
        states.append(play(game, states[-1], seat, line).state)
