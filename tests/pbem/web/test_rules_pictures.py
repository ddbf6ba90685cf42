"""Drawings inside the numbered rules: every piece that they name is drawn, the same in both languages."""

import re

import pytest

from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.base.service import Service
from pbem.web.app import create_app
from pbem.web.rules_model import pictures_of
from pbem.web.rules_text import rules_of
from tests.contract.every_game import rules_file

A_HEX = re.compile(r"\b[A-R][0-9]{1,2}\b")
EMBLEMS = re.compile(r"!\[[^\]]*\]\(emblems/([a-z0-9-]+)\)")


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_name_the_same_drawings(game: str) -> None:
    english, french = (EMBLEMS.findall(rules_file(GAMES[game], lang).read_text("utf-8")) for lang in LANGUAGES)
    assert english == french
    assert set(english) <= set(GAMES[game].emblems("en"))
    assert rules_of(game, "en").pictures == rules_of(game, "fr").pictures


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_stands_where_the_rules_name_it(game: str, lang: str) -> None:
    html, named = rules_of(game, lang).html, EMBLEMS.findall(rules_file(GAMES[game], lang).read_text("utf-8"))
    assert html.count('<svg class="emblem"') == len(named)
    assert "emblems/" not in html
    assert all(label for label in re.findall(r'aria-label="([^"]*)"', html))


@pytest.mark.parametrize("game", ["age-of-steam", "whistle-stop"])
def test_lists_of_hexes_stand_in_the_appendix(game: str) -> None:
    text, _, appendix = rules_file(GAMES[game], "en").read_text("utf-8").partition("## Appendix")
    assert appendix
    # An example of a build names the hexes that it is built on.
    lines = [line for line in text.splitlines() if not line.startswith("- ")]
    assert max(len(A_HEX.findall(re.sub(r"`[^`]*`|whi-\S+|aos-\S+", "", line))) for line in lines) <= 5


def test_drawings_of_the_rules_follow_those_of_the_first_page(sqlite_service: Service) -> None:
    client = create_app(sqlite_service).test_client()
    page = client.get("/rules/age-of-steam").text
    numbers = [int(number) for number in re.findall(r'src="/rules/age-of-steam/(\d+)\.en\.png"', page)]
    assert numbers == list(range(1, len(pictures_of("age-of-steam", "en")) + 1))
    assert client.get(f"/rules/age-of-steam/{numbers[-1]}.en.png").mimetype == "image/png"
    assert client.get(f"/rules/age-of-steam/{numbers[-1] + 1}.en.png").status_code == 404


def test_the_numbered_rules_have_a_heading(sqlite_service: Service) -> None:
    page = create_app(sqlite_service).test_client().get("/rules/spike").text
    assert '<h2 class="title">Spike: the numbered rules</h2>' in page
    assert page.count("<h1>") == 1
