"""Kind reading: what people type is understood if it can mean only one thing."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.move import read_line, write_line
from engine.core.reader import MOST_LETTERS, MOST_TOKENS, Reading, plain, tokens
from engine.core.refusal import NotAMove
from engine.core.say import say
from tests.engine.test_moves import moves
from tests.engine.typing_moves import LEXICON, VERBS, reader


def understood(text: str, *verbs: str) -> str:
    return write_line(reader(*verbs).read(text).line)


def refused(text: str, *verbs: str) -> str:
    with pytest.raises(NotAMove) as raised:
        reader(*verbs).read(text)
    return raised.value.say().id


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bid.3", "bid.3"),
        ("BID 3", "bid.3"),
        ("Bid, 3.", "bid.3"),
        ("bid $3!", "bid.3"),
        ("bid 3 €", "bid.3"),
        ("bid 003", "bid.3"),
        ("bid 000", "bid.0"),
        ("  bid\t3\r\n", "bid.3"),
        ("- bid: 3", "bid.3"),
        ("« bid » (3)", "bid.3"),
        ("ｂｉｄ ３", "bid.3"),
        ("lay e14 gentle 2", "lay.E14.gentle.2"),
        ("lay E 14 gentle 2, done", "lay.E14.gentle.2 done"),
        ("lay aa9 straight 0~done", "lay.AA9.straight.0 done"),
        ("deliver red St. Louis, Kansas City", "deliver.red.st-louis.kansas-city"),
        ("deliver RED saint-louis kansas–city", "deliver.red.st-louis.kansas-city"),
        ("deliver red montreal", "deliver.red.montreal"),
        ("deliver red MONTRÉAL", "deliver.red.montreal"),
        ("deliver red la nouvelle york", "deliver.red.new-york"),
        ("deliver red big apple chicago", "deliver.red.new-york.chicago"),
        ("miser 3", "bid.3"),
        ("enchérir 3", "bid.3"),
        ("ENCHERIR 3", "bid.3"),
        ("poser E14 droite 2 done", "lay.E14.straight.2 done"),
        ("livrer noir Chicago", "deliver.black.chicago"),
        ("accuse vert rome", "accuse.green.rome"),
        ("del re chi ev", "deliver.red.chicago.evansville"),
        ("deliver rou new-y", "deliver.red.new-york"),
        ("end my turn", "done"),
        ("end", "done"),
    ],
)
def test_many_ways_to_say_it(typed: str, meant: str) -> None:
    assert understood(typed) == meant
    assert reader().read(typed).forgiven == ()


@pytest.mark.parametrize(
    ("typed", "meant", "forgiven"),
    [
        ("deliver red chicgo", "deliver.red.chicago", ("chicgo", "chicago")),
        ("deliver red chiccago", "deliver.red.chicago", ("chiccago", "chicago")),
        ("deliver red chixago", "deliver.red.chicago", ("chixago", "chicago")),
        ("deliver red cihcago", "deliver.red.chicago", ("cihcago", "chicago")),
        ("deliver red kansas ciy", "deliver.red.kansas-city", ("kansas-ciy", "kansas-city")),
        ("lay E14 gentel 2", "lay.E14.gentle.2", ("gentel", "gentle")),
        ("lay E14 stright 2", "lay.E14.straight.2", ("stright", "straight")),
    ],
)
def test_a_slip_in_a_long_name_is_forgiven_and_told(typed: str, meant: str, forgiven: tuple[str, str]) -> None:
    found = reader().read(typed)
    assert write_line(found.line) == meant
    assert found.forgiven == (forgiven,)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "line-empty"),
        ("... ,,, --", "line-empty"),
        ("bidd 3", "no-such-verb"),  # never a verb
        ("delivr red chicago", "no-such-verb"),
        ("dnoe", "no-such-verb"),
        ("deliver balck chicago", "word-unknown"),  # never a colour of goods
        ("accuse gren rome", "word-unknown"),  # nor of a seat
        ("accuse ornage rome", "word-unknown"),
        ("lay E1x4 gentle 2", "word-unknown"),  # never a hex
        ("lay E gentle 2", "word-unknown"),
        ("bid 3x", "word-unknown"),  # never a number
        ("bid -3", "word-unknown"),
        ("bid three", "word-unknown"),
        ("bid 3.5", "no-such-verb"),
        ("bid 1,000", "no-such-verb"),
        ("bid 3?", "word-unknown"),
        ("bid", "word-missing"),
        ("deliver red", "word-missing"),
        ("deliver red roma", "word-unknown"),  # too short a name
        ("deliver red cxicaxo", "word-unknown"),  # two slips
        ("deliver red tightt", "word-unknown"),  # a word of another kind
        ("deliver shared chicago", "word-unknown"),  # a spelling that stands for two goods stands for none
    ],
)
def test_what_is_not_forgiven(typed: str, why: str) -> None:
    assert refused(typed) == why


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("d", "verb-unclear"),  # deliver, done
        ("deliver red new", "word-unclear"),  # new-york, new-haven
        ("deliver b chicago", "word-unclear"),  # blue, black
    ],
)
def test_it_never_guesses_between_two(typed: str, why: str) -> None:
    assert refused(typed) == why


def test_a_slip_that_can_mean_two_names_is_asked_about() -> None:
    lexicon = {**LEXICON, "city": ("marion", "marton")}
    unsure = reader()
    unsure.lexicon = lexicon
    with pytest.raises(NotAMove) as raised:
        unsure.read("deliver red maron")
    assert raised.value.say().id == "word-unclear"
    assert raised.value.say().params["choices"] == ("marion", "marton")


def test_a_line_with_two_meanings_is_asked_about() -> None:
    unsure = reader()
    unsure.lexicon = {**LEXICON, "city": ("alpha", "alpha-beta", "beta-gamma", "gamma")}
    with pytest.raises(NotAMove) as raised:
        unsure.read("deliver red alpha beta gamma")
    assert raised.value.say().id == "line-unclear"
    assert set(raised.value.say().params["choices"]) == {  # type: ignore[arg-type]
        "deliver.red.alpha.beta-gamma",
        "deliver.red.alpha-beta.gamma",
    }


def test_an_exact_word_wins_over_a_prefix() -> None:
    lexicon = {**LEXICON, "city": ("chicago", "chicago-heights")}
    sure = reader()
    sure.lexicon = lexicon
    assert sure.read("deliver red chicago").line == read_line("deliver.red.chicago", VERBS, lexicon)
    sure.lexicon = {**LEXICON, "city": ("alpha", "beta", "alpha-beta-gamma")}
    del sure.tables
    assert write_line(sure.read("deliver red alpha beta").line) == "deliver.red.alpha.beta"


def test_a_prefix_may_run_over_a_blank() -> None:
    lexicon = {**LEXICON, "city": ("chicago", "chicago-heights")}
    sure = reader()
    sure.lexicon = lexicon
    assert sure.read("deliver red chicago h") == Reading(read_line("deliver.red.chicago-heights", VERBS, lexicon))


def test_a_digit_alone_is_no_prefix() -> None:
    numbered = reader()
    numbered.lexicon = {**LEXICON, "city": ("42nd-street", "rome")}
    assert write_line(numbered.read("deliver red 42nd").line) == "deliver.red.42nd-street"
    with pytest.raises(NotAMove):
        numbered.read("deliver red 42")
    with pytest.raises(NotAMove):
        numbered.read("deliver red 43nd-street")


def test_a_verb_of_another_phase_is_told_from_no_verb() -> None:
    assert refused("deliver red chicago", "bid", "pass") == "verb-not-now"
    assert refused("livrer red chicago", "bid", "pass") == "verb-not-now"
    assert understood("p", "bid", "pass") == "pass"


def test_the_mistake_furthest_along_is_told() -> None:
    with pytest.raises(NotAMove) as raised:
        reader().read("lay E14 gentle 2 lay E15 gently-bent 0 done")
    assert raised.value.say().id == "word-unknown"
    assert raised.value.say().params == {"text": "gently-bent", "kind": "tile"}


def test_long_nonsense_is_told_in_short() -> None:
    with pytest.raises(NotAMove) as raised:
        reader().read("x" * MOST_LETTERS)
    assert raised.value.say().params["text"] == "x" * 40 + "…"
    with pytest.raises(NotAMove) as raised:
        reader().read("x" * (MOST_LETTERS + 1))
    assert raised.value.say() == say("line-too-many-words")


def test_a_text_of_too_many_words_is_refused() -> None:
    assert understood("done " * MOST_TOKENS).count("done") == MOST_TOKENS
    assert refused("done " * (MOST_TOKENS + 1)) == "line-too-many-words"


@given(st.lists(moves, min_size=1, max_size=4), st.data())
def test_canonical_lines_are_read_however_they_are_dressed(line: list, data: st.DataObject) -> None:
    written = write_line(line)
    dressed = "".join(
        data.draw(st.sampled_from([". ", ", ", "\n", " ; ", "~", " "])) if char in " ." else char for char in written
    )
    dressed = data.draw(
        st.sampled_from([dressed, dressed.upper(), dressed.title(), unicodedata.normalize("NFD", dressed)])
    )
    assert reader().read(dressed) == Reading(tuple(line))


soup = st.sampled_from(
    [
        *VERBS,
        *LEXICON["city"],
        *LEXICON["tile"],
        *LEXICON["good"],
        "miser",
        "new",
        "E14",
        "e",
        "14",
        "3",
        "-3",
        "",
        "?",
        "é",
    ]
)


TEXTS = {
    "text": st.text(max_size=60),
    "bytes": st.binary(max_size=60).map(lambda data: data.decode("latin-1")),
    "soup of words": st.lists(soup, max_size=25).map(" ".join),
}


@pytest.mark.parametrize("kind", TEXTS)
@given(st.data())
def test_any_text_is_a_line_or_not_a_move(kind: str, data: st.DataObject) -> None:
    try:
        found = reader().read(data.draw(TEXTS[kind]))
    except NotAMove:
        return
    assert read_line(write_line(found.line), VERBS, LEXICON) == found.line


@pytest.mark.parametrize(
    "text",
    [
        "d a " + "a " * 196 + "?",
        "deliver red " + "a a-a new york " * 40 + "?",
        "deliver red a " * 60 + "b ?",
        "p " * 199 + "?",
        "a-" * 5000,
        "-" * 100_000,
        "deliver " + "chicag" * 10_000,
        "\u0301" * 10_000,
    ],
)
def test_hostile_repetition_costs_little(text: str) -> None:
    """Counts the function calls instead of the time: without care these texts take 2 to the power of 60 of them."""
    hostile = reader()
    hostile.lexicon = {
        **LEXICON,
        "city": ("a", "a-a", "a-a-a", "b", "new", "new-york", "york", "deliver-red", "chicago"),
    }
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        hostile.read(text)
    except NotAMove:
        pass
    finally:
        sys.setprofile(before)
    assert calls < 700_000


def test_plain_text() -> None:
    assert plain("ÉCOLE — Straße ‘x’") == "ecole - strasse  x "
    assert tokens("St.-Étienne, -3 -x- --") == ["st", "etienne", "-3", "x"]
