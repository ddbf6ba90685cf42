"""What the operator does about troubles, and what a start does about those that the process before has left."""

from datetime import timedelta

from sqlmodel import col, select

from pbem.base.service import Service
from pbem.play.outbox import hint_delivery
from pbem.store.models import Failure, InboundMail, Mail
from pbem.store.models.inbound_mail import FAILED
from pbem.store.models.inbound_mail import PENDING as WAITS
from pbem.store.models.mail import DEAD, GIVEN_UP, PENDING

AFTER_START = timedelta(minutes=5)
STILL_NEWS = timedelta(days=5)
MOST = 500


def render_again(service: Service) -> int:
    """Mails that could not be rendered died of a release, and this process may be of the next one: after its start
    they get their attempts again, once. Returns how many."""
    started, now = service.started_at, service.now()
    if now - started > AFTER_START:
        return 0
    with service.db.writing() as session:
        died = select(Mail).where(
            GIVEN_UP,
            col(Mail.raw).is_(None),
            col(Mail.due_at) < started,
            col(Mail.created_at) > now - STILL_NEWS,
        )
        found = session.exec(died.order_by(col(Mail.created_at)).limit(MOST)).all()
        for mail in found:
            mail.status, mail.attempts, mail.error, mail.due_at = PENDING, 0, "", now
            session.add(mail)
    return len(found)


def send_again(service: Service, mail_id: int) -> None:
    """A mail that was given up gets all its attempts again, with the same bytes; pressing twice changes nothing."""
    with service.db.writing() as session:
        mail = session.get(Mail, mail_id)
        if mail is not None and mail.status == DEAD:
            mail.status, mail.attempts, mail.error, mail.due_at = PENDING, 0, "", service.now()
            session.add(mail)
            hint_delivery(service, session, mail)


def read_again(service: Service, inbound_id: int) -> None:
    """An incoming mail that failed is tried again, as long as its bytes are kept."""
    with service.db.writing() as session:
        mail = session.get(InboundMail, inbound_id)
        if mail is None or mail.status != FAILED or mail.raw is None:
            return
        mail.status, mail.attempts, mail.error, mail.done_at = WAITS, 0, "", None
        session.add(mail)
        service.hint_after(session, "read", inbound_id)


def dismiss(service: Service, failure_id: int) -> None:
    """The operator has looked at it."""
    with service.db.writing() as session:
        failure = session.get(Failure, failure_id)
        if failure is not None:
            session.delete(failure)
