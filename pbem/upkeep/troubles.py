"""What the operator does about troubles."""

from pbem.base.service import Service
from pbem.play.outbox import hint_delivery
from pbem.store.models import Failure, InboundMail, Mail
from pbem.store.models.inbound_mail import FAILED
from pbem.store.models.inbound_mail import PENDING as WAITS
from pbem.store.models.mail import DEAD, PENDING


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
