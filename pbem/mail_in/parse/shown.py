"""What an answer to a question would do, without doing it: what `pbem read` prints, by the functions of the service."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.move import write_line
from engine.core.plan import Intention
from engine.core.say import Say
from engine.core.situation import Situation
from pbem.mail_in.parse.order_types import Chat, Doubt, Moves
from pbem.mail_in.parse.orders import Addressed, OrdersRead, read_orders
from pbem.mail_in.parse.plan_answers import Prospect, beside_all, read_planned
from pbem.mail_in.parse.plan_reading import Understood
from pbem.mail_in.parse.quotes import cut
from pbem.mail_in.parse.table_words import TableWords
from pbem.mail_in.parse.troubles import trouble_sentence
from pbem.mail_in.parse.verdict import Asks, Plays, Refuses, can_be_done, judge

MOST_CHOICES = 3
TABLE = 1


@dataclass(frozen=True)
class Asked:
    """A question to a seat, as the mail that is answered was about it."""

    prospect: Prospect
    words: TableWords
    names: tuple[str, ...]
    lang: str
    gettext: Callable[[str], str]

    @property
    def situation(self) -> Situation:
        return self.prospect.situation

    def say(self, message: Say) -> str:
        return self.situation.game.words.render(message, self.lang, self.names)


@dataclass(frozen=True)
class Shown:
    """`plays` is the line that is played, `plan` what is planned for the questions to come, `not_planned` what was
    written for them and cannot be planned, `asks` why nothing is played, `choices` what is offered instead, `does` the
    commands that are carried out."""

    plays: str | None = None
    plan: tuple[str, ...] = ()
    not_planned: tuple[str, ...] = ()
    asks: str | None = None
    choices: tuple[str, ...] = ()
    does: tuple[str, ...] = ()


def show(asked: Asked, text: str) -> Shown:
    """It takes a cooling-off as running, and what a line shows as not to be taken back."""
    written = cut(text)
    tables = {TABLE: asked.words}
    read = read_orders(written.text, tables, unread=written.unread, too_long=written.too_long)
    if not can_be_done(read, {TABLE: asked.situation}, cooling_off=True) and not written.too_long:
        planned = read_planned(asked.prospect, written, tables)
        if planned is not None:
            return _shown(asked, planned.moves, planned.others, planned.understood)
    if all(isinstance(each.order, Chat) and not each.order.polite for each in read.orders):
        return Shown(asks=why_not_read(read, asked))
    if (beside := beside_all(read.orders)) is not None and beside.moves is not None:
        verdict = judge(asked.situation, beside.moves, cooling_off=True)
        if isinstance(verdict, Plays) and not verdict.then:
            everything = asked.prospect.everything_after(verdict.line, asked.prospect.plan)
            return _shown(asked, beside.moves, beside.others, everything)
    order = next((each.order for each in read.orders if isinstance(each.order, Moves | Doubt)), None)
    return _shown(asked, order, read.orders, Understood())


def _shown(asked: Asked, order: Moves | Doubt | None, all_orders: Sequence[Addressed], plan: Understood) -> Shown:
    orders = (each.order for each in all_orders)
    does = tuple(type(each).__name__.lower() for each in orders if not isinstance(each, Moves | Doubt | Chat))
    planned = tuple(_written(intention) for _, intention in plan.found)
    missed = tuple(misfit.written for misfit in plan.misfits)
    if order is None:
        return Shown(plan=planned, not_planned=missed, does=does)
    match judge(asked.situation, order, cooling_off=True):
        case Plays(line, then):
            return Shown(write_line(line), planned, (*then, *missed), does=does)
        case Asks(why, choices):
            return Shown(asks=asked.say(why), choices=tuple(map(write_line, choices[:MOST_CHOICES])), does=does)
        case Refuses(error, legal):
            return Shown(asks=asked.say(error.say()), choices=tuple(map(write_line, legal[:MOST_CHOICES])), does=does)


def _written(intention: Intention) -> str:
    """The choices of a planned answer in their order: `take.engineer or take.locomotive`."""
    forms = " or ".join(choice.form for choice in intention.choices)
    return f"always {forms}" if intention.always else forms


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
        "not_planned": list(shown.not_planned),
        "asks": shown.asks,
        "choices": list(shown.choices),
        "does": list(shown.does),
    }
