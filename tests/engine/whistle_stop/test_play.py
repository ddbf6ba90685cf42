"""Whole games: the promises, the bots, and what is suggested."""

from collections.abc import Iterator

import pytest

from engine.core.bots import greedy_line
from engine.core.play import actors, default, is_over, legal, play, start, suggest
from engine.core.promises import play_out
from engine.core.rng import Rng
from engine.games.whistle_stop import GAME
from engine.games.whistle_stop.moves import Done
from engine.games.whistle_stop.state import State
from tests.engine.whistle_stop.scenes import COLOURS


def positions(seats: int, seed: str) -> Iterator[tuple[State, int]]:
    s = start(GAME, COLOURS[:seats], seed).state
    while not is_over(GAME, s):
        seat = actors(GAME, s)[0]
        yield s, seat
        s = play(GAME, s, seat, greedy_line(GAME, GAME.view(s, seat), seat, Rng(seed))).state


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_games_bring_trains_home(seats: int) -> None:
    report = play_out(GAME, COLOURS[:seats], f"greedy-{seats}", {}, ("greedy",) * seats, "none")
    home = sum(player.home for player in report.state.players)
    assert home * 2 > sum(player.home + len(player.trains) for player in report.state.players)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_hundred_games_keep_the_promises(seats: int, bot: str) -> None:
    for number in range(100):
        play_out(GAME, COLOURS[:seats], f"soak-{number}", {}, (bot,) * seats)


@pytest.mark.soak
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_keep_all_promises_at_every_ply(seats: int) -> None:
    for number in range(3):
        play_out(GAME, COLOURS[:seats], f"all-{number}", {}, ("random",) * seats, "all")


@pytest.mark.slow
def test_greedy_clearly_beats_random() -> None:
    wins = 0
    for number in range(4):
        report = play_out(GAME, COLOURS[:3], f"duel-{number}", {}, ("random", "greedy", "random"), "none")
        scores = {row.seat: row.score for row in report.standings}
        wins += scores[1] > 1.5 * max(scores[0], scores[2])
    assert wins >= 3


@pytest.mark.slow
def test_suggestions_begin_differently_and_the_default_spends_nothing() -> None:
    seen = 0
    for s, seat in positions(2, "advice"):
        if s.phase != "turn" or s.turn.spent or s.turn.filling or seen > 8:
            continue
        seen += 1
        view = GAME.view(s, seat)
        lines = [suggestion.line for suggestion in suggest(GAME, view, seat, 5)]
        assert len({line[0] for line in lines}) == len(lines)
        assert any(isinstance(line[0], Done) for line in lines)
        silent = play(GAME, s, seat, default(GAME, view, seat)).state
        assert silent.players[seat].coal >= s.players[seat].coal
        assert silent.players[seat].score >= s.players[seat].score
    assert seen > 3


def test_offers_stay_manageable() -> None:
    most = max(len(list(legal(GAME, s, seat))) for s, seat in positions(3, "offers"))
    assert most <= 80
