"""The picture and the text board of Spike."""

import re
from xml.etree import ElementTree

import pytest
from msgspec import structs

from engine.core.move import read_line
from engine.core.play import legal
from engine.core.promises import play_out
from engine.core.record import replay
from engine.core.sheet import Marks
from engine.draw import graphboard, theme
from engine.draw.svg import document
from engine.draw.text_widths import BOLD, width
from engine.games.spike import GAME
from engine.games.spike.components import box
from engine.games.spike.names import words
from engine.games.spike.network import network
from engine.games.spike.picture import GOAL_WIDE, _trains, nodes, still
from engine.games.spike.state import Contract, Player, State
from engine.games.spike.textboard import codes
from tests.engine.spike.positions import COLOURS, after, lays, opened, placed, with_hand

NAMES = ("Ada", "Bob", "Cem", "Dot")


@pytest.fixture(scope="module")
def late() -> State:
    report = play_out(GAME, COLOURS, "drawing", {}, ("greedy",) * 4, "none")
    return replay(GAME, report.record, to=report.lines * 3 // 4).now


def test_the_picture_is_sound_svg_without_styles(late: State) -> None:
    for reader in (None, 0, 3):
        text = document(GAME.draw(GAME.view(late, reader), Marks(names=NAMES)))
        ElementTree.fromstring(text)
        assert "style=" not in text
        assert "<style" not in text


def test_the_still_layer_is_the_same_in_every_position_and_language(late: State) -> None:
    here = GAME.draw(GAME.view(late, 0), Marks(names=NAMES))
    there = GAME.draw(GAME.view(late, None), Marks(lang="fr"))
    assert here.still == there.still
    assert still() in here.still


def test_the_hand_is_drawn_in_the_own_view_only(late: State) -> None:
    own = GAME.draw(GAME.view(late, 0), Marks(names=NAMES)).moving
    watcher = GAME.draw(GAME.view(late, None), Marks(names=NAMES)).moving
    assert "Your hand" in own
    assert "Your route" in own
    assert "Your hand" not in watcher
    assert "Your route" not in watcher
    other = GAME.imagine(GAME.view(late, None), late.rng)
    assert GAME.draw(GAME.view(other, None), Marks()) == GAME.draw(GAME.view(late, None), Marks())


def test_every_kind_of_rail_has_a_look_of_its_own() -> None:
    assert len({graphboard.chip(kind) for kind in box().kinds}) == 6
    without_colour = {kind: re.sub("#[0-9A-F]{6}", "#", graphboard.chip(kind)) for kind in box().kinds}
    assert len(set(without_colour.values())) == 6


def test_the_cargo_of_all_is_drawn(late: State) -> None:
    watcher = GAME.draw(GAME.view(late, None), Marks(names=NAMES)).moving
    loaded = late.with_player(1, structs.replace(late.players[1], contracts=_all_loaded(late.players[1])))
    with_cargo = GAME.draw(GAME.view(loaded, None), Marks(names=NAMES)).moving
    assert with_cargo.count("<rect") > watcher.count("<rect")


def test_marks_of_own_contracts_cover_no_train_and_no_delivery(late: State) -> None:
    for seat in range(len(late.seats)):
        drawing = GAME.draw(GAME.view(late, seat), Marks(names=NAMES))
        goals = [piece for piece in drawing.pieces if piece.box[2] == GOAL_WIDE + 4]
        assert goals
        trains = list(_trains(GAME.view(late, seat)))
        for goal in goals:
            assert drawing.pieces.index(goal) > max(drawing.pieces.index(train) for train in trains)
            assert not any(abs(goal.x - train.x) < 30 and abs(goal.y - train.y) < 14 for train in trains)


def test_a_mark_of_a_contract_is_as_wide_as_its_letters() -> None:
    pays = [pay for card in box().contracts.values() for side in card.values() for pay in side.pays.values()]
    assert max(width(f"{good} {max(pays)}", BOLD, 17) for good in box().pieces.goods.values()) < GOAL_WIDE


def _all_loaded(held: Player) -> tuple[Contract, ...]:
    return tuple(contract.with_loaded(True) for contract in held.contracts)


def test_the_panel_shows_every_contract_the_own_ones_first_with_who_supplies(late: State) -> None:
    (panel,) = GAME.panels(GAME.view(late, 1), Marks(names=NAMES))
    drawn = panel.drawing.moving
    for held in late.players:
        for contract in held.contracts:
            city = contract.delivered or next(iter(contract.printed.pays))
            assert f"{words().name(city, 'en')} {contract.printed.pays[city]}" in drawn
    assert drawn.index(NAMES[1]) < drawn.index(NAMES[0])
    waiting = [contract for contract in late.players[1].contracts if contract.open and not contract.loaded]
    assert drawn.count("supplied by") == len(waiting)
    watched = GAME.panels(GAME.view(late, None), Marks(names=NAMES))[0].drawing.moving
    assert "supplied by" not in watched


def test_the_panel_counts_the_discards_by_kind(late: State) -> None:
    discards = tuple(range(1, 7))
    thrown = structs.replace(GAME.view(late, 0), discards=discards)
    drawn = GAME.panels(thrown, Marks(names=NAMES))[0].drawing.moving
    assert "Discards: 21 cards" in drawn
    for kind, number in zip(box().kinds, discards, strict=True):
        assert re.search(rf">{number}</text><text [^>]*>{words().name(f'card-{kind}', 'en')}<", drawn)


def test_junctions_around_the_own_network_have_their_numbers(late: State) -> None:
    own = GAME.draw(GAME.view(late, 0), Marks()).moving
    held = late.players[0]
    for node in network(held.home, held.tracks).nodes:
        assert node in box().good_of or f">{node[1:]}</text>" in own


def test_places_that_begin_a_move_can_be_pressed() -> None:
    s = with_hand(placed("albany", "miami"), 0, "red", "green")
    places = {place: f"/{place}" for move in legal(GAME, s, 0) for place in move.places() if place}
    drawn = GAME.draw(GAME.view(s, 0), Marks(links=places)).moving
    assert 'href="/albany-j19"' in drawn
    for kind in set(s.display):
        assert f'href="/display:card-{kind}"' in drawn
    start = opened(2)
    gifts = {place: f"/{place}" for move in legal(GAME, start, start.first) for place in move.places() if place}
    hand = GAME.draw(GAME.view(start, start.first), Marks(links=gifts)).moving
    assert all(f'href="{href}"' in hand for href in gifts.values())


def test_changes_and_drafts_are_marked() -> None:
    s = with_hand(placed("albany", "miami"), 0, "red", "green")
    changed = GAME.draw(GAME.view(s, 0), Marks(changes={"albany": (1,), "deck": (2,), "albany-j19": (3,)})).moving
    assert changed.count(theme.CHANGED) > GAME.draw(GAME.view(s, 0), Marks()).moving.count(theme.CHANGED) + 3
    draft = after(s, 0, lays("albany", "j19"))
    assert theme.ACCENT in GAME.draw(GAME.view(draft, 0), Marks(chosen=("albany-j19",))).moving


def test_pieces_lie_within_the_picture(late: State) -> None:
    drawing = GAME.draw(GAME.view(late, 1), Marks(names=NAMES, changes=dict.fromkeys(box().cities, (7,))))
    for piece in drawing.pieces:
        left, top, width, height = piece.box
        assert piece.x + left >= -8
        assert piece.x + left + width <= drawing.width + 60
        assert piece.y + top >= -8
        assert piece.y + top + height <= drawing.height + 8
    assert all(0 < x < 1200 and 0 < y < 1092 for x, y in nodes().values())


def test_the_text_board_is_narrow_and_tells_every_track_space(late: State) -> None:
    text = GAME.text(GAME.view(late, None), Marks(names=NAMES, changes={"chicago": (4,)}))
    board, _, key = text.partition("\n\n")
    assert max(map(len, text.splitlines())) <= 74
    lines = [line.ljust(74) for line in board.splitlines()]
    for edge in box().edges.values():
        a, b = (box().nodes[end] for end in edge.ends)
        letter = lines[a.row + b.row][a.half_column + b.half_column - 1]
        owner = late.owner_of.get(edge.id)
        assert letter == (theme.RAILS[edge.kind] if owner is None else theme.SEATS[COLOURS[owner]]).letter
    assert late.owner_of
    assert "4 Chicago" in key
    assert len(set(codes().values())) == 36


def test_buttons_name_cards_and_not_the_colours_of_seats() -> None:
    s = with_hand(placed("albany", "miami"), 0, "red", "green")
    view = GAME.view(s, 0)
    assert GAME.sketch is not None
    told = {}
    for text in ("take.white", "give.white", "pay.white.blue", "draw"):
        sketch = GAME.sketch(view, read_line(text, GAME.verbs, GAME.lexicon(s.options))[0])
        told[text] = words().render(sketch.label, "en") if sketch is not None else ""
    assert told == {
        "take.white": "Take plain white",
        "give.white": "Give plain white",
        "pay.white.blue": "Pay plain white and dotted blue",
        "draw": "Draw from the deck",
    }
