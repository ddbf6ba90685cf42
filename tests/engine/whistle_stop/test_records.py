"""What the kept records of this game show; `tests/contract/test_records.py` replays them."""

import pytest

from engine.core.record import Broken, read_record, replay
from engine.games.whistle_stop import GAME
from tests.records.take import FOLDER

FILES = sorted(FOLDER.glob("whistle-stop-*.txt"))


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
