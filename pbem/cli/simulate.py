"""`pbem simulate`: bots play whole games under the promises of the engine."""

import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from statistics import mean
from typing import Any, get_args

import click
import msgspec

from engine.core.bots import bots_with
from engine.core.game import SEAT_COLOURS, BadSetup
from engine.core.people import Habits, Plans
from engine.core.promises import BrokenPromise, play_out
from engine.core.tally import share, tally
from engine.games import GAMES
from pbem.cli import simulate_people
from pbem.cli.setup import Breach, Sentence, game_named


@dataclass(frozen=True)
class Job:
    game: str
    seats: int
    seed: str
    bots: tuple[str, ...]
    options: dict[str, str]
    check: str
    playouts: int | None = None

    @property
    def key(self) -> bytes:
        return msgspec.json.encode(self, order="deterministic")


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
    bots: tuple[str, ...] = ()  # by seat
    questions: tuple[int, ...] = ()
    thought: tuple[float, ...] = ()  # CPU seconds


@dataclass(frozen=True)
class Logged:
    """A line of the log."""

    job: Job
    result: Result


def play_job(job: Job) -> Result:
    try:
        report = play_out(
            GAMES[job.game],
            SEAT_COLOURS[: job.seats],
            job.seed,
            job.options,
            job.bots,
            job.check,
            time.process_time,  # what else the machine does is not the bot's
            job.playouts,
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
        bots=job.bots,
        questions=report.questions,
        thought=report.thought,
    )


def play_all(jobs: list[Job], processes: int) -> Iterator[Result]:
    if processes == 1:
        yield from map(play_job, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(play_job, jobs)


def play_logged(jobs: list[Job], processes: int, log: Path | None) -> Iterator[Result]:
    """The results in the order of the jobs. Those that stand in the log are not played again, the others are added to
    it as soon as they are finished, so that a long run may be stopped at any time."""
    if log is None:
        yield from play_all(jobs, processes)
        return
    done = read_log(log)
    left = iter(play_all([job for job in jobs if job.key not in done], processes))
    with log.open("ab") as file:
        for job in jobs:
            if job.key in done:
                yield done[job.key]
                continue
            result = next(left)
            if not result.broken:
                file.write(msgspec.json.encode(Logged(job, result)) + b"\n")
                file.flush()
            yield result


def read_log(log: Path) -> dict[bytes, Result]:
    """The finished games by their jobs; a last line that was cut off when the run was stopped is dropped."""
    if not log.exists():
        return {}
    text = log.read_bytes()
    whole, _, cut = text.rpartition(b"\n")
    if cut:
        log.write_bytes(whole + b"\n" if whole else b"")
    try:
        lines = [msgspec.json.decode(line, type=Logged) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise Sentence(f"{log} is no log of simulated games: {error}") from error
    return {line.job.key: line.result for line in lines}


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
@click.option(
    "--bot",
    "bots",
    multiple=True,
    type=click.Choice(list(bots_with())),
    help="One a seat; the last one fills the seats that are left.",
)
@click.option("--rotate", is_flag=True, help="Seats the bots in every order, game by game.")
@click.option(
    "--playouts",
    type=click.IntRange(0),
    help="What a patient bot may spend on a question; unless told, the game's own number.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--check", type=click.Choice(["none", "sample", "all"]), default="sample", show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Adds each finished game to this file, and goes on where it stopped.",
)
@click.option(
    "--people", metavar="TIME", help="People instead of bots; they read a mail after this time on average: 8h."
)
@click.option(
    "--plans",
    type=click.Choice(get_args(Plans)),
    default="off",
    show_default=True,
    help="With --people: what the table says about plans.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    game: str,
    seats: int,
    count: int,
    seed: str,
    bots: tuple[str, ...],
    rotate: bool,
    playouts: int | None,
    options: tuple[str, ...],
    check: str,
    jobs: int,
    log: Path | None,
    people: str | None,
    plans: Plans,
    as_json: bool,
) -> None:
    """Plays COUNT whole games of GAME and checks what the engine promises."""
    from rich.console import Console  # slow to load, and the server shares this command line
    from rich.progress import track

    if people is None and plans != "off":
        raise Sentence("--plans is for people: say with --people after what time they read their mail, as 8h")
    if people is not None and bots:
        raise Sentence("--people and --bot exclude each other")
    chosen = game_named(game)
    if seats not in chosen.seats:
        raise Sentence(f"{game} has {chosen.seats[0]} to {chosen.seats[-1]} seats, not {seats}")
    players = seated(bots, seats)
    orders = every_order(players) if rotate else [players]
    wanted = read_options(options)
    try:
        chosen.begin(SEAT_COLOURS[:seats], seed, wanted)
    except BadSetup as error:
        raise Sentence(str(error)) from error
    work = [
        Job(game, seats, f"{seed}-{number + 1}", orders[number % len(orders)], wanted, check, playouts)
        for number in range(count)
    ]
    console = Console(stderr=True)
    if people is not None:
        habits = Habits(simulate_people.read_mean(people), plans)
        seasons = simulate_people.both_ways(game, seats, [job.seed for job in work], wanted, habits)
        games = track(
            simulate_people.play_seasons(seasons, jobs),
            f"{game}, {seats} people",
            total=len(seasons),
            console=console,
            transient=True,
        )
        told = simulate_people.summarise(seasons, list(games), plans)
        if as_json:
            click.echo(json.dumps(told))
        else:
            simulate_people.tell(told)
        return
    progress = track(
        play_logged(work, jobs, log), f"{game}, {seats} seats", total=count, console=console, transient=True
    )
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
    if len(bots) > seats:
        raise Sentence(f"--bot is given at most once for each of the {seats} seats, not {len(bots)} times")
    return bots + bots[-1:] * (seats - len(bots))


def every_order(bots: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All orders that differ: four for one bot against three of another kind."""
    return list(dict.fromkeys(permutations(bots)))


def summarise(results: list[Result]) -> dict[str, Any]:
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
        "bots": by_bot(whole),
    }


def by_bot(results: list[Result]) -> dict[str, dict[str, Any]]:
    """What each kind of bot had of the games in which it played."""
    told = {}
    for bot in dict.fromkeys(name for result in results for name in result.bots):
        played = [result for result in results if bot in result.bots]
        own = tally([share(bot, result.bots, result.places, result.scores) for result in played])
        asked = [
            (number, seconds)
            for result in played
            for name, number, seconds in zip(result.bots, result.questions, result.thought, strict=True)
            if name == bot
        ]
        questions = sum(number for number, _ in asked)
        told[bot] = {
            "games": own.games,
            "wins": round(own.wins, 2),
            "chance": round(own.chance, 2),
            "percent_won": round(own.percent.mean, 1),
            "percent_won_error": _rounded(own.percent.error),
            "mean_score": round(own.score.mean, 1),
            "mean_score_error": _rounded(own.score.error),
            "questions_per_game": round(questions / own.games, 1),
            "seconds_per_question": round(sum(seconds for _, seconds in asked) / questions, 3) if questions else 0,
        }
    return told


def _rounded(error: float | None) -> float | None:
    return None if error is None else round(error, 1)


def tell(summary: dict[str, Any]) -> None:
    for key, value in summary.items():
        if key not in ("scores", "bots"):
            click.echo(f"{key.replace('_', ' '):20} {value}")
    for bot, had in summary["bots"].items():
        click.echo(
            f"{bot:20} won {had['wins']} of {had['games']} (chance {had['chance']}),"
            f" {_with_error(had, 'percent_won')} %; mean score {_with_error(had, 'mean_score')};"
            f" {had['seconds_per_question']} s a question"
        )


def _with_error(had: dict[str, Any], key: str) -> str:
    error = had[f"{key}_error"]
    return f"{had[key]}" if error is None else f"{had[key]} ± {error}"
