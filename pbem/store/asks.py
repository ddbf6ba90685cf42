"""Which questions are open: at a table, for a seat, for a person."""

from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from pbem.store.mail_content import Waiting, content_of
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Line, Mail, Seat

IS_OPEN = col(Ask.closed_at).is_(None)
# Every page and every mail asks these, and writing a query takes longer than running it.
_OPEN_ASK = select(Ask).where(col(Ask.seat_id) == bindparam("seat"), IS_OPEN)


def open_asks(session: Session, table_id: int | None) -> list[Ask]:
    return list(session.exec(select(Ask).where(Ask.table_id == table_id, IS_OPEN)).all())


def open_ask(session: Session, seat_id: int) -> Ask | None:
    return session.exec(_OPEN_ASK, params={"seat": seat_id}).first()


def ask_of_number(session: Session, table_id: int, seat_number: int) -> tuple[Ask, Seat] | None:
    """The question of the seat with this number at the table."""
    query = select(Ask, Seat).join(Seat, col(Seat.id) == col(Ask.seat_id))
    return session.exec(query.where(Ask.table_id == table_id, Seat.number == seat_number, IS_OPEN)).first()


def line_for(session: Session, ask: Ask) -> Line | None:
    """The line that has answered it and still stands; None when it is open, was taken back, or is no longer asked."""
    answered = select(Line).where(Line.table_id == ask.table_id, Line.ask_id == ask.id)
    return session.exec(answered.where(col(Line.taken_back).is_(False))).first()


def asks_in(mail: Mail) -> tuple[int, ...]:
    """The questions that a reminder lists; no other mail lists any."""
    return content_of(mail, Waiting).asks if mail.kind is MailKind.REMINDER else ()


def open_among(session: Session, ask_ids: Sequence[int], user_id: int) -> list[Ask]:
    """The questions that this person has still to answer, the most urgent first."""
    query = select(Ask).join(Seat, col(Seat.id) == col(Ask.seat_id)).where(Seat.user_id == user_id, IS_OPEN)
    return list(session.exec(query.where(col(Ask.id).in_(ask_ids)).order_by(col(Ask.deadline_at))).all())
