"""The map file is checked when it is loaded, with a sentence that says what is wrong."""

from importlib.resources import files

import pytest

from engine.core.tables import BadData
from engine.games.age_of_steam.components import rail_map, read_map

TEXT = (files("engine.games.age_of_steam") / "maps" / "rust-belt.toml").read_text("utf-8")


def test_the_map_as_it_is():
    assert read_map("rust-belt", TEXT) == rail_map("rust-belt")


def test_rivers_and_lakes_are_for_the_drawing_alone():
    plain = TEXT[: TEXT.index("# For the drawing")]
    assert read_map("plain", plain).rivers == {}
    assert read_map("plain", plain).lakes == {}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('layout = "odd-q"', "layout =", "not a TOML file"),
        ("[towns]", "[villages]", "“towns” is missing"),
        ('layout = "odd-q"', "", "“layout” is missing"),
        ('"..@......."', '"..@...x..."', "column 2, row 7: “x” is none of"),
        ('buffalo = "R3"', 'buffalo = "R4"', "R3 is a town only in the columns"),
        ('chicago = ["H6", "red", "w1", 2]\n', "", "H6 is a city only in the columns"),
        ('la-crosse = "E4"', 'la-crosse = "E4"\nelsewhere = "A1"', "A1 is a town only in the list"),
        ('"H6", "red"', '"H6", "green"', "chicago has no known colour or column"),
        ('"red", "w1"', '"red", "n1"', "chicago has no known colour or column"),
    ],
)
def test_a_wrong_map_is_refused(old, new, said):
    assert old in TEXT
    with pytest.raises(BadData) as wrong:
        read_map("home-made", TEXT.replace(old, new, 1))
    assert said in str(wrong.value)
    assert str(wrong.value).startswith("map home-made: ")
