"""The patient bot in every game, at a late question, from which a play-out is short."""

import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from engine.core.game import AnyGame
from engine.core.move import write_line
from engine.core.patient import patient_line
from engine.core.play import actors, is_over, play, suggest
from engine.core.promises import play_out
from engine.core.record import read_record, replay
from engine.core.rng import Rng
from tests.contract.every_game import EVERY, ROOT, colours
from tests.toys.parlour import GAME as PARLOUR

RECORDS = ROOT / "tests" / "records"
LATE = 7 / 8  # of the lines of a game have been played
PLAYOUTS = 2


@cache
def late_question(id: str) -> tuple[Any, int]:
    """A position near the end in which the asked seat has several suggestions."""
    game = EVERY[id]
    path = RECORDS / f"{id}-1.txt"
    if path.exists():
        record = read_record(path.read_text("utf-8"))
    else:
        record = play_out(game, colours(3), "late", {}, ("greedy",) * 3, "none").record
    states = replay(game, record).states
    for s in states[int(LATE * len(states)) :]:
        for seat in actors(game, s):
            if len(suggest(game, game.view(s, seat), seat, 2)) > 1:
                return s, seat
    raise AssertionError(f"{id} asks nothing late in {path.name}")


def thought(game: AnyGame, s: Any, seat: int) -> str:
    return write_line(patient_line(game, game.view(s, seat), seat, Rng("thought"), PLAYOUTS))


@cache
def decided(id: str) -> str:
    return thought(EVERY[id], *late_question(id))


@pytest.mark.slow
def test_patient_decides_the_same_in_worlds_that_its_seat_cannot_tell_apart(game: AnyGame) -> None:
    s, seat = late_question(game.id)
    line = decided(game.id)
    play(game, s, seat, game.read(line, s))
    other = game.imagine(game.view(s, seat), Rng("other"))
    assert other != s
    assert thought(game, other, seat) == line


def test_what_a_game_gives_for_thinking_keeps_its_word(game: AnyGame) -> None:
    """Its quick lines are legal, its estimate knows every seat, and rounds only go up."""
    s, _ = late_question(game.id)
    rounds = [0]
    while not is_over(game, s):
        if game.estimate is not None:
            assert len(game.estimate.scores(s)) == len(s.seats)
            rounds.append(game.estimate.round(s))
        seat = actors(game, s)[0]
        line = game.playout(s, seat) if game.playout else suggest(game, game.view(s, seat), seat, 1)[0].line
        s = play(game, s, seat, line).state
    assert rounds == sorted(rounds)


def whole_game() -> str:
    """A game of the smallest kind, from its first question to its end."""
    record = play_out(PARLOUR, colours(3), "whole", {}, ("patient", "greedy", "patient"), "none", playouts=8).record
    return str(record).replace("\n", "|")


THINK_AND_TELL = """
from tests.contract.every_game import EVERY
from tests.contract.test_patient import decided, whole_game
for id in EVERY:
    print(decided(id))
print(whole_game())
"""


@pytest.mark.slow
def test_patient_decides_the_same_in_another_process() -> None:
    told = subprocess.run(
        [sys.executable, "-c", THINK_AND_TELL],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": "2", "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert told.stdout.splitlines() == [*(decided(id) for id in EVERY), whole_game()]
