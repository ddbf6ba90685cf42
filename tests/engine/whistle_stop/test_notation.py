"""Chapter 11: notation."""

import pytest

from engine.core.play import play, preview
from engine.core.reader import Reader
from engine.core.refusal import Illegal, NotAMove
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.events import ShareGained
from engine.games.whistle_stop.moves import Trade
from tests.engine.whistle_stop.scenes import (
    CROSS_STONE,
    CROSS_WOOD,
    TWO_STOPS,
    go,
    line,
    may,
    scene,
    sides,
    why,
    with_player,
)

MINE = {"F4": CROSS_WOOD, "E4": ("gold-mine", 0), "D3": CROSS_STONE}


def read(text: str) -> str:
    return " ".join(map(str, Reader(GAME.words, GAME.verbs, GAME.verbs, GAME.lexicon({})).read(text).line))


def test_whi_11_1_a_line_goes_up_to_the_first_thing_nobody_can_foresee() -> None:
    s = scene(tiles=MINE, trains=(["F4"], []), round=12)
    with pytest.raises(Illegal, match="line-too-long"):
        play(GAME, s, 0, line("run.F4.nw run.E4.nw"))
    with pytest.raises(Illegal, match="line-unfinished"):
        play(GAME, scene(tiles={**MINE, "E4": CROSS_WOOD}, trains=(["F4"], [])), 0, line("run.F4.nw"))
    shown = preview(GAME, s, 0, line("run.F4.nw"))
    assert (shown.shown, shown.state, shown.ends) == (0, s, "seen")
    assert play(GAME, s, 0, line("run.F4.nw")).ends == "seen"


def test_whi_11_2_place() -> None:
    assert read("Placer I5") == "place.I5"


def test_whi_11_3_run_and_blow_name_the_train_by_its_side() -> None:
    assert read("rouler D4 no, siffler i5 nw") == "run.D4.nw blow.I5.nw"
    around = {"F4": TWO_STOPS, "E4": ("coal-mine-1", 0), "E5": ("coal-mine-2", 0)}
    s = scene(tiles=around, trains=([("F4", 0), ("F4", 1)], []))
    assert sides(s, "run", "F4") == ["sw", "nw"]
    assert ("F4", 1) in go(s, "run.F4.sw").me.trains  # wood left by sw, cotton is still there
    assert ("F4", 0) in go(s, "run.F4.nw").me.trains
    station = scene(tiles={"G8": CROSS_WOOD}, trains=([], []))
    assert may(station)[:2] == ["run.I16.nw", "blow.I16.nw"]


def test_whi_11_4_on_the_way() -> None:
    assert read("lay t25 3 on nw stop bypass pay wood") == "lay.t25.3 on.nw stop bypass pay.wood"


def test_whi_11_5_rotations_that_look_the_same_are_written_once() -> None:
    s = go(scene(tiles={"F4": CROSS_WOOD}, trains=(["F4"], []), hand=["t29", "gold-mine"]), "run.F4.nw").state
    assert why(s, "lay.t29.3") == ("same-rotation", "whi-11.5")
    assert why(s, "lay.gold-mine.1") == ("same-rotation", "whi-11.5")
    assert why(s, "lay.gold-mine.0") is None


def test_whi_11_6_words_at_a_stop() -> None:
    assert read("livrer, renoncer, prendre bois, défausser coton") == "deliver skip take.wood drop.cotton"
    assert read("sell crimson-3 park 4") == "sell.crimson-3 park.4"
    assert read("sell Crimson 3 park 4") == read("céder Carmin 3 garer 4") == "sell.crimson-3 park.4"
    assert read("trade steel cotton wood") == "trade.steel.wood.cotton"
    assert str(Trade("steel", ("stone", "wood"))) == "trade.steel.wood.stone"


def test_whi_11_7_upgrades_and_the_stop_of_the_caboose() -> None:
    assert read("racheter chaudière acier, utiliser entrepôt") == "buyout.boiler.steel use.warehouse"
    assert read("again D4 swap crimson-3 jade") == "again.D4 swap.crimson-3.jade"
    s = scene(tiles={"F4": TWO_STOPS}, trains=([("F4", 0), ("F4", 1)], []), upgrades=(["caboose"],))
    asked = go(s, "again.F4").state
    assert may(asked) == ["take.wood", "take.cotton"]
    assert go(asked, "take.cotton").me.goods == {"cotton": 1}


def test_whi_11_8_the_end_of_a_turn() -> None:
    assert read("fin choisir t12") == "done pick.t12"
    assert read("done draw") == "done draw"
    assert read("choose gold mine discard t12") == "choose.gold-mine discard.t12"
    assert read("done look") == read("fin consulter") == "done look"


def test_a_share_goes_by_its_company_and_number_wherever_it_is_told() -> None:
    s = with_player(scene(), 0, shares=("crimson-5", "jade-1"))
    for lang, name in (("en", "Crimson 5"), ("fr", "Carmin 5")):
        told = [GAME.words.render(ShareGained(0, "crimson-5").say(), lang, s.seats)]
        sheet = GAME.sheet(GAME.view(s, 0))
        told += [GAME.words.render(line, lang, s.seats) for section in sheet.sections for line in section.lines]
        assert sum(name in line for line in told) == 2
        assert not any("crimson-" in line or "jade-" in line for line in told)


def test_whi_11_5_a_rotation_is_left_out_where_there_is_no_choice() -> None:
    assert read("lay crimson town") == "lay.crimson-town.0"
    assert read("lay crimson town 0 deliver") == read("lay crimson town deliver") == "lay.crimson-town.0 deliver"
    assert read("poser t1 arrêt") == "lay.t1.0 stop"  # three straights look the same however they are turned
    with pytest.raises(NotAMove):
        read("lay t25")
