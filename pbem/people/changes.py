"""Changes of an account that a stolen link must not bring about: addresses, the export, the deletion.

Each is asked for on the own page, confirmed by a link that goes to the present main address, and told there.
"""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.people.addresses import make_main, remove_address, send_confirmation
from pbem.people.deletion import delete_person
from pbem.people.lost_links import mail_links
from pbem.play.outbox import post
from pbem.store.mail_content import ChangeAsked, ChangeDone
from pbem.store.mail_kind import MailKind
from pbem.store.models import Address, Mail
from pbem.store.people import main_address

ADD, MAIN, REMOVE, EXPORT, DELETE = "add", "main", "remove", "export", "delete"
KINDS = (ADD, MAIN, REMOVE, EXPORT, DELETE)
GOOD_FOR = timedelta(days=1)  # a link that confirms a change
ONCE_IN = 300  # seconds: asking again sooner sends nothing
MOST_A_DAY = 20  # such mails to one person


@dataclass(frozen=True)
class Change:
    kind: str
    address_id: int = 0  # the address that it is about, if any


def ask_for(service: Service, user_id: int, change: Change) -> None:
    """Mails the link that confirms it to the main address."""
    slot = int(service.now().timestamp()) // ONCE_IN
    key = f"change:{user_id}:{change.kind}:{change.address_id}:{slot}"
    with service.db.writing() as session:
        if _asked_today(service, session, user_id) < MOST_A_DAY:
            content = ChangeAsked(change.kind, change.address_id, _email(session, change))
            post(service, session, MailKind.NOTICE, key, user_id, content=content)


def carry_out_change(service: Service, user_id: int, change: Change) -> None:
    """Does what was confirmed, and tells it at the address that was the main one. Twice is as good as once."""
    if change.kind == DELETE:
        delete_person(service, user_id)
        return
    with service.db.reading() as session:
        told_at, email = main_address(session, user_id), _email(session, change)
    if change.kind == ADD:
        send_confirmation(service, user_id, change.address_id)
    elif change.kind == MAIN:
        make_main(service, user_id, change.address_id)
    elif change.kind == REMOVE and remove_address(service, user_id, change.address_id):
        mail_links(service, told_at)
    _tell(service, user_id, change, email, told_at)


def _tell(service: Service, user_id: int, change: Change, email: str, told_at: str) -> None:
    slot = int(service.now().timestamp()) // ONCE_IN
    key = f"changed:{user_id}:{change.kind}:{change.address_id}:{slot}"
    with service.db.writing() as session:
        post(service, session, MailKind.NOTICE, key, user_id, content=ChangeDone(change.kind, email), email=told_at)


def _email(session: Session, change: Change) -> str:
    address = session.get(Address, change.address_id) if change.address_id else None
    return address.email if address is not None else ""


def _asked_today(service: Service, session: Session, user_id: int) -> int:
    since = service.now() - timedelta(days=1)
    asked = col(Mail.key).startswith(f"change:{user_id}:")
    query = select(func.count()).select_from(Mail).where(Mail.user_id == user_id, asked)
    return session.exec(query.where(col(Mail.created_at) > since)).one()
