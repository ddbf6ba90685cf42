"""Getting mails out of the outbox: claimed under a lease, rendered once, sent, marked.

No SMTP call happens inside a transaction. A crash between the server's 250 and our commit sends a second copy with the
same Message-ID; at every other point nothing is lost and nothing is doubled.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import and_, func, or_, update
from sqlmodel import Session, col, select

from pbem.actions.reminding import open_among
from pbem.mail.transport import Postman, Refused, Unreachable
from pbem.models import Address, Mail
from pbem.models.mail import CANCELLED, DEAD, PENDING, SENDING, SENT, WAITING
from pbem.service import Service

BATCH = 50
LEASE = timedelta(minutes=3)  # longer than any SMTP time-out
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
NEVER_CONTACTED = (".invalid", ".example", ".test")
BOUNCE_AT_ONCE = 2  # a hard refusal counts like a hard bounce

Render = Callable[[Service, Mail], bytes]


def claim(service: Service) -> Mail | None:
    """The mail that has been due longest, leased to the caller."""
    now = service.now()
    with service.db.writing() as session:
        due = or_(
            and_(col(Mail.status) == PENDING, col(Mail.due_at) <= now),
            and_(col(Mail.status) == SENDING, col(Mail.lease_until) <= now),
        )
        chosen = session.exec(
            select(Mail.id).where(WAITING, due).order_by(col(Mail.due_at)).limit(1).with_for_update(skip_locked=True)
        ).first()
        if chosen is None:
            return None
        session.exec(
            update(Mail)
            .where(col(Mail.id) == chosen)
            .values(status=SENDING, lease_until=now + LEASE, attempts=Mail.attempts + 1)
        )
        return session.get_one(Mail, chosen)


def deliver_due(service: Service, postman: Postman, render: Render, most: int = BATCH) -> int:
    """Sends what is due, at most a batch; returns how many mails were dealt with."""
    dealt = 0
    with postman:
        while dealt < most and (mail := claim(service)) is not None:
            _deliver(service, postman, render, mail)
            dealt += 1
    return dealt


def _deliver(service: Service, postman: Postman, render: Render, mail: Mail) -> None:
    why_not = _not_to_be_sent(service, mail)
    if why_not:
        _mark(service, mail.id, CANCELLED, why_not)
        return
    raw = mail.raw
    if raw is None:
        raw = render(service, mail)
        _store(service, mail.id, raw)
    try:
        postman.send(f"b+{mail.bounce_key}@{service.config.mail_domain}", mail.email, raw)
    except Refused as refused:
        _refused(service, mail, refused)
    except Unreachable as error:
        _try_later(service, mail, str(error))
    else:
        _mark(service, mail.id, SENT, "")


def _not_to_be_sent(service: Service, mail: Mail) -> str:
    now = service.now()
    if service.config.mail_disabled:
        return "MAIL_DISABLED is set"
    if mail.useful_until is not None and now >= mail.useful_until:
        return "it had lost its sense"
    if mail.email.endswith(NEVER_CONTACTED):
        return "such addresses are never contacted"
    with service.db.reading() as session:
        if mail.kind == "reminder" and not open_among(session, _asks_in(mail)):
            return "its questions are answered"
        address = session.exec(
            select(Address).where(Address.user_id == mail.user_id, Address.email == mail.email)
        ).first()
        if address is not None and address.suspended_at is not None:
            return "the address is suspended"
        if _sent_today(session, mail.email, now) >= service.config.daily_mail_cap:
            return "the address has had its mails of the day"
    return ""


def _asks_in(mail: Mail) -> list[int]:
    ids = mail.content.get("asks")
    return ids if isinstance(ids, list) else []


def _sent_today(session: Session, email: str, now: datetime) -> int:
    since = now - timedelta(days=1)
    query = select(func.count()).select_from(Mail).where(Mail.email == email, col(Mail.sent_at) > since)
    return session.exec(query).one()


def _store(service: Service, mail_id: int, raw: bytes) -> None:
    with service.db.writing() as session:
        session.exec(update(Mail).where(col(Mail.id) == mail_id).values(raw=raw))


def _mark(service: Service, mail_id: int, status: str, error: str) -> None:
    now = service.now()
    values = {"status": status, "error": error, "lease_until": None}
    with service.db.writing() as session:
        session.exec(
            update(Mail).where(col(Mail.id) == mail_id).values(**values, sent_at=now if status == SENT else None)
        )


def _try_later(service: Service, mail: Mail, error: str) -> None:
    if mail.attempts > len(BACK_OFF):
        _mark(service, mail.id, DEAD, error)
        return
    wait = BACK_OFF[min(mail.attempts, len(BACK_OFF)) - 1]
    with service.db.writing() as session:
        session.exec(
            update(Mail)
            .where(col(Mail.id) == mail.id)
            .values(status=PENDING, error=error, lease_until=None, due_at=service.now() + wait)
        )


def _refused(service: Service, mail: Mail, refused: Refused) -> None:
    """The server will never take it: the address is at fault, or the mail is."""
    _mark(service, mail.id, DEAD, str(refused))
    if not refused.at_recipient:
        return
    with service.db.writing() as session:
        address = session.exec(
            select(Address).where(Address.user_id == mail.user_id, Address.email == mail.email)
        ).first()
        if address is not None:
            address.bounce_score += BOUNCE_AT_ONCE
            address.bounced_at = service.now()
            session.add(address)
