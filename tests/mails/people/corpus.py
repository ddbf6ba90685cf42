"""Answers as people write them, and what each of them means: the measure of the reader.

The answers stand in `<game>.toml` beside this module, those that nobody may tune the reader with in `held_out/`. They
were written by hand, without running a reader. `variations` adds courtesies, signatures, typing errors and the like by
rule.

    [[position]]                          # a record, the ply that was played last, the seat that is asked (from 1)
    [position.plays."issue.2"]            # what is meant: this line; `|` separates equally good ones
    courtesy.en = ["Issue two, please"]   # kind of answer, language, answers
    [position.asks."bid.2 | bid.3 …"]     # a question must come that offers one of these; `…` stands for any rest
    [position.numbers.2]                  # the printed choice with this number
    [position.commands.help]              # a command: nothing is played
    [position.nothing]                    # chat: nothing is played, and nothing need be asked
    [position.unplayed]                   # nothing may be played; a question or a refusal is right
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from engine.core.game import AnyGame
from engine.core.record import Record, read_record, replay
from engine.games import GAMES

FOLDER = Path(__file__).parent
HELD_OUT = FOLDER / "held_out"
RECORDS = (FOLDER.parents[1] / "records", FOLDER / "records")
LANGUAGES = ("en", "fr", "mixed")
REST = " …"

Sort = Literal["plays", "asks", "numbers", "commands", "nothing", "unplayed"]


@dataclass(frozen=True)
class Place:
    """A position of a record, as one seat is asked in it."""

    record: str
    to: int
    seat: int  # from 0
    about: str

    @property
    def game(self) -> AnyGame:
        return GAMES[_record(self.record).game]

    @property
    def file(self) -> Path:
        return _file(self.record)

    @property
    def state(self) -> Any:
        return _states(self.record)[self.to]


@dataclass(frozen=True)
class Answer:
    place: Place
    text: str
    kind: str
    lang: str
    sort: Sort
    means: tuple[str, ...]  # lines, or the beginnings of lines; the number; the command
    varied: bool = False

    @property
    def game(self) -> AnyGame:
        return self.place.game

    def __str__(self) -> str:
        return f"{self.place.record} {self.place.to}: {self.text!r}"


def places(held_out: bool = False) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(answer.place for answer in answers(held_out)))


@cache
def answers(held_out: bool = False) -> tuple[Answer, ...]:
    """Those written by hand, in the order of the files."""
    folder = HELD_OUT if held_out else FOLDER
    return tuple(answer for path in sorted(folder.glob("*.toml")) for answer in _read(path))


def _read(path: Path) -> Iterator[Answer]:
    for written in tomllib.loads(path.read_text("utf-8"))["position"]:
        place = Place(written["record"], written["to"], written["seat"] - 1, written["about"])
        for sort in ("plays", "asks", "numbers", "commands"):
            for meant, kinds in written.get(sort, {}).items():
                yield from _answers(place, sort, tuple(meant.split(" | ")), kinds)
        for sort in ("nothing", "unplayed"):
            yield from _answers(place, sort, (), written.get(sort, {}))


def _answers(place: Place, sort: Any, means: tuple[str, ...], kinds: dict[str, Any]) -> Iterator[Answer]:
    for kind, languages in kinds.items():
        for lang, texts in languages.items():
            if lang not in LANGUAGES:
                raise ValueError(f"{place.record} {place.to}: “{lang}” is no language of the corpus")
            for text in texts:
                yield Answer(place, text, kind, lang, sort, means)


def _file(name: str) -> Path:
    return next(path for folder in RECORDS if (path := folder / f"{name}.txt").exists())


@cache
def _record(name: str) -> Record:
    return read_record(_file(name).read_text("utf-8"))


@cache
def _states(name: str) -> list[Any]:
    record = _record(name)
    last = max(place.to for part in (False, True) for place in places(part) if place.record == name)
    return replay(GAMES[record.game], record, last).states
