"""What was read, in a few words, so that tables of expectations stay short; and the table that mails are read for."""

from functools import cache
from pathlib import Path

from engine.core.move import write_line
from engine.core.reader import Reader
from engine.core.say import Say
from engine.games.age_of_steam import GAME
from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.commands import seat_spellings
from pbem.mail_in.parse.guards import Incoming, take
from pbem.mail_in.parse.order_types import (
    Away,
    Help,
    Moves,
    News,
    Note,
    Order,
    Quiet,
    Remind,
    Rules,
    Tell,
    TellAll,
    Try,
)
from pbem.mail_in.parse.orders import OrdersRead, read_orders
from pbem.mail_in.parse.quotes import Answer, cut
from pbem.mail_in.parse.table_words import TableWords

MAILS = Path(__file__).parents[3] / "mails"
DOMAIN = "in.play.example.org"
OWN = ("turns@play.example.org",)
INSTANCE = "0123456789abcdef"
PLAYERS = ("Anna", "Bob Miller", "Zoé", "Dan")
COLOURS = ("orange", "green", "sky", "magenta")


@cache
def table(phase: str = "") -> TableWords:
    """Age of Steam in this phase; without a phase every verb is known."""
    verbs = {cls.VERB: cls for cls in GAME.phase_named[phase].MOVES} if phase else GAME.verbs
    reader = Reader(GAME.words, verbs, GAME.verbs, GAME.lexicon(GAME.full_options({})))
    return TableWords(reader, seat_spellings(GAME.words, COLOURS, PLAYERS))


def tables(phase: str, number: int = 1) -> dict[int, TableWords]:
    return {41: table(phase)} if number == 1 else {41: table("auction"), 42: table("build")}


def read(text: str, phase: str = "", number: int = 1) -> OrdersRead:
    return read_orders(text, tables(phase, number))


def answer(mail: Incoming) -> Answer:
    return cut(read_body(mail).text)


def mail_named(folder: str, name: str) -> bytes:
    return (MAILS / folder / f"{name}.eml").read_bytes()


def incoming(folder: str, name: str) -> Incoming:
    return take(mail_named(folder, name))


def told(read: OrdersRead) -> list[str]:
    several = len({each.table for each in read.orders} - {None}) > 1
    return [f"{each.table}: {one(each.order)}" if several else one(each.order) for each in read.orders]


def wrongs(read: OrdersRead) -> list[str]:
    return [line.wrong.id if isinstance(line.wrong, Say) else str(line.wrong) for line in read.wrong]


def one(order: Order) -> str:
    match order:
        case Moves(line):
            return f"moves {write_line(line)}"
        case Try(line):
            return f"try {write_line(line)}"
        case TellAll(text):
            return f"say {text}"
        case Tell(seat, text):
            return f"tell {seat} {text}"
        case Note(text):
            return f"note {text}"
        case Help(topic):
            return f"help {topic}".strip()
        case Rules(number):
            return f"rules {number}".strip()
        case Away(first, last):
            return f"away {first or 'now'} {last}" if last else "away over"
        case Remind(points):
            return "remind " + (" ".join(str(point).removesuffix("h") for point in points) or "never")
        case Quiet(hours):
            return "quiet " + (" ".join(f"{each:%H:%M}" for each in hours) if hours else "never")
        case News(how):
            return f"news {how}"
        case _:
            return type(order).__name__.lower()
