"""The process that thinks for the embedded default: it gives way, and its death is noticed."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.game import SEAT_COLOURS
from engine.core.play import actors, start
from engine.games import GAMES
from pbem.base.service import Dilemma
from pbem.play.thinking_process import NICENESS, ThinkingProcess, think

pytestmark = pytest.mark.slow


@pytest.fixture
def dilemma() -> Dilemma:
    game = GAMES["whistle-stop"]
    s = start(game, SEAT_COLOURS[:2], "thinking").state
    return Dilemma(game.id, game.encode(s), actors(game, s)[0], "seed", 2)


@pytest.fixture
def thinker(tmp_path: Path) -> Iterator[ThinkingProcess]:
    thinking = ThinkingProcess(tmp_path)
    yield thinking
    thinking.close()


def number_of(thinker: ThinkingProcess) -> int:
    assert thinker._process is not None
    assert thinker._process.pid is not None
    return thinker._process.pid


def test_it_comes_to_the_same_line_and_gives_way_to_everything_else(thinker: ThinkingProcess, dilemma: Dilemma) -> None:
    assert thinker(dilemma) == think(dilemma)
    assert os.getpriority(os.PRIO_PROCESS, number_of(thinker)) >= NICENESS


def test_one_that_was_killed_is_noticed_and_followed_by_another(thinker: ThinkingProcess, dilemma: Dilemma) -> None:
    line = thinker(dilemma)
    first = number_of(thinker)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(EOFError):
        thinker(dilemma)
    assert thinker(dilemma) == line
    assert number_of(thinker) != first
