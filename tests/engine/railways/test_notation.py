"""Chapter 14: the notation, and kind reading in both languages."""

import pytest

from engine.core.move import read_line
from engine.core.reader import Reader
from engine.games.railways.moves import TILES
from tests.engine.railways.position import BOTH, RT, acting, cubes, has, linked, plays


@pytest.mark.parametrize(
    "text",
    [
        "bid.3",
        "pass",
        "issue.2",
        "lay.H18.gentle.2 lay.H19.straight.0 done",
        "redirect.H18.gentle.2",
        "deliver.red.detroit to.toledo over.green.chicago",
        "urbanize.albany.blue",
        "loco",
        "west.des-moines",
        "take.hotel-boston",
        "use.land-grant",
        "take.city-growth grow.boston",
    ],
)
@pytest.mark.parametrize("game", BOTH)
def test_rw_14_1_moves_are_words_with_dots(game, text):
    line = read_line(text, game.verbs, game.lexicon({}))
    assert " ".join(map(str, line)) == text


def test_rw_14_1_a_line_is_played_whole():
    s = acting()
    assert plays(s, 0, "lay.G16.gentle.5 lay.G15.straight.2").state.links
    with pytest.raises(Exception, match="line-unfinished"):
        plays(s, 0, "lay.G16.gentle.5")
    with pytest.raises(Exception, match="line-too-long"):
        plays(s, 0, "loco loco")


def reader(game, phase="actions"):
    verbs = {move.VERB: move for move in game.phase_named[phase].MOVES}
    return Reader(game.words, verbs, game.verbs, game.lexicon({}))


def test_rw_14_2_bids_and_shares_in_both_languages():
    assert str(reader(RT, "auction").read("Bid $3").line[0]) == "bid.3"
    assert str(reader(RT, "auction").read("mise 3").line[0]) == "bid.3"
    assert str(reader(RT).read("émettre 2").line[0]) == "issue.2"


def test_rw_14_3_rotations():
    assert TILES["straight"].rotations == (((0, 3),), ((1, 4),), ((2, 5),))
    assert TILES["gentle"].rotations[0] == ((0, 2),)
    assert TILES["gentle"].rotations[5] == ((1, 5),)
    assert str(reader(RT).read("pose h18 courbe 2").line[0]) == "lay.H18.gentle.2"


def test_rw_14_4_a_delivery_as_people_write_it():
    line = reader(RT).read("Deliver red Detroit to Toledo to Chicago").line
    assert " ".join(map(str, line)) == "deliver.red.detroit to.toledo to.chicago"
    french = reader(RT).read("livrer rouge Détroit vers Toledo par vert Chicago").line
    assert " ".join(map(str, french)) == "deliver.red.detroit to.toledo over.green.chicago"
    s = has(linked(cubes(acting(), detroit="R"), 0, "detroit", "toledo", "chicago"), 0, engine=2)
    assert plays(s, 0, " ".join(map(str, line))).state.players[0].points == 2


def test_rw_14_5_the_other_actions_as_people_write_them():
    read = reader(RT).read
    assert str(read("urbanize Albany blue").line[0]) == "urbanize.albany.blue"
    assert str(read("take Hotel St. Louis").line[0]) == "take.hotel-st-louis"
    assert str(read("western link Des Moines").line[0]) == "west.des-moines"
    assert str(read("loco").line[0]) == "loco"
    assert str(read("prendre Croissance urbaine agrandir La Nouvelle-Orléans").line[1]) == "grow.new-orleans"
    assert str(read("use land grant").line[0]) == "use.land-grant"
