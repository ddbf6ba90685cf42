"""A plan in words: the questions ahead with what is planned or suggested for them, for mails and pages alike.

Pure: the database is read by whoever calls it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.core.ahead import Ahead
from engine.core.plan import Choice, Intention, kind_of
from pbem.play.plan_ahead import Outlook
from pbem.play.scene import Scene, sentence

LONGEST_ORDER = 60  # characters of an order that somebody may want to type
OR = " or "

Gettext = Callable[[str], str]


@dataclass(frozen=True)
class Step:
    """One question ahead."""

    number: int  # from 1; in a mail, `plan 1` takes what is suggested
    key: str
    question: str
    answer: str  # "Bid up to $5", "Take Engineer, else take Locomotive"
    effect: tuple[str, ...]  # what the first choice would do now
    order: str  # how it is written in a mail; empty where that is too long to type
    is_planned: bool


def steps(outlook: Outlook, scene: Scene, gettext: Gettext) -> tuple[Step, ...]:
    """What is written is for the first question that it fits, so only the first of a kind says how to write it."""
    keys = [one.key for one in outlook.all_questions]
    first_of_kind = {kind_of(key): key for key in reversed(keys)}
    return tuple(
        _step(number, one, first_of_kind[kind_of(one.key)] == one.key, scene, gettext)
        for number, one in enumerate(outlook.soon, 1)
    )


def _step(number: int, one: Ahead[Any], is_first_of_kind: bool, scene: Scene, gettext: Gettext) -> Step:
    choices = one.intention.choices
    return Step(
        number,
        one.key,
        asked(scene.say(one.prompt), gettext),
        in_words(one.intention, scene, gettext),
        tuple(scene.say(said) for said in choices[0].told) if choices else (),
        order_of(choices) if is_first_of_kind else "",
        one.planned,
    )


def asked(prompt: str, gettext: Gettext) -> str:
    """The question without “Your turn:”, which is not true yet."""
    yours = gettext("Your turn")
    return sentence(prompt.removeprefix(yours).lstrip(" :\N{NO-BREAK SPACE}")) if prompt.startswith(yours) else prompt


def choice_in_words(choice: Choice, scene: Scene) -> str:
    """As its button showed it; a line that was drafted by hand by what it does, or else as it is written."""
    if choice.label is not None:
        return sentence(scene.say(choice.label))
    return " ".join(scene.say(told) for told in choice.told).rstrip(".") or choice.form.replace(".", " ")


def in_words(intention: Intention, scene: Scene, gettext: Gettext) -> str:
    """The choices in the order of preference."""
    said = [choice_in_words(choice, scene) for choice in intention.choices]
    or_else = gettext("or else")
    words = f" {or_else} ".join(said)
    if intention.always:
        words = gettext("Always: %(what)s") % {"what": words}
    return words


def plan_in_words(intentions: Iterable[Intention], scene: Scene, gettext: Gettext) -> str:
    """A whole plan in one line: “Bid up to $5 · Take Engineer or else Take Locomotive”."""
    return " · ".join(in_words(intention, scene, gettext) for intention in intentions)


def order_of(choices: Iterable[Choice]) -> str:
    """As somebody would write it: `take engineer or locomotive`. Empty if it is long, or a line of several moves."""
    forms = [choice.form for choice in choices]
    if not forms or any(" " in form for form in forms):
        return ""
    verb = forms[0].partition(".")[0]
    same = all(form.startswith(f"{verb}.") for form in forms)
    rest = [form.removeprefix(f"{verb}.") if same else form for form in forms[1:]]
    order = _typed(OR.join([forms[0], *rest]))
    return order if len(order) <= LONGEST_ORDER else ""


def _typed(form: str) -> str:
    if form.startswith("upto."):
        form = form.replace("upto.", "bid up to ", 1)
    return form.replace(".", " ")
