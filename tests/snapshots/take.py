"""Writes the snapshot of the present version of a game: `python -m tests.snapshots.take parlour`.

It is the position in the middle of a game of the greedy bot. A snapshot of a released version is never changed.
"""

import sys
from pathlib import Path

from engine.core.promises import play_out
from engine.core.record import replay
from tests.contract.every_game import EVERY, colours


def take(id: str) -> Path:
    game = EVERY[id]
    seats = game.seats[0]
    report = play_out(game, colours(seats), "snapshot", {}, ("greedy",) * seats, "none")
    middle = replay(game, report.record, to=report.lines // 2).now
    path = Path(__file__).parent / f"{game.id}-{game.version}.json"
    path.write_bytes(game.encode(middle) + b"\n")
    return path


if __name__ == "__main__":
    for id in sys.argv[1:] or EVERY:
        print(take(id))
