"""Mails that come back. An address that bounces too often is suspended, and the host of its tables is told."""

from datetime import timedelta
from hashlib import sha256

from sqlalchemy import update
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.mail_in.parse.addresses import Route
from pbem.mail_in.parse.bounces import FORGOTTEN_AFTER_DAYS, THRESHOLD
from pbem.mail_in.parser import PARSER
from pbem.people.settings import unsubscribe
from pbem.store.mail_content import AboutTable
from pbem.store.models import Address, Bounce, Mail, Seat, Table
from pbem.store.models.inbound_mail import ACCEPTED, IGNORED
from pbem.store.models.seat import JOINED
from pbem.store.models.table import PAUSED, RUNNING
from pbem.tables.acts import tell


def count_bounce(service: Service, where: Route, raw: bytes) -> tuple[str, str]:
    """Counts a report about a mail of ours, once; returns the status of the report and why.

    A report without a key that we gave out changes nothing: anybody can write one.
    """
    if where.recipient is None or where.recipient.purpose != "bounce":
        return IGNORED, "bounce without a key"
    report, digest = PARSER.bounce(raw), sha256(raw).hexdigest()
    with service.db.writing() as session:
        sent = session.exec(select(Mail).where(Mail.bounce_key == where.recipient.key)).first()
        if sent is None:
            return IGNORED, "bounce of an unknown mail"
        if session.exec(select(Bounce.id).where(Bounce.mail_id == sent.id, Bounce.score >= report.score)).first():
            return IGNORED, "another bounce of the same mail"
        status = next((failure.status for failure in report.failures if failure.status), "")
        now = service.now()
        session.add(Bounce(mail_id=sent.id, digest=digest, status=status, score=report.score, came_at=now))
        address = session.exec(
            select(Address).where(Address.email == sent.email, Address.user_id == sent.user_id)
        ).first()
        if address is not None and report.score:
            add_score(service, session, address, report.score)
    return ACCEPTED, f"bounce {status}".strip()


def add_score(service: Service, session: Session, address: Address, score: int) -> None:
    """Old bounces are forgotten; at the threshold the address is suspended and the hosts are told."""
    now = service.now()
    if address.bounced_at is not None and now - address.bounced_at > timedelta(days=FORGOTTEN_AFTER_DAYS):
        address.bounce_score = 0
    address.bounce_score, address.bounced_at = address.bounce_score + score, now
    session.add(address)
    if address.bounce_score >= THRESHOLD and address.suspended_at is None:
        address.suspended_at = now
        _tell_hosts(service, session, address)


def lift_suspension(service: Service, session: Session, user_id: int) -> None:
    """Whoever presses or answers what we have mailed reads our mails again. `session` only looks."""
    suspended = (col(Address.user_id) == user_id, col(Address.suspended_at).is_not(None))
    if session.exec(select(Address.id).where(*suspended)).first() is None:
        return
    fresh = {"bounce_score": 0, "bounced_at": None, "suspended_at": None}
    with service.db.writing() as writing:
        writing.exec(update(Address).where(*suspended).values(**fresh))


def _tell_hosts(service: Service, session: Session, address: Address) -> None:
    rows = session.exec(
        select(Seat, Table)
        .join(Table, col(Table.id) == col(Seat.table_id))
        .where(Seat.user_id == address.user_id, Seat.status == JOINED, col(Table.status).in_((RUNNING, PAUSED)))
    ).all()
    for seat, table in rows:
        host = session.exec(select(Seat).where(Seat.table_id == table.id, Seat.user_id == table.host_id)).first()
        if host is not None and host.id != seat.id:
            key = f"unreachable:{table.id}:{seat.id}:{int(service.now().timestamp())}"
            tell(service, session, table, host, key, AboutTable("unreachable", seat.name))


def count_complaint(service: Service, raw: bytes) -> tuple[str, str]:
    """Somebody pressed "spam": reminders and news to that person stop at once."""
    complaint = PARSER.complaint(raw, service.config.mail_domain)
    if not complaint.counts:
        return IGNORED, f"complaint: {complaint.kind}"
    with service.db.reading() as session:
        by_key = session.exec(select(Mail.user_id).where(col(Mail.bounce_key).in_(complaint.keys))).all()
    for user_id in set(by_key):
        unsubscribe(service, user_id)
    return (ACCEPTED, "complaint") if by_key else (IGNORED, "complaint without a key")
