"""The door for texts from outside: what leaves it is short, composed, and cheap to look at."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pbem.base.outside import MOST_MARKS, admitted, both_ends

MARKS = "\u0301\u0316\u0591\u3099"


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from(MARKS)), max_size=200), st.integers(0, 100))
def test_what_leaves_the_door_is_short_and_composed(text: str, longest: int) -> None:
    kept = admitted(text, longest)
    assert len(kept) <= longest
    assert unicodedata.is_normalized("NFC", kept)
    assert not any(unicodedata.category(char) == "Cs" for char in kept)
    runs = "".join("M" if unicodedata.category(char)[0] == "M" else " " for char in kept).split()
    assert all(len(run) <= MOST_MARKS for run in runs)


@given(st.text(alphabet=st.characters(max_codepoint=0x24F), max_size=100))
def test_what_people_write_passes_as_it_is(text: str) -> None:
    assert admitted(text) == unicodedata.normalize("NFC", text)


def test_four_accents_stay_and_the_fifth_goes() -> None:
    assert admitted("x" + "\u0316" * 9 + "y") == "x" + "\u0316" * 4 + "y"


def test_the_ends_of_a_long_text_are_kept() -> None:
    assert both_ends("abcdef", 3) == "abcdef"
    assert both_ends("abcdefg", 3) == "abc\nefg"
