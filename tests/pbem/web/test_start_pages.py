"""The first pages of the rules: what they claim holds, and their drawings are those of the recorded game."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from engine.core.record import write_result
from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.base.introductions import idea, introduction
from pbem.mail_out.pictures import png_of
from pbem.play.sample_games import record_of, recorded
from pbem.tables.game_length import measured
from pbem.web.rules_pictures import Picture, read_picture
from pbem.web.start_page import start_page
from tests.contract.every_game import ROOT

GAMES_COUNTED = tuple(GAMES)  # before a test lends another one
SECTIONS = 4  # the turn in pictures, what may be done, what beginners get wrong, by mail
A_FIGURE = re.compile(r'<figure><img src="([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]+)" loading="lazy">')


@pytest.mark.parametrize("game", GAMES)
def test_the_game_that_ships_is_played_to_its_end(game: str) -> None:
    record = record_of(game)
    assert record.version == GAMES[game].version
    assert all(record.names)
    assert write_result(GAMES[game].standings(recorded(game).states[-1]), record.seats) == record.result


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_first_page_has_its_parts(game: str, lang: str) -> None:
    page = start_page(game, lang)
    assert page is not None
    assert len(idea(game, lang)) == 3
    assert all(re.fullmatch(r"[^.]+[^.\s]\.", sentence.replace("St.", "St")) for sentence in idea(game, lang))
    assert len(page.chapters) >= SECTIONS
    assert 4 <= len(page.pictures) <= 6
    figures = A_FIGURE.findall(page.html)
    assert [url for url, *_ in figures] == [f"/rules/{game}/{n + 1}.{lang}.png" for n in range(len(page.pictures))]
    assert page.html.count("<figcaption>") == len(figures)
    assert "<figcaption></figcaption>" not in page.html


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_show_the_same_drawings(game: str) -> None:
    english, french = (start_page(game, lang) for lang in LANGUAGES)
    assert english is not None
    assert french is not None
    assert english.pictures == french.pictures
    assert introduction(game, "en") != introduction(game, "fr")


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_lies_inside_what_it_is_cut_from(game: str) -> None:
    page = start_page(game, "en")
    assert page is not None
    for picture in page.pictures:
        whole = Picture(**{**vars(picture), "box": None}).drawing("en")
        left, top, wide, high = picture.box or (0, 0, whole.width, whole.height)
        assert min(left, top) >= 0
        assert left + wide <= whole.width
        assert top + high <= whole.height


@pytest.mark.parametrize("game", GAMES)
def test_numbers_in_a_caption_stand_on_its_drawing(game: str) -> None:
    page = start_page(game, "en")
    assert page is not None
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page.html)
    for caption, picture in zip(captions, page.pictures, strict=True):
        numbers = {int(number) for number in re.findall(r"\((\d)\)", caption)}
        assert numbers <= {change.number for change in picture.scene("en").changes}, caption


def test_a_part_of_a_drawing_is_a_part_of_its_picture() -> None:
    picture = read_picture("records/age-of-steam.txt#ply=16&xywh=400,405,400,420")
    whole = Image.open(io.BytesIO(png_of(Picture("age-of-steam", 16).drawing("en")))).convert("RGB")
    part = Image.open(io.BytesIO(png_of(picture.drawing("en")))).convert("RGB")
    assert part.size == (400, 420)
    assert part.tobytes() == whole.crop((400, 405, 800, 825)).tobytes()


@pytest.mark.parametrize(
    "source", ["boards/spike.png", "records/spike.txt#seat=sky", "records/spike.txt#ply=5&colour=red"]
)
def test_an_address_that_names_no_drawing_is_refused(source: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        read_picture(source)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_how_long_a_game_takes_is_what_was_measured(game: str, lang: str) -> None:
    found = measured(game)
    assert found is not None
    day = "days" if lang == "en" else "jours"
    for days in (found.days, found.planned):
        assert f"{days:.0f} {day}" in introduction(game, lang)


def test_the_measured_figures_are_those_of_the_table_they_come_from() -> None:
    rows = re.findall(r"^\| ([A-Z][^|]+), (\d) \| \d+ \|[^|]+\| ([\d.]+) against ([\d.]+) \|", why(), re.MULTILINE)
    names = {game.words.name(id, "en"): id for id, game in GAMES.items()}
    assert len(rows) == len(GAMES_COUNTED)
    for name, seats, asked, off in rows:
        figures = measured(names[name])
        assert figures is not None
        assert (figures.seats, figures.days, figures.planned) == (int(seats), float(off), float(asked)), name


def why() -> str:
    return Path(ROOT / "docs" / "why.md").read_text("utf-8")
