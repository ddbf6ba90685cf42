"""An answer that says something about questions to come: its first part is played, the rest is planned.

The line, the plan, the receipt and the end of the mail's own row are one transaction (`moves.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sqlmodel import Session

from engine.core.ahead import Ahead
from engine.core.follow import question
from engine.core.move import write_line
from engine.core.plan import Intention
from engine.core.play import actors
from pbem.base.service import Service
from pbem.mail_in.parse.plan_answers import PlannedText, Prospect, read_planned
from pbem.mail_in.parse.plan_reading import Misfit, Understood
from pbem.mail_in.parse.verdict import Plays, judge
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.plan_ahead import Outlook, outlook
from pbem.play.plan_words import asked as asked_words
from pbem.play.plan_words import in_words, plan_in_words
from pbem.play.plans import keep_plan, may_plan, plan_of
from pbem.play.scene import Scene
from pbem.play.turn import Turn
from pbem.store.asks import open_ask
from pbem.store.models import Seat, Table


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

    def prospect(self, is_asked: bool, cooling_off: bool) -> Prospect:
        return Prospect(self.at.situation, self.outlook.plan.plan, self.outlook.foresee, is_asked, cooling_off)

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
    """What an answer plays now and plans for later."""

    sight: Sight
    text: PlannedText

    def keep(self, service: Service, turn: Turn) -> list[str]:
        """Before the line is played, so that a question that follows at once finds its plan. Returns what to say."""
        seat = turn.seats[self.sight.number]
        wanted = [intention for _, intention in self.text.understood.found]
        replaced = keep_plan(service, turn.session, turn.table, seat, turn.table.ply, wanted, with_line=True)
        turn.plans[seat.id] = plan_of(turn.session, seat)
        return self.sight.told(self.text.understood, replaced)


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
    prospect = sight.prospect(is_asked, bool(service.config.cooling_off))
    found = read_planned(prospect, reply.written, reply.table_words)
    return PlannedAnswer(sight, found) if found is not None else None


def everything_after(service: Service, reply: Reply, beside: PlannedText) -> PlannedAnswer | None:
    """`plan all` beside moves: what is suggested for after them. None if they cannot simply be played."""
    at, cooling_off = reply.at(None), bool(service.config.cooling_off)
    assert beside.moves is not None
    verdict = judge(at.situation, beside.moves, cooling_off=cooling_off)
    with service.db.reading() as session:
        sight = sight_of(session, reply, at)
    if sight is None or not isinstance(verdict, Plays) or verdict.then or at.seat.number not in _asked(sight):
        return None
    outlook = sight.outlook
    now = question(outlook.game, outlook.state, sight.number)
    plan = outlook.plan.fitting({now: write_line(verdict.line)}).plan
    understood = sight.prospect(True, cooling_off).everything_after(verdict.line, plan)
    return PlannedAnswer(sight, replace(beside, understood=understood))


def _asked(sight: Sight) -> tuple[int, ...]:
    return actors(sight.outlook.game, sight.outlook.state)
