"""Messages become sentences, in two languages."""

from collections.abc import Mapping

import pytest

from engine.core.say import Param, Say, say
from engine.core.words import LANGUAGES, Template, Tongue, Words, _template, load_words

PLURAL = {"zero": "no tiles", "one": "one tile", "other": "{n} tiles"}


def words(**templates: str | dict[str, str]) -> Words:
    """The same templates in both languages."""
    read = {id.replace("_", "-"): _template(entry) for id, entry in templates.items()}
    names = {"st-louis": "St. Louis", "rome": "Rome"}
    verbs: Mapping[str, tuple[str, ...]] = {"lay": ("poser", "pose")}
    return Words({lang: Tongue(lang, read, names, verbs if lang == "fr" else {}, {}) for lang in LANGUAGES})


@pytest.mark.parametrize(
    ("template", "params", "english", "french"),
    [
        ("{n} of {total}", {"n": 3, "total": 8}, "3 of 8", "3 of 8"),
        ("{x:seat} paid", {"x": 1}, "Bob paid", "Bob paid"),
        ("{x:seat} paid", {"x": 4}, "#5 paid", "#5 paid"),
        ("{x:seat}", {"x": (0, 1)}, "Ann, Bob", "Ann, Bob"),
        ("{x:name}", {"x": "st-louis"}, "St. Louis", "St. Louis"),
        ("{x:name}", {"x": "nowhere"}, "nowhere", "nowhere"),
        ("{x:names}", {"x": ()}, "", ""),
        ("{x:names}", {"x": ("rome",)}, "Rome", "Rome"),
        ("{x:names}", {"x": ("rome", "st-louis")}, "Rome and St. Louis", "Rome et St. Louis"),
        ("{x:names}", {"x": ("a", "b", "c")}, "a, b and c", "a, b et c"),
        ("{x:money}", {"x": 12}, "$12", "12\N{NO-BREAK SPACE}$"),
        ("{x:money}", {"x": 0}, "$0", "0\N{NO-BREAK SPACE}$"),
        ("{x:money}", {"x": -3}, "−$3", "−3\N{NO-BREAK SPACE}$"),
        ("{x}", {"x": -3}, "−3", "−3"),
        ("{x}", {"x": ("a", "b")}, "a, b", "a, b"),
        ("({x})", {"x": say("inner", y=1)}, "(<Bob>)", "(<Bob>)"),
        ("{x:names}", {"x": (say("inner", y=0), "rome")}, "<Ann> and Rome", "<Ann> et Rome"),
    ],
)
def test_ways_of_writing(template: str, params: dict[str, Param], english: str, french: str) -> None:
    spoken = words(outer=template, inner="<{y:seat}>")
    message = Say("outer", params)
    assert spoken.render(message, "en", ("Ann", "Bob")) == english
    assert spoken.render(message, "fr", ("Ann", "Bob")) == french


@pytest.mark.parametrize(
    ("n", "english", "french"),
    [(0, "0 tiles", "one tile"), (1, "one tile", "one tile"), (2, "2 tiles", "2 tiles"), (21, "21 tiles", "21 tiles")],
)
def test_french_counts_nought_as_singular(n: int, english: str, french: str) -> None:
    spoken = words(tiles={"one": "one tile", "other": "{n} tiles"})
    assert spoken.render(say("tiles", n=n), "en") == english
    assert spoken.render(say("tiles", n=n), "fr") == french


def test_nought_may_have_words_of_its_own() -> None:
    spoken = words(tiles=PLURAL)
    assert [spoken.render(say("tiles", n=0), lang) for lang in LANGUAGES] == ["no tiles", "no tiles"]


def test_the_number_that_counts_can_be_named() -> None:
    spoken = words(tiles={"by": "count", "one": "{x}: one tile", "other": "{x}: {count} tiles"})
    assert spoken.render(say("tiles", x="a", count=1), "en") == "a: one tile"
    assert spoken.render(say("tiles", x="a", count=4), "fr") == "a: 4 tiles"


def test_what_is_not_a_number_is_many() -> None:
    assert _template(PLURAL).choose({"n": "some"}, "en") == "{n} tiles"
    assert _template(PLURAL).choose({}, "en") == "{n} tiles"


def test_parameters_of_a_template() -> None:
    assert _template(PLURAL).parameters == {"n"}
    assert _template("{a:seat} and {b} and plain").parameters == {"a", "b"}
    assert Template("", None, "x", "x").parameters == frozenset()


def test_what_has_no_words_is_named() -> None:
    with pytest.raises(KeyError, match=r"no words for 'nonsense' in fr"):
        words().render(say("nonsense"), "fr")
    with pytest.raises(KeyError, match="total"):
        words(part="{n} of {total}").render(say("part", n=1), "en")


def test_verbs_and_names() -> None:
    spoken = words()
    assert (spoken.verb("lay", "fr"), spoken.verb("lay", "en"), spoken.verb("bid", "fr")) == ("poser", "lay", "bid")
    assert (spoken.name("rome", "en"), spoken.name("x", "en")) == ("Rome", "x")


def test_later_packages_speak_over_earlier_ones() -> None:
    core, toy = load_words(), load_words("tests.toys.parlour")
    assert core.name("card", "fr") == "card"
    assert toy.name("card", "fr") == "carte"
    assert toy.render(say("not-your-turn", seat=0), "fr", ("Ann",)) == core.render(
        say("not-your-turn", seat=0), "fr", ("Ann",)
    )


def test_core_says_everything_in_both_languages() -> None:
    english, french = (load_words().tongues[lang] for lang in LANGUAGES)
    assert english.say.keys() == french.say.keys()
    assert english.names.keys() == french.names.keys()
    assert english.verbs.keys() == french.verbs.keys()
    for id, template in english.say.items():
        assert french.say[id].parameters == template.parameters, id
