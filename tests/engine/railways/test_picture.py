"""The board as a picture: what is written on it can be read, and what may be pressed is called as in the list."""

import re

import pytest

from engine.core.sheet import Drawing, Marks, Piece
from engine.draw.theme import SEATS
from engine.games.railways.city_signs import plate_width
from engine.games.railways.country import eastern_us
from engine.games.railways.ground import SCALE, ground, river_sides
from engine.games.railways.names import name_of
from tests.engine.railways.position import RT, acting, linked, opening

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


def test_a_badge_between_two_names_covers_neither():
    drawing = RT.draw(RT.view(linked(acting(), 0, "richmond", "norfolk"), 0), Marks())
    (badge,) = (piece for text, piece in written(drawing, "O") if 'r="12.5"' in piece.svg and piece.x < 1020)
    for city in ("richmond", "norfolk"):
        x, _ = ground().plane.centre(COUNTRY.cities[city].hex)
        half_name = (plate_width(name_of(city, "en")) - 14) / 2
        assert abs(badge.x / SCALE - x) > half_name + 12.5


def test_rivers_are_drawn_without_triangles():
    drawn = {hex: river_sides(hex) for hex in COUNTRY.rivers}
    joined = {
        hex: {other for side in sides if (other := COUNTRY.grid.neighbours[hex][side] or "") in COUNTRY.rivers}
        for hex, sides in drawn.items()
    }
    for hex, others in joined.items():
        assert all(hex in joined[other] for other in others)  # a river goes on beyond the edge
        assert not any(joined[other] & others for other in others)
    for hex, sides in drawn.items():
        cities = [side for side in sides if COUNTRY.grid.neighbours[hex][side] in COUNTRY.city_at]
        assert not cities or len(sides) <= 2


@pytest.mark.parametrize(
    ("lang", "names"), [("en", ("ridge", "coast", "empty city")), ("fr", ("crête", "côte", "ville vide"))]
)
def test_less_usual_signs_are_explained_when_they_are_there(lang, names):
    full, empty = (RT.draw(RT.view(s, 0), Marks(lang=lang)) for s in (opening(), acting()))
    for name in names[:2]:
        assert f">{name}</text>" in full.still
    assert f">{names[2]}</text>" not in full.still + full.moving
    assert f">{names[2]}</text>" in empty.moving


def test_the_part_around_a_draft_shows_hexes_large_enough_to_press():
    drawing = RT.draw(RT.view(acting(), 0), Marks(chosen=("H17",)))
    assert drawing.focus is not None
    on_a_phone = 347 / drawing.focus[2]  # pixels for one unit of the drawing
    assert 84 * SCALE * on_a_phone >= 44


def texts(drawing: Drawing) -> list[str]:
    return re.findall(r">([^<>]+)</text>", drawing.moving)


def test_hotels_and_bounties_stand_at_their_cities():
    s = acting().with_cards_open(("hotel-chicago", "bounty-duluth"), (), ()).with_hand(1, ("hotel-boston",))
    drawing = RT.draw(RT.view(s, 0), Marks())
    words = texts(drawing)
    assert "hotel, with its owner" in words
    assert words.count("+4") == 1  # beside the example in the key
    owner = next(text for text, piece in written(drawing, "G") if piece.svg.count("<path") == 1)
    assert owner == "G"
    assert "hotel, with its owner" not in texts(
        RT.draw(RT.view(s.with_cards_open((), (), ()).with_hand(1, ()), 0), Marks())
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_panel_shows_every_open_card_with_what_it_does_and_who_holds_which(lang):
    open_cards = ("city-growth", "hotel-chicago", "bounty-duluth", "speed-record", "line-boston-washington")
    s = acting().with_cards_open(open_cards, (), ("line-baltimore-toledo",)).with_hand(1, ("hotel-boston",))
    panel, _ = RT.panels(
        RT.view(s, 0), Marks(names=("Ann", "Bea", "Cyril", "Dora"), links={"city-growth": "/x"}, lang=lang)
    )
    words = " ".join(texts(panel.drawing))
    for card in ("city-growth", "hotel-chicago", "speed-record"):
        assert name_of(card, lang) in words
    for city in ("duluth", "boston", "baltimore"):
        assert name_of(city, lang) in words
    assert "Bea" in words
    assert "Ann" not in words
    assert panel.drawing.moving.count("<a href") == 1


def test_in_the_beginners_game_the_panel_shows_the_end_alone():
    panel, _ = RT.panels(RT.view(opening(RT, beginner="on"), 0), Marks())
    assert texts(panel.drawing) == ["0 of 12 empty cities"]


def test_the_income_is_drawn_with_everybody_on_the_track():
    _, panel = RT.panels(RT.view(opening(RT), 0), Marks())
    assert [SEATS[seat].letter for seat in opening(RT).seats] == [
        text for text in texts(panel.drawing) if text.isalpha()
    ]
    assert {"$0k", "$25k", "50", "100"} <= set(texts(panel.drawing))


def test_the_next_sum_of_income_is_told_before_it_comes():
    box = opening(RT).box
    assert [(points, box.next_income(points)) for points in (-3, 0, 20, 21, 41, 99, 140)] == [
        (-3, 1), (0, 1), (20, 21), (21, 24), (41, 49), (99, 101), (140, 141),
    ]  # fmt: skip


def test_a_picture_that_stands_alone_says_the_points():
    view = RT.view(opening(RT, 3), 0)
    assert not any("· 0" in text for text in texts(RT.draw(view, Marks())))
    assert sum(text.endswith("· 0") for text in texts(RT.draw(view, Marks(alone=True)))) == 3
