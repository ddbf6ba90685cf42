"""Taking mail in, by whatever way it comes: the bytes are committed before the sender hears that they were taken.

Everything after that is done by a worker (`read_mail`), and knows nothing of the transport.
"""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from pbem.base.service import Service
from pbem.mail_in.parse.addresses import Recipient, bare_address, read_recipient, write_recipient
from pbem.mail_in.parse.guards import MOST_BYTES, read_headers
from pbem.store.models import InboundMail, Mail, ReplyKey

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 30  # mails to one address of ours, or from one sender


class Unknown(Exception):
    """No such recipient here: 550 5.1.1. Somebody else's domain: 550 5.7.1."""

    def __init__(self, is_ours: bool) -> None:
        super().__init__("no such recipient" if is_ours else "not one of ours")
        self.is_ours = is_ours


class TooMany(Exception):
    """More than a person writes: 451 4.7.1, and the sender tries again later."""


class TooBig(Exception):
    """552 5.3.4."""


@dataclass(frozen=True)
class Stored:
    id: int
    is_new: bool  # False: the same mail came before, perhaps by another way


def check_recipient(service: Service, address: str) -> Recipient:
    """What is asked at RCPT; raises Unknown for everything that is not an address of ours."""
    recipient = read_recipient(address, service.config.mail_domain)
    if recipient is None:
        host = address.strip().strip("<>").rpartition("@")[2].lower().rstrip(".")
        raise Unknown(is_ours=host == service.config.mail_domain.lower())
    with service.db.reading() as session:
        if recipient.purpose in ("reply", "unsubscribe") and session.get(ReplyKey, recipient.key) is None:
            raise Unknown(is_ours=True)
        if recipient.purpose == "bounce":
            known = session.exec(select(Mail.id).where(Mail.bounce_key == recipient.key)).first()
            if known is None:
                raise Unknown(is_ours=True)
    return recipient


def one_spelling(service: Service, address: str) -> str:
    """Of an address of ours: `p-` for `p+` and capitals come from some mail systems and not from others."""
    recipient = read_recipient(address, service.config.mail_domain)
    return write_recipient(recipient, service.config.mail_domain) if recipient else bare_address(address) or ""


def check_rate(service: Service, sender: str, recipient: str) -> None:
    """Raises TooMany when one sender, or everybody to one address, writes more than a person would."""
    since = service.now() - HOUR
    to, by = one_spelling(service, recipient), bare_address(sender)
    with service.db.reading() as session:
        for column, value in ((InboundMail.recipient, to), (InboundMail.sender, by)):
            if not value:
                continue
            query = select(func.count()).select_from(InboundMail)
            count = session.exec(query.where(col(column) == value, col(InboundMail.received_at) > since)).one()
            if count >= MOST_AN_HOUR:
                raise TooMany


def store_raw(service: Service, raw: bytes, sender: str, recipient: str, transport: str) -> Stored:
    """Commits the mail. The same mail to the same recipient is stored once, however often and wherever it comes in."""
    if len(raw) > MOST_BYTES:
        raise TooBig
    to = one_spelling(service, recipient)
    key = sha256(f"{read_headers(raw).message_id or sha256(raw).hexdigest()}\n{to}".encode()).hexdigest()
    mail = InboundMail(
        key=key,
        transport=transport,
        sender=bare_address(sender) or "",
        recipient=to,
        raw=raw,
        received_at=service.now(),
    )
    try:
        with service.db.writing() as session:
            session.add(mail)
            session.flush()
            service.hint_after(session, "read", mail.id)
            return Stored(mail.id, is_new=True)
    except IntegrityError:
        with service.db.reading() as session:
            return Stored(session.exec(select(InboundMail.id).where(InboundMail.key == key)).one(), is_new=False)
