"""Polling an IMAP mailbox, for those who have no mail server of their own.

Sizes and headers are looked at first, and only mails for us are fetched whole. Reading changes nothing in the mailbox;
a mail is marked as seen when it is committed here. Between the two a crash only repeats what a unique key stops.
"""

import imaplib
import logging
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import unquote, urlsplit

from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted

from pbem.base.service import Service
from pbem.mail_in.hand_in import hand_in, written_recipient
from pbem.mail_in.imap_marks import claim_mailbox, move_mark, release_mailbox
from pbem.mail_in.letterbox import TooBig, TooMany, Unknown
from pbem.mail_in.parse.guards import MOST_BYTES, MOST_HEADER_BYTES, Unreadable, read_headers
from pbem.store.models import ImapMark

BATCH = 100  # mails looked at in one go
TIMEOUT = 20  # seconds for an answer of the server

_SIZE = re.compile(rb"RFC822\.SIZE (\d+)", re.IGNORECASE)
BROKEN = (ImapToolsError, imaplib.IMAP4.error, OSError)  # whatever a server or a line can do to us
log = logging.getLogger(__name__)


def fetch_mail(service: Service) -> bool:
    """Reads what is new in the mailbox; returns whether there may be more."""
    url = urlsplit(service.config.imap_url)
    mark = claim_mailbox(service, f"{unquote(url.username or '')}@{url.hostname}{url.path}")
    if mark is None:
        return False
    try:
        with connected(service.config.imap_url) as mailbox:
            return _read_new(service, mailbox, mark)
    except BROKEN as error:
        log.warning("the mailbox %s was not read: %s: %s", mark.mailbox, type(error).__name__, error)
        return False
    finally:
        release_mailbox(service, mark)


@contextmanager
def connected(imap_url: str) -> Iterator[BaseMailBox]:
    url = urlsplit(imap_url)
    mailbox = _mailbox(url.scheme, url.hostname or "", url.port)
    try:
        yield mailbox.login(unquote(url.username or ""), unquote(url.password or ""), unquote(url.path.strip("/")))
    finally:
        with suppress(*BROKEN):
            mailbox.logout()
        with suppress(OSError):
            mailbox.client.shutdown()


def _mailbox(scheme: str, host: str, port: int | None) -> BaseMailBox:
    if scheme == "imap":
        return MailBoxUnencrypted(host, port or 143, TIMEOUT)
    trusted = ssl.create_default_context()  # the library's own would believe any certificate
    if scheme == "imap+starttls":
        return MailBoxStartTls(host, port or 143, TIMEOUT, trusted)
    return MailBox(host, port or 993, TIMEOUT, ssl_context=trusted)


def _read_new(service: Service, mailbox: BaseMailBox, mark: ImapMark) -> bool:
    validity = int(mailbox.client.response("UIDVALIDITY")[1][0] or 0)
    last = mark.uid if validity == mark.validity else 0
    # A server that has nothing new answers `n:*` with its last mail all the same.
    new = sorted(uid for uid in map(int, mailbox.uids(f"UID {last + 1}:*", charset=None)) if uid > last)
    put_off = False
    for uid in new[:BATCH]:
        try:
            if _hand_in(service, mailbox, uid):
                mailbox.client.uid("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen)")
        except TooMany:
            # The mark stays before it. What comes after it is not held up: read again, it is known.
            log.warning("mail %d is put off: too many within the hour", uid)
            put_off = True
        if not put_off:
            move_mark(service, mark, validity, uid)
    return len(new) > BATCH and not put_off


def _hand_in(service: Service, mailbox: BaseMailBox, uid: int) -> bool:
    """Whether it was stored; raises TooMany. What is not for us stays in the mailbox as it was."""
    try:
        told, head = _fetched(mailbox, uid, f"RFC822.SIZE BODY.PEEK[HEADER]<0.{MOST_HEADER_BYTES}>")
        size = _SIZE.search(told)
        if size is None:
            return False  # deleted meanwhile
        written_recipient(service, read_headers(head))
        if int(size[1]) > MOST_BYTES:
            raise TooBig
        _, raw = _fetched(mailbox, uid, f"BODY.PEEK[]<0.{MOST_BYTES + 1}>")
        hand_in(service, raw, "imap")
    except Unknown:
        return False
    except (TooBig, Unreadable) as error:
        log.warning("mail %d stays in the mailbox: %s", uid, type(error).__name__)
        return False
    return True


def _fetched(mailbox: BaseMailBox, uid: int, what: str) -> tuple[bytes, bytes]:
    """What the server says about the mail, and the bytes that it sends along."""
    status, answer = mailbox.client.uid("FETCH", str(uid), f"({what})")
    if status != "OK":
        raise imaplib.IMAP4.error(f"FETCH: {status}")
    pieces = [piece if isinstance(piece, tuple) else (piece, b"") for piece in answer or () if piece]
    return b" ".join(piece[0] for piece in pieces), b"".join(piece[1] for piece in pieces)
