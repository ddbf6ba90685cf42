"""The one canonical spelling."""

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.move import Move, Number, build_move, read_line, read_move, write_line
from engine.core.refusal import NotAMove
from engine.rail.hexes import address
from tests.engine.typing_moves import LEXICON, VERBS, Accuse, Bid, CityWord, Deliver, Done, Lay

numbers = st.integers(0, 999_999)
hexes = st.builds(address, st.integers(0, 701), st.integers(0, 98))


def word(kind: str) -> st.SearchStrategy[str]:
    return st.sampled_from(LEXICON[kind])


cities = st.lists(word("city"), min_size=1, max_size=5).map(tuple)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Bid, numbers),
    st.builds(Lay, hexes, word("tile"), numbers),
    st.builds(Deliver, word("good"), cities),
    st.builds(Accuse, word("colour"), cities),
    st.just(Done()),
)


@given(st.lists(moves, max_size=5))
def test_lines_are_read_as_written(line: list[Move]) -> None:
    written = write_line(line)
    assert read_line(written, VERBS, LEXICON) == tuple(line)
    assert read_line(written.replace(" ", "~"), VERBS, LEXICON) == tuple(line)


def test_the_spelling() -> None:
    line = (Lay("E14", "gentle", 2), Deliver("red", ("kansas-city", "st-louis")), Done())
    assert write_line(line) == "lay.E14.gentle.2 deliver.red.kansas-city.st-louis done"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no-such-verb"),
        ("bit.3", "no-such-verb"),
        ("Bid.3", "no-such-verb"),
        ("bid", "word-missing"),
        ("bid.", "word-unknown"),
        ("bid.03", "word-unknown"),
        ("bid.-3", "word-unknown"),
        ("bid.1000000", "word-unknown"),
        ("bid.٣", "word-unknown"),
        ("bid.3.", "word-too-many"),
        ("bid.3.4", "word-too-many"),
        ("lay.e14.gentle.2", "word-unknown"),
        ("lay.E0.gentle.2", "word-unknown"),
        ("lay.E14.gentl.2", "word-unknown"),
        ("deliver.red", "word-missing"),
        ("deliver.red.", "word-unknown"),
        ("done.done", "word-too-many"),
        ("accuse.?.rome", "word-unknown"),
    ],
)
def test_nothing_else_is_read(text: str, why: str) -> None:
    with pytest.raises(NotAMove) as raised:
        read_move(text, VERBS, LEXICON)
    assert raised.value.say().id == why
    assert raised.value.text == text


@given(
    st.one_of(
        st.text(max_size=30),
        st.lists(st.sampled_from([*VERBS, *LEXICON["city"], "E14", "3", "", "?"]), max_size=6).map(".".join),
    )
)
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        move = read_move(text, VERBS, LEXICON)
    except NotAMove:
        return
    assert str(move) == text


def test_a_reader_without_the_secret_sees_a_question_mark() -> None:
    accuse = Accuse("sky", ("rome", "chicago"))
    assert accuse.seen_by(0, mover=0) == "accuse.sky.rome.chicago"
    assert accuse.seen_by(1, mover=0) == accuse.seen_by(None, mover=0) == "accuse.sky.?"
    assert Bid(3).seen_by(None, mover=0) == "bid.3"
    deliver = Deliver("red", ("rome", "chicago"))
    assert deliver.seen_by(1, mover=0) == str(deliver)


def test_what_is_open_beside_a_secret_is_told() -> None:
    class Whisper(Move, frozen=True):
        VERB: ClassVar[str] = "whisper"
        HIDDEN: ClassVar[frozenset[str]] = frozenset({"number"})
        number: Number
        stops: tuple[CityWord, ...]

    assert Whisper(3, ("rome", "chicago")).seen_by(1, mover=0) == "whisper.?.rome.chicago"


def test_words_without_a_place() -> None:
    assert Lay("E14", "gentle", 2).places() == (None, None, None)


def test_build_move_takes_words() -> None:
    assert build_move(Deliver, ["red", "rome", "a"], LEXICON) == Deliver("red", ("rome", "a"))
