"""How far an IMAP mailbox has been read. One process reads it at a time, under a lease that ends by itself."""

from datetime import datetime, timedelta

from sqlalchemy import or_, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from pbem.base.service import Service
from pbem.store.models import ImapMark

LEASE = timedelta(minutes=3)  # longer than a task may take


def claim_mailbox(service: Service, mailbox: str) -> ImapMark | None:
    """The mark, leased to the caller; None while somebody else reads."""
    now = service.now()
    with service.db.reading() as session:
        is_new = session.get(ImapMark, mailbox) is None
    if is_new:
        try:
            with service.db.writing() as session:
                session.add(ImapMark(mailbox=mailbox))
        except IntegrityError:
            pass  # another process began at the same moment
    with service.db.writing() as session:
        free = or_(col(ImapMark.lease_until).is_(None), col(ImapMark.lease_until) <= now)
        taken = session.exec(
            update(ImapMark).where(col(ImapMark.mailbox) == mailbox, free).values(lease_until=now + LEASE)
        )
        return session.get_one(ImapMark, mailbox) if taken.rowcount else None


def move_mark(service: Service, mark: ImapMark, validity: int, uid: int) -> None:
    """Everything up to this one is dealt with. Whoever has lost the lease moves nothing."""
    _update(service, mark, validity=validity, uid=uid)


def release_mailbox(service: Service, mark: ImapMark) -> None:
    _update(service, mark, lease_until=None)


def _update(service: Service, mark: ImapMark, **values: int | datetime | None) -> None:
    mine = (col(ImapMark.mailbox) == mark.mailbox, col(ImapMark.lease_until) == mark.lease_until)
    with service.db.writing() as session:
        session.exec(update(ImapMark).where(*mine).values(**values))
