"""What the kept records of this game show; `tests/contract/test_records.py` replays them."""

import pytest

from engine.core.record import read_record, replay
from engine.games.age_of_steam import GAME
from tests.engine.whole_map import network_of
from tests.records.take import FOLDER, checkpoint

FILES = sorted(FOLDER.glob("age-of-steam-*.txt"))


def test_there_are_records_for_three_to_five_seats_and_with_options():
    records = [read_record(path.read_text("utf-8")) for path in FILES]
    assert {len(record.seats) for record in records} >= {3, 4, 5}
    assert any("on" in record.options.values() for record in records)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hops_of_a_stop_are_those_that_the_whole_board_shows(path):
    for s in replay(GAME, read_record(path.read_text("utf-8"))).states[::10]:
        network = {stop: set(hops) for stop, hops in network_of(s.board.rails).items()}
        assert {stop: set(hops) for stop in s.board.map.stop_names if (hops := s.board.hops(stop))} == network


def test_a_changed_record_is_noticed():
    """A line that the rules refuse, and one that leads to another end."""
    text = FILES[0].read_text("utf-8")
    wrong = read_record(text.replace("lay.B2.straight.0", "lay.B2.straight.1", 1))
    with pytest.raises(Exception, match="ply 10"):
        replay(GAME, wrong)
    other = replay(
        GAME, read_record(text.replace("18. green: deliver.blue.evansville.cincinnati", "18. green: pass")), 18
    )
    assert checkpoint(GAME, other.now) not in text
