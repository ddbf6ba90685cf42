"""Mailing links again."""

from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.play.outbox import post
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail, User
from pbem.store.people import settled_address

ONCE_IN = 300  # seconds: pressing again sooner sends nothing
DAY = timedelta(days=1)
MOST_A_DAY = 5  # to one person: anybody may ask for them who knows the address


def mail_links(service: Service, email: str) -> None:
    """All links of whoever has this address; nothing for a stranger's."""
    _mail(service, email, None)


def mail_lost_links(service: Service, email: str) -> None:
    """The same, for somebody of whom nothing is known."""
    _mail(service, email, MOST_A_DAY if service.config.mail_leaves else None)


def _mail(service: Service, email: str, most: int | None) -> None:
    slot = int(service.now().timestamp()) // ONCE_IN
    with service.db.writing() as session:
        address = settled_address(session, email)
        if address is not None and (most is None or _mailed_today(service, session, address.user_id) < most):
            user = session.get_one(User, address.user_id)
            # Links that were revoked a moment ago are no reason to send none.
            post(service, session, MailKind.LINK, f"link:{user.id}:{user.link_epoch}:{slot}", user.id)


def _mailed_today(service: Service, session: Session, user_id: int) -> int:
    since = service.now() - DAY
    query = select(func.count()).select_from(Mail).where(Mail.user_id == user_id, Mail.kind == MailKind.LINK)
    return session.exec(query.where(col(Mail.created_at) > since)).one()
