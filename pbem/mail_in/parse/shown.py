"""What an answer to a question would do, without doing it: what `pbem read` prints, by the functions of the service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.move import write_line
from engine.core.say import Say
from engine.core.situation import Situation
from pbem.mail_in.parse.order_types import Chat, Doubt, Moves
from pbem.mail_in.parse.orders import OrdersRead, read_orders
from pbem.mail_in.parse.quotes import cut
from pbem.mail_in.parse.table_words import TableWords
from pbem.mail_in.parse.troubles import trouble_sentence
from pbem.mail_in.parse.verdict import Asks, Plays, Refuses, judge

MOST_CHOICES = 3
TABLE = 1


@dataclass(frozen=True)
class Asked:
    """A question to a seat, as the mail that is answered was about it."""

    situation: Situation
    words: TableWords
    names: tuple[str, ...]
    lang: str
    gettext: Callable[[str], str]

    def say(self, message: Say) -> str:
        return self.situation.game.words.render(message, self.lang, self.names)


@dataclass(frozen=True)
class Shown:
    """`plays` is the line that is played, `plan` what was written for later questions, `asks` why nothing is played,
    `choices` what is offered instead, `does` the commands that are carried out."""

    plays: str | None = None
    plan: tuple[str, ...] = ()
    asks: str | None = None
    choices: tuple[str, ...] = ()
    does: tuple[str, ...] = ()


def show(asked: Asked, text: str) -> Shown:
    """It takes a cooling-off as running, and what a line shows as not to be taken back."""
    written = cut(text)
    read = read_orders(written.text, {TABLE: asked.words}, unread=written.unread, too_long=written.too_long)
    if not read.orders:
        return Shown(asks=why_not_read(read, asked))
    orders = [each.order for each in read.orders]
    does = tuple(type(order).__name__.lower() for order in orders if not isinstance(order, Moves | Doubt | Chat))
    order = next((order for order in orders if isinstance(order, Moves | Doubt)), None)
    if order is None:
        return Shown(does=does)
    match judge(asked.situation, order, cooling_off=True):
        case Plays(line, then):
            return Shown(plays=write_line(line), plan=then, does=does)
        case Asks(why, choices):
            return Shown(asks=asked.say(why), choices=tuple(map(write_line, choices[:MOST_CHOICES])), does=does)
        case Refuses(error, legal):
            return Shown(asks=asked.say(error.say()), choices=tuple(map(write_line, legal[:MOST_CHOICES])), does=does)


def why_not_read(read: OrdersRead, asked: Asked) -> str:
    """Why nothing in the answer was understood, in a sentence."""
    wrong = next((line.wrong for line in read.wrong), None)
    if wrong is None:
        return asked.gettext("There was no move in your mail. Write it at the very top, in the mail itself.")
    return asked.say(wrong) if isinstance(wrong, Say) else trouble_sentence(wrong, asked.gettext)


def as_json(shown: Shown) -> Mapping[str, Any]:
    return {
        "plays": shown.plays,
        "plan": list(shown.plan),
        "asks": shown.asks,
        "choices": list(shown.choices),
        "does": list(shown.does),
    }
