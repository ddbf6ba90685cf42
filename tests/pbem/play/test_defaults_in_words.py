"""What is played for who stays silent is told in words, in every position of recorded games."""

from pathlib import Path

import pytest

from engine.core.play import actors
from engine.core.record import read_record, replay
from engine.games import GAMES
from pbem.play.scene import Scene

RECORDS = Path(__file__).parents[2] / "records"
EVERY = 7  # positions


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_default_is_told_in_words(game: str) -> None:
    record = read_record(next(iter(sorted(RECORDS.glob(f"{game}*.txt")))).read_text("utf-8"))
    timeline = replay(GAMES[game], record)
    for state in timeline.states[:-1:EVERY]:
        for seat in actors(GAMES[game], state):
            for lang in ("en", "fr"):
                question = Scene(GAMES[game], state, seat, record.seats, lang).question
                assert question is not None
                told, line = question.default.label, question.default.line
                assert told
                assert told[0] == told[0].upper()
                assert not any("." in word.rstrip(".") for word in told.split()), f"{line} is told as it is written"
