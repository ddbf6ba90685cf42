"""Taking mail in, by whatever way it comes: the bytes are committed before the sender hears that they were taken.

Everything after that is done by a worker (`read_mail`), and knows nothing of the transport.
"""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import ColumnElement, func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.mail_in.parse.addresses import Recipient, bare_address, read_recipient, write_recipient
from pbem.mail_in.parse.guards import MOST_BYTES, read_headers
from pbem.store.models import InboundMail, Mail
from pbem.store.reply_keys import owner_of

HOUR = timedelta(hours=1)
MOST_AN_HOUR = 240  # mails of one person, or to one address of ours
MOST_OF_STRANGERS = 30  # among them, whose writer has not been recognised
MOST_OF_ONE = 10  # mails to the operator that say they are from one sender
MOST_TO_OPERATOR = 200  # and from all together


def words_of(raw: bytes) -> str:
    """A hash of what follows the headers, to which each mail system adds its own; some change the ends of lines."""
    body = b"\n".join(raw.splitlines()).partition(b"\n\n")[2]
    return sha256(body.strip()).hexdigest()


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
        if recipient.purpose in ("reply", "unsubscribe") and owner_of(service, session, recipient.key) is None:
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
    """Raises TooMany when more comes to one address of ours, or from one person, than a person writes.

    Anybody can write anybody's address into an envelope, so nobody is counted by it: a person is whoever has the key
    of a reply address, and was recognised. Only among mails to the operator, which need no key, the sender counts, so
    that whoever writes in another's name at most keeps that other from writing to the operator.
    """
    to, by = one_spelling(service, recipient), bare_address(sender) or ""
    read = read_recipient(recipient, service.config.mail_domain)
    is_to = col(InboundMail.recipient) == to
    with service.db.reading() as session:
        limits = [(is_to, MOST_AN_HOUR), (is_to & col(InboundMail.user_id).is_(None), MOST_OF_STRANGERS)]
        if read is not None and not read.key:
            limits = [(is_to & (col(InboundMail.sender) == by), MOST_OF_ONE), (is_to, MOST_TO_OPERATOR)]
        elif read is not None and (owner := owner_of(service, session, read.key)) is not None:
            limits.append((col(InboundMail.user_id) == owner.id, MOST_AN_HOUR))
        if any(_came_lately(service, session, which) >= most for which, most in limits):
            raise TooMany


def _came_lately(service: Service, session: Session, which: ColumnElement[bool]) -> int:
    lately = col(InboundMail.received_at) > service.now() - HOUR
    return session.exec(select(func.count()).select_from(InboundMail).where(which, lately)).one()


def store_raw(service: Service, raw: bytes, sender: str, recipient: str, transport: str) -> Stored:
    """Commits the mail. The same mail to the same recipient is stored once, however often and wherever it comes in.

    The same is what has the same words too: an id alone could be guessed, and used up by a stranger beforehand.
    """
    if len(raw) > MOST_BYTES:
        raise TooBig
    to = one_spelling(service, recipient)
    id = read_headers(raw).message_id or sha256(raw).hexdigest()
    key = sha256(f"{id}\n{words_of(raw)}\n{to}".encode()).hexdigest()
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
