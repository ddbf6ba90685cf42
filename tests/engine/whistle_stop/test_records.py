"""Whole games that were played once: they stay legal, pass their checkpoints and end as they ended."""

from pathlib import Path

import pytest

from engine.core.play import is_over, start
from engine.core.record import Broken, Timeline, read_record, replay, write_result
from engine.games.whistle_stop import GAME
from tests.records.take import FOLDER, checkpoint

FILES = sorted(FOLDER.glob("whistle-stop-*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_record(text)
    assert record.version <= GAME.version
    marks = [line.removeprefix("; ") for line in text.splitlines() if line.startswith("; ")]
    timeline = Timeline(GAME, record.seats, start(GAME, record.seats, record.seed, record.options).state)
    passed = [checkpoint(GAME, timeline.now)]
    number = timeline.now.round
    for entry in record.entries:
        s = timeline.add(entry)
        assert list(GAME.audit(s)) == []
        if s.round != number:
            passed.append(checkpoint(GAME, s))
            number = s.round
    assert passed == marks
    assert is_over(GAME, timeline.now)
    assert write_result(GAME.standings(timeline.now), record.seats) == record.result


def test_there_are_records_for_two_and_four_seats() -> None:
    assert {len(read_record(path.read_text("utf-8")).seats) for path in FILES} >= {2, 4}


def test_a_changed_record_is_noticed() -> None:
    text = FILES[0].read_text("utf-8")
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    taken = first.rpartition(".")[2]
    second = next(line for line in text.splitlines() if line.startswith("2. "))
    wrong = text.replace(second, f"{second.rpartition('.')[0]}.{taken}")
    with pytest.raises(Broken, match="ply 2: place"):
        replay(GAME, read_record(wrong))


def test_the_snapshot_of_the_first_version_loads() -> None:
    s = GAME.decode((FOLDER.parent / "snapshots" / "whistle-stop-1.json").read_bytes())
    assert s.round > 1
    assert list(GAME.audit(s)) == []
    assert GAME.decode(GAME.encode(s)) == s
