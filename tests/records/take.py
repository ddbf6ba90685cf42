"""Writes a record of a game of bots with a checkpoint at the beginning of every round.

    python -m tests.records.take age-of-steam-3 greedy greedy greedy option=on

The name is that of the game and a number; a record that is kept is never changed, for the rules must go on to allow it.
Without a number it is the game that ships with the program, which the first pages of the rules tell of:

    python -m tests.records.take spike greedy greedy greedy
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.core.game import SEAT_COLOURS, AnyGame
from engine.core.promises import play_out
from engine.core.record import replay
from engine.games import GAMES
from pbem.base.folders import RECORDS
from pbem.tables.trial import TRY_NAMES

FOLDER = Path(__file__).parent


def checkpoint(game: AnyGame, s: Any) -> str:
    """The round and, for each seat, the numbers of the table of players, in one line."""
    view = game.view(s, None)
    rows = [
        f"{s.seats[row.seat]} {' '.join(str(cell.params.get('n', '-')) for cell in row.cells)}"
        for row in sorted(game.sheet(view).rows, key=lambda row: row.seat)
    ]
    return f"{game.words.render(game.round(view), 'en')}: {', '.join(rows)}"


def checkpoints(game: AnyGame, states: Iterable[Any]) -> Iterator[str | None]:
    """For each of these positions, the checkpoint if a round begins there."""
    shown = None
    for s in states:
        now = game.round(game.view(s, None))
        yield checkpoint(game, s) if now != shown else None
        shown = now


def take(name: str, bots: list[str], options: dict[str, str]) -> Path:
    ships = name in GAMES
    game = GAMES[name if ships else name.rpartition("-")[0]]
    record = play_out(game, SEAT_COLOURS[: len(bots)], f"record {name}", options, bots).record
    if ships:
        record = replace(record, names=TRY_NAMES[: len(bots)])
    head, _, _ = str(record).partition("\n\n")
    before = checkpoints(game, replay(game, record).states[:-1])
    lines = [
        line
        for entry, mark in zip(record.entries, before, strict=True)
        for line in ((f"; {mark}",) if mark else ()) + (str(entry),)
    ]
    path = (RECORDS if ships else FOLDER) / f"{name}.txt"
    path.write_text("\n".join([head, "", *lines, ""]), "utf-8")
    return path


if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    chosen = dict(word.split("=") for word in rest if "=" in word)
    print(take(name, [word for word in rest if "=" not in word], chosen))
