"""An answer parted into what is for now and what is for later questions. `plans.py` keeps it, `pbem read` shows it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ahead import Ahead
from engine.core.follow import Broken, Followed, follow, resolve
from engine.core.move import Line
from engine.core.phrases import answers_now, denies
from engine.core.plan import Intention, Plan
from engine.core.say import Say, say
from engine.core.situation import Situation
from engine.core.standing_forms import UpTo, read_form
from pbem.mail_in.parse.order_types import Chat, Doubt, Moves, TakePlan
from pbem.mail_in.parse.orders import Addressed, read_orders
from pbem.mail_in.parse.plan_orders import PlanText, Wanted, cut_plan, one_choice, orders_in
from pbem.mail_in.parse.plan_reading import Misfit, Understood, understand
from pbem.mail_in.parse.quotes import Answer
from pbem.mail_in.parse.table_words import TableWords
from pbem.mail_in.parse.verdict import Plays, judge

_COMMAS = re.compile(r"\s*[,;]\s*|\s+(?:and|et)\s+")  # issue 1, bid 2 and take engineer
_REPEATED = re.compile(r"([^\W\d_]+)\s+([2-5])")  # draw 2


@dataclass(frozen=True)
class Prospect:
    """What a seat has planned, and the questions that it will be asked. `foresee` takes a plan, and the line that
    answers the present question, if it is answered."""

    situation: Situation
    plan: Plan
    foresee: Callable[[Plan, Line | None], Sequence[Ahead[Any]]]
    is_asked: bool
    cooling_off: bool

    def understand(self, steps: Sequence[Wanted], line: Line | None) -> Understood:
        here = self.situation

        def foresee(plan: Plan) -> Sequence[Ahead[Any]]:
            return self.foresee(plan, line)

        return understand(here.game, here.state, here.seat, steps, self.plan, foresee)

    def everything_after(self, line: Line, plan: Plan) -> Understood:
        """What is suggested for the questions that follow the line, beside what is planned and goes with it."""
        coming = self.foresee(plan, line)
        wanted = (one for one in coming if one.intention.choices and not (one.later or one.planned))
        return Understood(tuple((one, one.intention) for one in wanted))


@dataclass(frozen=True)
class PlannedText:
    """What an answer plays now and plans for later; `others` are the commands in it."""

    moves: Moves | Doubt | None
    understood: Understood
    others: tuple[Addressed, ...] = ()


def read_planned(prospect: Prospect, written: Answer, tables: Mapping[int, TableWords]) -> PlannedText | None:
    """None if the answer is no plan."""
    for cut, is_certain in _cuts(written.text, prospect.is_asked):
        if not is_certain and _is_one_answer(prospect.situation, cut):
            continue
        found = _read(prospect, cut, written, tables)
        if found is not None and (is_certain or not found.understood.misfits):
            return found
    return _left_over(prospect, written, tables)


def _is_one_answer(here: Situation, cut: PlanText) -> bool:
    """`no delivery, upgrade my engine`: the denial and what stands beside it are for the same question."""
    return any(
        answers_now(here, choice) and (denies(here, cut.now) or denies(here, choice))
        for step in cut.steps
        for choice in step.choices
    )


def _left_over(prospect: Prospect, written: Answer, tables: Mapping[int, TableWords]) -> PlannedText | None:
    """`draw two cards`: what the reader has left over for later questions, if all of it can be planned."""
    orders = read_orders(written.text, tables, unread=written.unread).orders
    moves = next((each.order for each in orders if isinstance(each.order, Moves)), None)
    verdict = judge(prospect.situation, moves, cooling_off=prospect.cooling_off) if moves is not None else None
    if moves is None or not isinstance(verdict, Plays) or not verdict.then:
        return None
    understood = prospect.understand(tuple(map(one_choice, verdict.then)), verdict.line)
    if understood.misfits:
        return None
    others = tuple(each for each in orders if not isinstance(each.order, Moves | Chat))
    return PlannedText(replace(moves, line=verdict.line, then=()), understood, others)


def beside_all(orders: Sequence[Addressed]) -> PlannedText | None:
    """Moves beside `plan all`: it means what is suggested after them, so it is not taken before they are played."""
    moves = [each.order for each in orders if isinstance(each.order, Moves)]
    others = tuple(each for each in orders if each.order != TakePlan() and not isinstance(each.order, Moves))
    if len(moves) != 1 or len(others) + 1 == len(orders):
        return None
    return PlannedText(moves[0], Understood(), others)


def _cuts(text: str, is_asked: bool) -> Iterator[tuple[PlanText, bool]]:
    """The ways to part what is for now from what is for later. Only the words of plans make it certain."""
    cut = cut_plan(text)
    if cut.steps:
        yield cut, True
        for now, steps in _heads(orders_in(cut.now)):
            yield PlanText(now, (*steps, *cut.steps)), False
    lines = orders_in(text)
    if len(lines) == 1 and (found := _REPEATED.fullmatch(lines[0])):
        yield PlanText(found[1], (one_choice(found[1]),) * (int(found[2]) - 1)), False
    if not is_asked:
        yield PlanText("", tuple(map(one_choice, lines))), False
        return
    for now, steps in _heads(lines):
        yield PlanText(now, steps), False


def _heads(lines: Sequence[str]) -> Iterator[tuple[str, tuple[Wanted, ...]]]:
    """The lines, or the parts of a single one: as many as possible for now, each of the others for a question."""
    for parts in (lines, tuple(filter(None, _COMMAS.split(lines[0]))) if len(lines) == 1 else ()):
        for head in range(len(parts) - 1, 0, -1):
            yield "\n".join(parts[:head]), tuple(map(one_choice, parts[head:]))


def _read(prospect: Prospect, cut: PlanText, written: Answer, tables: Mapping[int, TableWords]) -> PlannedText | None:
    read = read_orders(cut.now, tables, unread=written.unread)
    if not read.is_empty and not read.orders:
        return None
    moves = next((each.order for each in read.orders if isinstance(each.order, Moves)), None)
    if any(isinstance(each.order, Doubt) for each in read.orders):
        return None
    others = tuple(each for each in read.orders if not isinstance(each.order, Moves | Chat))
    line: Line | None = None
    if moves is not None:
        verdict = judge(prospect.situation, moves, cooling_off=prospect.cooling_off)
        if not isinstance(verdict, Plays) or verdict.then:
            return None
        line = verdict.line
    understood = prospect.understand(cut.steps, line)
    (words,) = tables.values()
    if not understood.found and not any(words.resembles_moves(step.written) for step in cut.steps):
        return None
    if moves is None and prospect.is_asked and understood.found and understood.found[0][0].now:
        return PlannedText(*_answer_now(prospect.situation, cut, understood), others)
    return PlannedText(moves, understood, others)


def _answer_now(here: Situation, cut: PlanText, understood: Understood) -> tuple[Moves | Doubt | None, Understood]:
    """The first step is for the question that is asked now: it is played, and planned too if it lasts longer."""
    (_, intention), *later = understood.found
    if doubt := _undecided(here, intention):
        return doubt, Understood()
    match _bids_nothing(here, intention) or follow(here.game, here.state, here.seat, Plan((intention,))):
        case Followed(line=line):
            more = len(intention.choices) > 1 or read_form(intention.choices[0].form) is not None
            lasts = intention.always or more
            return Moves(line), Understood(understood.found if lasts else tuple(later), understood.misfits)
        case Broken(reason=why):
            missed = {misfit.written for misfit in understood.misfits}
            written = next(step.written for step in cut.steps if step.written not in missed)
            return None, Understood(tuple(later), (Misfit(written, why), *understood.misfits))
    return None, understood


def _bids_nothing(here: Situation, intention: Intention) -> Broken | None:
    """Whoever writes `bid up to 3` without the money for it does not want to pass: without shares there is no bid."""
    limit = read_form(intention.choices[0].form)
    if not isinstance(limit, UpTo) or limit.ask:
        return None
    asking = str(UpTo(limit.limit, ask=True, shares=limit.shares))
    why = resolve(here.game, here.state, here.seat, asking)
    return Broken("shares", why, intention) if isinstance(why, Say) and why.id == "plan-shares" else None


def _undecided(here: Situation, intention: Intention) -> Doubt | None:
    """`bid 3 or 4`, where both are possible now, is no order of preference. A longer list of what is asked several
    times is one, and so is what is for always."""
    forms = [choice.form for choice in intention.choices]
    if len(forms) < 2 or intention.always or any(read_form(form) is not None for form in forms):
        return None
    lines = [here.game.read(form, here.state) for form in forms]
    possible = [line for line in lines if here.is_legal(line)]
    is_list = len(lines) > 2 and not lines[0][0].ONCE
    return Doubt(say("reading-doubtful"), tuple(possible)) if len(possible) > 1 and not is_list else None
