"""`pbem simulate`: bots play whole games under the promises of the engine."""

import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

import click

from engine.core.bots import BOTS
from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.promises import BrokenPromise, play_out
from engine.games import GAMES
from pbem.cli.setup import Breach, Sentence, game_named


@dataclass(frozen=True)
class Job:
    game: str
    seats: int
    seed: str
    bots: tuple[str, ...]
    options: dict[str, str]
    check: str


@dataclass(frozen=True)
class Result:
    seed: str
    lines: int = 0
    waits: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    checked: int = 0
    scores: tuple[int, ...] = ()  # by seat
    places: tuple[int, ...] = ()
    broken: str = ""


def play_job(job: Job) -> Result:
    try:
        report = play_out(
            GAMES[job.game], SEAT_COLOURS[: job.seats], job.seed, job.options, job.bots, job.check, time.perf_counter
        )
    except BrokenPromise as broken:
        return Result(job.seed, broken=str(broken))
    by_seat = sorted(report.standings, key=lambda row: row.seat)
    return Result(
        job.seed,
        report.lines,
        report.waits,
        report.seconds,
        report.slowest,
        report.checked,
        tuple(row.score for row in by_seat),
        tuple(row.place for row in by_seat),
    )


def play_all(jobs: list[Job], processes: int) -> Iterator[Result]:
    if processes == 1:
        yield from map(play_job, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(play_job, jobs)


def read_options(given: tuple[str, ...]) -> dict[str, str]:
    options = {}
    for part in given:
        id, equals, value = part.partition("=")
        if not equals:
            raise Sentence(f"an option is written name=value, not {part!r}")
        options[id] = value
    return options


@click.command("simulate")
@click.argument("game")
@click.option("--seats", type=int, required=True, help="How many play.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Each game adds its number to it.")
@click.option("--bot", "bots", multiple=True, type=click.Choice(list(BOTS)), help="For all seats, or one a seat.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--check", type=click.Choice(["none", "sample", "all"]), default="sample", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    game: str,
    seats: int,
    count: int,
    seed: str,
    bots: tuple[str, ...],
    options: tuple[str, ...],
    check: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Plays COUNT whole games of GAME and checks what the engine promises."""
    from rich.console import Console  # slow to load, and the server shares this command line
    from rich.progress import track

    chosen = game_named(game)
    if seats not in chosen.seats:
        raise Sentence(f"{game} has {chosen.seats[0]} to {chosen.seats[-1]} seats, not {seats}")
    players = seated(bots, seats)
    wanted = read_options(options)
    try:
        chosen.begin(SEAT_COLOURS[:seats], seed, wanted)
    except BadSetup as error:
        raise Sentence(str(error)) from error
    work = [Job(game, seats, f"{seed}-{number}", players, wanted, check) for number in range(1, count + 1)]
    console = Console(stderr=True)
    progress = track(play_all(work, jobs), f"{game}, {seats} seats", total=count, console=console, transient=True)
    results = list(progress)
    summary = summarise(results)
    if as_json:
        click.echo(json.dumps(summary))
    else:
        tell(summary)
    broken = next((result for result in results if result.broken), None)
    if broken is not None:
        raise Breach(f"game {broken.seed} broke a promise: {broken.broken}")


def seated(bots: tuple[str, ...], seats: int) -> tuple[str, ...]:
    if not bots:
        return ("random",) * seats
    if len(bots) == 1:
        return bots * seats
    if len(bots) != seats:
        raise Sentence(f"--bot is given once, or once for each of the {seats} seats, not {len(bots)} times")
    return bots


def summarise(results: list[Result]) -> dict[str, object]:
    whole = [result for result in results if not result.broken]
    lines = sum(result.lines for result in whole)
    by_seat = list(zip(*(result.scores for result in whole), strict=True))
    return {
        "games": len(whole),
        "broken": len(results) - len(whole),
        "lines": lines,
        "lines_per_game": round(lines / len(whole), 1) if whole else 0,
        "waits_per_game": round(mean(result.waits for result in whole), 1) if whole else 0,
        "ms_per_line": round(1000 * sum(result.seconds for result in whole) / lines, 3) if lines else 0,
        "slowest_ms": round(1000 * max((result.slowest for result in whole), default=0), 1),
        "plies_checked": sum(result.checked for result in whole),
        "mean_score_by_seat": [round(mean(scores), 1) for scores in by_seat],
        "wins_by_seat": [sum(result.places[seat] == 1 for result in whole) for seat in range(len(by_seat))],
        "scores": [list(result.scores) for result in whole],
    }


def tell(summary: dict[str, object]) -> None:
    for key, value in summary.items():
        if key != "scores":
            click.echo(f"{key.replace('_', ' '):20} {value}")
