"""Random mixtures of words play nothing that they do not name.

Every word of a move that is played is written, or leaves no choice: the move is the only legal one with the words that
are written. Routes, which a game works out from their ends, are tested apart.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.core.move import Line, Move
from engine.core.phrases import understand
from engine.core.play import legal
from engine.core.reader import Reading
from engine.core.situation import Situation
from engine.games import GAMES
from tests.engine.test_phrases import situation

QUIET = ("pass", "skip", "done")
PLACES = (
    ("age-of-steam-4", "issue", 0), ("age-of-steam-4", "auction", 2), ("age-of-steam-4", "actions", 0),
    ("age-of-steam-4", "build", 9), ("age-of-steam-4", "goods", 12), ("railroad-tycoon-5", "auction", 0),
    ("railroad-tycoon-5", "actions", 90), ("railways-of-the-world-5", "actions", 60), ("spike-2", "gift", 0),
    ("spike-2", "turn", 20), ("spike-2", "turn", 63), ("whistle-stop-3", "place", 0), ("whistle-stop-3", "turn", 20),
)  # fmt: skip


@cache
def asked(record: str, phase: str, number: int) -> Situation:
    found = situation(record, phase, number)
    return replace(found, game=replace(found.game, grant=None))


@cache
def vocabulary(place: tuple[str, str, int]) -> tuple[list[str], list[str]]:
    """Words that mean something in the position, and words that mean something in the game."""
    here = asked(*place)
    moves = list(legal(here.game, here.state, here.seat))
    near = {word for move in moves[:400] for word in (move.VERB, *move.words())}
    return sorted(near), sorted(here.vocabulary.phrases)


def mixtures(seed: str, count: int) -> Iterator[tuple[tuple[str, str, int], str]]:
    rng = Random(seed)
    for _ in range(count):
        place = rng.choice(PLACES)
        near, all_words = vocabulary(place)
        words = [rng.choice(near if rng.random() < 0.6 else all_words) for _ in range(rng.randint(1, 6))]
        if rng.random() < 0.1:
            at = rng.randrange(len(words))
            words[at] = words[at][::-1]
        yield place, " ".join(words).replace("-", rng.choice(" -"))


def unnamed(here: Situation, text: str, line: Line, *, sure: bool) -> str:
    """The first move of the line that the text does not name, and that is not the only one."""
    written = {
        word
        for mark in here.vocabulary.read(text, here.reader.verbs)
        for word in mark.words("verb", "name", "number", "hex")
    } | set(text.lower().replace("-", " ").split())
    shown: Any = here.started(here.imagined)
    for move in line:
        words = move.words()
        known = [word for word in words if word in written or word.lower() in written]
        left_out = len(known) < len(words) and type(move).implied(words[:-1]) != words[-1:]
        if left_out and not _is_only(here, shown.state, move, written):
            return str(move)
        no_verb = sure and move.VERB not in {*written, *QUIET}
        if no_verb and not _is_only(here, shown.state, move, set()):
            return str(move)
        shown = here.extended(shown, (move,))
    return ""


def _is_only(here: Situation, state: Any, move: Move, written: set[str]) -> bool:
    named = {word for word in (move.VERB, *move.words()) if word in written}
    others = (other for other in legal(here.game, state, here.seat) if other != move)
    return not any(named <= {other.VERB, *other.words()} for other in others)


def check(seed: str, count: int) -> int:
    played = 0
    for place, text in mixtures(seed, count):
        here = asked(*place)
        found = understand(here, text)
        if isinstance(found, Reading) and here.is_legal(found.line):
            played += 1
            assert unnamed(here, text, found.line, sure=found.sure) == "", (place, text, found)
    return played


def test_a_few_hundred_mixtures_play_only_what_they_name() -> None:
    assert check("quick", 400) > 20


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_fifty_thousand_mixtures_play_only_what_they_name(part: int) -> None:
    assert check(f"soak-{part}", 5_000) > 200


def test_every_game_is_among_the_positions() -> None:
    assert {asked(*place).game.id for place in PLACES} == set(GAMES)
