"""The moves of a reply are played, or answered with why they are not.

The line, its receipt and the end of the mail's own row are one transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from engine.core.move import Line as Moved
from engine.core.move import write_line
from engine.core.play import complete, preview
from engine.core.refusal import MoveError
from pbem.base.fields import printable
from pbem.base.service import Service
from pbem.mail_in.answers import Answers, Done
from pbem.mail_in.parse.order_types import Doubt, Moves
from pbem.mail_in.parse.verdict import Asks, Plays, Refuses, judge
from pbem.mail_in.plans import PlannedAnswer
from pbem.mail_in.reply import AtTable, Reply
from pbem.play.play_line import Accepted, AskClosed, play_line
from pbem.play.turn import Turn
from pbem.store.asks import line_for, open_ask
from pbem.store.mail_content import Answer, Receipt, Refused
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Table
from pbem.store.models.inbound_mail import ACCEPTED, REJECTED
from pbem.store.models.table import RUNNING
from pbem.store.positions import game_of, state_at

LEGAL_SHOWN = 6


@dataclass(frozen=True)
class MovesAtTable:
    """What a reply plays at one of its tables, and what it has done before, which the same answer tells."""

    service: Service
    reply: Reply
    at: AtTable
    order: Moves | Doubt
    done: Sequence[Done]
    is_last: bool  # then the mail is dealt with
    plan: PlannedAnswer | None = None  # what else the answer wants, for later

    def play(self) -> None:
        """Plays the line as the answer to the question of the mail, and puts the receipt beside it."""
        at = self.at
        with self.service.db.reading() as session:
            ask = at.ask(session)
        if ask is None or ask.closed_at is not None or at.table.status != RUNNING:
            self._too_late()
            return
        match judge(at.situation, self.order, cooling_off=bool(self.service.config.cooling_off)):
            case Plays(line, then):
                try:
                    self._play(ask, line, then)
                except AskClosed:
                    self._too_late()
                except MoveError as error:  # somebody has played meanwhile
                    self._refuse(ask, Refuses(error, ()))
            case Asks() as asked:
                self._ask_back(ask, asked)
            case Refuses() as refused:
                self._refuse(ask, refused)

    def _play(self, ask: Ask, line: Moved, then: tuple[str, ...]) -> None:
        planned: list[str] = []

        def keep_plan(turn: Turn) -> None:
            if self.plan is not None:
                planned.extend(self.plan.keep(self.service, turn))

        def receipt(turn: Turn, accepted: Accepted) -> None:
            again = turn.session.get(Ask, accepted.asked_again) if accepted.asked_again is not None else None
            if again is not None and again.is_planned:
                again = None  # the plan answers it
            answers = self._answers(turn.session)
            answers.post(
                MailKind.RECEIPT,
                self.at,
                again,
                Receipt(
                    line=write_line(line),
                    ply=accepted.ply,
                    forgiven=self._forgiven,
                    done_added=len(line) > len(self._written),
                    notes=(*self._told_of_rest(then), *self._notes, *planned),
                ),
            )
            self._finish(answers, ACCEPTED)

        play_line(self.service, self.at.seat.id, ask.id, write_line(line), "mail", receipt, keep_plan)

    def _refuse(self, ask: Ask, refused: Refuses) -> None:
        game, at = game_of(self.at.table), self.at
        why = refused.error.say()
        with self.service.db.writing() as session:
            answers = self._answers(session)
            answers.post(
                MailKind.REFUSED,
                at,
                ask,
                Refused(
                    read=((self.reply.written.text, "; ".join(map(typed, self._written))),),
                    why=game.words.render(why, self.reply.lang, at.names),
                    rule=refused.rule,
                    legal=tuple(map(write_line, refused.legal[:LEGAL_SHOWN])),
                    legal_count=len(refused.legal),
                    notes=self._notes,
                ),
            )
            self._finish(answers, REJECTED, why.id)

    def _too_late(self) -> None:
        """The question is closed: nothing is played; where the same line is legal now, a link plays it."""
        gettext = self.reply.gettext
        with self.service.db.writing() as session:
            now = open_ask(session, self.at.seat.id)
            said = [
                what_was_played(session, self.reply, self.at)
                or gettext("The question that you answered is no longer asked.")
            ]
            again = ""
            if now is not None and self._written and self._is_legal_now(session):
                said.append(gettext("The same moves would be legal now."))
                again = write_line(self._written)
            answers = self._answers(session)
            closed = Done(gettext("Nothing was played"), said, play=again)
            answers.post(MailKind.ANSWER, self.at, now, Answer(tuple(each.part for each in (closed, *self.done))))
            self._finish(answers, REJECTED, "the question was closed")

    def _is_legal_now(self, session: Session) -> bool:
        table, seat = session.get_one(Table, self.at.table.id), self.at.seat.number
        if table.status != RUNNING:
            return False
        game, state = game_of(table), state_at(session, table)
        try:
            return preview(game, state, seat, complete(game, state, seat, self._written)).ends is not None
        except MoveError:
            return False

    def _ask_back(self, ask: Ask, asked: Asks) -> None:
        """It is not clear what is meant, or it could not be taken back: the likeliest lines are offered."""
        gettext, at = self.reply.gettext, self.at
        read_as = gettext("“%(typed)s” was read as “%(word)s”.")
        said = [read_as % {"typed": typed, "word": word} for typed, word in self._forgiven]
        said.append(game_of(at.table).words.render(asked.why, self.reply.lang, at.names))
        if not asked.choices:
            said.append(gettext("Write one of the moves below, or its number."))
        with self.service.db.writing() as session:
            answers = self._answers(session)
            question = Done(gettext("Is this what you mean?") if asked.choices else gettext("Not understood"), said)
            offered = tuple(map(write_line, asked.choices))
            parts = (question.part, *(each.part for each in self.done))
            answers.post(MailKind.ANSWER, at, ask, Answer(parts, offered=offered))
            self._finish(answers, REJECTED, asked.why.id)

    def _told_of_rest(self, then: tuple[str, ...]) -> tuple[str, ...]:
        """What was written for later questions is not played now."""
        if not then:
            return ()
        told = self.reply.gettext("“%(text)s” was not played: it belongs to a later question. Answer that one then.")
        return (told % {"text": printable(", ".join(then))},)

    @property
    def _written(self) -> Moved:
        return self.order.line if isinstance(self.order, Moves) else ()

    @property
    def _forgiven(self) -> tuple[tuple[str, str], ...]:
        return self.order.forgiven if isinstance(self.order, Moves) else ()

    @property
    def _notes(self) -> tuple[str, ...]:
        return tuple(note for each in self.done for note in each.notes)

    def _answers(self, session: Session) -> Answers:
        return Answers(self.service, session, self.reply)

    def _finish(self, answers: Answers, status: str, why: str = "") -> None:
        if self.is_last:
            answers.finish(status, why)


def what_was_played(session: Session, reply: Reply, at: AtTable) -> str:
    """What has answered the question of the mail; empty while it is open, and for mails that ask nothing."""
    ask = at.ask(session)
    if ask is None or ask.closed_at is None:
        return ""
    played = line_for(session, ask)
    if played is None:
        return reply.gettext("The question that you answered is no longer asked.")
    return reply.gettext("The question that you answered is closed: %(line)s was played.") % {
        "line": "; ".join(map(typed, played.text.split()))
    }


def typed(move: object) -> str:
    """A move as one types it."""
    return str(move).replace(".", " ")
