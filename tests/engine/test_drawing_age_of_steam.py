"""The board of Age of Steam as a picture: everything that lies on it is drawn, and nothing that the page forbids."""

import re
import xml.etree.ElementTree as ET

import msgspec
import pytest

from engine.core.play import start
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import theme
from engine.draw.svg import document
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.picture import draw, draw_panel, text
from engine.games.age_of_steam.view import View
from engine.rail.track import Laid, Tiled

SEATS = ("orange", "green", "sky", "magenta", "brown", "white")
PLAIN = Marks()
NAMES = ("Ann", "Bea", "Cyril", "Dora", "Emil", "Fay & <Co>")


def tiles(**laid: tuple[tuple[int, int, int | None], ...]) -> dict[str, Tiled]:
    return {
        hex: Tiled("straight", 0, tuple(Laid(a, b, owner) for a, b, owner in tracks)) for hex, tracks in laid.items()
    }


def worked_example() -> dict[str, Tiled]:
    """The rule book's example: Peter, Dave and John around Evansville, and Vince's New City."""
    return tiles(
        K10=((1, 4, 0), (0, 3, 3)), L9=((1, 4, 0), (2, 5, 2)), N9=((3, 5, 0),),
        J9=((1, 3, 1),), L8=((2, 4, 1),), M10=((0, 5, 2),), K8=((0, 3, 3),), K11=((0, 5, 3),),
        C2=((0, 3, None),),
    )  # fmt: skip


def position(laid: dict[str, Tiled] | None = None, **fields: object) -> View:
    """The opening of a game with six seats, with this track and these fields."""
    opening = GAME.view(start(GAME, SEATS, "drawing").state, 0)
    new_cities = {"K9": "b"} if laid else {}
    known = {name: getattr(opening, name) for name in opening.__struct_fields__}
    return View(**{**known, "board": Board("rust-belt", laid or {}, new_cities), **fields})


def texts(drawing: Drawing) -> list[str]:
    return re.findall(r">([^<>]+)</text>", drawing.still + drawing.moving)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_city_and_town_is_named(lang):
    drawn = texts(draw(position(), Marks(lang=lang)))
    map = position().board.map
    for stop in map.stop_names.values():
        assert GAME.words.name(stop, lang) in drawn


def test_water_is_named_in_the_language_of_the_reader():
    assert "Lac" in texts(draw(position(), Marks(lang="fr")))
    assert "Lake" in texts(draw(position(), Marks(lang="en")))


def test_the_still_layer_depends_on_map_and_language_alone():
    empty = draw(position(), Marks())
    full = draw(position(worked_example()), Marks(changes={"K10": (1,)}, links={"B1": "/x"}, addresses=True))
    assert empty.still == full.still
    assert empty.moving != full.moving


def test_no_style_and_well_formed():
    marks = Marks(changes={"K10": (1,)}, links={"B1": "/x?a=1&b=2"}, prices={"B1": "$2"}, names=NAMES, alone=True)
    whole = document(draw(position(worked_example()), marks))
    assert "style=" not in re.sub(r"font-style=", "", whole)
    assert "<style" not in whole
    assert "id=" not in whole  # two boards on one page must not share ids
    ET.fromstring(whole)


def badges(drawing: Drawing) -> list[Piece]:
    return [piece for piece in drawing.pieces if piece.svg.startswith('<circle cx="0" cy="0" r="12.5"')]


def test_each_owned_line_has_a_badge_and_lines_of_nobody_have_none():
    drawn = badges(draw(position(worked_example()), Marks()))
    letters = [re.findall(r">([A-Z])</text>", badge.svg)[0] for badge in drawn]
    assert "".join(sorted(letters)) == "GGMMOOS"


def test_badges_lie_on_the_map_and_apart():
    places = [(badge.x, badge.y) for badge in badges(draw(position(worked_example()), Marks()))]
    for index, (x, y) in enumerate(places):
        assert 25 < x < 1175
        assert 25 < y < 827
        assert all(abs(x - ox) > 24 or abs(y - oy) > 24 for ox, oy in places[index + 1 :])


def test_an_unfinished_line_is_barrier_tape_and_its_badge_is_hollow():
    unfinished = draw(position(tiles(N9=((3, 5, 0),))), Marks())
    assert 'stroke-dasharray="8 6"' in unfinished.moving
    assert unfinished.moving.count('r="9.2"') == 2  # on the line and in the legend


def test_a_bankrupt_seat_has_grey_badges_and_its_name_is_struck():
    view = position(worked_example())
    broke = tuple(type(player)(bankrupt=True) if seat == 1 else player for seat, player in enumerate(view.players))
    drawing = draw(position(worked_example(), players=broke), Marks(names=NAMES))
    assert drawing.moving.count(f'r="12.5" fill="{theme.NOBODY}"') == 3  # two links and the legend
    assert f'stroke="{theme.NOBODY}" stroke-width="2"' in drawing.moving


@pytest.mark.parametrize("cubes", ["R", "BR", "BKR", "BKPR", "BKPRY", "BBKPRRY", "BBBKKKPPPRRRYYY"])
def test_all_cubes_of_a_city_are_shown_in_one_row_within_the_frame(cubes):
    view = position(goods={"A11": cubes})  # Kansas City lies in the corner
    rows = [piece for piece in draw(view, Marks()).pieces if "font-size" in piece.svg and 'rx="4.5"' in piece.svg]
    shown = "".join(
        letter * int(count or 1) for piece in rows for count, letter in re.findall(r">(\d*)([A-Z])</text>", piece.svg)
    )
    assert sorted(shown) == sorted(cubes)
    assert len({piece.y for piece in rows}) == 1
    assert all(piece.x + piece.box[0] + 4 >= 20 for piece in rows)


def test_a_cube_that_left_leaves_a_dashed_box_and_one_that_came_a_yellow_frame():
    marks = Marks(changes={"evansville:-blue": (1,), "kansas-city:+red": (2,)})
    drawing = draw(position(goods={"J10": "B", "A11": "R"}), marks)
    assert 'stroke-dasharray="4 3.2"' in drawing.moving
    assert f'fill="{theme.GOODS["red"].colour}" stroke="{theme.CHANGED}"' in drawing.moving


def test_a_cube_that_is_not_there_has_left():
    drawing = draw(position(goods={}), Marks(changes={"evansville:blue": (1,)}))
    assert 'stroke-dasharray="4 3.2"' in drawing.moving


def test_changes_are_numbered_once_a_group_of_neighbours():
    marks = Marks(changes={"K10": (1,), "K11": (1,), "evansville": (2,), "cincinnati": (2,), "B1": (12,)})
    drawing = draw(position(worked_example()), marks)
    markers = [piece for piece in drawing.pieces if piece.box == (-18, -18, 36, 36)]
    numbers = sorted(int(re.findall(r">(\d+)</text>", marker.svg)[0]) for marker in markers)
    assert numbers == [1, 2, 2, 12]


def test_places_outside_the_map_are_left_out():
    assert draw(position(), Marks(changes={"Z9": (1,), "w3:1": (2,)})).moving == draw(position(), Marks()).moving


def test_pressable_places_are_links_with_titles():
    marks = Marks(
        links={"B1": "/b1", "toledo": "/toledo", "toronto": "/toronto", "evansville:blue": "/cube"},
        prices={"B1": "$2"},
    )
    moving = draw(position(goods={"J10": "B"}), marks).moving
    for href, title in (
        ("/b1", "B1 · $2"),
        ("/toledo", "Toledo"),
        ("/toronto", "Toronto"),
        ("/cube", "Evansville: blue"),
    ):
        assert f'<a href="{href}" class="press"><title>{title}</title>' in moving
    assert ">$2</text>" in moving


def test_chosen_hexes_have_a_solid_outline_and_square_numbers():
    moving = draw(position(worked_example()), Marks(chosen=("K10", "K11"), links={"K10": "/again"})).moving
    assert moving.count('class="chosen"') == 2
    assert 'class="legal"' not in moving
    assert f'stroke="{theme.ACCENT}" stroke-width="2.6"' in moving


def test_addresses_stand_only_on_empty_hexes_and_only_on_demand():
    with_them = texts(draw(position(worked_example()), Marks(addresses=True)))
    without = texts(draw(position(worked_example()), Marks()))
    addresses = {word for word in with_them if re.fullmatch(r"[A-R]\d+", word)}
    assert "J8" in addresses
    assert not addresses & {"K10", "K9", "J10", "I1"}
    assert not any(re.fullmatch(r"[A-R]\d+", word) for word in without)


def test_focus_is_around_the_draft():
    left, top, wide, high = draw(position(), Marks(chosen=("R9",), links={"A1": "/x"})).focus or (0, 0, 0, 0)
    assert left + wide == 1175
    assert top + high == 827
    assert draw(position(), Marks()).focus is None


def test_a_picture_that_stands_alone_shows_order_and_players():
    drawing = draw_panel(position(worked_example()), Marks(names=NAMES))
    words = texts(drawing)
    for name in NAMES[:5]:
        assert words.count(name) == 2
    board, both = draw(position(worked_example()), Marks()), draw(position(worked_example()), Marks(alone=True))
    assert (both.width, both.height) == (board.width, board.height + drawing.height)


def chart(view: View, marks: Marks = PLAIN) -> Drawing:
    (panel,) = GAME.panels(view, marks)
    return panel.drawing


def test_the_goods_chart_shows_every_city_every_box_and_every_new_city():
    view = position(worked_example())
    drawing = chart(view)
    words = texts(drawing)
    for city in view.board.map.city_at.values():
        assert GAME.words.name(city.name, "en") in words
    assert words.count("Evansville") == 1
    empty = drawing.moving.count(f'fill="{theme.LAND}" stroke="{theme.GRID}"')
    cubes = [letter for boxes in view.chart.values() for letter in boxes if letter != "."]
    assert len(cubes) + empty == 52
    for letter in NEW_CITIES:
        assert letter.upper() in words


def test_a_new_city_on_the_board_is_named_in_the_chart():
    assert "Indianapolis" in texts(chart(position(worked_example())))
    assert "Indianapolis" not in texts(chart(position()))


def test_boxes_of_the_chart_can_be_pressed_and_changed():
    moving = chart(position(), Marks(links={"w3:1": "/box"}, changes={"e2:2": (4,)})).moving
    assert '<a href="/box" class="press"><title>' in moving
    assert ">4</text>" in moving


def test_text_board_fits_a_mail_and_carries_the_same_numbers():
    marks = Marks(changes={"K10": (3,), "evansville": (4,), "R6": (11,)}, names=NAMES)
    lines = text(position(worked_example()), marks).splitlines()
    assert max(map(len, lines)) <= 74
    board = "\n".join(lines[:24])
    assert "EVA4" in board
    assert "P11" in board
    assert re.search(r"MO3", board)  # K10, between the letters at its exits


def test_text_board_writes_owners_at_the_exits():
    lines = text(position(tiles(J9=((1, 3, 1),))), Marks()).splitlines()
    column = 3 + 4 * 9
    above, below = lines[1 + 17], lines[1 + 18]
    assert above[column : column + 3] == "  G"
    assert below[column : column + 3] == " G "


def test_text_board_shows_track_of_nobody_and_cubes():
    board = text(position(tiles(C2=((0, 3, None),)), goods={"C1": "KY", "R6": "BBKPY"}), Marks())
    assert "+" in board.splitlines()[3]
    assert "KY" in board
    assert "BBK+" in board


def test_drawing_is_the_same_every_time():
    marks = Marks(changes={"K10": (1,)}, names=NAMES)
    assert draw(position(worked_example()), marks) == draw(position(worked_example()), marks)


def test_long_names_are_cut_in_the_legend_and_signs_are_shortened():
    changed = Marks(changes={"K10": (1,)}, names=("Maximilian-Alexander the Great",) * 6)
    drawing = draw(position(worked_example()), changed)
    legend = [piece for piece in drawing.pieces if piece.box[:2] == (-2, -20)]
    assert len(legend) == 9
    assert "…" in legend[0].svg
    assert ">new</text>" in legend[-1].svg
    assert max(piece.x + piece.box[2] for piece in legend) <= 1200


def test_the_table_of_players_shows_actions_and_bankruptcies():
    view = position(worked_example())
    players = tuple(
        msgspec.structs.replace(player, action="engineer", bankrupt=seat == 2)
        for seat, player in enumerate(view.players)
    )
    words = texts(draw_panel(position(worked_example(), players=players), Marks(names=NAMES)))
    assert words.count("Engineer") == 5
    assert "bankrupt" in words


def test_the_chart_shows_empty_boxes_and_the_draft():
    view = position()
    drawing = chart(position(chart={**view.chart, "w1": "..R"}), Marks(chosen=("w3:1",)))
    assert f'fill="{theme.ACCENT}" fill-opacity="0.16"' in drawing.moving
    assert drawing.moving.count(f'fill="{theme.LAND}" stroke="{theme.GRID}"') == 2


def test_a_chosen_cube_has_an_accent_edge():
    drawing = draw(position(goods={"J10": "B"}), Marks(chosen=("evansville:blue",)))
    assert f'fill="{theme.GOODS["blue"].colour}" stroke="{theme.ACCENT}"' in drawing.moving


def test_prices_of_cities_stand_beside_them():
    drawing = draw(position(), Marks(links={"toronto": "/x"}, prices={"toronto": "$9"}))
    (tag,) = (piece for piece in drawing.pieces if ">$9</text>" in piece.svg)
    assert abs(tag.x - 1071) + abs(tag.y - 138) > 40
