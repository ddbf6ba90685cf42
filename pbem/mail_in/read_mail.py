"""What happens to a mail that came in: which kind it is, who wrote it, what it asks for.

A mail is dealt with under a lease. What it plays, its receipt and the end of its own row are one transaction, so that
a crash at any point plays the line once and the answer leaves.
"""

import logging
from datetime import timedelta

from sqlalchemy import or_, update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.mail_in.answer_limits import pause_until, put_off, said_before
from pbem.mail_in.answers import finish
from pbem.mail_in.bounces import count_bounce, count_complaint, lift_suspension
from pbem.mail_in.carry_out import answer_lost, ask_confirmation, carry_out
from pbem.mail_in.consents import answer_other_question
from pbem.mail_in.parse.addresses import Route, Verdict, route, sender, verdict
from pbem.mail_in.parse.classify import Kind, classify
from pbem.mail_in.parse.guards import Headers
from pbem.mail_in.parse.letter import Letter
from pbem.mail_in.parser import PARSER
from pbem.mail_in.reply import Reply, find_reply
from pbem.people.settings import unsubscribe
from pbem.store.models import InboundMail
from pbem.store.models.inbound_mail import ACCEPTED, FAILED, FOR_OPERATOR, IGNORED, PENDING, PROCESSING, WAITING
from pbem.store.people import confirmed_addresses
from pbem.store.reply_keys import owner_of

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
            _finish(service, mail.id, FAILED, type(error).__name__)


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


def _finish(service: Service, inbound_id: int, status: str, why: str = "") -> None:
    with service.db.writing() as session:
        finish(service, session, inbound_id, status, why)


def _deal_with(service: Service, inbound: InboundMail) -> None:
    raw = inbound.raw or b""
    letter = PARSER.letter(raw)
    config, headers = service.config, letter.headers
    where = route(headers, [inbound.recipient] if inbound.recipient else [], config.mail_domain)
    classified = classify(
        headers,
        envelope_from=inbound.sender if inbound.transport in WITH_ENVELOPE else None,
        recipient=where.recipient,
        own_addresses=[config.mail_from],
        instance=config.instance,
    )
    if classified.kind is Kind.BOUNCE:
        _finish(service, inbound.id, *count_bounce(service, where, raw))
    elif classified.kind is Kind.COMPLAINT:
        _finish(service, inbound.id, *count_complaint(service, raw))
    elif not classified.may_be_answered:
        _finish(service, inbound.id, IGNORED, f"{classified.kind}: {classified.why}")
    else:
        _from_a_person(service, inbound, letter, where)


def _from_a_person(service: Service, inbound: InboundMail, letter: Letter, where: Route) -> None:
    if where.recipient is not None and where.recipient.purpose == "unsubscribe":
        _finish(service, inbound.id, *_stop_mails(service, where.recipient.key))
        return
    if where.recipient is not None and not where.recipient.key:
        _keep_for_operator(service, inbound.id, where.recipient.purpose, letter)
        return
    with service.db.reading() as session:
        reply = find_reply(service, session, inbound, letter, where)
        trusted = reply is not None and reply.by_key and _is_hers(service, session, reply, letter.headers)
        if reply is not None and trusted:
            lift_suspension(service, session, reply.user.id)
    if reply is None:
        why = f"unreadable: {letter.trouble}" if letter.trouble else "no mail of ours is answered by it"
        _finish(service, inbound.id, IGNORED, why)
    elif trusted:
        _belongs_to(service, inbound.id, reply.user.id)
        if _waits(service, reply, inbound.raw or b""):
            return
        if reply.is_lost:
            answer_lost(service, reply)
        elif not answer_other_question(service, reply):
            carry_out(service, reply)
    else:
        ask_confirmation(service, reply)


def _waits(service: Service, reply: Reply, raw: bytes) -> bool:
    """Whether the mail is not dealt with now: it was answered before, or more have come than are answered at once."""
    with service.db.writing() as session:
        if said_before(session, reply, raw):
            finish(service, session, reply.inbound_id, IGNORED, "the same words were answered before")
            return True
        until = pause_until(service, session, reply.user.id)
        if until is not None:
            put_off(service, session, reply, until)
        return until is not None


def _belongs_to(service: Service, inbound_id: int, user_id: int) -> None:
    """Only a mail whose writer was recognised is somebody's: exported with her data, deleted with them."""
    with service.db.writing() as session:
        session.exec(update(InboundMail).where(col(InboundMail.id) == inbound_id).values(user_id=user_id))


def _keep_for_operator(service: Service, inbound_id: int, purpose: str, letter: Letter) -> None:
    """With what it says, in short: the operator's page never parses a mail."""
    with service.db.writing() as session:
        inbound = session.get_one(InboundMail, inbound_id)
        inbound.excerpt = letter.excerpt or letter.trouble
        session.add(inbound)
        finish(service, session, inbound_id, ACCEPTED, f"{FOR_OPERATOR}{purpose}")


def _stop_mails(service: Service, key: str) -> tuple[str, str]:
    """A mail to the address of List-Unsubscribe does what the link does: no reminders and no news; questions go on."""
    with service.db.reading() as session:
        owner = owner_of(service, session, key)
    if owner is None:
        return IGNORED, "nobody's address"
    unsubscribe(service, owner.id)
    return ACCEPTED, "unsubscribed"


def _is_hers(service: Service, session: Session, reply: Reply, headers: Headers) -> bool:
    """The mail says that it is from one confirmed address of this person. Where our mail system checks senders, it
    must have found that true; elsewhere it must not have found it forged.

    An invitation or a question about an address goes to one that is not confirmed: whoever answers from there has it.
    """
    found = verdict(headers, service.config.authserv_id)
    if found is not Verdict.PASS and (service.config.authserv_id or found is Verdict.FAIL):
        return False
    own = confirmed_addresses(session, reply.user.id)
    if reply.mail is not None and reply.mail.kind.goes_to_strangers:
        own = {*own, reply.mail.email}
    return sender(headers) in own
