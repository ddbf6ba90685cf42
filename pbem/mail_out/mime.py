"""What was written becomes a mail on the wire: headers, parts and bytes.

Built with the line length of quoted-printable bodies, serialised with that of headers: otherwise the library breaks
long unbroken values into encoded words, and List-Unsubscribe and the threading headers mean nothing any more.
"""

from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256

from pbem.mail_out.letter_text import Written
from pbem.mail_out.letters import Letterhead
from pbem.mail_out.names import tidy

LONGEST_SUBJECT = 150
LONGEST_HEADER = 998
LONGEST_LINE = 76  # of encoded bodies
_SIGNED = (
    b"from", b"to", b"subject", b"date", b"message-id", b"reply-to", b"references", b"in-reply-to", b"mime-version",
    b"content-type", b"auto-submitted", b"list-id", b"list-unsubscribe", b"list-unsubscribe-post",
)  # fmt: skip


def build(head: Letterhead, written: Written) -> EmailMessage:
    """alternative(text, related(HTML, pictures)); without pictures alternative(text, HTML)."""
    message = EmailMessage(policy=SMTP.clone(max_line_length=LONGEST_LINE))
    _set_headers(message, head, written)
    message.set_content(written.text, cte="quoted-printable")
    message.add_alternative(written.html, subtype="html", cte="quoted-printable")
    html = list(message.iter_parts())[1]
    assert isinstance(html, EmailMessage)
    for number, picture in enumerate(written.pictures, 1):
        name = "board.png" if number == 1 else f"board-{number}.png"
        html.add_related(picture.png, "image", "png", cid=f"<{picture.cid}>", disposition="inline", filename=name)
    _set_boundaries(message, head.message_id)
    return message


def serialise(message: EmailMessage) -> bytes:
    return message.as_bytes(policy=SMTP.clone(max_line_length=LONGEST_HEADER))


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


def _set_boundaries(message: EmailMessage, id: str) -> None:
    """The same for the same mail: the library's own are random, and no retry would give the same bytes."""
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{number}_{sha256(id.encode()).hexdigest()[:32]}")


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
