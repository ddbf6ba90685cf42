"""A box of the host's own: other cards and tables in files of the same shape."""

import pytest

from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.play import start
from engine.core.promises import play_out
from engine.core.record import read_record, replay
from engine.core.shelf import digest
from engine.core.tables import BadData
from engine.games.railways.box import BOXES
from engine.games.railways.country import OWN_FILES
from tests.engine.railways.position import BOTH, ROTW, RT

CARDS = OWN_FILES("cards.csv").replace(
    "bounty-mobile,goal,,1,bounty,mobile,,3", "bounty-dallas,goal,,1,bounty,dallas,,7"
)
FILES = {"cards.csv": CARDS, "engines.csv": OWN_FILES("engines.csv").replace("2,5", "2,6")}


@pytest.fixture(autouse=True)
def empty_shelf():
    known = dict(BOXES._boxes)
    yield
    BOXES._boxes.clear()
    BOXES._boxes.update(known)


@pytest.mark.parametrize("game", BOTH)
def test_a_table_played_with_a_box_says_so_in_its_record(game):
    word = game.add_box("attic", FILES)
    assert word == f"attic.{digest(FILES)}"
    report = play_out(game, SEAT_COLOURS[:2], "box", {"box": "attic"}, ["greedy"] * 2, "sample")
    assert report.state.box.cards["bounty-dallas"].points == 7
    assert report.state.box.engines[2] == 6
    assert report.state.box.incomes == BOXES.of({}).incomes  # what the box lacks is the game's own
    text = str(report.record)
    assert f"box={word}" in text
    assert replay(game, read_record(text)).now == report.state


@pytest.mark.parametrize("game", BOTH)
def test_without_the_option_the_games_own_box_is_used(game):
    game.add_box("attic", FILES)
    s = start(game, SEAT_COLOURS[:2], "box").state
    assert "box" not in s.options
    assert "bounty-dallas" not in s.box.cards


def test_other_files_under_the_same_name_are_another_box():
    old = RT.add_box("attic", FILES)
    new = RT.add_box("attic", {"cards.csv": CARDS})
    assert old != new
    assert RT.full_options({"box": old})["box"] == old
    with pytest.raises(BadSetup, match="no box 'attic' here"):  # it does not say which
        RT.full_options({"box": "attic"})


def test_a_table_whose_box_has_gone():
    s = start(RT, SEAT_COLOURS[:2], "box", {"box": RT.add_box("attic", FILES)}).state
    BOXES._boxes.clear()
    again = RT.decode(RT.encode(s))
    with pytest.raises(BadData, match="played with the box attic"):
        RT.sheet(RT.view(again, None))


def test_a_box_that_is_not_here():
    with pytest.raises(BadSetup, match="railroad-tycoon has no box 'cellar' here; it has none"):
        start(RT, SEAT_COLOURS[:2], "box", {"box": "cellar"})


@pytest.mark.parametrize(
    ("name", "files", "said"),
    [
        ("Attic", FILES, "small letters"),
        ("attic", {"engines.csv": "level,price\n3,5"}, "engines.csv, row 2, column level"),
        ("attic", {"cards.csv": CARDS.replace("bounty-dallas", "Dallas!")}, "cards.csv, row 15, column id"),
        ("attic", {"cards.csv": CARDS.replace("bounty-dallas", "pass")}, "“pass” is the name of a move"),
        ("attic", {"tycoons.csv": OWN_FILES("tycoons.csv").replace("most-links", "first-to-engine-6")}, "only one"),
    ],
)
def test_a_broken_box_is_refused_with_what_is_wrong(name, files, said):
    with pytest.raises(BadData, match=said):
        ROTW.add_box(name, files)
