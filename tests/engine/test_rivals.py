"""Greedy against greedy of an earlier revision: who sits where, who won, and the pipe to the earlier one."""

from collections import Counter
from pathlib import Path

import click
import pytest

from bench.rivals import EARLIER, PRESENT, rival_in, seatings, shares
from engine.core.bots import greedy_line
from engine.core.play import actors, play, start
from engine.core.rng import Rng
from engine.core.sheet import Standing
from engine.games import GAMES
from tests.contract.every_game import ROOT, colours


@pytest.mark.parametrize("seats", range(2, 7))
def test_both_sit_everywhere_equally_often(seats: int) -> None:
    ways = seatings(seats)
    for seat in range(seats):
        assert Counter(seated[seat] for seated in ways) == {PRESENT: len(ways) / 2, EARLIER: len(ways) / 2}


def test_what_each_had_of_a_game() -> None:
    rows = (Standing(2, 1, 50, ()), Standing(0, 1, 50, ()), Standing(1, 3, 10, ()))
    had = shares(rows, (PRESENT, EARLIER, EARLIER))
    assert (had[PRESENT].wins, had[EARLIER].wins) == (0.5, 0.5)
    assert (had[PRESENT].chance, had[EARLIER].score) == (1 / 3, 30)


def test_the_earlier_one_answers_on_its_own_engine() -> None:
    game = GAMES["whistle-stop"]
    s = start(game, colours(2), "rivals").state
    with rival_in(str(ROOT), game) as rival:
        for _ in range(3):
            seat = actors(game, s)[0]
            line = rival.line(s, seat)
            assert line == greedy_line(game, game.view(s, seat), seat, Rng("rivals"))
            s = play(game, s, seat, line).state


def test_a_revision_that_cannot_answer_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "engine.py").write_text("raise RuntimeError('an engine of long ago')", "utf-8")
    game = GAMES["whistle-stop"]
    s = start(game, colours(2), "rivals").state
    with rival_in(str(tmp_path), game) as rival, pytest.raises(click.ClickException, match="gave no answer"):
        rival.line(s, actors(game, s)[0])
    assert "an engine of long ago" in capfd.readouterr().err
