"""Prints a digest of how each game goes: the beginning of a game of each bot, and what the bots choose in positions of
a kept record up to its end. Processes with other hashes must print the same.

    python -m tests.contract.told_choices spike parlour
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import Any

from engine.core.bots import BOTS
from engine.core.game import AnyGame
from engine.core.play import actors, is_over, play, start
from engine.core.record import read_record, replay
from engine.core.rng import Rng
from tests.contract.every_game import EVERY, ROOT, colours

RECORDS = ROOT / "tests" / "records"  # what writes them loads the whole service, which takes longer than this
FIRST = 25  # lines of a game that begins
EVERY_NTH = 8  # position of the record
BOTH = ("random", "greedy")


def beginning(game: AnyGame, bot: str) -> Iterator[Any]:
    s = start(game, colours(game.seats[0]), "hash").state
    for _ in range(FIRST):
        yield s
        if is_over(game, s):
            return
        s = after(game, s, bot)


def recorded(game: AnyGame) -> Iterator[Any]:
    for path in sorted(RECORDS.glob(f"{game.id}-*.txt"))[:1]:
        for number, s in enumerate(replay(game, read_record(path.read_text("utf-8"))).states):
            yield s
            if number % EVERY_NTH == 0 and not is_over(game, s):
                yield from (after(game, s, bot) for bot in BOTH)


def after(game: AnyGame, s: Any, bot: str) -> Any:
    seat = actors(game, s)[0]
    return play(game, s, seat, BOTS[bot](game, game.view(s, seat), seat, Rng("hash"))).state


def digest(game: AnyGame) -> str:
    told = sha256()
    for s in chain(*(beginning(game, bot) for bot in BOTH), recorded(game)):
        told.update(game.encode(s))
    return told.hexdigest()


if __name__ == "__main__":
    for id in sys.argv[1:]:
        print(id, digest(EVERY[id]))
