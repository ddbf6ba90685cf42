"""A box of the host's own: other cards and tables in files of the same shape."""

import pytest

from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.play import start
from engine.core.promises import play_out
from engine.core.record import read_record, replay
from engine.core.shelf import digest
from engine.core.tables import BadData
from engine.games.railways import trial
from engine.games.railways.box import BOXES, about
from engine.games.railways.country import OWN_FILES
from tests.engine.railways.position import BOTH, ROTW, RT
from tests.engine.railways.shelf import shelf_as_before

CARDS = OWN_FILES("cards.csv").replace(
    "bounty-mobile,goal,,1,bounty,mobile,,4", "bounty-dallas,goal,,1,bounty,dallas,,7"
)
FILES = {"cards.csv": CARDS, "engines.csv": OWN_FILES("engines.csv").replace("2,5", "2,6")}


@pytest.fixture(autouse=True)
def shelf():
    with shelf_as_before():
        yield


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
        ("attic", {"tycoons.csv": OWN_FILES("tycoons.csv").replace("most-links", "first-to-engine-6")}, "only one"),
    ],
)
def test_a_broken_box_is_refused_with_what_is_wrong(name, files, said):
    with pytest.raises(BadData, match=said):
        ROTW.add_box(name, files)


WRONG_ROWS = [
    ("hotel-new-york,at-once,,1,hotel,new-york,,1", "sign", "“hotel” has the sign “lasting”, not “at-once”"),
    ("era-begins-2,hand,S,1,deliver,,,1", "sign", "“deliver” has the sign “goal”, not “hand”"),
    ("growing,lasting,,1,growth,,,0", "sign", "“growth” has the sign “at-once”, not “lasting”"),
    ("Dallas!,goal,,1,bounty,dallas,,7", "id", "not made of small letters"),
    ("pass,goal,,1,bounty,dallas,,7", "id", "“pass” is the name of a move"),
    ("livrer,goal,,1,bounty,dallas,,7", "id", "“livrer” is the name of a move"),
    ("land-grant,hand,,1,land-grant,,,0", "id", "“land-grant” stands here twice"),
    ("bounty-oz,goal,,1,bounty,oz,,7", "city", "“oz” is not one of"),
    ("line-round,goal,,1,line,boston,boston,7", "other", "two different cities"),
    ("line-east,goal,,1,western-line,new-york,boston,20", "other", "leaves from one of des-moines, kansas-city"),
    ("hotel-dallas,lasting,,1,hotel,dallas,,0", "points", "“0” is not a number from 1 to 99"),
    ("grant,hand,,1,land-grant,,,3", "points", "“3” is not a number from 0 to 0"),
    ("grant,hand,,12,land-grant,,,0", "copies", "“12” is not a number from 0 to 9"),
    ("grant,hand,,1,land-grant,dallas,,0", "city", "names no city here"),
]


@pytest.mark.parametrize(("row", "column", "why"), WRONG_ROWS, ids=[row for row, _, _ in WRONG_ROWS])
def test_a_wrong_row_is_refused_with_file_row_and_reason(row, column, why):
    lines = OWN_FILES("cards.csv").splitlines()
    lines = [line for line in lines if not row.startswith("hotel-new-york") or not line.startswith("hotel-new-york")]
    lines.append(row)
    before = BOXES.words
    with pytest.raises(BadData) as refused:
        RT.add_box("attic", {"cards.csv": "\n".join(lines)})
    said = str(refused.value)
    assert said.startswith(f"cards.csv, row {len(lines)}, column {column}: ")
    assert why in said
    assert "\n" not in said
    assert BOXES.words == before  # nothing of it stays on the shelf


def test_a_card_that_does_nothing_on_the_test_table_is_refused(monkeypatch):
    """Every row may be right by itself; what counts is that the card can be taken and resolved."""
    monkeypatch.setattr(trial, "most_tiles", lambda s, seat: s.profile.tiles)
    at = 1 + [line.partition(",")[0] for line in OWN_FILES("cards.csv").splitlines()].index("perfect-engineering")
    with pytest.raises(BadData, match=f"cards.csv, row {at}, column deed: “perfect-engineering” does nothing"):
        RT.add_box("attic", {"cards.csv": OWN_FILES("cards.csv")})


@pytest.mark.parametrize("game", BOTH)
def test_every_card_of_the_games_own_box_works_on_the_test_table(game):
    for card in BOXES.of({}).cards.values():
        assert trial._works(trial._table(game.id, "", card), card), card.id


RICH = "\n".join(
    [
        *OWN_FILES("cards.csv").splitlines(),
        "second-start,goal,S,2,deliver,,,2",
        "hotel-dallas,lasting,,2,hotel,dallas,,3",
        "line-tulsa-dallas,goal,,1,line,dallas,tulsa,4",
        "more-land,hand,,1,land-grant,,,0",
    ]
)


@pytest.mark.parametrize("game", BOTH)
def test_a_right_box_plays_a_whole_game_with_all_its_cards(game):
    game.add_box("attic", {"cards.csv": RICH})
    report = play_out(game, SEAT_COLOURS[:4], "rich", {"box": "attic"}, ["greedy", "random"] * 2, "sample")
    s = report.state
    assert len(s.cards) == 37 + 6
    assert s.cards.count("second-start") == 2
    assert sorted(s.cards) == sorted((*s.row, *s.deck, *s.gone, *(card for p in s.players for card in p.cards)))


@pytest.mark.parametrize("game", BOTH)
def test_every_copy_of_a_gold_card_lies_open_from_the_start(game):
    game.add_box("attic", {"cards.csv": RICH})
    s = start(game, SEAT_COLOURS[:2], "gold", {"box": "attic"}).state
    assert s.row.count("second-start") == 2
    assert sorted((*s.row, *s.deck)) == sorted(s.cards)


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        ("hotel-dallas", "Hotel Dallas", "Hôtel de Dallas"),
        ("line-tulsa-dallas", "Major Line Dallas–Tulsa", "Ligne principale Dallas–Tulsa"),
        ("more-land", "Government Land Grant", None),
        ("second-start", "The Railroad Era Begins", None),
    ],
)
def test_cards_of_a_box_have_names_and_points_in_words(card, english, french):
    word = RT.add_box("attic", {"cards.csv": RICH})
    assert RT.words.name(card, "en") == english
    assert RT.words.name(card, "fr") == (
        french or RT.words.name("land-grant" if card == "more-land" else "era-begins", "fr")
    )
    hotel = about(BOXES.of({"box": word}).cards["hotel-dallas"])
    assert RT.words.render(hotel, "en") == "3 points each time anybody delivers to Dallas."
    assert RT.words.name("no-such-card", "en") == "no-such-card"


def test_tycoons_of_a_box_have_names():
    RT.add_box("attic", {"tycoons.csv": OWN_FILES("tycoons.csv") + "jane-doe,9,most-links\n"})
    assert RT.words.name("jane-doe", "en") == "Jane Doe"
    assert RT.words.name("farnam", "en") == "Henry Farnam"
