"""Cubes are never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.rng import Rng
from engine.core.say import say
from engine.games import GAMES
from engine.rail.goods import COLOURS, LETTERS, added, counted, drawn, handful, taken

cubes = st.text("RBPYK", max_size=20).map(lambda letters: added("", letters))


@given(cubes, cubes)
def test_adding_sorts_and_keeps_all(here: str, more: str) -> None:
    assert added(here, more) == "".join(sorted(here + more))


@given(cubes, st.sampled_from("RBPYK"))
def test_taking_gives_back_what_adding_gave(here: str, letter: str) -> None:
    assert taken(added(here, letter), letter) == here


def test_what_is_not_there_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="there is no black cube"):
        taken("BR", "K")


@given(cubes, st.integers(0, 25), st.text(max_size=5))
def test_drawing_moves_cubes_out_of_the_bag(bag: str, number: int, seed: str) -> None:
    hand, rest, rng = drawn(bag, number, Rng(seed))
    assert len(hand) == min(number, len(bag))
    assert added(hand, rest) == bag
    assert rng.count >= len(hand)


def test_a_box_is_counted_out() -> None:
    assert handful({"red": 2, "black": 1, "blue": 1}) == "BKRR"
    assert all(COLOURS[letter] == colour for colour, letter in LETTERS.items())


@pytest.mark.parametrize("game", ["age-of-steam", "railroad-tycoon"])
def test_cubes_of_a_colour_are_told_together(game: str) -> None:
    words = GAMES[game].words
    cubes = counted(("purple", "yellow", "yellow"))
    told = say("goods-in", city="chicago", colour="red", goods=cubes, cubes=cubes)
    assert words.render(told, "en") == "Chicago (red): purple and 2 yellow."
    assert words.render(told, "fr") == "Chicago (rouge) : violet et 2 jaunes."
