"""The notation of Spike (spk-11), typed and read."""

import pytest

from engine.core.move import write_line
from engine.core.play import complete
from engine.core.reader import Reader
from engine.core.refusal import Illegal
from engine.games.spike import GAME
from engine.games.spike.components import box
from tests.engine.spike.positions import (
    after,
    asked,
    line,
    opened,
    path,
    placed,
    reader,
    with_hand,
    with_player,
    with_tracks,
)


def read(text: str, phase: str = "turn") -> str:
    verbs = {cls.VERB: cls for cls in GAME.phase_named[phase].MOVES}
    kind = Reader(GAME.words, verbs, GAME.verbs, GAME.lexicon(GAME.full_options({})))
    return write_line(kind.read(text).line)


def test_spk_11_1_moves_and_lines() -> None:
    s = with_hand(placed("albany", "miami"), 0, "red", "green")
    text = "lay.albany-j19 lay.j19-boston pay.red.green done"
    assert write_line(reader(s, text)) == text
    assert read("Lay Albany J19, lay J19 Boston; pay red green. done") == text


def test_spk_11_2_names_of_cities_junctions_and_track_spaces() -> None:
    assert "st-louis" in box().cities
    assert [node for node in box().nodes if node not in box().good_of] == [f"j{number}" for number in range(1, 99)]
    assert {"albany-j19", "chicago-j25"} <= box().edges.keys()
    assert read("run j25 chicago") == "run.chicago-j25"
    assert read("run Saint Louis") == "run.st-louis"
    assert GAME.words.name("philadelphia-new-york", "en") == "Philadelphia–New York"


def test_spk_11_3_setup() -> None:
    assert read("donner blanc", "gift") == "give.white"
    assert read("place chicago", "place") == "place.chicago"
    assert read("retourner vaches, garder indianapolis", "expert") == "flip.cows keep.indianapolis"
    s = opened(2)
    assert all(str(move).startswith("give.") for move in GAME.phase_named["gift"].offers(s, s.first))


def test_spk_11_4_the_train() -> None:
    assert read("rouler chicago") == "run.chicago"
    assert read("redemarrer chicago j25") == "restart.chicago-j25"
    assert read("extra chicago") == "extra.chicago"


def test_spk_11_5_cargo() -> None:
    assert read("load cows, livrer cochons, jeter bois") == "load.cows deliver.pigs drop.wood"


def test_spk_11_6_drawing() -> None:
    s = placed("albany", "miami")
    assert read("prendre rouge, piocher") == "take.red draw"
    with pytest.raises(Illegal):
        line(s, 0, "draw done")
    assert asked(line(s, 0, "draw").state) == (0,)


def test_spk_11_7_building() -> None:
    s = with_hand(placed("albany", "miami"), 0, "white", "white", "green")
    text = "lay.albany-j19 lay.j19-boston pay.white.white.green"
    assert after(s, 0, text).players[0].tracks == path("albany", "j19", "boston")
    assert read("poser albany j19, poser j19 boston, payer blanc blanc vert") == text


def test_spk_11_8_upgrading() -> None:
    assert read("upgrade cars") == "upgrade.cars"
    assert read("ameliorer vitesse") == "upgrade.speed"


def test_spk_11_9_done_is_added_where_only_it_is_missing() -> None:
    s = with_player(with_tracks(placed("chicago", "miami"), 0, *path("chicago", "indianapolis")), 0, score=3, market=3)
    draft = reader(s, "upgrade.speed")
    assert write_line(complete(GAME, s, 0, draft)) == "upgrade.speed done"
