"""What the kept records of this game show; `tests/contract/test_records.py` replays them."""

import pytest

from engine.core.record import Broken, read_record, replay
from engine.games.spike import GAME
from tests.records.take import FOLDER

FILES = sorted(FOLDER.glob("spike-*.txt"))


def test_there_are_records_of_both_games() -> None:
    records = [read_record(path.read_text("utf-8")) for path in FILES]
    assert {record.options["expert"] for record in records} == {"on", "off"}
    assert len({len(record.seats) for record in records}) > 1


def test_a_changed_record_is_noticed() -> None:
    text = FILES[0].read_text("utf-8")
    ply = next(line for line in text.splitlines() if " pay." in line)
    cut = ply.replace(" done", "")
    with pytest.raises(Broken, match=f"ply {ply.partition('.')[0]}"):
        replay(GAME, read_record(text.replace(ply, cut)))
