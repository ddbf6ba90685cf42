"""The board as a picture: what is written on it can be read, and what may be pressed is called as in the list."""

import re

import pytest

from engine.core.sheet import Drawing, Marks, Piece
from engine.games.railways.country import eastern_us
from engine.games.railways.drawing import plate_width
from engine.games.railways.ground import SCALE, ground
from engine.games.railways.naming import name_of
from tests.engine.railways.position import RT, acting

COUNTRY = eastern_us()
BESIDE_CITIES = [
    hex for city in COUNTRY.cities.values() for hex in COUNTRY.grid.neighbours[city.hex] if COUNTRY.buildable(hex)
]
PRICES = {"en": "$2k", "fr": "2 k$"}


def pressing(lang: str) -> Drawing:
    """Every hex beside a city may be pressed, as in the first action of a game."""
    links = {hex: f"/{hex}" for hex in BESIDE_CITIES if hex}
    marks = Marks(links=links, prices=dict.fromkeys(links, PRICES[lang]), lang=lang, addresses=True)
    return RT.draw(RT.view(acting(), 0), marks)


def written(drawing: Drawing, pattern: str) -> list[tuple[str, Piece]]:
    found = ((re.findall(r">([^<>]+)</text>", piece.svg), piece) for piece in drawing.pieces)
    return [(texts[0], piece) for texts, piece in found if len(texts) == 1 and re.fullmatch(pattern, texts[0])]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_prices_and_names_of_cities_keep_off_each_other(lang):
    plane = ground().plane
    prices = written(pressing(lang), re.escape(PRICES[lang]))
    assert len(prices) == len(set(BESIDE_CITIES))
    covering = []
    for city in COUNTRY.cities.values():
        x, y = plane.centre(city.hex)
        half = plate_width(name_of(city.word, lang)) / 2
        if city.word in COUNTRY.western or x - half < 60 or x + half > ground().frame[2] - 20:
            continue  # their plates are moved aside
        for _, piece in prices:
            _, _, wide, high = piece.box
            apart = abs(piece.x / SCALE - x) >= half + wide - 8 or abs(piece.y / SCALE - y) >= 16 + high - 14
            covering += [] if apart else [(city.word, piece)]
    assert covering == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hexes_that_may_be_pressed_bear_their_address(lang):
    drawn = {text for text, _ in written(pressing(lang), r"[A-Z]{1,2}\d+")}
    missing = set(BESIDE_CITIES) - drawn
    assert len(missing) < len(set(BESIDE_CITIES)) / 10  # only where there is no room at all


def test_names_of_cities_lie_over_prices():
    pieces = pressing("fr").pieces
    last_price = max(index for index, piece in enumerate(pieces) if ">2 k$</text>" in piece.svg)
    first_name = min(index for index, piece in enumerate(pieces) if ">Duluth</text>" in piece.svg)
    assert last_price < first_name
