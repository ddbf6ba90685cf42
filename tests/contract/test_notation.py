"""docs/notation.md tells the truth."""

import re

from engine.core.record import read_record
from engine.games import GAMES
from tests.contract.every_game import NOTATION
from tests.contract.notation_table import table, written

TEXT = NOTATION.read_text("utf-8")


def test_every_verb_of_every_game_is_in_the_notation() -> None:
    """If it is not: `python -m tests.contract.notation_table`."""
    for game in GAMES.values():
        for verb in game.verbs:
            assert f"| `{verb}` |" in written(), (game.id, verb)
    assert written() == table()


def test_the_example_of_a_record_can_be_read() -> None:
    [example] = re.findall(r"```text\n(Game: .*?)```", TEXT, re.DOTALL)
    record = read_record(example)
    assert record.game in GAMES
    assert len(record.entries) > 3


def test_no_line_of_the_notation_is_left_behind() -> None:
    for reason in ("not-in-this-phase", "line-unfinished", "line-too-long"):
        assert reason in TEXT
