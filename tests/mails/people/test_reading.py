"""Answers as people write them are read as they are meant.

`python -m tests.mails.people.measure --list` shows which are not.
"""

from collections import Counter

import pytest

from engine.games import GAMES
from tests.mails.people.corpus import answers
from tests.mails.people.measure import Measured, measure
from tests.mails.people.variations import variations

LEAST_READ = 0.95
LEAST_OFFERED = 0.99  # read, or among the three choices of a question


def check(measured: list[Measured]) -> None:
    count = Counter(one.verdict for one in measured)
    wrong = [(str(one.answer), one.reading) for one in measured if one.verdict == "wrong"]
    assert not wrong
    assert count["read"] >= LEAST_READ * len(measured), count
    assert count["read"] + count["asked"] >= LEAST_OFFERED * len(measured), count


@pytest.mark.slow
def test_a_quarter_of_the_corpus() -> None:
    chosen = answers()[::4]
    assert len(chosen) >= 300
    assert {answer.game.id for answer in chosen} == set(GAMES)
    assert {answer.lang for answer in chosen} >= {"en", "fr"}
    check(list(measure(chosen)))


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_the_whole_corpus_and_what_was_held_out() -> None:
    check(list(measure(answers())))
    held_out = list(measure(answers(held_out=True)))
    assert not [one for one in held_out if one.verdict == "wrong"]


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_no_variation_is_read_as_something_else() -> None:
    varied = list(measure(variations(answers())))
    assert not [(str(one.answer), one.reading) for one in varied if one.verdict == "wrong"]
