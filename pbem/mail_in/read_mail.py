"""What happens to a mail that came in: which kind it is, who wrote it, what it asks for.

A mail is dealt with under a lease. What it plays, its receipt and the end of its own row are one transaction, so that
a crash at any point plays the line once and the answer leaves.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import or_, update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.mail_in.bounces import count_bounce, count_complaint, lift_suspension
from pbem.mail_in.carry_out import Letterbox, Writer, answer_person, ask_confirmation
from pbem.mail_in.parse.addresses import Route, Verdict, route, sender, verdict
from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.classify import Kind, classify
from pbem.mail_in.parse.guards import Headers, Incoming, Unreadable, take
from pbem.mail_in.parse.quotes import cut
from pbem.people.settings import unsubscribe
from pbem.store.models import InboundMail, Mail, ReplyKey, User
from pbem.store.models.inbound_mail import ACCEPTED, FAILED, FOR_OPERATOR, IGNORED, PENDING, PROCESSING, WAITING
from pbem.store.people import confirmed_addresses

LEASE = timedelta(minutes=2)
PATIENCE = timedelta(minutes=1)  # after which the sweep looks for what a lost hint has left
MOST_ATTEMPTS = 5
MOST = 100
WITH_ENVELOPE = ("smtp", "lmtp")  # ways that tell the true sender of the envelope, empty for bounces
log = logging.getLogger(__name__)


def read_waiting(service: Service) -> int:
    """Deals with mails whose hint was lost, and with those that a crashed worker has left; returns how many."""
    now = service.now()
    with service.db.reading() as session:
        waiting = session.exec(
            select(InboundMail.id)
            .where(
                WAITING,
                or_(
                    (col(InboundMail.status) == PENDING) & (col(InboundMail.received_at) <= now - PATIENCE),
                    (col(InboundMail.status) == PROCESSING) & (col(InboundMail.lease_until) <= now),
                ),
            )
            .order_by(col(InboundMail.received_at))
            .limit(MOST)
        ).all()
    for inbound_id in waiting:
        read_mail(service, inbound_id)
    return len(waiting)


def read_mail(service: Service, inbound_id: int) -> None:
    """Deals with one mail; nothing that it holds can make this raise anything but a database that is away."""
    mail = _claim(service, inbound_id)
    if mail is None:
        return
    try:
        _deal_with(service, mail)
    except OperationalError:
        raise
    except Exception as error:  # whatever a mail can do, the next one must be read
        log.error("inbound mail %d failed", inbound_id, exc_info=error)
        if mail.attempts >= MOST_ATTEMPTS:
            finish(service, mail.id, FAILED, type(error).__name__)


def _claim(service: Service, inbound_id: int) -> InboundMail | None:
    now = service.now()
    with service.db.writing() as session:
        free = or_(
            col(InboundMail.status) == PENDING,
            (col(InboundMail.status) == PROCESSING) & (col(InboundMail.lease_until) <= now),
        )
        claimed = session.exec(
            update(InboundMail)
            .where(col(InboundMail.id) == inbound_id, free)
            .values(status=PROCESSING, lease_until=now + LEASE, attempts=InboundMail.attempts + 1)
        )
        return session.get_one(InboundMail, inbound_id) if claimed.rowcount else None


def finish(service: Service, inbound_id: int, status: str, why: str = "") -> None:
    with service.db.writing() as session:
        Letterbox(service, session, inbound_id).finish(status, why)


def _deal_with(service: Service, inbound: InboundMail) -> None:
    try:
        mail = take(inbound.raw or b"")
    except Unreadable as wrong:
        finish(service, inbound.id, IGNORED, f"unreadable: {wrong}")
        return
    config, headers = service.config, mail.headers
    where = route(headers, [inbound.recipient] if inbound.recipient else [], config.mail_domain)
    classified = classify(
        headers,
        envelope_from=inbound.sender if inbound.transport in WITH_ENVELOPE else None,
        recipient=where.recipient,
        own_addresses=[config.mail_from],
        instance=config.instance,
    )
    if classified.kind is Kind.BOUNCE:
        finish(service, inbound.id, *count_bounce(service, mail, where, inbound.raw or b""))
    elif classified.kind is Kind.COMPLAINT:
        finish(service, inbound.id, *count_complaint(service, mail))
    elif not classified.may_be_answered:
        finish(service, inbound.id, IGNORED, f"{classified.kind}: {classified.why}")
    else:
        _from_a_person(service, inbound, mail, where)


def _from_a_person(service: Service, inbound: InboundMail, mail: Incoming, where: Route) -> None:
    if where.recipient is not None and where.recipient.purpose == "unsubscribe":
        finish(service, inbound.id, *_stop_mails(service, where.recipient.key))
        return
    if where.recipient is not None and not where.recipient.key:
        finish(service, inbound.id, ACCEPTED, f"{FOR_OPERATOR}{where.recipient.purpose}")
        return
    with service.db.reading() as session:
        found = _addressed(session, where)
        if found is None:
            finish_with = "no mail of ours is answered by it"
        else:
            finish_with = ""
            writer = Writer.of(session, found.user_id, found.seat_id, found.ask_id, found.mail_id)
            trusted = found.by_key and _is_hers(service, session, writer.user, mail.headers)
            if trusted:
                lift_suspension(service, session, found.user_id)
    if finish_with or found is None:
        finish(service, inbound.id, IGNORED, finish_with)
        return
    written = cut(read_body(mail).text)
    if trusted:
        answer_person(service, inbound, writer, written, mail.headers.subject)
    else:
        ask_confirmation(service, inbound.id, writer, written, sender(mail.headers) or "")


def _stop_mails(service: Service, key: str) -> tuple[str, str]:
    """A mail to the address of List-Unsubscribe does what the link does: no reminders and no news; questions go on."""
    with service.db.reading() as session:
        known = session.get(ReplyKey, key)
    if known is None:
        return IGNORED, "nobody's address"
    unsubscribe(service, known.user_id)
    return ACCEPTED, "unsubscribed"


@dataclass(frozen=True)
class _Addressed:
    """Which mail of ours is answered. Only the key of the address is a secret; ids of mails can be guessed."""

    user_id: int
    seat_id: int | None
    ask_id: int | None
    mail_id: int | None
    by_key: bool


def _addressed(session: Session, where: Route) -> _Addressed | None:
    if where.recipient is not None:
        key = session.get(ReplyKey, where.recipient.key)
        return _Addressed(key.user_id, key.seat_id, key.ask_id, key.mail_id, True) if key is not None else None
    parents = [parent.strip("<>") for parent in where.parents]
    parent = session.exec(select(Mail).where(col(Mail.message_id).in_(parents))).first() if parents else None
    if parent is None:
        return None
    return _Addressed(parent.user_id, parent.seat_id, parent.ask_id, parent.id, False)


def _is_hers(service: Service, session: Session, user: User, headers: Headers) -> bool:
    """The mail says that it is from one confirmed address of this person, and no mail system has found it forged."""
    if verdict(headers, service.config.authserv_id) is Verdict.FAIL:
        return False
    return sender(headers) in confirmed_addresses(session, user.id)
