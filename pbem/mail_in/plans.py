"""An answer that says something about questions to come: its first part is played, the rest is planned.

The line, the plan, the receipt and the end of the mail's own row are one transaction (`moves.py`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlmodel import Session

from engine.core.ahead import Ahead
from engine.core.follow import Broken, Followed, follow, question
from engine.core.move import Line, write_line
from engine.core.plan import Intention, Plan
from engine.core.play import actors
from engine.core.standing_forms import read_form
from pbem.base.service import Service
from pbem.mail_in.parse.order_types import Chat, Doubt, Moves
from pbem.mail_in.parse.orders import Addressed, read_orders
from pbem.mail_in.parse.plan_orders import PlanText, Wanted, cut_plan, one_choice, orders_in
from pbem.mail_in.parse.verdict import Plays, judge
from pbem.mail_in.plan_reading import Misfit, Understood, understand
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.plan_ahead import Outlook, outlook
from pbem.play.plan_words import asked as asked_words
from pbem.play.plan_words import in_words, plan_in_words
from pbem.play.plans import keep_plan, may_plan, plan_of
from pbem.play.scene import Scene
from pbem.play.turn import Turn
from pbem.store.asks import open_ask
from pbem.store.models import Seat, Table

_REPEATED = re.compile(r"([^\W\d_]+)\s+([2-5])")  # draw 2


@dataclass(frozen=True)
class Sight:
    """What can be planned at the table of a reply, and how to speak of it."""

    reply: Reply
    at: AtTable
    outlook: Outlook

    @property
    def number(self) -> int:
        return self.at.seat.number

    @cached_property
    def scene(self) -> Scene:
        return Scene(self.outlook.game, self.outlook.state, self.number, self.at.names, self.reply.lang)

    def gettext(self, text: str) -> str:
        return self.reply.gettext(text)

    def understand(self, steps: Sequence[Wanted], line: Line | None) -> Understood:
        """`line` is played first, as the answer to the question that is asked now."""
        outlook = self.outlook

        def foresee(plan: Plan) -> Sequence[Ahead[Any]]:
            return outlook.foresee(plan, line)

        return understand(outlook.game, outlook.state, self.number, steps, outlook.plan.plan, foresee)

    def told(self, understood: Understood, replaced: Sequence[Intention]) -> list[str]:
        """The plan as it was understood, with what it would do now; what could not be planned, and what could."""
        said = [self._planned(one, intention) for one, intention in understood.found]
        if replaced:
            instead = plan_in_words(replaced, self.scene, self.gettext)
            said.append(self.gettext("This replaces what you had planned: %(plan)s.") % {"plan": instead})
        return said + self._misfits(understood.misfits)

    def _planned(self, one: Ahead[Any], intention: Intention) -> str:
        question = asked_words(self.scene.say(one.prompt), self.gettext)
        sentence = self.gettext("Planned for “%(question)s”: %(answer)s.") % {
            "question": question,
            "answer": in_words(intention, self.scene, self.gettext),
        }
        effect = " ".join(self.scene.say(each) for each in intention.choices[0].told)
        now = self.gettext("Now it would do this: %(effect)s") % {"effect": effect}
        return f"{sentence} {now}" if effect else sentence

    def _misfits(self, misfits: Sequence[Misfit]) -> list[str]:
        if not misfits:
            return []
        not_planned = self.gettext("Not planned: “%(text)s”. %(why)s")
        said = [not_planned % {"text": each.written, "why": self.scene.say(each.why)} for each in misfits]
        coming = "; ".join(asked_words(self.scene.say(one.prompt), self.gettext) for one in self.outlook.questions)
        could = self.gettext("You can plan for these questions: %(questions)s.") % {"questions": coming}
        return [*said, could if coming else self.gettext("No question to come can be foreseen now.")]


def sight_of(session: Session, reply: Reply, at: AtTable) -> Sight | None:
    """None where nothing can be planned."""
    table, seat = session.get_one(Table, at.table.id), session.get_one(Seat, at.seat.id)
    return Sight(reply, at, outlook(session, table, seat)) if may_plan(table, seat) else None


@dataclass(frozen=True)
class PlannedAnswer:
    """What an answer plays now and plans for later; `others` are the commands in it."""

    sight: Sight
    moves: Moves | None
    understood: Understood
    others: tuple[Addressed, ...] = ()

    def keep(self, service: Service, turn: Turn) -> list[str]:
        """Before the line is played, so that a question that follows at once finds its plan. Returns what to say."""
        seat = turn.seats[self.sight.number]
        wanted = [intention for _, intention in self.understood.found]
        replaced = keep_plan(service, turn.session, turn.table, seat, turn.table.ply, wanted, with_line=True)
        turn.plans[seat.id] = plan_of(turn.session, seat)
        return self.sight.told(self.understood, replaced)


def planned_answer(service: Service, reply: Reply) -> PlannedAnswer | None:
    """The answer as something to play and to plan; None if it is nothing of the kind."""
    if len(reply.tables) != 1 or reply.written.too_long:
        return None
    at = reply.at(None)
    with service.db.reading() as session:
        sight = sight_of(session, reply, at)
        is_asked = open_ask(session, at.seat.id) is not None
    if sight is None:
        return None
    for cut, is_certain in _cuts(reply.written.text, is_asked):
        found = _read(service, sight, cut, is_asked)
        if found is not None and (is_certain or not found.understood.misfits):
            return found
    return None


def everything_after(
    service: Service, reply: Reply, moves: Moves, others: tuple[Addressed, ...]
) -> PlannedAnswer | None:
    """`plan all` beside moves: what is suggested for after them. None if they cannot simply be played."""
    at = reply.at(None)
    verdict = judge(at.situation, moves, cooling_off=bool(service.config.cooling_off))
    with service.db.reading() as session:
        sight = sight_of(session, reply, at)
    if sight is None or not isinstance(verdict, Plays) or verdict.then or at.seat.number not in _asked(sight):
        return None
    outlook = sight.outlook
    now = question(outlook.game, outlook.state, sight.number)
    plan = outlook.plan.fitting({now: write_line(verdict.line)}).plan
    coming = outlook.foresee(plan, verdict.line)
    found = tuple((one, one.intention) for one in coming if one.intention.choices and not (one.later or one.planned))
    return PlannedAnswer(sight, moves, Understood(found), others)


def _asked(sight: Sight) -> tuple[int, ...]:
    return actors(sight.outlook.game, sight.outlook.state)


def _cuts(text: str, is_asked: bool) -> Iterator[tuple[PlanText, bool]]:
    """The ways to part what is for now from what is for later. Only the words of plans make it certain."""
    cut = cut_plan(text)
    if cut.steps:
        yield cut, True
    lines = orders_in(text)
    if len(lines) == 1 and (found := _REPEATED.fullmatch(lines[0])):
        yield PlanText(found[1], (one_choice(found[1]),) * (int(found[2]) - 1)), False
    if not is_asked:
        yield PlanText("", tuple(map(one_choice, lines))), False
        return
    for head in range(len(lines) - 1, 0, -1):
        yield PlanText("\n".join(lines[:head]), tuple(map(one_choice, lines[head:]))), False


def _read(service: Service, sight: Sight, cut: PlanText, is_asked: bool) -> PlannedAnswer | None:
    reply, at = sight.reply, sight.at
    read = read_orders(cut.now, reply.table_words, unread=reply.written.unread)
    if not read.is_empty and not read.orders:
        return None
    moves = next((each.order for each in read.orders if isinstance(each.order, Moves)), None)
    if any(isinstance(each.order, Doubt) for each in read.orders):
        return None
    others = tuple(each for each in read.orders if not isinstance(each.order, Moves | Chat))
    line: Line | None = None
    if moves is not None:
        cooling_off = bool(service.config.cooling_off)
        verdict = judge(at.situation, moves, cooling_off=cooling_off)
        if not isinstance(verdict, Plays) or verdict.then:
            return None
        line = verdict.line
    understood = sight.understand(cut.steps, line)
    if not understood.found and not any(at.words.resembles_moves(step.written) for step in cut.steps):
        return None
    if moves is None and is_asked and understood.found and understood.found[0][0].now:
        moves, understood = _answer_now(sight, understood)
    return PlannedAnswer(sight, moves, understood, others)


def _answer_now(sight: Sight, understood: Understood) -> tuple[Moves | None, Understood]:
    """The first step is for the question that is asked now: it is played, and planned too if it lasts longer."""
    (_, intention), *later = understood.found
    match follow(sight.outlook.game, sight.outlook.state, sight.number, Plan((intention,))):
        case Followed(line=line):
            lasts = len(intention.choices) > 1 or read_form(intention.choices[0].form) is not None
            return Moves(line), Understood(understood.found if lasts else tuple(later), understood.misfits)
        case Broken(reason=why):
            misfit = Misfit(in_words(intention, sight.scene, sight.gettext), why)
            return None, Understood(tuple(later), (misfit, *understood.misfits))
    return None, understood
