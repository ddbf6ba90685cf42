"""How games go: bots, a hoarder, and whole games under the promises."""

from collections.abc import Callable

import pytest

from engine.core.bots import greedy_line
from engine.core.move import Line
from engine.core.play import actors, default, is_over, legal, play, start, suggest
from engine.core.promises import play_out
from engine.core.rng import Rng
from engine.games.spike import GAME
from engine.games.spike.components import box
from engine.games.spike.state import State
from tests.engine.spike.positions import (
    COLOURS,
    line,
    opened,
    path,
    placed,
    reader,
    with_contracts,
    with_player,
    with_tracks,
)

MOST_LINES = 3000


def hoard(s: State, seat: int) -> Line:
    """Never builds: draws whenever it can."""
    if s.phase != "turn":
        return default(GAME, GAME.view(s, seat), seat)
    moves = {str(move): move for move in legal(GAME, s, seat)}
    return (moves["draw"] if "draw" in moves else moves["done"],)


def to_the_end(seats: int, seed: str, choose: Callable[[State, int], Line]) -> State:
    s = start(GAME, COLOURS[:seats], seed).state
    for _ in range(MOST_LINES):
        if is_over(GAME, s):
            return s
        assert list(GAME.audit(s)) == []
        seat = actors(GAME, s)[0]
        s = play(GAME, s, seat, choose(s, seat)).state
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_spk_8_7_hoarders_do_not_stall_the_game(seats: int) -> None:
    s = to_the_end(seats, "hoard", hoard)
    assert sum(sum(player.hand) for player in s.players) > 0.8 * len(box().kinds) * box().pieces.cards[seats]


def test_one_hoarder_among_greedy_players() -> None:
    def choose(s: State, seat: int) -> Line:
        return hoard(s, seat) if seat == 1 else greedy_line(GAME, GAME.view(s, seat), seat, Rng("one hoarder"))

    assert GAME.standings(to_the_end(3, "one hoarder", choose))[-1].seat == 1


def test_silent_seats_come_to_an_end() -> None:
    """The default alone plays a whole game."""
    to_the_end(2, "silent", lambda s, seat: default(GAME, GAME.view(s, seat), seat))


@pytest.mark.slow
def test_greedy_beats_random_clearly() -> None:
    for number in range(4):
        bots = ("greedy", "random") if number % 2 else ("random", "greedy")
        report = play_out(GAME, COLOURS[:2], f"clear {number}", {}, bots, "none")
        first, second = report.standings
        assert bots[first.seat] == "greedy"
        assert first.score > 2 * second.score


def test_suggestions_deliver_before_they_draw() -> None:
    s = with_tracks(placed("indianapolis", "boston"), 0, *path("indianapolis", "j42", "louisville"))
    s = with_contracts(with_player(s, 0, train="louisville"), 0, "c30a", loaded=("steel",))
    best = suggest(GAME, GAME.view(s, 0), 0, 5)
    assert all(str(suggestion.line[0]) == "deliver.steel" for suggestion in best)
    said = GAME.words.render(best[0].note, "en", COLOURS) if best[0].note else ""
    assert "deliver steel" in said
    assert str(default(GAME, GAME.view(s, 0), 0)[0]) == "deliver.steel"


def test_a_build_that_has_begun_can_be_finished_by_default() -> None:
    s = opened(2, "begun")
    while s.phase != "turn":
        seat = actors(GAME, s)[0]
        s = play(GAME, s, seat, default(GAME, GAME.view(s, seat), seat)).state
    seat = actors(GAME, s)[0]
    lay = next(move for move in legal(GAME, s, seat) if move.VERB == "lay")
    begun = GAME.phase_named["turn"].play(s, seat, lay).state
    rest = GAME.phase_named["turn"].default(begun, seat)
    assert play(GAME, s, seat, (lay, *rest)).ends == "turn"
    offered = GAME.phase_named["turn"].suggest(begun, seat, 3)
    assert offered[0].line == rest
    assert line(s, seat, " ".join(map(str, (lay, *rest)))).state.players[seat].tracks
    assert reader(s, str(lay)) == (lay,)


@pytest.mark.slow
def test_an_expert_game_of_both_bots_keeps_the_promises() -> None:
    """The contract tests play the standard game with every number of seats, and the expert game with two."""
    report = play_out(GAME, COLOURS[:3], "promises", {"expert": "on"}, ("greedy", "random", "greedy"))
    assert report.checked > 0


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("expert", ["off", "on"])
def test_a_hundred_games_keep_the_promises(seats: int, expert: str, bot: str) -> None:
    for number in range(100):
        play_out(GAME, COLOURS[:seats], f"soak {number}", {"expert": expert}, (bot,) * seats)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_games_keep_every_promise_at_every_ply(seats: int) -> None:
    for number in range(3):
        play_out(GAME, COLOURS[:seats], f"all {number}", {"expert": "on"}, ("greedy",) * seats, "all")
