"""What an answer to a question would do, without doing it: what `pbem read` prints, by the functions of the service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.game import AnyGame
from engine.core.move import write_line
from engine.core.say import Say
from pbem.mail_in.parse.order_types import Moves
from pbem.mail_in.parse.orders import OrdersRead, read_orders
from pbem.mail_in.parse.table_words import TableWords
from pbem.mail_in.parse.troubles import trouble_sentence
from pbem.mail_in.parse.verdict import AsksBack, Plays, Refuses, judge

MOST_CHOICES = 3
TABLE = 1


@dataclass(frozen=True)
class Asked:
    """A question to a seat, as the mail that is answered was about it."""

    game: AnyGame
    state: Any
    seat: int
    words: TableWords
    names: tuple[str, ...]
    lang: str
    gettext: Callable[[str], str]


@dataclass(frozen=True)
class Shown:
    """`plays` is the line that is played, `asks` why none is, `choices` what is offered instead, `does` the commands
    that are carried out."""

    plays: str | None = None
    plan: tuple[str, ...] = ()
    asks: str | None = None
    choices: tuple[str, ...] = ()
    does: tuple[str, ...] = ()


def show(asked: Asked, text: str) -> Shown:
    """It takes a cooling-off as running, and what a line shows as not to be taken back."""
    read = read_orders(text, {TABLE: asked.words})
    if not read.orders:
        return Shown(asks=why_not_read(read, asked))
    does = tuple(type(each.order).__name__.lower() for each in read.orders if not isinstance(each.order, Moves))
    order = next((each.order for each in read.orders if isinstance(each.order, Moves)), None)
    if order is None:
        return Shown(does=does)
    match judge(asked.game, asked.state, asked.seat, order, cooling_off=True):
        case Plays(line):
            return Shown(plays=write_line(line), does=does)
        case AsksBack(line):
            return Shown(asks=asked.gettext("Is this what you mean?"), choices=(write_line(line),), does=does)
        case Refuses(error, legal):
            why = asked.game.words.render(error.say(), asked.lang, asked.names)
            return Shown(asks=why, choices=tuple(map(write_line, legal[:MOST_CHOICES])), does=does)


def why_not_read(read: OrdersRead, asked: Asked) -> str:
    """Why nothing in the answer was understood, in a sentence."""
    wrong = next((line.wrong for line in read.wrong), None)
    if wrong is None:
        return asked.gettext("There was no move in your mail. Write it at the very top, in the mail itself.")
    if isinstance(wrong, Say):
        return asked.game.words.render(wrong, asked.lang, asked.names)
    return trouble_sentence(wrong, asked.gettext)


def as_json(shown: Shown) -> Mapping[str, Any]:
    return {
        "plays": shown.plays,
        "plan": list(shown.plan),
        "asks": shown.asks,
        "choices": list(shown.choices),
        "does": list(shown.does),
    }
