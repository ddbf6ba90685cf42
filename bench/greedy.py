"""How greedy bots play among themselves: the figures by which their advice is judged.

    python -m bench.greedy railroad-tycoon --count 200 --seed 7

Prints scores, and for each game the blunders that bots once made in it, with how often they still do.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

import click

from engine.core.event import Event
from engine.core.game import SEAT_COLOURS
from engine.core.promises import Report, play_out
from engine.core.tally import measured
from engine.games import GAMES
from engine.games.age_of_steam.components import MOST_SHARES
from engine.games.railways.events import BidMade, WesternBuilt
from engine.games.spike.events import Delivered, Dropped, Loaded, Restarted
from engine.games.whistle_stop.components import box as whistle_stop_box

STANDARD_SEATS = {"spike": 3}  # four for the others

Reports = Sequence[Report[Any]]
Left = tuple[int, str, tuple[str, ...]]  # a seat, a city that its train left, and the cargo


def percent(which: Iterable[bool]) -> str:
    return f"{100 * fmean(which):.1f} % of seats"


def age_of_steam(reports: Reports) -> dict[str, str]:
    players = [player for report in reports for player in report.state.players]
    return {
        "bankrupt": percent(player.bankrupt for player in players),
        f"on {MOST_SHARES} shares": percent(player.shares == MOST_SHARES for player in players),
        "money left": f"${fmean(player.money for player in players):.1f} a seat",
    }


def railways(reports: Reports) -> dict[str, str]:
    events = [event for report in reports for event in report.events]
    bids = [event.amount for event in events if isinstance(event, BidMade)]
    players = [player for report in reports for player in report.state.players]
    return {
        "western links": f"{sum(isinstance(event, WesternBuilt) for event in events) / len(reports):.2f} a game",
        "bids above $2k": f"{sum(bid > 2 for bid in bids) / len(reports):.1f} a game, the highest ${max(bids)}k",
        "shares": f"{fmean(player.shares for player in players):.1f} a seat",
    }


def spike(reports: Reports) -> dict[str, str]:
    players = [player for report in reports for player in report.state.players]
    freight = sum(player.freight for player in players)
    income = freight + sum(player.market + player.bonus for player in players)
    return {
        "shuttles": f"{sum(len(shuttles(report.events)) for report in reports)} trains",
        "deliveries": f"{100 * freight / income:.1f} % of income",
        "with a further car": percent(player.cars > 0 for player in players),
    }


def shuttles(events: Iterable[Event]) -> list[Left]:
    """Trains that left the same city three times with the same cargo."""
    cargo: dict[int, set[str]] = {}
    left = Counter[Left]()
    for event in events:
        match event:
            case Loaded(seat, good, _):
                cargo.setdefault(seat, set()).add(good)
            case Dropped(seat, good) | Delivered(seat, good, _, _):
                cargo[seat].remove(good)
            case Restarted(seat, city, _, _):
                left[seat, city, tuple(sorted(cargo.get(seat, ())))] += 1
    return [key for key, times in left.items() if times > 2 and key[2]]


def whistle_stop(reports: Reports) -> dict[str, str]:
    tiles = whistle_stop_box().tiles
    players = [player for report in reports for player in report.state.players]
    keepers = [any(tiles[tile].special for tile in player.hand) for player in players]
    losers = [keeps and "boiler" not in player.upgrades for keeps, player in zip(keepers, players, strict=True)]
    return {
        "keep a special tile": f"{percent(keepers)}; {percent(losers)} lose points by it (no boiler)",
        "coal and whistles left": f"{fmean(player.coal + player.whistles for player in players):.1f} a seat",
    }


FIGURES: Mapping[str, Callable[[Reports], dict[str, str]]] = {
    "age-of-steam": age_of_steam,
    "railroad-tycoon": railways,
    "railways-of-the-world": railways,
    "spike": spike,
    "whistle-stop": whistle_stop,
}


def scores(reports: Reports) -> dict[str, str]:
    rows = [row.score for report in reports for row in report.standings]
    mean = measured([fmean(row.score for row in report.standings) for report in reports])
    error = "" if mean.error is None else f" ± {mean.error:.1f}"
    return {"mean score": f"{mean.mean:.1f}{error}", "lowest": str(min(rows)), "highest": str(max(rows))}


@click.command()
@click.argument("game", type=click.Choice(list(FIGURES)))
@click.option("--count", type=click.IntRange(1), default=20, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Each game adds its number to it.")
@click.option("--seats", type=int, help="How many play; 4 unless told, 3 in Spike.")
def main(game: str, count: int, seed: str, seats: int | None) -> None:
    """Plays COUNT games of GAME between greedy bots and prints what they did."""
    number = seats or STANDARD_SEATS.get(game, 4)
    reports = []
    for at in range(1, count + 1):
        reports.append(play_out(GAMES[game], SEAT_COLOURS[:number], f"{seed}-{at}", {}, ("greedy",) * number, "none"))
        if sys.stderr.isatty():
            click.echo(f"\r{at}/{count}", nl=False, err=True)
    for name, figure in (scores(reports) | FIGURES[game](reports)).items():
        click.echo(f"{name:24} {figure}")


if __name__ == "__main__":
    main()
