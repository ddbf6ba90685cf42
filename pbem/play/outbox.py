"""Putting mails into the outbox, in the transaction of what causes them. No code path calls SMTP from here."""

import secrets
from datetime import datetime

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.store.mail_content import Content, stored
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Bounce, Mail, ReplyKey, Seat, Table
from pbem.store.models.mail import CANCELLED, PENDING
from pbem.store.people import main_address


def post(
    service: Service,
    session: Session,
    kind: MailKind,
    key: str,
    user_id: int,
    *,
    table: Table | None = None,
    seat: Seat | None = None,
    ask: Ask | None = None,
    due_at: datetime | None = None,
    useful_until: datetime | None = None,
    content: Content | None = None,
    tells: bool = True,
    email: str = "",
) -> Mail | None:
    """One mail under its key; None when that key has been used.

    A mail about a position tells what happened since the last one that did (`tells`). It goes to the person's main
    address unless `email` names another.
    """
    if session.exec(select(Mail.id).where(Mail.key == key)).first() is not None:
        return None
    now = service.now()
    mail = Mail(
        key=key,
        kind=kind,
        user_id=user_id,
        email=email or main_address(session, user_id),
        table_id=table.id if table is not None else None,
        seat_id=seat.id if seat is not None else None,
        ask_id=ask.id if ask is not None else None,
        content=stored(content),
        message_id=f"{key.replace(':', '.')}@{service.config.public_host}",
        bounce_key=secrets.token_hex(16),
        due_at=due_at or now,
        useful_until=useful_until,
        created_at=now,
    )
    if table is not None and seat is not None and table.started_at is not None:
        mail.ply, mail.since_ply = table.ply, seat.told_ply if tells else table.ply
        if tells:
            seat.told_ply = table.ply
            session.add(seat)
    session.add(mail)
    session.flush()
    return mail


def waiting_mails(session: Session, table: Table) -> list[Mail]:
    return list(session.exec(select(Mail).where(Mail.table_id == table.id, Mail.status == PENDING)).all())


def cancel_about(session: Session, waiting: list[Mail], asks: list[Ask]) -> None:
    """Mails about questions that are answered need not leave; what they would have told is told by the next one."""
    answered = {ask.id for ask in asks}
    for mail in waiting:
        if mail.ask_id not in answered:
            continue
        mail.status = CANCELLED
        session.add(mail)
        untell(session, mail)


def delete_mails(session: Session, which: ColumnElement[bool]) -> None:
    """With what hangs on them: the addresses that answers go to, and reports of those that came back."""
    mails = select(Mail.id).where(which)
    session.exec(delete(ReplyKey).where(col(ReplyKey.mail_id).in_(mails)))
    session.exec(delete(Bounce).where(col(Bounce.mail_id).in_(mails)))
    session.exec(delete(Mail).where(which))


def untell(session: Session, mail: Mail) -> None:
    """What a mail that does not leave would have told has not been told."""
    seat = session.get(Seat, mail.seat_id) if mail.seat_id is not None else None
    if seat is not None and mail.since_ply is not None:
        seat.told_ply = min(seat.told_ply, mail.since_ply)
        session.add(seat)


def release(session: Session, waiting: list[Mail], now: datetime) -> None:
    """The cooling-off of earlier lines is over because somebody has played on: what waits for it may leave.

    What waits because a mail server was away goes on waiting.
    """
    for mail in waiting:
        if mail.due_at > now and not mail.attempts:
            mail.due_at = now
            session.add(mail)
