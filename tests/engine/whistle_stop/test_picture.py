"""The picture and the text board."""

import math
import re
from functools import cache
from xml.etree import ElementTree

import pytest
from msgspec import structs

from engine.core.play import actors, is_over, legal, play, start, suggest
from engine.core.rng import Rng
from engine.core.say import say
from engine.core.sheet import Drawing, Marks
from engine.draw import theme
from engine.draw.svg import document
from engine.games.whistle_stop import GAME, tilework
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.picture import SMALL_TRAIN, TRAIN, Picture, beside_stop, centre, space_place
from engine.games.whistle_stop.state import Spot, State
from tests.engine.whistle_stop.scenes import COLOURS, CROSS_WOOD, go, scene, with_player


@cache
def position(plies: int, seats: int = 3) -> State:
    s = start(GAME, COLOURS[:seats], "picture").state
    for _ in range(plies):
        if is_over(GAME, s):
            break
        seat = actors(GAME, s)[0]
        s = play(GAME, s, seat, suggest(GAME, GAME.view(s, seat), seat, 1)[0].line).state
    return s


def picture(s: State, reader: int | None = 0, **marks: object) -> Drawing:
    return GAME.draw(GAME.view(s, reader), Marks(**marks))  # type: ignore[arg-type]


@pytest.mark.parametrize("plies", [0, 15, 25, 400])
def test_the_picture_is_well_formed_and_holds_its_pieces(plies: int) -> None:
    for lang in ("en", "fr"):
        drawing = picture(position(plies), lang=lang)
        ElementTree.fromstring(document(drawing))
        assert " style=" not in drawing.still + drawing.moving
        for piece in drawing.pieces:
            left, top, width, height = piece.box
            assert piece.x + left > -30
            assert piece.x + left + width < drawing.width + 30
            assert -30 < piece.y + top < piece.y + top + height < drawing.height + 40


def test_only_colours_of_the_theme_are_used() -> None:
    drawing = picture(position(25), changes={"E4": (1,)}, links={"E4": "?e4", "E5-nw": "?nw"})
    used = set(re.findall(r"#[0-9A-Fa-f]{6}", drawing.still + drawing.moving))
    assert used <= set(theme.FLAT)


def test_the_text_board_is_at_most_74_columns_wide_and_names_every_train() -> None:
    s = position(30)
    text = GAME.text(GAME.view(s, None), Marks(changes={"E4": (12,)}))
    assert max(map(len, text.splitlines())) <= 74
    assert "*12" in text
    assert text == picture(s, None, changes={"E4": (12,)}).text
    for hex in box().grid.hexes:
        assert re.search(rf"\b{hex} \S", text)


def test_own_tiles_are_in_the_own_picture_only() -> None:
    s = position(25)
    tile = next(tile for tile in s.players[1].hand if tile not in s.shown)
    named = re.compile(rf"\b{tile}\b")
    assert named.search(picture(s, 1).moving)
    for reader in (0, 2, None):
        assert not named.search(picture(s, reader).moving)


def test_below_a_track_tile_stand_its_goods_or_that_it_has_no_stop() -> None:
    tiles = {bool(tile.round_stops): id for id, tile in box().tiles.items() if tile.kind == "track"}
    s = structs.replace(position(25), shown=(tiles[False], tiles[True], "amber-town"))
    drawn = picture(s, None).moving
    assert f"no stop · {tiles[False]}<" in drawn
    assert f" · {tiles[True]}<" in drawn
    assert "no stop · amber" not in drawn


def test_changes_are_numbered_and_ringed() -> None:
    s = position(20)
    drawing = picture(s, changes={"E4": (7,), "space:3": (8,), "I5": (9,)})
    for figure in "789":
        assert drawing.moving.count(f">{figure}</text>") >= 1
    assert theme.CHANGED in drawing.moving
    assert theme.CHANGED not in picture(s).moving


def test_the_draft_and_prices_are_shown() -> None:
    s = position(20)
    hexes = {"E4": "?e4", "E5": "?e5"}
    drawing = picture(s, links=hexes, prices={"E4": "+2"}, chosen=("E4", "I3"))
    assert ">+2</text>" in drawing.moving
    assert drawing.moving.count('class="chosen"') == 2
    assert drawing.focus is not None
    assert picture(s).focus is None
    assert picture(s, changes={"nowhere": (1,)}).moving == picture(s).moving


def test_events_name_the_places_that_changed() -> None:
    done = go(scene(tiles={"B4": CROSS_WOOD}, trains=(["B4"], [])), "run.B4.nw park.6")
    assert [event.places() for event in done.events if event.places()] == [("A4",), ("A4",), ("space:6",)]
    laid = go(scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["jade-town"], goods={"wood": 1, "stone": 1}),
              "run.F4.nw lay.jade-town.0 deliver")  # fmt: skip
    assert {place for event in laid.events for place in event.places()} == {"E4"}


def test_every_place_of_a_move_can_be_pressed() -> None:
    """Each legal move names places, and the picture has a link for each of them."""
    kinds = {
        "turn": scene(
            tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t25", "gold-mine"], upgrades=(["coal-car"],)
        ),
        "place": start(GAME, COLOURS[:2], "press").state,
    }
    running = go(kinds["turn"], "run.F4.nw").state
    home = go(scene(tiles={"B4": CROSS_WOOD}, trains=(["B4"], [])), "run.B4.nw").state
    filling = go(scene(hand=["t1"]), "done").state
    looking = go(scene(hand=["t1"], upgrades=(["compass"],)), "done look").state
    assert any(move.VERB == "choose" for move in legal(GAME, looking, 0))
    for s in (*kinds.values(), running, home, filling, looking):
        seat = actors(GAME, s)[0]
        places = {place for move in legal(GAME, s, seat) for place in move.places() if place is not None}
        assert places
        links = {place: f"?{place}" for place in places}
        beside = GAME.panels(GAME.view(s, seat), Marks(links=links))
        drawn = "".join(drawing.moving for drawing in (picture(s, seat, links=links), *(one.drawing for one in beside)))
        for place in places:
            assert f'href="?{place}"' in drawn, place


def test_stops_of_a_tile_keep_clear_of_each_other_and_of_the_rim() -> None:
    for id, tile in box().tiles.items():
        if tile.kind != "track":
            continue
        stops = [stop for stop in tilework.art(id).stops if stop is not None]
        assert len(stops) == len(tile.round_stops)
        for x, y in stops:
            assert (x * x + y * y) ** 0.5 + tilework.STOP < 0.87
        if len(stops) == 2:
            (ax, ay), (bx, by) = stops
            assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 > 2 * tilework.STOP


def test_cells_stations_and_spaces_have_places_of_their_own() -> None:
    places = [centre(hex) for hex in (*box().grid.hexes, *box().stations)]
    places += [space_place(space) for space in range(1, 17)]
    assert len(set(places)) == 60 + 16 + 16


def test_the_picture_keeps_secrets() -> None:
    s = position(25)
    view = GAME.view(s, None)
    other = GAME.imagine(view, Rng("other"))
    assert GAME.draw(GAME.view(other, None), Marks()) == GAME.draw(view, Marks())


def test_buttons_show_tiles_as_they_would_lie() -> None:
    s = scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t25", "gold-mine"])
    running = go(s, "run.F4.nw").state
    view = GAME.view(running, 0)
    assert GAME.sketch is not None
    shown = {str(move): GAME.sketch(view, move) for move in legal(GAME, running, 0)}
    assert len({sketch.piece.svg for sketch in shown.values() if sketch is not None and sketch.piece}) == len(shown)
    turned = shown["lay.t25.1"]
    assert turned is not None
    assert turned.piece is not None
    assert (turned.piece.x, turned.piece.y) == centre("E4")
    assert GAME.words.render(turned.label, "en") == "cotton tile t25 turned by 1"
    plain = GAME.sketch(GAME.view(s, 0), next(iter(legal(GAME, s, 0))))
    assert plain is not None
    assert plain.piece is None


def crowd(trains: int) -> State:
    """So many trains on one special tile, of four seats in turn."""
    s = scene(tiles={"E4": ("jade-city", 0)}, seats=4)
    for seat in range(4):
        s = with_player(s, seat, trains=(Spot("E4"),) * len(range(seat, trains, 4)))
    return s


@pytest.mark.parametrize("trains", [1, 2, 3, 6, 7, 16])
def test_trains_on_a_special_tile_lie_on_it(trains: int) -> None:
    view = GAME.view(crowd(trains), 0)
    x, y = centre("E4")
    discs = list(Picture(view, Marks())._trains())
    assert len(discs) == (trains if trains <= 6 else 4)
    size = TRAIN if trains <= 2 else SMALL_TRAIN
    for disc in discs:
        # Its distance from each of the six sides of the tile, which are 52 from the middle.
        beyond = max((disc.x - x) * dx + (disc.y - y) * dy for dx, dy in UNITS)
        assert beyond + size <= 53
    apart = [abs(a.x - b.x) + abs(a.y - b.y) for n, a in enumerate(discs) for b in discs[:n]]
    assert all(distance >= 2 * size for distance in apart)
    if trains > 6:  # one disc a seat, with the number of its trains
        assert [disc.svg.rpartition("</text>")[0][-2:] for disc in discs] == [
            f"{letter}{len(range(seat, trains, 4))}" if len(range(seat, trains, 4)) > 1 else f">{letter}"
            for seat, letter in enumerate("OGSM")
        ]


UNITS = [(dx / 0.8660254, dy / 0.8660254) for dx, dy in map(tilework.middle, range(6))]


def test_a_train_at_a_round_stop_lies_on_its_tile_away_from_the_other_stop() -> None:
    for id, tile in box().tiles.items():
        for rotation in range(len(tile.rotations) if tile.kind == "track" else 0):
            paths = [n for n, path in enumerate(tile.paths) if path.stop is not None]
            places = {n: tilework.stop_place(id, rotation, n, tilework.SIDE) for n in paths}
            for n in paths:
                others = [place for m, place in places.items() if m != n]
                x, y = beside_stop(places[n], others)
                assert (x * x + y * y) ** 0.5 <= 37
                assert (x, y) != places[n]
                assert all(math.dist((x, y), other) > math.dist((x, y), places[n]) for other in others)


@pytest.mark.parametrize("trains", [4, 5, 9, 16])
def test_the_text_board_shows_every_train(trains: int) -> None:
    text = GAME.text(GAME.view(crowd(trains), None), Marks(changes={"E4": (12,)}))
    [cell] = re.findall(r"\[([A-Z0-9]+)\]\*12", text)
    shown = {letter: int(number or 1) for letter, number in re.findall(r"([A-Z])([0-9]?)", cell)}
    counted = {letter: cell.count(letter) if not re.search("[0-9]", cell) else shown[letter] for letter in "OGSM"}
    assert sum(counted.values()) == trains
    assert max(map(len, text.splitlines())) <= 74


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_upgrades_cost_and_do_is_told_of_all_of_them(lang: str) -> None:
    s = scene(upgrades=(["safe"], ["boiler"], [], ["caboose"]), seats=4).with_upgrades(("compass", "ore-cart"))
    view = GAME.view(s, 0)
    section = GAME.sheet(view).sections[-1]
    assert [line.params["upgrade"] for line in section.lines] == ["compass", "ore-cart", "safe", "boiler", "caboose"]
    told = "\n".join(GAME.words.render(line, lang, s.seats) for line in section.lines)
    (panel,) = GAME.panels(view, Marks(lang=lang))
    drawn = " ".join(re.findall(r">([^<>]+)</text>", panel.drawing.moving)).replace("&#x27;", "'").lower()
    for id in ("compass", "ore-cart", "safe", "boiler", "caboose"):
        effect = GAME.words.render(say(f"does-{id}"), lang)
        assert effect in told
        assert effect.lower() in drawn
    cost = GAME.words.render(say("upgrade-of", upgrade="boiler", points=5, effect=say("does-boiler"),
                                 cost=box().upgrades["boiler"].cost, seat=1), lang, s.seats)  # fmt: skip
    assert cost in told
    rares = GAME.words.name(box().upgrades["caboose"].cost[0], lang)
    assert rares in told


def test_the_text_tells_what_special_tiles_give() -> None:
    s = scene(tiles={"E4": ("trading-post-1", 0), "E5": ("general-store", 0)})
    lines = [
        GAME.words.render(line, "en") for section in GAME.sheet(GAME.view(s, 0)).sections for line in section.lines
    ]
    assert {"E4: trading post 1: two trades", "E5: general store: a good of your choice"} <= set(lines)


def test_the_panel_shows_owners_and_the_shares_of_each_company() -> None:
    s = scene(upgrades=(["safe"], []), seats=2).with_upgrades(("compass",))
    s = with_player(s, 1, shares=("jade-1", "jade-3"))
    (panel,) = GAME.panels(GAME.view(s, 0), Marks())
    words = re.findall(r">([^<>]+)</text>", panel.drawing.moving)
    assert "1, 3" in words
    letters = [theme.SEATS[colour].letter for colour in s.seats]
    assert [words.count(letter) for letter in letters] == [1, 1]
    assert "and a rare good" not in words  # the reader's own needs no buying
    (other,) = GAME.panels(GAME.view(s, 1), Marks())
    assert "and a rare good" in re.findall(r">([^<>]+)</text>", other.drawing.moving)


def test_every_move_has_words_of_its_own() -> None:
    """A bare verb with the words of a move is no sentence."""
    assert GAME.sketch is not None
    seen = set()
    for plies in range(0, 60, 3):
        s = position(plies)
        seat = actors(GAME, s)[0]
        for move in legal(GAME, s, seat):
            seen.add(move.VERB)
            assert GAME.sketch(GAME.view(s, seat), move) is not None, str(move)
    assert {"run", "blow", "done", "place"} <= seen
