"""Pieces and signs that the rules show: each is drawn, in every language, around a box with an extent."""

from xml.etree import ElementTree

import pytest

from engine.core.game import AnyGame
from engine.core.words import LANGUAGES
from tests.contract.every_game import EVERY


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
def test_every_emblem_is_a_drawing(game: AnyGame, lang: str) -> None:
    for name, piece in game.emblems(lang).items():
        _, _, wide, high = piece.box
        assert min(wide, high) > 0, name
        assert len(ElementTree.fromstring(f"<g>{piece.svg}</g>")) > 0, name
    assert game.emblems(lang).keys() == game.emblems("en").keys()
