"""What an invitation says about the rules that were chosen."""

import pytest

from engine.games import GAMES
from pbem.play.variants import variants


@pytest.mark.parametrize(
    ("options", "lang", "told"),
    [
        ({}, "en", ()),
        ({"youngest": "seat-1", "barons": "off"}, "en", ()),
        ({"barons": "on"}, "en", ("Ten barons with secret goals",)),
        (
            {"auction": "variant-2", "youngest": "seat-3"},
            "en",
            (
                "auction (variant 2: a player who passes pays half)",
                "the youngest or least experienced player, who opens the first auction (seat 3)",
            ),
        ),
        ({"auction": "variant-1"}, "fr", ("enchère (variante 1 : pas d'enchère au tour 1)",)),
    ],
)
def test_what_differs_is_named_with_what_was_chosen(options: dict[str, str], lang: str, told: tuple[str, ...]) -> None:
    assert variants(GAMES["railways-of-the-world"], options, lang) == told
