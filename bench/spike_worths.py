"""What holdings are worth in Spike: fits the table of `engine/games/spike/estimate.py` to games of bots.

    python -m bench.spike_worths --count 4800 --seed 3

Three bots play as in a play-out, but in some of their turns any of the first five suggestions: otherwise nobody would
learn what it costs not to do the usual. In every second game they do so only up to some turn, and what comes before it
is not noted. Of the rest every fourth turn is: the holdings of each seat, and by how much its score grew to the end.
The worths are the least squares.
"""

from operator import mul
from random import Random

import click

from engine.core.game import SEAT_COLOURS
from engine.core.play import actors, is_over, play, start, suggest
from engine.games.spike import GAME
from engine.games.spike.estimate import WORTHS, holdings, shares
from engine.games.spike.state import State
from engine.games.spike.worth import Outlook

SEATS = SEAT_COLOURS[:3]
EVERY = 4  # turns of all seats
LAPSES = 0.2  # of the turns
LAST_LAPSE = 150  # turns of all seats: most games take longer
RIDGE = 1.0  # keeps worths small that games say nothing about

Row = list[float]


class Fit:
    """A linear fit, by the sums that it needs."""

    def __init__(self, size: int) -> None:
        self.squares = [[0.0] * size for _ in range(size)]
        self.products = [0.0] * size

    def add(self, row: Row, outcome: float) -> None:
        for number, value in enumerate(row):
            if value:
                self.products[number] += value * outcome
                self.squares[number] = [a + value * b for a, b in zip(self.squares[number], row, strict=True)]

    def solved(self) -> Row:
        """By elimination: the rows are few, and RIDGE keeps every one of them away from zero."""
        rows = [[*squares, product] for squares, product in zip(self.squares, self.products, strict=True)]
        for number, row in enumerate(rows):
            row[number] += RIDGE
        for number, row in enumerate(rows):
            for other in rows[number + 1 :]:
                factor = other[number] / row[number]
                other[number:] = [a - factor * b for a, b in zip(other[number:], row[number:], strict=True)]
        found = [0.0] * len(rows)
        for number in reversed(range(len(rows))):
            known = sum(map(mul, rows[number][number + 1 : -1], found[number + 1 :]))
            found[number] = (rows[number][-1] - known) / rows[number][number]
        return found


def noted(s: State, seat: int) -> Row:
    """Each holding, and a constant, split over the times for which the table has a column."""
    outlook = Outlook(s, seat)
    return [number * share for number in (*holdings(outlook).values(), 1.0) for share in shares(outlook.left)]


def watch(fit: Fit, seed: str, settles: bool) -> None:
    """Plays one game and adds what was seen in it. Bots that settle have no more lapses from some turn on."""
    s, chance = start(GAME, SEATS, seed).state, Random(seed)
    settled = chance.randrange(LAST_LAPSE) if settles else 0
    seen: list[tuple[int, int, Row]] = []
    turns = -1
    while not is_over(GAME, s):
        if s.phase == "turn" and s.turns > turns:
            turns = s.turns
            if turns >= settled and turns % EVERY == 0:
                seen += [(seat, player.score, noted(s, seat)) for seat, player in enumerate(s.players)]
        seat = actors(GAME, s)[0]
        if (not settles or turns < settled) and chance.random() < LAPSES:
            line = chance.choice(suggest(GAME, GAME.view(s, seat), seat, 5)).line
        else:
            assert GAME.playout is not None
            line = GAME.playout(s, seat)
        s = play(GAME, s, seat, line).state
    for seat, score, row in seen:
        fit.add(row, s.players[seat].score - score)


@click.command()
@click.option("--count", type=click.IntRange(2), default=200, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Each game adds its number to it.")
def main(count: int, seed: str) -> None:
    """Prints the table of worths."""
    names = [*WORTHS, "constant"]  # which tells no seat from another, so that the table leaves it out
    fit = Fit(3 * len(names))
    for number in range(count):
        watch(fit, f"{seed}-{number + 1}", settles=number % 2 == 1)
    found = fit.solved()
    click.echo(f"{'':16}{'at the end':>12}{'in the middle':>15}{'at the start':>14}")
    for number, name in enumerate(names):
        at_end, in_middle, at_start = found[3 * number : 3 * number + 3]
        click.echo(f"{name:16}{at_end:12.2f}{in_middle:15.2f}{at_start:14.2f}")


if __name__ == "__main__":
    main()
