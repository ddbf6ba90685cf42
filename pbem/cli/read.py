"""`pbem read`: what an answer by mail would do in a position of a record."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from engine.core.plan import Plan
from engine.core.play import actors
from engine.core.situation import Situation
from engine.core.words import LANGUAGES
from pbem.base.translations import catalogue
from pbem.cli.replay import played, read
from pbem.cli.setup import Sentence, game_named
from pbem.mail_in.parse.commands import seat_spellings
from pbem.mail_in.parse.plan_answers import Prospect
from pbem.mail_in.parse.shown import Asked, Shown, as_json, show
from pbem.mail_in.parse.table_words import TableWords
from pbem.play.foresight import foreseen
from pbem.play.numbers import numbered
from pbem.play.scene import Scene, printed_choices, seat_names


@click.command("read")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--to", "ply", type=click.IntRange(0), required=True, help="The position after this ply.")
@click.option("--seat", type=click.IntRange(1), required=True, help="Who answers, counted from 1.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--json", "in_json", is_flag=True, help="One JSON object with the list of answers.")
def command(record: Path, ply: int, seat: int, lang: str, in_json: bool) -> None:
    """Shows what answers to a mail would do, and does nothing.

    Reads answers from standard input, one a line. A line that begins with a quotation mark is a JSON string, so that
    an answer may have several lines.
    """
    question = _asked(record, ply, seat, lang)
    answers = [(text, show(question, text)) for text in _answers(sys.stdin)]
    if in_json:
        click.echo(json.dumps({"answers": [{"answer": text, **as_json(shown)} for text, shown in answers]}))
        return
    for text, shown in answers:
        click.echo("\n  ".join((json.dumps(text, ensure_ascii=False), *_told(shown))))


def _asked(record: Path, ply: int, seat: int, lang: str) -> Asked:
    table = read(record)
    game = game_named(table.game)
    if seat > len(table.seats):
        raise Sentence(f"{record}: there is no seat {seat}; the table has {len(table.seats)}")
    state = played(game, table, record, ply, lang).now
    if seat - 1 not in actors(game, state):
        raise Sentence(f"{record}: seat {seat} is not asked after ply {ply}")
    names = seat_names(table.names, table.seats, game, lang)
    spoken = [Scene(game, state, seat - 1, names, each) for each in LANGUAGES]
    printed = printed_choices(*map(numbered, spoken))
    others = tuple(name for number, name in enumerate(names, 1) if number != seat)
    situation = Situation(game, state, seat - 1, printed, others)
    words = TableWords(situation.reader, seat_spellings(game.words, table.seats, names), situation)
    prospect = Prospect(situation, Plan(), partial(foreseen, game, state, seat - 1), is_asked=True, cooling_off=True)
    return Asked(prospect, words, names, lang, catalogue(lang).gettext)


def _answers(lines: TextIO) -> list[str]:
    answers = []
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\r\n")
        if text.startswith('"'):
            try:
                text = json.loads(text)
            except ValueError:
                raise Sentence(f"line {number} begins with a quotation mark and is no JSON string") from None
        answers.append(text)
    return answers


def _told(shown: Shown) -> list[str]:
    told = [f"plays {shown.plays}"] if shown.plays is not None else []
    told += [f"plans {answer}" for answer in shown.plan]
    told += [f"does not plan {written}" for written in shown.not_planned]
    told += [f"does {command}" for command in shown.does]
    told += [f"asks {shown.asks}"] if shown.asks is not None else []
    return told + [f"{number} {line}" for number, line in enumerate(shown.choices, 1)]
