"""Getting mails out of the outbox: claimed under a lease, rendered once, sent, marked.

No SMTP call happens inside a transaction. A crash between the server's 250 and our commit sends a second copy with the
same Message-ID; at every other point nothing is lost and nothing is doubled.
"""

import logging
import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, func, or_, update
from sqlmodel import Session, col, select

from pbem.base.logs import told
from pbem.base.service import Service
from pbem.base.tallies import MAILS
from pbem.mail_in.bounces import add_score
from pbem.mail_in.parse.bounces import PERMANENT
from pbem.mail_out.transport import Away, Postman, Refused, Unreachable
from pbem.play.outbox import untell
from pbem.store.asks import asks_in, open_among
from pbem.store.faults import record_failure
from pbem.store.mail_kind import QUESTIONS, MailKind
from pbem.store.models import Address, Ask, Mail, Pulse, Seat
from pbem.store.models.mail import CANCELLED, DEAD, PENDING, SENDING, SENT, WAITING
from pbem.store.models.pulse import THE_ONE
from pbem.store.models.seat import INVITED
from pbem.tables.talk import is_told

BATCH = 50
LONGEST_BATCH = 40.0  # seconds, far below the time that a task may take, however slow the mail server is
CROWD = 10  # so many due mails are worth a second process
MOST_PUT_OFF = 3  # mails in a row that the server puts off: then it is the server, not the mails
REST = timedelta(minutes=1)
LEASE = timedelta(minutes=3)  # longer than a task may live: nobody alive loses it
BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))  # and then as long as the last one
JITTER = 0.2  # so that what failed together does not come back together
MOST_DAYS = timedelta(days=5)  # after which a mail that nothing else ends is given up
MOST_RENDERINGS = 3
PROBE_EVERY = timedelta(weeks=1)
NEVER_CONTACTED = (".invalid", ".example", ".test")

ENOUGH = "the address has had its mails of the day"
PUT_OFF = timedelta(hours=1)

Render = Callable[[Service, Mail], bytes]
log = logging.getLogger(__name__)


def _due(now: datetime) -> ColumnElement[bool]:
    return or_(
        and_(col(Mail.status) == PENDING, col(Mail.due_at) <= now),
        and_(col(Mail.status) == SENDING, col(Mail.lease_until) <= now),
    )


def claim(service: Service) -> Mail | None:
    """The mail that has been due longest, leased to the caller."""
    now = service.now()
    with service.db.writing() as session:
        if _rests(session, now):
            return None
        longest_due = select(Mail.id).where(WAITING, _due(now)).order_by(col(Mail.due_at)).limit(1)
        chosen = session.exec(longest_due.with_for_update(skip_locked=True)).first()
        if chosen is None:
            return None
        session.exec(
            update(Mail)
            .where(col(Mail.id) == chosen)
            .values(status=SENDING, lease_until=now + LEASE, attempts=Mail.attempts + 1)
        )
        return session.get_one(Mail, chosen)


def is_due(service: Service, most: int = 1) -> bool:
    """Whether at least so many mails could be sent now."""
    now = service.now()
    with service.db.reading() as session:
        due = session.exec(select(Mail.id).where(WAITING, _due(now)).limit(most)).all()
        return len(due) == most and not _rests(session, now)


def deliver_due(service: Service, postman: Postman, render: Render, most: int = BATCH) -> int:
    """Sends what is due, at most a batch, and ends in time; returns how many mails were dealt with."""
    dealt = put_off = 0
    ends = time.monotonic() + LONGEST_BATCH
    with postman:
        while dealt < most and time.monotonic() < ends and (mail := claim(service)) is not None:
            dealt += 1
            try:
                put_off = 0 if _deliver(service, postman, render, mail) else put_off + 1
            except Away as away:
                # No mail's fault: this one waits a little, and the others are not even tried.
                _wait(service, mail, str(away), BACK_OFF[0])
                put_off = MOST_PUT_OFF
            if put_off == MOST_PUT_OFF:
                _rest(service)
                break
    return dealt


def _rests(session: Session, now: datetime) -> bool:
    pulse = session.get(Pulse, THE_ONE)
    return pulse is not None and pulse.sending_rests_until is not None and now < pulse.sending_rests_until


def _rest(service: Service) -> None:
    """The mail server is away or puts everything off: no process tries it for a while, and no mail is counted as
    tried."""
    until = service.now() + REST
    told(log, "sending rests", until=until)
    with service.db.writing() as session:
        session.exec(update(Pulse).where(col(Pulse.id) == THE_ONE).values(sending_rests_until=until))


def _deliver(service: Service, postman: Postman, render: Render, mail: Mail) -> bool:
    """False if the mail server has put it off."""
    why_not = _not_to_be_sent(service, mail)
    if why_not:
        if why_not == ENOUGH and mail.kind.is_question:
            _wait(service, mail, why_not, PUT_OFF)
        else:
            _cancel(service, mail, why_not)
        return True
    raw = mail.raw
    if raw is None:
        try:
            raw = _store(service, mail.id, render(service, mail))
        except Exception as error:
            _not_rendered(service, mail, error)
            return True
    try:
        postman.send(_envelope_sender(service, mail), mail.email, raw)
    except Refused as refused:
        _refused(service, mail, refused)
    except Unreachable as error:
        _try_later(service, mail, str(error))
        return False
    else:
        _mark(service, mail, SENT, "")
    return True


def _envelope_sender(service: Service, mail: Mail) -> str:
    """Where it comes back to. Answers to mails never come back: two machines would write to each other for ever."""
    return "" if mail.is_answer else f"b+{mail.bounce_key}@{service.config.mail_domain}"


def _not_to_be_sent(service: Service, mail: Mail) -> str:
    now = service.now()
    if service.config.mail_disabled:
        return "MAIL_DISABLED is set"
    if mail.useful_until is not None and now >= mail.useful_until:
        return "it had lost its sense"
    if service.config.mail_leaves and mail.email.endswith(NEVER_CONTACTED):
        return "such addresses are never contacted"
    with service.db.reading() as session:
        if mail.seat_id is not None and session.get_one(Seat, mail.seat_id).user_id != mail.user_id:
            return "the seat is not this person's any more"  # and its links would open it
        if mail.kind is MailKind.REMINDER and not open_among(session, asks_in(mail), mail.user_id):
            return "its questions are answered"
        if mail.kind is MailKind.TURN and session.get_one(Ask, mail.ask_id).closed_at is not None:
            return "the question is closed"
        if mail.kind is MailKind.TALK and is_told(session, mail):
            return "another mail has told it"
        if mail.kind is MailKind.INVITATION and session.get_one(Seat, mail.seat_id).status != INVITED:
            return "nobody waits for an answer any more"
        address = session.exec(
            select(Address).where(Address.user_id == mail.user_id, Address.email == mail.email)
        ).first()
        if address is not None and address.suspended_at is not None and not _may_probe(session, address, now):
            return "the address is suspended"
        if service.config.mail_leaves and _sent_today(session, mail, now) >= service.config.daily_mail_cap:
            return ENOUGH
    return ""


def _may_probe(session: Session, address: Address, now: datetime) -> bool:
    """Once a week a mail tries whether a suspended address is reached again."""
    last_sent = session.exec(select(func.max(Mail.sent_at)).where(Mail.email == address.email)).one()
    tried = max(filter(None, (address.suspended_at, address.bounced_at, last_sent)))
    return tried <= now - PROBE_EVERY


def _sent_today(session: Session, mail: Mail, now: datetime) -> int:
    """To this address. Beside questions only questions count: others can cause the rest."""
    since = now - timedelta(days=1)
    query = select(func.count()).select_from(Mail).where(Mail.email == mail.email, col(Mail.sent_at) > since)
    if mail.kind.is_question:
        query = query.where(col(Mail.kind).in_(QUESTIONS))
    return session.exec(query).one()


def _store(service: Service, mail_id: int, raw: bytes) -> bytes:
    """Keeps the bytes and returns the kept ones: a worker whose lease ran out sends what the next one sends."""
    with service.db.writing() as session:
        session.exec(update(Mail).where(col(Mail.id) == mail_id, col(Mail.raw).is_(None)).values(raw=raw))
        return session.exec(select(Mail.raw).where(Mail.id == mail_id)).one() or raw


def _mark(service: Service, mail: Mail, status: str, error: str) -> bool:
    """What has become of it. Whoever has lost the lease knows only one thing better than others: that it was sent."""
    if status == SENT:
        which, sent_at = col(Mail.id) == mail.id, service.now()
    else:
        which, sent_at = _still_ours(mail), None
    values = {"status": status, "error": error, "lease_until": None, "sent_at": sent_at}
    with service.db.writing() as session:
        is_marked = bool(session.exec(update(Mail).where(which).values(**values)).rowcount)
    if is_marked:
        service.tallies.count(MAILS, kind=mail.kind, result=status)
        told(log, f"mail {status}", mail=mail.id, kind=mail.kind, user=mail.user_id, attempt=mail.attempts, why=error)
    return is_marked


def _still_ours(mail: Mail) -> ColumnElement[bool]:
    return (col(Mail.id) == mail.id) & (col(Mail.status) == SENDING) & (col(Mail.lease_until) == mail.lease_until)


def _cancel(service: Service, mail: Mail, why: str) -> None:
    """The next mail says what this one would have said."""
    if _mark(service, mail, CANCELLED, why):
        with service.db.writing() as session:
            untell(session, mail)


def _try_later(service: Service, mail: Mail, error: str) -> None:
    """As long as the mail is of use: a question until it is answered, anything else for some days."""
    if not mail.kind.ends_with_its_question and service.now() - mail.created_at > MOST_DAYS:
        _mark(service, mail, DEAD, error)
        return
    _wait(service, mail, error, BACK_OFF[min(mail.attempts, len(BACK_OFF)) - 1])


def _wait(service: Service, mail: Mail, error: str, wait: timedelta) -> None:
    service.tallies.count(MAILS, kind=mail.kind, result="put-off")
    due = service.now() + wait * random.uniform(1 - JITTER, 1 + JITTER)
    told(log, "mail put off", mail=mail.id, kind=mail.kind, user=mail.user_id, attempt=mail.attempts, why=error)
    with service.db.writing() as session:
        session.exec(
            update(Mail).where(_still_ours(mail)).values(status=PENDING, error=error, lease_until=None, due_at=due)
        )


def _not_rendered(service: Service, mail: Mail, error: Exception) -> None:
    """Our own mistake: the others go on, and after a few tries this one is the operator's."""
    record_failure(service, f"render {mail.kind} {mail.id}", error)
    if mail.attempts >= MOST_RENDERINGS:
        _mark(service, mail, DEAD, f"{type(error).__name__}: {error}")
    else:
        _wait(service, mail, "it could not be rendered", BACK_OFF[0])


def _refused(service: Service, mail: Mail, refused: Refused) -> None:
    """The server will never take it: the address is at fault, which counts like a bounce, or something is that the
    operator should look at."""
    if not _mark(service, mail, DEAD, str(refused)):
        return
    if not refused.at_recipient:
        record_failure(service, f"send {mail.kind} {mail.id}", refused)
        return
    with service.db.writing() as session:
        address = session.exec(
            select(Address).where(Address.user_id == mail.user_id, Address.email == mail.email)
        ).first()
        if address is not None:
            add_score(service, session, address, PERMANENT)
