"""What the operator does about troubles."""

from pbem.models import Failure, Mail
from pbem.models.mail import DEAD, PENDING
from pbem.service import Service


def send_again(service: Service, mail_id: int) -> None:
    """A mail that was given up gets all its tries anew, with the same bytes; pressing twice changes nothing."""
    with service.db.writing() as session:
        mail = session.get(Mail, mail_id)
        if mail is not None and mail.status == DEAD:
            mail.status, mail.attempts, mail.error, mail.due_at = PENDING, 0, "", service.now()
            session.add(mail)
    service.hint("deliver", None)


def dismiss(service: Service, failure_id: int) -> None:
    """The operator has looked at it."""
    with service.db.writing() as session:
        failure = session.get(Failure, failure_id)
        if failure is not None:
            session.delete(failure)
