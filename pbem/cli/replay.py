"""`pbem replay`: a record played again, and the position as a seat or nobody sees it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.core.course import course
from engine.core.game import AnyGame, BadSetup
from engine.core.play import actors, is_over, legal, play
from engine.core.record import BadRecord, Broken, Record, Timeline, read_record, replay, write_result
from engine.core.refusal import Illegal, MoveError
from engine.core.sheet import Marks
from engine.core.words import LANGUAGES
from engine.draw.svg import document, stacked
from pbem.cli.setup import Breach, Sentence, game_named

MOST_ALTERNATIVES = 12


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "ply", type=click.IntRange(0), help="Stop after this ply.")
@click.option("--seat", type=click.IntRange(1), help="Show what this seat sees, counted from 1.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: the view, and whether the result holds.")
@click.option("--text", "as_text", is_flag=True, help="The board in text (the default).")
@click.option("--svg", type=click.Path(path_type=Path), help="Write the board as SVG.")
@click.option("--png", type=click.Path(path_type=Path), help="Write the board as PNG.")
@click.option("--film", type=click.Path(path_type=Path), help="Write the game as a film: a .webp or .gif file.")
def command(
    file: Path,
    ply: int | None,
    seat: int | None,
    lang: str,
    as_json: bool,
    as_text: bool,
    svg: Path | None,
    png: Path | None,
    film: Path | None,
) -> None:
    """Plays the record in FILE, checks its result and shows the position."""
    record = read(file)
    game = game_named(record.game)
    if seat is not None and seat > len(record.seats):
        raise Sentence(f"{file}: there is no seat {seat}; the table has {len(record.seats)}")
    timeline = played(game, record, file, ply, lang)
    view = game.view(timeline.now, None if seat is None else seat - 1)
    result = checked_result(game, record, timeline, file, ply)
    names = tuple(name or colour.capitalize() for name, colour in zip(record.names, record.seats, strict=True))
    marks = Marks(names=names, lang=lang, alone=True)
    drawing = stacked(game.draw(view, marks), *(panel.drawing for panel in game.panels(view, marks)))
    if svg is not None:
        write(svg, document(drawing).encode())
    if png is not None:
        from pbem.mail_out.pictures import png_of  # drawing libraries are slow to load and rarely wanted here

        write(png, png_of(drawing))
    if film is not None:
        write(film, filmed(film, Played(game, timeline, None if seat is None else seat - 1, names, lang)))
    if as_json:
        click.echo(json.dumps({"ply": len(timeline.states) - 1, "result": result, "view": json.loads(encoded(view))}))
    elif as_text or (svg is None and png is None and film is None):
        click.echo(game.text(view, marks))
        if result:
            click.echo(f"Result: {result}")


@dataclass(frozen=True)
class Played:
    game: AnyGame
    timeline: Timeline[Any, Any]
    reader: int | None
    names: tuple[str, ...]
    lang: str


def filmed(file: Path, what: Played) -> bytes:
    """The lines that stand, as the reader saw them."""
    from pbem.mail_out.film import Cast, Shot, film_of  # drawing libraries are slow to load and rarely wanted here

    game, states, standing = what.game, what.timeline.states, what.timeline.standing
    format = file.suffix.lower().removeprefix(".")
    if format not in ("webp", "gif"):
        raise Sentence(f"{file}: a film is written as .webp or .gif")
    ends = {reading.ply for reading in course(game, [0, *(entry.ply for entry in standing)], states.__getitem__)[1:]}
    shots = [Shot(states[0], ())]
    for entry in standing:
        before = states[entry.ply - 1]
        done = play(game, before, what.timeline.seats.index(entry.by), game.read(entry.text, before))
        shots.append(Shot(states[entry.ply], done.events + done.settled, entry.ply in ends))
    cast = Cast(game, what.names, what.lang, what.reader)
    return film_of(cast, shots, "gif" if format == "gif" else "webp")


def encoded(view: object) -> bytes:
    import msgspec

    return msgspec.json.encode(view)


def read(file: Path) -> Record:
    try:
        return read_record(file.read_text("utf-8"))
    except OSError as error:
        raise Sentence(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Sentence(f"{file} is not a text file in UTF-8") from error
    except BadRecord as error:
        raise Sentence(f"{file}: {error}") from error


def played(game: AnyGame, record: Record, file: Path, ply: int | None, lang: str) -> Timeline[Any, Any]:
    try:
        return replay(game, record, ply)
    except BadSetup as error:
        raise Sentence(f"{file}: {error}") from error
    except Broken as broken:
        raise Breach(explain(game, record, file, broken, lang)) from broken


def explain(game: AnyGame, record: Record, file: Path, broken: Broken, lang: str) -> str:
    """Which line, which move, which rule, and what would have been legal."""
    entry, error = broken.entry, broken.error
    where = f"{file}, line {entry.at}, ply {entry.ply} ({entry.by}): {entry.text}"
    if not isinstance(error, MoveError):
        return f"{where}: {error}"
    why = game.words.render(error.say(), lang, record.seats)
    if isinstance(error, Illegal):
        why = f"{error.move} is refused: {why} (rule {error.refusal.rule})"
    return f"{where}\n  {why}\n  {alternatives(game, record, broken)}"


def alternatives(game: AnyGame, record: Record, broken: Broken) -> str:
    asked = actors(game, broken.state)
    if not asked:
        return "The game is over."
    seat = record.seats.index(broken.entry.by) if broken.entry.by in record.seats else -1
    if seat not in asked:
        return f"To move: {', '.join(record.seats[other] for other in asked)}"
    moves = [str(move) for move in legal(game, broken.state, seat)]
    more = f" and {len(moves) - MOST_ALTERNATIVES} more" if len(moves) > MOST_ALTERNATIVES else ""
    return f"Legal at the start of the line: {', '.join(moves[:MOST_ALTERNATIVES])}{more}"


def checked_result(game: AnyGame, record: Record, timeline: Timeline[Any, Any], file: Path, ply: int | None) -> str:
    """The result of a finished game; a record that claims another is wrong."""
    if not is_over(game, timeline.now):
        return ""
    result = write_result(game.standings(timeline.now), record.seats)
    if record.result and ply is None and record.result != result:
        raise Breach(f"{file}: the record says “{record.result}”, the rules say “{result}”")
    return result


def write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise Sentence(f"{file} cannot be written: {error.strerror}") from error
