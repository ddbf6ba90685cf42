"""What was written becomes a mail on the wire: headers, parts and bytes."""

from binascii import b2a_base64, b2a_qp
from collections.abc import Iterable
from dataclasses import dataclass
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

from pbem.mail_out.letter_parts import Letterhead
from pbem.mail_out.letter_text import Picture, Written
from pbem.mail_out.names import tidy

LONGEST_SUBJECT = 150
LONGEST_HEADER = 998
LONGEST_LINE = 76  # of encoded bodies
_SIGNED = (
    b"from", b"to", b"subject", b"date", b"message-id", b"reply-to", b"references", b"in-reply-to", b"mime-version",
    b"content-type", b"auto-submitted", b"list-id", b"list-unsubscribe", b"list-unsubscribe-post",
)  # fmt: skip


class _KnownHeaders(HeaderRegistry):
    """Makes the class of each kind of header once. The library makes it anew for every header of every mail."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._known:
            self._known[name] = super().__getitem__(name)
        return self._known[name]


_POLICY = SMTP.clone(max_line_length=LONGEST_HEADER, header_factory=_KnownHeaders())


def mail_bytes(head: Letterhead, written: Written) -> bytes:
    """alternative(text, related(HTML, pictures)); without pictures alternative(text, HTML).

    The headers are the library's. The parts are put together here: the library encodes and writes them line by line,
    which took a quarter of the time of a whole mail.
    """
    text = _part(b'text/plain; charset="utf-8"', b"quoted-printable", _quoted(written.text))
    html = _part(b'text/html; charset="utf-8"', b"quoted-printable", _quoted(written.html))
    if written.pictures:
        pictures = (_picture(number, picture) for number, picture in enumerate(written.pictures, 1))
        html = _multipart(b"related", _boundary(1, head.message_id), (html, *pictures))
    whole = _multipart(b"alternative", _boundary(0, head.message_id), (text, html))
    return headers(head, written).as_bytes().rstrip(b"\r\n") + b"\r\nMIME-Version: 1.0\r\n" + whole


def headers(head: Letterhead, written: Written) -> EmailMessage:
    """All but those of the parts. Their lines are as long as may be: otherwise the library breaks long unbroken values
    into encoded words, and List-Unsubscribe and the threading headers mean nothing any more."""
    message = EmailMessage(policy=_POLICY)
    _set_headers(message, head, written)
    return message


def _part(kind: bytes, encoding: bytes, body: bytes, more: bytes = b"") -> bytes:
    return b"Content-Type: " + kind + b"\r\nContent-Transfer-Encoding: " + encoding + more + b"\r\n\r\n" + body


def _picture(number: int, picture: Picture) -> bytes:
    name = "board.png" if number == 1 else f"board-{number}.png"
    about = f'\r\nContent-Disposition: inline; filename="{name}"\r\nContent-ID: <{picture.cid}>'.encode()
    data = b2a_base64(picture.png, newline=False)
    lines = (data[at : at + LONGEST_LINE] for at in range(0, len(data), LONGEST_LINE))
    return _part(b"image/png", b"base64", b"\r\n".join(lines) + b"\r\n", about)


def _quoted(text: str) -> bytes:
    return b2a_qp((text.rstrip("\n") + "\n").encode(), istext=True).replace(b"\n", b"\r\n")


def _multipart(kind: bytes, boundary: bytes, parts: Iterable[bytes]) -> bytes:
    head = b"Content-Type: multipart/" + kind + b'; boundary="' + boundary + b'"\r\n\r\n'
    between = b"\r\n--" + boundary
    inside = between.join(b"\r\n" + part for part in parts)
    return head + b"--" + boundary + inside + between + b"--\r\n"


def _boundary(number: int, id: str) -> bytes:
    """The same for the same mail, so that a retry gives the same bytes."""
    return f"=_{number}_{sha256(id.encode()).hexdigest()[:32]}".encode()


def _set_headers(message: EmailMessage, head: Letterhead, written: Written) -> None:
    message["From"] = Address(tidy(written.sender_name, LONGEST_SUBJECT), addr_spec=head.sender)
    message["To"] = Address(tidy(head.name), addr_spec=head.to)
    message["Subject"] = tidy(written.subject, LONGEST_SUBJECT)
    message["Date"] = format_datetime(head.date)
    message["Message-ID"] = f"<{head.message_id}>"
    if head.reply_to:
        message["Reply-To"] = Address(head.service, addr_spec=head.reply_to)
    if head.in_reply_to:
        message["In-Reply-To"] = f"<{head.in_reply_to}>"
    parents = dict.fromkeys(filter(None, (head.thread, head.in_reply_to)))
    if parents:
        message["References"] = " ".join(f"<{parent}>" for parent in parents)
    # No automatic answers: neither absences nor the reactions of mail programs.
    message["Auto-Submitted"] = "auto-replied" if written.is_answer else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["x-ms-reactions"] = "disallow"
    message["X-Play-Server"] = head.instance
    if head.list_id:
        message["List-Id"] = f"<{head.list_id}>"
        message["Precedence"] = "list"
    ways = [f"<{head.unsubscribe_url}>"] if head.unsubscribe_url else []
    ways += [f"<mailto:{head.unsubscribe_mailto}>"] if head.unsubscribe_mailto else []
    if ways:
        message["List-Unsubscribe"] = ", ".join(ways)
    if head.unsubscribe_url:
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


@dataclass(frozen=True)
class DkimKey:
    domain: str
    selector: str
    private: bytes  # PEM


def signed(raw: bytes, key: DkimKey) -> bytes:
    """With a DKIM signature in front, for servers whose relay adds none.

    The headers of unsubscribing are signed too, or mail programs ignore them.
    """
    there = {line.split(b":", 1)[0].lower() for line in raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n")}
    import dkim  # and with it a whole resolver, for the few servers that sign themselves

    signature: bytes = dkim.sign(
        raw,
        key.selector.encode(),
        key.domain.encode(),
        key.private,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name for name in _SIGNED if name in there],
    )
    return signature + raw
