"""Puts mails into the outbox, in the transaction that causes them. Nothing here calls SMTP."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.store.mail_content import Content, stored
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask, Bounce, Mail, ReplyKey, Seat, Table
from pbem.store.models.mail import CANCELLED, PENDING
from pbem.store.people import main_address


@dataclass(frozen=True)
class About:
    """What a mail is about and which position it shows. Without a ply it shows none and tells no news."""

    table: Table | None = None
    seat: Seat | None = None
    ask: Ask | None = None
    ply: int | None = None
    since: int | None = None  # it tells what happened after this ply
    tells: bool = False  # the next mail to the seat goes on where this one ends

    @classmethod
    def news(cls, table: Table, seat: Seat, ask: Ask | None = None, since: int | None = None) -> "About":
        """The present position and what happened since the last mail that told it, or since an earlier ply."""
        told = seat.told_ply if since is None else min(since, seat.told_ply)
        return cls(table, seat, ask, table.ply, told, tells=True)

    @classmethod
    def board(cls, table: Table, seat: Seat, ask: Ask | None = None) -> "About":
        """The present position alone: the next mail says what has happened."""
        return cls(table, seat, ask, table.ply, table.ply)


NOTHING = About()


def post(
    service: Service,
    session: Session,
    kind: MailKind,
    key: str,
    user_id: int,
    about: About = NOTHING,
    *,
    content: Content | None = None,
    due_at: datetime | None = None,
    useful_until: datetime | None = None,
    email: str = "",
) -> Mail | None:
    """One mail under its key; None when that key has been used.

    It goes to the person's main address unless `email` names another.
    """
    if session.exec(select(Mail.id).where(Mail.key == key)).first() is not None:
        return None
    now = service.now()
    mail = Mail(
        key=key,
        kind=kind,
        user_id=user_id,
        email=email or main_address(session, user_id),
        table_id=about.table.id if about.table is not None else None,
        seat_id=about.seat.id if about.seat is not None else None,
        ask_id=about.ask.id if about.ask is not None else None,
        ply=about.ply,
        since_ply=about.since,
        content=stored(content),
        # By chance, too: after a restore the same key may be given to another question.
        message_id=f"{key.replace(':', '.')}.{secrets.token_hex(4)}@{service.config.public_host}",
        bounce_key=secrets.token_hex(16),
        due_at=due_at or now,
        useful_until=useful_until,
        created_at=now,
    )
    if about.seat is not None and about.ply is not None and about.tells:
        about.seat.told_ply = about.ply
        session.add(about.seat)
    session.add(mail)
    session.flush()
    hint_delivery(service, session, mail)
    return mail


def hint_delivery(service: Service, session: Session, mail: Mail) -> None:
    """For a mail that may leave now. One that is due later is found by the sweep."""
    if mail.due_at <= service.now():
        service.hint_after(session, "deliver")


def waiting_mails(session: Session, table: Table) -> list[Mail]:
    return list(session.exec(select(Mail).where(Mail.table_id == table.id, Mail.status == PENDING)).all())


def cancel_about(session: Session, waiting: list[Mail], asks: list[Ask]) -> None:
    """Mails about answered questions need not be sent; the next mail says what they would have said."""
    answered = {ask.id for ask in asks}
    for mail in waiting:
        if mail.ask_id not in answered:
            continue
        mail.status = CANCELLED
        session.add(mail)
        untell(session, mail)


def cancel_news(session: Session, waiting: list[Mail], seat: Seat) -> None:
    """A seat that is asked, or whose game is over, is told the news by that mail."""
    for mail in waiting:
        if mail.seat_id == seat.id and mail.kind in (MailKind.NEWS, MailKind.STARTED) and _may_still_change(mail):
            mail.status = CANCELLED
            session.add(mail)
            untell(session, mail)


def unsent_receipt(waiting: list[Mail], seat: Seat) -> Mail | None:
    """The receipt of the seat's last line, if it has not left."""
    receipts = (mail for mail in waiting if mail.kind is MailKind.RECEIPT and mail.seat_id == seat.id)
    return next((mail for mail in receipts if mail.ask_id is None and _may_still_change(mail)), None)


def ask_in_receipt(service: Service, session: Session, receipt: Mail, table: Table, seat: Seat, ask: Ask) -> None:
    """The seat is asked again before its receipt has left: one mail is enough for both."""
    receipt.ask_id, receipt.ply, receipt.due_at = ask.id, table.ply, service.now()
    seat.told_ply = table.ply
    session.add(receipt)
    session.add(seat)
    hint_delivery(service, session, receipt)


def _may_still_change(mail: Mail) -> bool:
    return mail.status == PENDING and not mail.attempts


def delete_mails(session: Session, which: ColumnElement[bool]) -> None:
    """With the rows that belong to them: reply addresses and bounce reports."""
    mails = select(Mail.id).where(which)
    session.exec(delete(ReplyKey).where(col(ReplyKey.mail_id).in_(mails)))
    session.exec(delete(Bounce).where(col(Bounce.mail_id).in_(mails)))
    session.exec(delete(Mail).where(which))


def untell(session: Session, mail: Mail) -> None:
    """The news in a mail that is not sent still has to be told."""
    seat = session.get(Seat, mail.seat_id) if mail.seat_id is not None else None
    if seat is not None and mail.since_ply is not None:
        seat.told_ply = min(seat.told_ply, mail.since_ply)
        session.add(seat)


def release(service: Service, session: Session, waiting: list[Mail]) -> None:
    """The cooling-off of earlier lines ends because somebody has played: mails that wait for it may be sent.

    Mails that wait for a mail server go on waiting, and so does talk, which the next mail may hold.
    """
    now = service.now()
    for mail in waiting:
        if mail.due_at > now and not mail.attempts and mail.kind is not MailKind.TALK:
            mail.due_at = now
            session.add(mail)
            hint_delivery(service, session, mail)
