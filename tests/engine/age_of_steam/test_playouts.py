"""Random games and random build turns keep what they promise."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.game import SEAT_COLOURS
from engine.core.move import read_line
from engine.core.play import actors, is_over, legal, play
from engine.core.promises import play_out
from engine.core.record import replay
from engine.core.rng import Rng
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.state import Player
from tests.engine.age_of_steam.boards import board, complaints, line_of, stumps, with_player
from tests.engine.age_of_steam.wild import wild

MIXES = [
    ("greedy", "random", "greedy", "random"),
    ("random", "random", "greedy"),
    ("greedy", "random", "random", "random", "greedy"),
]
NINE = ("E4", "F7", "G9", "H2", "H4", "J6", "K4", "K9", "M6")
FEW = settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("bots", MIXES, ids="-".join)
def test_mixed_bots_keep_the_promises(bots):
    report = play_out(GAME, SEAT_COLOURS[: len(bots)], f"mix {len(bots)}", {}, bots, "sample")
    assert complaints(report.state) == []
    assert report.checked > 0


@pytest.fixture(scope="module")
def middle():
    """Positions of one game of mixed bots with all options, from its middle."""
    on = {option.id: "on" for option in GAME.options if "on" in option.values}
    report = play_out(GAME, SEAT_COLOURS[:4], "middle", on, MIXES[0], "none")
    return replay(GAME, report.record).states[20:-1]


@FEW
@given(st.integers(0, 10_000))
def test_random_play_from_the_middle_of_a_game(middle, number):
    rng = Rng(f"from the middle {number}")
    s, rng = rng.pick(middle)
    for _ in range(12):
        if is_over(GAME, s):
            break
        seat = actors(GAME, s)[0]
        line = []
        draft = s
        while True:
            moves = list(legal(GAME, draft, seat))
            lexicon = GAME.lexicon(s.options)
            for move in moves:
                assert read_line(str(move), GAME.verbs, lexicon) == (move,)
            move, rng = rng.pick(moves)
            line.append(move)
            outcome = GAME.phase_named[draft.phase].play(draft, seat, move)
            assert complaints(outcome.state) == []
            if outcome.ends is not None:
                break
            draft = outcome.state
        s = play(GAME, s, seat, line).state
        assert complaints(s) == []
        assert GAME.decode(GAME.encode(s)) == s


@FEW
@given(st.integers(0, 10_000), st.integers(1, 24))
def test_random_building_keeps_the_pieces(seed, turns):
    s = wild(seed, turns)
    assert complaints(s) == []
    for move in legal(GAME, s, s.asked[0]):
        assert line_of(s, str(move)) == (move,)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda s: s.with_bag(s.bag[1:]), "cubes are lost or made"),
        (lambda s: s.with_player(0, Player()), "money is lost or made"),
        (lambda s: with_player(s, "orange", money=-1), "somebody has less than nothing"),
        (lambda s: with_player(s, "orange", income=-1), "somebody has less than nothing"),
        (lambda s: s.with_board(board("A1.side-left.0:- A3.side-left.0:-")), "2 tiles side-left are laid"),
        (
            lambda s: s.with_board(board(" ".join(f"{hex}.straight.0:-" for hex in NINE))),
            "there are too few town discs",
        ),
        (lambda s: s.with_board(board(stumps(21))), "seat 0 has too few discs"),
        (lambda s: s.with_board(board("K10.straight.1:o L9.straight.1:g")), "a line has two owners"),
        (lambda s: s.with_board(board("J7.straight.0:o")), "a line hangs at no stop"),
        (lambda s: s.with_board(board(cities="K9.a M6.a")), "a New City stands twice"),
    ],
)
def test_the_audit_notices(wrong, complaint):
    s = wild(1, 9)
    assert complaints(s) == []
    assert complaint in " ".join(complaints(wrong(s)))
