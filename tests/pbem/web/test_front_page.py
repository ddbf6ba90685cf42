"""The front page: its pictures can still be made, what it offers works, and recorded games can be replayed."""

import io
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.base.service import Service
from pbem.play.sample_games import recorded
from pbem.web.app import create_app
from pbem.web.cards import FRONT, SHOTS, shots
from tests.pbem.web.front_pictures import SCHEMES, SCREEN, SHARPNESS, pictures

PLAYED = tuple(GAMES)


def test_every_picture_is_there_in_both_languages_by_day_and_by_night() -> None:
    wanted = {f"{name}.{lang}.{scheme}.webp" for name in SHOTS for lang in LANGUAGES for scheme in SCHEMES}
    assert {file.name for file in Path(str(FRONT)).iterdir()} == wanted
    for lang in LANGUAGES:
        for shot in shots(lang).values():
            assert (shot.light.width, shot.light.height) == (shot.dark.width, shot.dark.height)


@pytest.mark.slow
def test_the_pictures_can_be_made_again(chromium: Browser) -> None:
    """By the present templates: a mail or a page that has lost what they show fails here."""
    name, data = next(pictures(chromium, ("press",)))
    assert name == "press.en.light.webp"
    assert Image.open(io.BytesIO(data)).size[0] == SCREEN[0] * SHARPNESS
    name, data = next(pictures(chromium, ("mail",)))
    now, kept = Image.open(io.BytesIO(data)), Image.open(Path(str(FRONT)) / name)
    assert now.size[0] == kept.size[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_visitor_finds_mail_games_and_the_next_step(sqlite_service: Service, lang: str) -> None:
    page = create_app(sqlite_service).test_client().get(f"/?lang={lang}").text
    for name in SHOTS:
        assert f"/static/front/{name}.{lang}.dark.webp" in page
    for game in PLAYED:
        assert f'href="/rules/{game}"' in page
        assert f'href="/replay/{game}"' in page
    assert 'href="/tables/new"' in page
    assert 'action="/link"' in page


@pytest.mark.parametrize("game", ["age-of-steam", "whistle-stop"])
def test_a_recorded_game_is_shown_move_by_move(sqlite_service: Service, game: str) -> None:
    client = create_app(sqlite_service).test_client()
    last = len(recorded(game).states) - 1
    for address in (f"/replay/{game}", f"/replay/{game}/0", f"/replay/{game}/17?lang=fr"):
        assert client.get(address).status_code == 200
    assert f"After line {last} of {last}" in client.get(f"/replay/{game}").text
    assert client.get(f"/replay/{game}/{last + 1}").status_code == 404
    assert client.get(f"/replay/{game}/record.txt").text.startswith(f"Game: {game}")


def test_there_is_no_recorded_game_of_an_unknown_one(sqlite_service: Service) -> None:
    client = create_app(sqlite_service).test_client()
    assert client.get("/replay/chess").status_code == 404
    assert client.get("/replay/parlour/record.txt").status_code == 404


def test_drawings_of_a_first_page_are_pictures(sqlite_service: Service) -> None:
    client = create_app(sqlite_service).test_client()
    answer = client.get("/rules/age-of-steam/1.en.png")
    assert answer.mimetype == "image/png"
    assert "max-age" in answer.headers["Cache-Control"]
    for missing in ("/rules/age-of-steam/9.en.png", "/rules/age-of-steam/1.de.png", "/rules/chess/1.en.png"):
        assert client.get(missing).status_code == 404
