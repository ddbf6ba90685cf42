"""`pbem simulate GAME --people 8h --plans asked`: games among people who read their mail now and then.

Each game is played twice on the same seed and with the same readers: without plans, and as the table would offer them.
"""

import multiprocessing
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import click

from engine.core.follow import WHYS
from engine.core.game import SEAT_COLOURS
from engine.core.people import ByMail, Habits, Plans, play_by_mail
from engine.games import GAMES
from pbem.cli.setup import Sentence

DAY = 24 * 3600
UNITS = {"m": 60, "h": 3600, "d": DAY}


@dataclass(frozen=True)
class Season:
    """One game to play."""

    game: str
    seats: int
    seed: str
    options: dict[str, str]
    habits: Habits


def read_mean(text: str) -> int:
    """ "8h" in seconds."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})([mhd])", text)
    if found is None:
        raise Sentence(f"--people is the mean time until a mail is read, as 30m, 8h or 2d, not {text!r}")
    return int(found[1]) * UNITS[found[2]]


def both_ways(game: str, seats: int, seeds: Sequence[str], options: dict[str, str], habits: Habits) -> list[Season]:
    """Each seed without plans, then all of them with; only once if there are none."""
    ways = dict.fromkeys((Habits(habits.mean), habits))
    return [Season(game, seats, seed, options, way) for way in ways for seed in seeds]


def play_season(season: Season) -> ByMail:
    colours = SEAT_COLOURS[: season.seats]
    return play_by_mail(GAMES[season.game], colours, season.seed, season.options, season.habits)


def play_seasons(seasons: Sequence[Season], processes: int) -> Iterator[ByMail]:
    if processes == 1:
        yield from map(play_season, seasons)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(play_season, seasons)


def summarise(seasons: Sequence[Season], played: Sequence[ByMail], plans: Plans) -> dict[str, Any]:
    """The figures of the chosen way, and beside them those of `off`."""
    by_way = {
        way: [game for season, game in zip(seasons, played, strict=True) if season.habits.plans == way]
        for way in dict.fromkeys(season.habits.plans for season in seasons)
    }
    return {"games": len(by_way[plans]), "plans": plans, **_figures(by_way[plans]), "off": _figures(by_way["off"])}


def _figures(games: Sequence[ByMail]) -> dict[str, Any]:
    broken: Counter[str] = sum((game.broken for game in games), Counter())
    return {
        "waits_per_game": round(fmean(game.waits for game in games), 1),
        "questions_per_game": round(fmean(game.questions for game in games), 1),
        "mails_per_person": round(fmean(fmean(game.mails) for game in games), 1),
        "days": round(fmean(game.seconds for game in games) / DAY, 1),
        "plans_followed": round(fmean(game.followed for game in games), 1),
        "plans_broken": {why: round(broken[why] / len(games), 1) for why in WHYS if broken[why]},
        "mean_score": round(fmean(row.score for game in games for row in game.standings), 2),
        "bankruptcies": sum(game.ruined for game in games),
    }


def tell(summary: dict[str, Any]) -> None:
    games = f"1 game, plans {summary['plans']}; beside it" if summary["games"] == 1 else ""
    games = games or f"{summary['games']} games, plans {summary['plans']}; beside them"
    click.echo(f"{games} the same without plans")
    for key, value in summary["off"].items():
        if key != "plans_broken":
            click.echo(f"{key.replace('_', ' '):20} {summary[key]:>8} {value:>8}")
    for why, number in summary["plans_broken"].items():
        click.echo(f"{'broken: ' + why:20} {number:>8}")
