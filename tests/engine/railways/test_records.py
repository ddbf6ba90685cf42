"""Whole games that were played once: they stay legal, pass their checkpoints and end as they ended."""

import pytest

from engine.core.play import is_over, start
from engine.core.record import Timeline, read_record, write_result
from tests.engine.railways.position import BOTH, GAMES
from tests.records.take import FOLDER, checkpoint

FILES = sorted(path for game in BOTH for path in FOLDER.glob(f"{game.id}-*.txt"))


def test_there_are_two_records_of_each_game_with_different_tables():
    records = [read_record(path.read_text("utf-8")) for path in FILES]
    for game in BOTH:
        own = [record for record in records if record.game == game.id]
        assert len(own) >= 2
        assert len({len(record.seats) for record in own}) >= 2
    assert any(record.options.get("auction") == "variant-2" for record in records)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_replays(path):
    text = path.read_text("utf-8")
    record = read_record(text)
    game = GAMES[record.game]
    marks = [line.removeprefix("; ") for line in text.splitlines() if line.startswith("; ")]
    timeline = Timeline(game, record.seats, start(game, record.seats, record.seed, record.options).state)
    passed = [checkpoint(game, timeline.now)]
    turn = timeline.now.turn
    for entry in record.entries:
        s = timeline.add(entry)
        assert list(game.audit(s)) == []
        if s.turn != turn:
            passed.append(checkpoint(game, s))
            turn = s.turn
    assert passed == marks
    assert is_over(game, timeline.now)
    assert timeline.now.turn == timeline.now.ending + 1  # by the marker rule
    assert write_result(game.standings(timeline.now), record.seats) == record.result
