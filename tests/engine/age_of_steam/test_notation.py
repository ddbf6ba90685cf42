"""aos-12: how moves are written."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.move import read_line, write_line
from engine.core.play import play
from engine.core.reader import Reader
from engine.core.refusal import Illegal, NotAMove
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.components import tile_set
from engine.games.age_of_steam.moves import Deliver, Lay, Place, Urbanize, lexicon
from tests.contract.every_game import rules_file
from tests.engine.age_of_steam.boards import (
    building,
    drawn,
    fresh_table,
    go,
    line_of,
    lines,
    moving,
    offered,
    producing,
    why,
)
from tests.engine.age_of_steam.test_moving_goods import THREE_TURNS

OPTIONS = fresh_table().options


def read(text):
    return read_line(text, GAME.verbs, lexicon(OPTIONS))


def test_aos_12_1_a_line_is_played_whole_or_not_at_all():
    s = building()
    text = "lay.K10.straight.1 lay.L9.straight.1 done"
    assert write_line(read(text)) == text
    assert len(read(text)) == 3
    assert lines(play(GAME, s, 0, read(text)).state) == ["orange: cincinnati-evansville 2"]
    with pytest.raises(Illegal) as wrong:
        play(GAME, s, 0, read("lay.K10.straight.1 lay.M2.straight.1 done"))
    assert wrong.value.index == 1
    assert wrong.value.refusal.reason == "on-a-lake"
    assert s.board.laid == {}
    with pytest.raises(Illegal, match="line-unfinished"):
        play(GAME, s, 0, read("lay.K10.straight.1"))
    with pytest.raises(Illegal, match="line-too-long"):
        play(GAME, s, 0, read("done done"))


def test_aos_12_2_names_in_small_letters():
    known = lexicon(OPTIONS)
    assert {"st-louis", "la-crosse", "kansas-city", "fort-wayne"} <= set(known["stop"])
    for words in known.values():
        assert all(word == word.lower() and set(word) <= set("abcdefghijklmnopqrstuvwxyz-0123456789") for word in words)
    for wrong in ("deliver.red.St-Louis.chicago", "deliver.red.st.louis.chicago", "deliver.red.stlouis.chicago"):
        with pytest.raises(NotAMove):
            read(wrong)
    # A New City keeps the name of its town.
    s = moving("J9.gentle.1:o", "indianapolis:B", cities="K9.b")
    assert why(s, "deliver.blue.indianapolis.evansville") is None


def test_aos_12_3_shares_and_auction():
    s = fresh_table(3)
    assert why(s, "issue.2") is None
    assert why(s, "pass") is None
    assert why(s, "issue.0") == ("no-shares-is-pass", "aos-12.3")
    s = go(go(go(s, "issue.2"), "pass"), "pass")
    assert why(s, "bid.3") is None
    assert why(s, "pass") is None
    assert why(s, "hold") == ("no-turn-order-pass", "aos-4.5")
    for wrong in ("bid", "bid.-1", "bid.03", "bid.3.4", "issue.two", "pass.1"):
        with pytest.raises(NotAMove):
            read(wrong)


def test_aos_12_4_actions():
    actions = ["first-move", "first-build", "engineer", "locomotive", "urbanization", "production", "turn-order"]
    for action in actions:
        assert str(read(f"take.{action}")[0]) == f"take.{action}"
    assert lexicon(OPTIONS)["action"] == tuple(actions)
    with pytest.raises(NotAMove):
        read("take.nothing")


def test_aos_12_5_building():
    assert read("urbanize.indianapolis.b lay.E10.gentle.2 done") == (
        Urbanize("indianapolis", "b"),
        Lay("E10", "gentle", 2),
        *read("done"),
    )
    assert offered(building())[0] == "done"
    s = building()
    with pytest.raises(Illegal, match="line-unfinished"):
        play(GAME, s, 0, line_of(s, "lay.K10.straight.1"))
    for wrong in (
        "urbanize.chicago.b",
        "urbanize.indianapolis.i",
        "lay.e10.gentle.2",
        "lay.E10.bend.2",
        "lay.E10.gentle",
    ):
        with pytest.raises(NotAMove):
            read(wrong)


def test_aos_12_6_the_smallest_rotation_is_written():
    assert str(read("lay.K9.straight.4")[0]) == "lay.K9.straight.1"
    assert str(read("lay.K9.star.5")[0]) == "lay.K9.star.1"
    assert str(read("lay.K9.gentle.5")[0]) == "lay.K9.gentle.5"
    for tile in tile_set().tiles.values():
        for turns in range(6):
            move = Lay("K9", tile.id, turns)
            assert move.rotation < len(tile.rotations)
            turned = {tuple(sorted(6 if end == 6 else (end + turns) % 6 for end in track)) for track in tile.tracks}
            assert set(tile.lying(move.rotation)) == turned


def test_aos_12_7_goods():
    move = read("deliver.blue.pittsburgh.wheeling.cincinnati")[0]
    assert move == Deliver("blue", "pittsburgh", ("wheeling", "cincinnati"))
    assert str(read("loco")[0]) == "loco"
    assert lexicon(OPTIONS)["good"] == ("red", "blue", "purple", "yellow", "black")
    for wrong in ("deliver.blue", "deliver.blue.pittsburgh", "deliver.green.pittsburgh.wheeling", "loco.1"):
        with pytest.raises(NotAMove):
            read(wrong)


def test_aos_12_8_via_where_links_of_different_owners_join_two_stops():
    s = moving(THREE_TURNS, "evansville:B cincinnati:R")
    way = "deliver.blue.evansville.indianapolis.{}cincinnati"
    assert why(s, way.format("via-green.")) is None
    assert why(s, way.format("via-sky.")) is None
    assert why(s, way.format("")) == ("via-needed", "aos-12.8")
    assert why(s, way.format("via-orange.")) == ("via-needed", "aos-12.8")
    # Where it is not needed it may stand, if it is right.
    assert why(s, "deliver.blue.evansville.via-orange.cincinnati") is None
    assert why(s, "deliver.blue.evansville.via-green.cincinnati") == ("via-wrong", "aos-12.8")
    written, needless = (go(s, f"deliver.blue.evansville.{via}cincinnati") for via in ("", "via-orange."))
    assert written == needless
    assert why(s, "deliver.blue.evansville.cincinnati") is None
    assert why(s, way.format("via-green.via-sky.")) == ("via-needs-stop", "aos-12.8")
    assert why(s, "deliver.blue.evansville.indianapolis.via-green") == ("via-needs-stop", "aos-12.8")
    # An unowned link.
    s = moving(
        THREE_TURNS.replace("gsgs", "g-gs").replace(":os", ":o-").replace("M10.tight.5:s", "M10.tight.5:-"),
        "evansville:B",
    )
    assert why(s, way.format("via-nobody.")) is None
    assert why(s, way.format("via-sky.")) == ("via-needed", "aos-12.8")
    # Two links of the same owner are as good as one.
    s = moving(
        THREE_TURNS.replace("gsgs", "ggg-").replace(":os", ":og").replace("M10.tight.5:s", "M10.tight.5:g"),
        "evansville:B",
    )
    assert why(s, way.format("")) is None


def test_aos_12_9_production():
    assert read("draw place.red.w3.1 place.black.h.2")[1:] == (Place("red", "w3", 1), Place("black", "h", 2))
    assert lexicon(OPTIONS)["column"] == (*(f"{h}{d}" for h in "we" for d in range(1, 7)), *"abcdefgh")
    s = drawn(producing())
    assert why(s, "pass") == ("must-place", "aos-9.2")
    assert why(drawn(producing(production_choice="on")), "pass") is None
    # The draw ends the line, for nobody knows what comes.
    with pytest.raises(Illegal, match="line-too-long"):
        go(producing(), "draw place.red.w3.1")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("LAY k10 straight 1, lay L9 straight 1 done", "lay.K10.straight.1 lay.L9.straight.1 done"),
        ("lay K 9 gentle curve 2", "lay.K9.gentle.2"),
        ("Urbanise Fort Wayne B", "urbanize.fort-wayne.b"),
        ("take Turn Order", "take.turn-order"),
        ("move blue St. Louis Kansas City", "deliver.blue.st-louis.kansas-city"),
        ("deliver blue evansvile cincinnati", "deliver.blue.evansville.cincinnati"),
        ("deliver yellow la crosse via-nobody des moines", "deliver.yellow.la-crosse.via-nobody.des-moines"),
        ("place red w3 1", "place.red.w3.1"),
    ],
)
def test_people_write_as_they_like(typed, meant):
    reader = Reader(GAME.words, GAME.verbs, GAME.verbs, lexicon(OPTIONS))
    assert write_line(reader.read(typed).line) == meant


FRENCH = rules_file(GAME, "fr").read_text("utf-8")
GOODS = FRENCH[FRENCH.index("Couleurs : `red`") :].partition("\n")[0]
SAID = [
    *((f"poser K9 {said} 0", f"lay.K9.{tile}.0") for tile, said in re.findall(r"\| `(.+?)` \((.+?)\) \|", FRENCH)),
    *((f"placer {said} w3 1", f"place.{good}.w3.1") for good, said in re.findall(r"`(\w+)` (\w+)", GOODS)),
    *((f"prendre {said}", f"take {name}") for name, said in re.findall(r"\n\| ([\w ]+) \((.+?)\) \|", FRENCH)),
    *re.findall(r"\*(\w+)\* \(`(\w+)`\)", FRENCH),  # verbs
]


@pytest.mark.parametrize(("said", "meant"), SAID)
def test_the_words_of_the_french_rules_are_read(said, meant):
    reader = Reader(GAME.words, GAME.verbs, GAME.verbs, lexicon(OPTIONS))
    assert reader.read(said).line == reader.read(meant).line


def test_the_french_rules_name_tiles_goods_actions_and_a_verb():
    assert Counter(meant.split()[0].partition(".")[0] for _, meant in SAID) == {
        "lay": 8,
        "place": 5,
        "take": 5,
        "hold": 1,
    }


MOVES = st.one_of(
    st.builds(lambda n: f"issue.{n}", st.integers(0, 99)),
    st.builds(lambda n: f"bid.{n}", st.integers(0, 99)),
    st.builds(
        lambda c, r, t, n: str(Lay(f"{c}{r}", t, n)),
        st.sampled_from("ABCDEFGHIJKLMNOPQR"),
        st.integers(1, 11),
        st.sampled_from(sorted(tile_set().tiles)),
        st.integers(0, 5),
    ),
    st.builds(
        lambda good, stops: f"deliver.{good}.{'.'.join(stops)}",
        st.sampled_from(lexicon(OPTIONS)["good"]),
        st.lists(st.sampled_from(lexicon(OPTIONS)["city"]), min_size=2, max_size=7),
    ),
    st.builds(
        lambda good, column, box: f"place.{good}.{column}.{box}",
        st.sampled_from(lexicon(OPTIONS)["good"]),
        st.sampled_from(lexicon(OPTIONS)["column"]),
        st.integers(0, 9),
    ),
    st.sampled_from(["pass", "hold", "done", "loco", "draw", "take.engineer", "urbanize.toledo.h"]),
)


@given(st.lists(MOVES, min_size=1, max_size=5))
def test_every_move_is_read_as_it_is_written(texts):
    line = read(" ".join(texts))
    assert write_line(line) == " ".join(texts)
    assert read("~".join(texts)) == line
    for move in line:
        assert len(move.places()) == len(move.words())


def test_the_places_that_a_press_names():
    assert Lay("K9", "gentle", 2).places() == ("K9", None, None)
    assert Urbanize("toledo", "a").places() == ("toledo", None)
    assert Place("red", "w3", 1).places() == (None, None, "w3:1")
    deliver = Deliver("blue", "evansville", ("via-green", "indianapolis", "cincinnati"))
    assert deliver.places() == (None, "evansville:blue", None, "indianapolis", "cincinnati")
