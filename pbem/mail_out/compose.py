"""From an outbox row to the bytes of a mail: the data of the letter is read from the database here.

The row froze which ask, which ply and which reader it is about, so the same row always gives the same mail.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

from sqlalchemy import bindparam, func
from sqlmodel import Session, col, select

from pbem.base.config import Config
from pbem.base.service import Service
from pbem.mail_out import letters
from pbem.mail_out.authors import letter_for
from pbem.mail_out.drawings import drawings
from pbem.mail_out.gallery import Gallery
from pbem.mail_out.letter_parts import Letterhead
from pbem.mail_out.letter_text import write
from pbem.mail_out.letters import Letter
from pbem.mail_out.mime import DkimKey, mail_bytes, signed
from pbem.mail_out.pictures import png_of
from pbem.store.links import Links
from pbem.store.mail_content import ChangeAsked, FreeSeat, notice_of
from pbem.store.mail_kind import MailKind
from pbem.store.models import Mail, ReplyKey, User
from pbem.store.models.mail import PENDING, SENDING, SENT
from pbem.store.models.reply_key import Printed
from pbem.store.reply_keys import new_key

LONGEST_HEAD = 8000  # bytes in which the headers of our own mails end
LOOKED_BACK = 5  # mails to a seat, for the one to answer to

# Every mail asks these, and writing a query takes longer than running it.
_EARLIER = (
    select(Mail.message_id, func.substr(Mail.raw, 1, LONGEST_HEAD))
    .where(
        col(Mail.seat_id) == bindparam("seat"),
        col(Mail.user_id) == bindparam("user"),
        col(Mail.id) < bindparam("mail"),
        col(Mail.raw).is_not(None),
        col(Mail.status).in_((PENDING, SENDING, SENT)),
    )
    .order_by(col(Mail.id).desc())
    .limit(LOOKED_BACK)
)
_KEY_OF_MAIL = select(ReplyKey).where(col(ReplyKey.mail_id) == bindparam("mail"))
_OWN_KEY = select(ReplyKey.key).where(
    col(ReplyKey.user_id) == bindparam("user"), col(ReplyKey.mail_id).is_(None), col(ReplyKey.seat_id).is_(None)
)


def render(service: Service, mail: Mail) -> bytes:
    """The whole mail as it goes over the wire."""
    with service.db.reading() as session:
        user = session.get_one(User, mail.user_id)
        letter = letter_for(service, session, mail, user)
        thread = f"{_thread(letter, mail)}@{service.config.public_host}" if mail.table_id is not None else ""
        parent = _last_in_thread(session, mail, thread)
        own_key = session.exec(_OWN_KEY, params={"user": user.id}).first()
    head = _letterhead(service, mail, letter, user, thread, parent, own_key)
    gallery = Gallery(service.config.data / "pictures", service.drawer or png_of)
    pictures = [gallery.png(drawing) for drawing in drawings(letter)]
    written = write(head, letter, pictures)
    raw = mail_bytes(head, replace(written, is_answer=mail.is_answer))
    return signed(raw, dkim_key(service.config)) if service.config.dkim_key else raw


@cache
def dkim_key(config: Config) -> DkimKey:
    """Of the domain that the reader sees as the sender's: that is the one DMARC looks at."""
    domain = config.mail_from.rpartition("@")[2]
    return DkimKey(domain, config.dkim_selector, Path(config.dkim_key).read_bytes())


def _letterhead(
    service: Service, mail: Mail, letter: Letter, user: User, thread: str, parent: str, own_key: str | None
) -> Letterhead:
    config, links = service.config, Links(service)
    host = config.public_host
    return Letterhead(
        to=mail.email,
        name=user.name,
        lang=user.lang,
        zone=user.zone,
        sender=config.mail_from,
        domain=host,
        base_url=config.public_url,
        instance=config.instance,
        message_id=mail.message_id,
        date=service.now(),
        reply_to=_reply_address(service, mail, user, letter) if _may_be_answered(mail) else "",
        thread=thread,
        in_reply_to=parent,
        list_id=f"table-{mail.table_id}.{host}" if mail.table_id is not None else "",
        unsubscribe_url=links.unsubscribe(user),
        unsubscribe_mailto=_unsubscribe_address(service, user, own_key),
    )


def _thread(letter: Letter, mail: Mail) -> str:
    """One thread a game round; talk has one of its own."""
    desk = getattr(letter, "desk", None)
    if isinstance(letter, letters.Talk) or desk is None:
        return f"{letter.KIND}.{mail.table_id}"
    label = desk.scene.game.round(desk.scene.view)
    return ".".join(["round", str(mail.table_id), label.id, *(str(value) for value in label.params.values())])


def _last_in_thread(session: Session, mail: Mail, thread: str) -> str:
    """The mail of the thread that this seat got last, for programs that thread by answers alone."""
    if not thread or mail.seat_id is None:
        return ""
    earlier = {"seat": mail.seat_id, "user": mail.user_id, "mail": mail.id}
    before = session.exec(_EARLIER, params=earlier).all()
    parent = f"<{thread}>".encode()
    return next((id for id, head in before if parent in bytes(head).partition(b"\r\n\r\n")[0]), "")


def _may_be_answered(mail: Mail) -> bool:
    """Commands work from any mail of a table, and every mail that asks something can be answered."""
    if mail.kind is MailKind.NOTICE and mail.seat_id is None:
        return isinstance(notice_of(mail), ChangeAsked | FreeSeat)
    return mail.kind.asks_the_person or (mail.seat_id is not None and mail.kind.takes_answers)


def _reply_address(service: Service, mail: Mail, user: User, letter: Letter) -> str:
    """An address that tells who answers what, and keeps what the numbers in the mail mean."""
    printed: Printed = {
        str(ask): (
            offers.first if offers.asks_back else 0,
            [(choice.number, choice.line, choice.label) for choice in offers.choices],
        )
        for ask, offers in letter.offers.items()
    }
    with service.db.writing() as session:
        known = session.exec(_KEY_OF_MAIL, params={"mail": mail.id}).first()
        if known is None:
            known = ReplyKey(
                key=new_key(service, user),
                user_id=mail.user_id,
                seat_id=mail.seat_id,
                ask_id=mail.ask_id,
                mail_id=mail.id,
            )
        known.choices = printed
        session.add(known)
        return f"p+{known.key}@{service.config.mail_domain}"


def _unsubscribe_address(service: Service, user: User, key: str | None) -> str:
    """For mail programs that write a mail instead of pressing a link: the same for all mails to a person."""
    if key is None:
        key = new_key(service, user)
        with service.db.writing() as session:
            session.add(ReplyKey(key=key, user_id=user.id))
    return f"u+{key}@{service.config.mail_domain}"
