"""The engine: one line from a stored snapshot and back, growth with the game, all legal first tiles."""

import gc
from collections.abc import Callable, Iterator
from functools import partial
from statistics import mean

from bench.rows import Row, spread, timed
from engine.core.game import SEAT_COLOURS, AnyGame
from engine.core.play import actors, legal, play
from engine.core.promises import play_out
from engine.core.record import replay
from engine.games import GAMES
from engine.games.age_of_steam.board import BOARDS
from engine.games.railways.built import BUILT

SEATS = {"age-of-steam": 4}
GAMES_PLAYED = 8
TRIES = 5  # of which the quickest counts: what disturbs the machine is not the line's
FIRST, LAST = slice(50), slice(-50, None)


def rows() -> Iterator[Row]:
    for game in GAMES.values():
        yield from _rows(game)


def _rows(game: AnyGame) -> Iterator[Row]:
    times: list[list[float]] = []
    moves: list[list[int]] = []
    early: list[float] = []
    late: list[float] = []
    for number in range(GAMES_PLAYED):
        seats = SEATS.get(game.id, game.seats[-1])
        report = play_out(game, SEAT_COLOURS[:seats], f"bench-{number}", {}, ["greedy"] * seats, "none")
        timeline = replay(game, report.record)
        gc.freeze()  # a server does not hold whole games for its collector to look through
        moves.append([len(entry.text.split()) for entry in report.record.entries])
        lines = [
            partial(_one_line, game, game.encode(state), report.record.seats.index(entry.by), entry.text)
            for entry, state in zip(report.record.entries, timeline.states, strict=False)
        ]
        # One try of all lines after the other: what disturbs the machine for a while hits early and late lines alike.
        tries = [[_first_seen(line) for line in lines] for _ in range(TRIES)]
        times.append([min(of_a_line) for of_a_line in zip(*tries, strict=True)])
        for found, states in ((early, timeline.states[:60]), (late, timeline.states[-60:-1])):
            for state in states:
                for seat in actors(game, state):
                    found.append(_first_seen(partial(_all_legal, game, game.encode(state), seat)))
    flat = [took for one in times for took in one]
    first, last = (sum(t for one in times for t in one[part]) for part in (FIRST, LAST))
    early_moves, late_moves = (sum(n for one in moves for n in one[part]) for part in (FIRST, LAST))
    yield Row(f"{game.id}: one line, decode to encode", spread(flat), "median ≤ 3 ms, p99 ≤ 15 ms")
    yield Row(f"{game.id}: last 50 lines against first 50", f"{last / first:.2f} ×", "≤ 1.3 ×")
    a_move = last / late_moves * early_moves / first
    yield Row(f"{game.id}: the same for each move of a line", f"{a_move:.2f} ×", "")
    yield Row(f"{game.id}: all legal moves late in the game", f"at most {max(late):.1f} ms", "≤ 40 ms")
    yield Row(f"{game.id}: all legal moves, late against early", f"{mean(late) / mean(early):.2f} ×", "≤ 1.3 ×")


def _first_seen(work: Callable[[], object]) -> float:
    """In a process that has not seen the table before: hours lie between two lines."""
    BOARDS.forget()
    BUILT.forget()
    return timed(work)


def _all_legal(game: AnyGame, stored: bytes, seat: int) -> int:
    return sum(1 for _ in legal(game, game.decode(stored), seat))


def _one_line(game: AnyGame, stored: bytes, seat: int, text: str) -> bytes:
    state = game.decode(stored)
    return game.encode(play(game, state, seat, game.read(text, state)).state)
