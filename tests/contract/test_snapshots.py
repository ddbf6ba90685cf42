"""A snapshot of every released version of every game loads on the present rules, and the game goes on from it."""

import re
from pathlib import Path

import pytest

from engine.core.bots import greedy_line
from engine.core.game import AnyGame
from engine.core.play import actors, is_over, play
from engine.core.rng import Rng
from tests.contract.every_game import EVERY, ROOT

FOLDER = ROOT / "tests" / "snapshots"
SNAPSHOTS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: path.stem)
def test_a_snapshot_loads_and_goes_on(path: Path) -> None:
    match = re.fullmatch(r"(.+)-([0-9]+)", path.stem)
    assert match is not None
    game = EVERY[match[1]]
    assert int(match[2]) in range(1, game.version + 1)
    s = game.decode(path.read_bytes())
    assert not is_over(game, s)
    assert list(game.audit(s)) == []
    assert game.decode(game.encode(s)) == s
    for _ in range(10):
        if is_over(game, s):
            break
        seat = actors(game, s)[0]
        s = play(game, s, seat, greedy_line(game, game.view(s, seat), seat, Rng("on"))).state
    assert list(game.audit(s)) == []


def test_the_present_version_has_a_snapshot(game: AnyGame) -> None:
    """`python -m tests.snapshots.take` makes it."""
    assert FOLDER / f"{game.id}-{game.version}.json" in SNAPSHOTS
