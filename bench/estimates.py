"""How well the estimate of a game foretells the end, by how many rounds are still to come.

    python -m bench.estimates age-of-steam --count 12 --seed 7

Greedy bots play; at the beginning of every round the estimate of each seat, less the mean of the table, is held against
what the seat has in the end. The correlation says how much of the final order it knows; the slope by how much a lead
still grows. A horizon is long enough where the correlation is about as high as one round further on.
"""

from collections import defaultdict
from statistics import correlation, fmean, linear_regression
from typing import Any

import click

from engine.core.bots import greedy_line
from engine.core.game import SEAT_COLOURS, AnyGame, Estimate
from engine.core.play import actors, forced, is_over, play, start
from engine.core.rng import Rng
from engine.games import GAMES

STANDARD_SEATS = {"spike": 3}  # four for the others

Pairs = dict[int, list[tuple[float, float]]]  # by rounds to come: estimate and end of one seat


def foretold(game: AnyGame, estimate: Estimate[Any], seats: int, seed: str, pairs: Pairs) -> None:
    """Plays one game and adds what was foretold in it."""
    s = start(game, SEAT_COLOURS[:seats], seed).state
    seen: dict[int, list[float]] = {}
    while not is_over(game, s):
        if estimate.round(s) not in seen:
            seen[estimate.round(s)] = list(estimate.scores(s))
        seat = actors(game, s)[0]
        line = forced(game, s, seat) or greedy_line(game, game.view(s, seat), seat, Rng("estimates"))
        s = play(game, s, seat, line).state
    end = [float(row.score) for row in sorted(game.standings(s), key=lambda row: row.seat)]
    for number, scores in seen.items():
        pairs[max(seen) - number].extend(zip(_centred(scores), _centred(end), strict=True))


def _centred(scores: list[float]) -> list[float]:
    return [score - fmean(scores) for score in scores]


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--count", type=click.IntRange(2), default=12, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Each game adds its number to it.")
@click.option("--seats", type=int, help="How many play; 4 unless told, 3 in Spike.")
def main(game: str, count: int, seed: str, seats: int | None) -> None:
    """Prints how well the estimate of GAME foretells the end."""
    estimate = GAMES[game].estimate
    if estimate is None:
        raise click.ClickException(f"{game} has no estimate")
    pairs: Pairs = defaultdict(list)
    for number in range(count):
        foretold(GAMES[game], estimate, seats or STANDARD_SEATS.get(game, 4), f"{seed}-{number + 1}", pairs)
    for left, found in sorted(pairs.items()):
        told, came = zip(*found, strict=True)
        if len(set(told)) > 1:
            slope = linear_regression(told, came).slope
            click.echo(f"{left:3} rounds to come: correlation {correlation(told, came):.2f}, slope {slope:.2f}")


if __name__ == "__main__":
    main()
