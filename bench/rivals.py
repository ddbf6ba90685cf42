"""Greedy of this checkout against greedy of an earlier revision, at the same tables.

    python -m bench.rivals age-of-steam --against v0.1.0 --count 24 --seed 7

The earlier bot runs in a child process on the `engine` package of its own revision. It gets the position as JSON with
the seat that is asked, and answers its line as text; the rules are those of this checkout. Both bots take every seat
equally often. The checkout is the current directory, also when this file is run by its path.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory
from typing import IO, Any

import click

if __name__ == "__main__":  # run by its path, Python would take bench/engine.py for the engine
    sys.path[0] = str(Path.cwd())

from engine.core.bots import greedy_line
from engine.core.game import SEAT_COLOURS, AnyGame
from engine.core.move import Line
from engine.core.play import actors, forced, is_over, play, start
from engine.core.rng import Rng
from engine.core.sheet import Standing
from engine.games import GAMES

PRESENT, EARLIER = "present", "earlier"
STANDARD_SEATS = {"spike": 3}  # four for the others

ANSWER = """
import json, sys
from engine.core.bots import BOTS
from engine.core.move import write_line
from engine.core.rng import Rng
from engine.games import GAMES
game = GAMES[sys.argv[1]]
for question in sys.stdin:
    asked = json.loads(question)
    state = game.decode(json.dumps(asked["position"]).encode())
    line = BOTS["greedy"](game, game.view(state, asked["seat"]), asked["seat"], Rng("rivals"))
    print(write_line(line), flush=True)
"""


@dataclass(frozen=True)
class Rival:
    """The greedy of an earlier revision, at the other end of a pipe."""

    game: AnyGame
    questions: IO[bytes]
    answers: IO[bytes]

    def line(self, s: Any, seat: int) -> Line:
        position = json.loads(self.game.encode(s))
        with suppress(BrokenPipeError):  # then there is no answer either
            self.questions.write(json.dumps({"position": position, "seat": seat}).encode() + b"\n")
        text = self.answers.readline().decode()
        if not text:
            raise click.ClickException("the earlier revision gave no answer; what it complained of stands above")
        return self.game.read(text, s)


@contextmanager
def rival_from(revision: str, game: AnyGame) -> Iterator[Rival]:
    packed = subprocess.run(["git", "archive", revision, "engine"], capture_output=True, check=False)
    if packed.returncode:
        raise click.ClickException(packed.stderr.decode().strip())
    with TemporaryDirectory() as folder:
        subprocess.run(["tar", "--extract", "--directory", folder], input=packed.stdout, check=True)
        with rival_in(folder, game) as rival:
            yield rival


@contextmanager
def rival_in(folder: str, game: AnyGame) -> Iterator[Rival]:
    """The greedy of the `engine` package in this folder."""
    child = subprocess.Popen(
        [sys.executable, "-c", ANSWER, game.id],  # -c looks into its working directory first
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # a question that a dead child cannot take is not tried again on the way out
    )
    assert child.stdin is not None
    assert child.stdout is not None
    with child:  # its input is closed on the way out, and it ends
        yield Rival(game, child.stdin, child.stdout)


def seatings(seats: int) -> list[tuple[str, ...]]:
    """All ways to give each of the two half of the seats; of an odd number either has one more in half of them."""
    halves = (seats // 2, (seats + 1) // 2)
    return [seated for seated in product((PRESENT, EARLIER), repeat=seats) if seated.count(PRESENT) in halves]


def play_one(game: AnyGame, seated: Sequence[str], seed: str, rival: Rival) -> tuple[Standing, ...]:
    s = start(game, SEAT_COLOURS[: len(seated)], seed).state
    while not is_over(game, s):
        seat = actors(game, s)[0]
        line = forced(game, s, seat)
        if line is None and seated[seat] == PRESENT:
            line = greedy_line(game, game.view(s, seat), seat, Rng("rivals"))
        s = play(game, s, seat, rival.line(s, seat) if line is None else line).state
    return game.standings(s)


@dataclass(frozen=True)
class Share:
    """What one of the two had of a game."""

    wins: float  # of the first place, shared by those who are level
    chance: float  # the seats it had, of all
    score: float  # of its seats, on average


def shares(standings: Sequence[Standing], seated: Sequence[str]) -> Mapping[str, Share]:
    first = [row.seat for row in standings if row.place == 1]
    return {
        bot: Share(
            sum(seated[seat] == bot for seat in first) / len(first) if first else 0.0,
            seated.count(bot) / len(seated),
            mean(row.score for row in standings if seated[row.seat] == bot),
        )
        for bot in (PRESENT, EARLIER)
    }


def measured(values: Sequence[float]) -> str:
    """Mean and standard error."""
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{mean(values):.2f} ± {error:.2f}"


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--against", "revision", required=True, help="The revision whose greedy plays along.")
@click.option("--count", type=click.IntRange(1), default=12, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Each game adds its number to it.")
@click.option("--seats", type=int, help="How many play; 4 unless told, 3 in Spike.")
def main(game: str, revision: str, count: int, seed: str, seats: int | None) -> None:
    """Plays COUNT games of GAME between the two greedy bots and prints wins and mean scores."""
    ways = seatings(seats or STANDARD_SEATS.get(game, 4))
    games: list[Mapping[str, Share]] = []
    with rival_from(revision, GAMES[game]) as rival:
        for number in range(count):
            seated = ways[number % len(ways)]
            games.append(shares(play_one(GAMES[game], seated, f"{seed}-{number + 1}", rival), seated))
            if sys.stderr.isatty():
                click.echo(f"\r{number + 1}/{count}", nl=False, err=True)
    for bot in (PRESENT, EARLIER):
        won, chance = sum(one[bot].wins for one in games), sum(one[bot].chance for one in games)
        score = measured([one[bot].score for one in games])
        click.echo(f"{bot}: {won:.1f} of {count} games won (chance {chance:.1f}), mean score {score}")
    ahead = measured([one[PRESENT].score - one[EARLIER].score for one in games])
    more = measured([one[PRESENT].wins - one[PRESENT].chance for one in games])
    click.echo(f"{PRESENT} ahead of {EARLIER}: {ahead} points, {more} wins a game above chance")


if __name__ == "__main__":
    main()
