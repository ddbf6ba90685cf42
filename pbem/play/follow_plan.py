"""Follows plans: when the clock of a planned question starts, a worker plays what was planned, one line a transaction.

What does not fit is asked: the mail of the question leaves then, and says why.
"""

from contextlib import suppress
from dataclasses import dataclass

import msgspec
from sqlalchemy import update
from sqlmodel import Session, col, select

from engine.core.follow import Broken, Followed, follow
from engine.core.move import write_line
from engine.core.plan import Choice
from engine.core.say import Say
from pbem.base.service import Service
from pbem.play.ask_seats import ITS_TABLE_RUNS
from pbem.play.notify import PATIENCE_ON_PAGE
from pbem.play.outbox import About, post
from pbem.play.plans import NOTHING, SeatPlan, lines_by_question, plan_of
from pbem.play.play_line import Accepted, AskClosed, play_line
from pbem.play.turn import ON_PAGE, PLANNED, Turn, locked_table
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Line, Seat, Table
from pbem.store.models.ask import PLANNED as IS_PLANNED
from pbem.store.models.seat import JOINED
from pbem.store.models.table import RUNNING
from pbem.store.positions import events_between, game_of, state_at

MOST = 100


@dataclass(frozen=True)
class Answer:
    """What a plan answers to an open question, and what that rests on."""

    ask: Ask
    seat: Seat
    ply: int  # of the position
    plan: SeatPlan
    found: Followed | Broken | None  # None: nothing is planned any more


def follow_plan(service: Service, table_id: int | None = None) -> bool:
    """Deals with one planned question whose clock has started; False when there is none."""
    with service.db.reading() as session:
        ask = next(iter(_due(service, session, table_id)), None)
        if ask is None:
            return False
        answer = planned_answer(session, ask)
    with suppress(AskClosed):  # another worker was quicker, or the player was
        if isinstance(answer.found, Followed):
            _play(service, answer, write_line(answer.found.line), answer.found.choice)
        else:
            _ask(service, answer)
    return True


def tables_to_follow(service: Service) -> list[int]:
    """The tables at which a plan can be followed now."""
    with service.db.reading() as session:
        return list(dict.fromkeys(ask.table_id for ask in _due(service, session, None)))


def _due(service: Service, session: Session, table_id: int | None) -> list[Ask]:
    query = select(Ask).where(IS_PLANNED, col(Ask.starts_at) <= service.now(), ITS_TABLE_RUNS)
    if table_id is not None:
        query = query.where(Ask.table_id == table_id)
    return list(session.exec(query.order_by(col(Ask.starts_at), col(Ask.id)).limit(MOST)).all())


def planned_answer(session: Session, ask: Ask) -> Answer:
    """Worked out before any transaction: it tries each choice in turn."""
    seat, table = session.get_one(Seat, ask.seat_id), session.get_one(Table, ask.table_id)
    plan = plan_of(session, seat)
    return Answer(ask, seat, table.ply, plan, would_do(session, table, seat, plan))


def would_do(session: Session, table: Table, seat: Seat, plan: SeatPlan) -> Followed | Broken | None:
    """What the plan of a seat that is asked now does in the present position."""
    game, state = game_of(table), state_at(session, table)
    kept = plan.answer_to(game, state, seat.number)
    if kept is None:
        return None
    return follow(
        game,
        state,
        seat.number,
        plan.plan,
        played=lines_by_question(session, table, seat.number),
        silent_rounds=max(seat.rounds_unheard - 1, 0),  # the round in which it was heard of last does not count
        since=events_between(session, table, kept.ply, table.ply),
    )


def _play(service: Service, answer: Answer, line: str, choice: Choice) -> None:
    def nothing_has_changed(turn: Turn) -> None:
        """A plan may be changed or dropped until it is used."""
        if turn.table.ply != answer.ply or turn.plans.get(answer.seat.id, NOTHING) != answer.plan:
            raise AskClosed

    def remember_choice(turn: Turn, accepted: Accepted) -> None:
        """A line may be spelled otherwise than it was planned, and later answers were planned after that choice."""
        if choice.effect is not None and choice.form != line:
            here = (col(Line.table_id) == accepted.table_id) & (col(Line.ply) == accepted.ply)
            turn.session.exec(update(Line).where(here).values(planned_as=choice.form))

    play_line(service, answer.seat.id, answer.ask.id, line, PLANNED, remember_choice, nothing_has_changed)


def _ask(service: Service, answer: Answer) -> None:
    with service.db.writing() as session:
        table = locked_table(session, answer.ask.table_id)
        ask, seat = session.get_one(Ask, answer.ask.id), session.get_one(Seat, answer.seat.id)
        if ask.closed_at is not None or not ask.is_planned or table.status != RUNNING:
            return
        if table.ply != answer.ply or plan_of(session, seat) != answer.plan:
            return  # it is looked at again
        why = answer.found.reason if isinstance(answer.found, Broken) else None
        ask_after_all(service, session, table, seat, ask, why)


def ask_after_all(
    service: Service, session: Session, table: Table, seat: Seat, ask: Ask, why: Say | None = None
) -> None:
    """A question that was planned is asked like any other, in the transaction that holds the table."""
    ask.is_planned = False
    ask.why_asked = msgspec.to_builtins(why) if why is not None else None
    session.add(ask)
    if seat.status != JOINED or seat.user_id is None:
        return
    due = ask.opened_at + PATIENCE_ON_PAGE if _is_on_page(session, table, seat, ask) else ask.starts_at
    key = f"turn:{table.id}:{ask.id}:{seat.id}"
    post(service, session, MailKind.TURN, key, seat.user_id, About.news(table, seat, ask), due_at=due)


def _is_on_page(session: Session, table: Table, seat: Seat, ask: Ask) -> bool:
    """Whether the seat has just played on the page and sees there that it is asked again."""
    last = select(Line).where(Line.table_id == table.id, Line.ply <= ask.ply, Line.how != "forced")
    line = session.exec(last.order_by(col(Line.ply).desc()).limit(1)).first()
    return line is not None and line.seat == seat.number and line.how in ON_PAGE


def reason(ask: Ask) -> Say | None:
    """Why a planned question is asked."""
    return msgspec.convert(ask.why_asked, Say) if ask.why_asked is not None else None
