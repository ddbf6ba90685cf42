"""What the kept records of these games show; `tests/contract/test_records.py` replays them."""

import pytest

from engine.core.game import AnyGame
from engine.core.record import Record, read_record, replay
from tests.engine.railways.position import BOTH
from tests.records.take import FOLDER


def records_of(game: AnyGame) -> list[Record]:
    return [read_record(path.read_text("utf-8")) for path in sorted(FOLDER.glob(f"{game.id}-*.txt"))]


def test_there_is_a_record_with_the_other_auction() -> None:
    assert any(record.options.get("auction") == "variant-2" for game in BOTH for record in records_of(game))


@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.id)
def test_a_recorded_game_ends_by_the_marker_rule(game: AnyGame) -> None:
    last = replay(game, records_of(game)[0]).now
    assert last.turn == last.ending + 1
