"""How well answers are read: `python -m tests.mails.people.measure [--held-out] [--varied] [--game G] [--list]`.

Every answer goes through `pbem read`, which calls what the service calls. What comes of it is one of

    read         as meant; for a line that shows something, a question whose first choice is right counts as read
    asked        a question that offers what is meant among its first three choices
    missed       nothing was played, and what is meant was not offered
    wrong        something else was played
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

import click
import msgspec
from click.testing import CliRunner

from engine.core.play import play
from engine.core.refusal import MoveError
from pbem.cli import main
from pbem.play.numbers import numbered
from pbem.play.scene import Scene
from tests.mails.people.corpus import REST, Answer, answers
from tests.mails.people.variations import variations

Verdict = Literal["read", "asked", "missed", "wrong"]
VERDICTS: tuple[Verdict, ...] = ("read", "asked", "missed", "wrong")
OFFERED = 3
_WAYS = {"hexes", "tracks", "cards", "spaces"}  # how it was done, beside what came of it


@dataclass(frozen=True)
class Reading:
    """What `pbem read` prints for one answer."""

    plays: str | None
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Measured:
    answer: Answer
    reading: Reading
    verdict: Verdict


def measure(chosen: Iterable[Answer]) -> Iterator[Measured]:
    for (place, lang), group in groupby(
        sorted(chosen, key=lambda answer: (answer.place.record, answer.place.to, answer.place.seat, _language(answer))),
        key=lambda answer: (answer.place, _language(answer)),
    ):
        together = list(group)
        for answer, reading in zip(together, read(place, lang, [answer.text for answer in together]), strict=True):
            yield Measured(answer, reading, judge(answer, reading))


def _language(answer: Answer) -> str:
    return "fr" if answer.lang == "fr" else "en"


def read(place: Any, lang: str, texts: Sequence[str]) -> list[Reading]:
    words = ["read", str(place.file), "--to", str(place.to), "--seat", str(place.seat + 1), "--lang", lang, "--json"]
    done = CliRunner().invoke(main, words, input="\n".join(map(json.dumps, texts)) + "\n", catch_exceptions=False)
    if done.exit_code:
        raise RuntimeError(done.output)
    return [Reading(found["plays"], tuple(found["choices"])) for found in json.loads(done.stdout)["answers"]]


def judge(answer: Answer, reading: Reading) -> Verdict:
    played = reading.plays
    offered = reading.choices[:OFFERED]
    match answer.sort:
        case "plays":
            if played is not None:
                return "read" if _as_meant(answer, played) else "wrong"
            if offered and _shows_something(answer) and _as_meant(answer, offered[0]):
                return "read"
            return "asked" if any(_as_meant(answer, line) for line in offered) else "missed"
        case "numbers":
            number = int(answer.means[0])
            if played is None:
                return "missed"
            return "read" if played == printed(answer, number) else "wrong"
        case "asks":
            if played is not None:
                return "wrong"
            return "read" if any(_begins(line, meant) for line in offered for meant in answer.means) else "missed"
    return "read" if played is None else "wrong"


def printed(answer: Answer, number: int) -> str | None:
    """The line that has this number in the mail that asks the question."""
    place = answer.place
    scene = Scene(place.game, place.state, place.seat, tuple(place.state.seats), _language(answer))
    return next((choice.line for choice in numbered(scene) if choice.number == number), None)


def _begins(line: str, meant: str) -> bool:
    return line.startswith(meant.removesuffix(REST)) if meant.endswith(REST) else line == meant


def _as_meant(answer: Answer, line: str) -> bool:
    """The line, or for a route in words another way to the same for the same price."""
    if line in answer.means:
        return True
    return answer.kind == "route" and _effect(answer, line) in [_effect(answer, meant) for meant in answer.means]


def _effect(answer: Answer, line: str) -> list[tuple[str, dict[str, Any]]]:
    """What the line does, whichever way it goes; nothing for the beginning of a line."""
    place = answer.place
    try:
        played = play(place.game, place.state, place.seat, place.game.read(line, place.state))
    except MoveError:
        return []
    return [
        (type(event).__name__, {key: value for key, value in _fields(event).items() if key not in _WAYS})
        for event in played.events
    ]


def _fields(event: object) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields


def _shows_something(answer: Answer) -> bool:
    place = answer.place
    return play(place.game, place.state, place.seat, place.game.read(answer.means[0], place.state)).ends == "seen"


def table(measured: Sequence[Measured]) -> Iterator[str]:
    yield f"{'':28}" + "".join(f"{verdict:>9}" for verdict in VERDICTS) + f"{'of':>9}{'read':>9}"
    by: tuple[tuple[str, Callable[[Answer], str]], ...] = (
        ("game", lambda answer: answer.game.id),
        ("language", lambda answer: answer.lang),
        ("meaning", lambda answer: answer.sort),
        ("kind", lambda answer: answer.kind),
    )
    for title, key in by:
        yield title
        for name in sorted({key(one.answer) for one in measured}):
            yield _row(name, [one.verdict for one in measured if key(one.answer) == name])
    yield _row("all", [one.verdict for one in measured], indent="")


def _row(name: str, verdicts: Sequence[Verdict], indent: str = "  ") -> str:
    count = Counter(verdicts)
    share = 100 * count["read"] / max(len(verdicts), 1)
    numbers = "".join(f"{count[verdict]:>9}" for verdict in VERDICTS)
    return f"{indent + name:28}{numbers}{len(verdicts):>9}{share:>8.1f}%"


@click.command()
@click.option("--held-out", is_flag=True, help="The answers that the reader was never tuned with.")
@click.option("--varied", is_flag=True, help="Also the variations by rule.")
@click.option("--game", help="Only this game.")
@click.option("--list", "listed", is_flag=True, help="Each answer that was not read.")
def command(held_out: bool, varied: bool, game: str | None, listed: bool) -> None:
    chosen = [*answers(held_out), *(variations(answers(held_out)) if varied else ())]
    measured = list(measure(answer for answer in chosen if game in (None, answer.game.id)))
    if listed and not held_out:
        for one in measured:
            if one.verdict != "read":
                meant = " | ".join(one.answer.means) or one.answer.sort
                click.echo(f"{one.verdict:7} {one.answer}  meant {meant}; got {one.reading}")
    for line in table(measured):
        click.echo(line)


if __name__ == "__main__":
    command()
