"""What is not kept for ever: the bytes of mails, in and out, go after KEEP_RAW_DAYS. That there was a mail, from whom
and what became of it, stays, so that the same mail is still known if it comes again."""

from datetime import timedelta

from sqlalchemy import update
from sqlmodel import col, select

from pbem.base.service import Service
from pbem.store.models import InboundMail, Mail
from pbem.store.models.inbound_mail import PENDING, PROCESSING
from pbem.store.models.mail import CANCELLED, DEAD, SENT

MOST = 500  # of each kind in one sweep


def drop_raw(service: Service) -> int:
    """Drops the bytes of old mails that have been dealt with; returns their number."""
    before = service.now() - timedelta(days=service.config.keep_raw_days)
    came_in = select(InboundMail.id).where(
        col(InboundMail.raw).is_not(None),
        col(InboundMail.received_at) < before,
        col(InboundMail.status).not_in((PENDING, PROCESSING)),
    )
    went_out = select(Mail.id).where(
        col(Mail.raw).is_not(None), col(Mail.created_at) < before, col(Mail.status).in_((SENT, DEAD, CANCELLED))
    )
    with service.db.writing() as session:
        old = session.exec(came_in.order_by(col(InboundMail.received_at)).limit(MOST)).all()
        session.exec(update(InboundMail).where(col(InboundMail.id).in_(old)).values(raw=None))
        if not service.config.mail_leaves:
            return len(old)  # the built-in mailbox is where people read their mails
        sent = session.exec(went_out.order_by(col(Mail.created_at)).limit(MOST)).all()
        session.exec(update(Mail).where(col(Mail.id).in_(sent)).values(raw=None))
        return len(old) + len(sent)
