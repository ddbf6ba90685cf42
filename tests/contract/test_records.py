"""Whole games that were played once: they stay legal, pass their checkpoints and end as they ended."""

from pathlib import Path

import pytest

from engine.core.play import is_over
from engine.core.record import read_record, replay, write_result
from engine.games import GAMES
from tests.records.take import FOLDER, checkpoints

RECORDS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_record(text)
    game = GAMES[record.game]
    assert record.version <= game.version
    *states, last = replay(game, record).states
    assert [list(game.audit(s)) for s in (*states, last)] == [[]] * (len(record.entries) + 1)
    marks = [line.removeprefix("; ") for line in text.splitlines() if line.startswith("; ")]
    assert list(filter(None, checkpoints(game, states))) == marks
    assert is_over(game, last)
    assert write_result(game.standings(last), record.seats) == record.result


@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_records_with_different_tables(id: str) -> None:
    records = [read_record(path.read_text("utf-8")) for path in RECORDS if path.stem.rpartition("-")[0] == id]
    assert len({len(record.seats) for record in records}) >= 2
