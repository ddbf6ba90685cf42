"""Whole games that were played once: they stay legal, pass their checkpoints and end as they ended."""

from pathlib import Path

import pytest

from engine.core.play import is_over, start
from engine.core.record import Broken, Timeline, read_record, replay, write_result
from engine.games.spike import GAME
from tests.records.take import FOLDER, checkpoint

FILES = sorted(FOLDER.glob("spike-*.txt"))


def test_there_are_records_of_both_games() -> None:
    records = [read_record(path.read_text("utf-8")) for path in FILES]
    assert {record.options["expert"] for record in records} == {"on", "off"}
    assert len({len(record.seats) for record in records}) > 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_record(text)
    assert record.version <= GAME.version
    marks = [line.removeprefix("; ") for line in text.splitlines() if line.startswith("; ")]
    timeline = Timeline(GAME, record.seats, start(GAME, record.seats, record.seed, record.options).state)
    passed, number = [checkpoint(GAME, timeline.now)], 1
    for entry in record.entries:
        s = timeline.add(entry)
        assert list(GAME.audit(s)) == []
        if s.round != number:
            passed.append(checkpoint(GAME, s))
            number = s.round
    assert passed == marks
    assert len(passed) == 3
    assert is_over(GAME, timeline.now)
    assert write_result(GAME.standings(timeline.now), record.seats) == record.result


def test_a_changed_record_is_noticed() -> None:
    text = FILES[0].read_text("utf-8")
    ply = next(line for line in text.splitlines() if " pay." in line)
    cut = ply.replace(" done", "")
    with pytest.raises(Broken, match=f"ply {ply.partition('.')[0]}"):
        replay(GAME, read_record(text.replace(ply, cut)))


def test_the_snapshot_of_the_first_version_loads() -> None:
    s = GAME.decode((FOLDER.parent / "snapshots" / "spike-1.json").read_bytes())
    assert s.turns > 1
    assert s.owner_of
    assert list(GAME.audit(s)) == []
    assert GAME.decode(GAME.encode(s)) == s
