"""A mail as the rest of the service sees it: plain values, made where a hostile mail can do no harm."""

from dataclasses import dataclass
from textwrap import shorten

from pbem.mail_in.parse.body import read_body
from pbem.mail_in.parse.bounces import Bounce, Complaint, read_bounce, read_complaint
from pbem.mail_in.parse.guards import Headers, read_headers, take
from pbem.mail_in.parse.quotes import Answer, cut

LONGEST_EXCERPT = 500


@dataclass(frozen=True)
class Letter:
    headers: Headers
    written: Answer
    excerpt: str = ""  # for the operator: what it says, in short
    trouble: str = ""  # why it could not be read; then only the headers were looked at


def read_letter(raw: bytes) -> Letter:
    """Raises Unreadable."""
    mail = take(raw)
    text = read_body(mail).text
    said = " ".join(f"{mail.headers.subject} · {text[: 4 * LONGEST_EXCERPT]}".split())
    return Letter(mail.headers, cut(text), shorten(said, LONGEST_EXCERPT, placeholder=" …"))


def unreadable(raw: bytes, why: str) -> Letter:
    """The letter of a mail that cannot be read: its headers are enough to tell its sender so."""
    return Letter(read_headers(raw), Answer("", too_long=True), trouble=why)


def bounce_in(raw: bytes) -> Bounce:
    return read_bounce(take(raw))


def complaint_in(raw: bytes, domain: str) -> Complaint:
    return read_complaint(take(raw), domain)
