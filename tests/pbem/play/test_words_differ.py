"""Two choices never read alike: of the moves and the lines that a question offers, each has words of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import AnyGame
from engine.core.play import actors, is_over, legal, step
from engine.core.record import read_record, replay
from engine.games import GAMES
from pbem.play.scene import Scene
from tests.pbem.sample_tables import NAMES
from tests.records.take import FOLDER

EVERY = 23  # one position in so many, another beginning for each record
RECORDS = sorted(path.stem for path in FOLDER.glob("*.txt"))


def positions(name: str, every: int) -> Iterator[tuple[AnyGame, Any, int]]:
    """Positions of a record with the seat that is asked, also in the middle of the line that is advised there."""
    record = read_record((FOLDER / f"{name}.txt").read_text("utf-8"))
    game = GAMES[record.game]
    for s in replay(game, record).states[RECORDS.index(name) % every :: every]:
        if is_over(game, s):
            continue
        seat = actors(game, s)[0]
        yield game, s, seat
        tips = scene_of(game, s, seat, "en").tips
        for move in game.read(next(iter(tips)), s)[:-1]:
            s = step(game, s, seat, move).state
            yield game, s, seat


def scene_of(game: AnyGame, s: Any, seat: int, lang: str) -> Scene:
    return Scene(game, s, seat, NAMES[: len(s.seats)], lang)


def in_french(scene: Scene) -> Scene:
    """The same question; what was expensive to find is kept."""
    french = replace(scene, lang="fr")
    vars(french).update(view=scene.view, sheet=scene.sheet, advice=scene.advice)
    return french


def written(scene: Scene) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The legal moves and the advised lines, each with what a reader sees of it."""
    moves = []
    for move in legal(scene.game, scene.state, scene.reader or 0):
        sketch = scene.sketch(scene.state, move)
        note = scene.say(sketch.note) if sketch is not None and sketch.note is not None else ""
        advised = scene.tips.get(str(move), ("", ""))[1]
        moves.append((f"{scene.placed_label(scene.state, move)} {advised or note}", str(move)))
    return moves, [(f"{label} {note}", line) for line, (label, note) in scene.tips.items()]


def alike(choices: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    first: dict[str, str] = {}
    return [(words, first[words], line) for words, line in choices if first.setdefault(words, line) != line]


@pytest.mark.parametrize(
    "every", [pytest.param(EVERY, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("name", RECORDS)
def test_no_two_choices_of_a_question_read_alike(name: str, every: int) -> None:
    asked = 0
    for game, s, seat in positions(name, every):
        english = scene_of(game, s, seat, "en")
        for scene in (english, in_french(english)):
            moves, lines = written(scene)
            assert alike(moves) == []
            assert alike(lines) == []
        asked += 1
    assert asked > 5
