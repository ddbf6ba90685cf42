"""Before anything is read: caps on the bytes, a parse that can do no harm, headers seen as plain text.

The library's structured headers raise on hostile values, and its parser takes minutes for some mails that are small:
each line is held against the boundary of every part around it. So lines and boundaries are counted first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from functools import cached_property
from typing import Literal

from pbem.mail_in.parse.charsets import decoded, known_codec, tidied

MOST_BYTES = 1_000_000
MOST_HEADER_BYTES = 64_000
MOST_DELIMITERS = 500  # lines that begin like the border of a part
MOST_LINES = 30_000  # a mail of the largest size in lines of 76 has 13,000
MOST_BOUNDARIES = 20  # parts that hold parts
MOST_PARTS = 100
MOST_DEPTH = 10
LONGEST_SUBJECT = 500

Reason = Literal["empty", "too-big", "headers-too-big", "too-many-parts", "too-many-lines", "too-deep", "malformed"]

_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:(.*)")
_END_OF_HEADERS = re.compile(rb"\r\n\r\n|\n\n|\r\r|\n\r\n")
_CHARSET = re.compile(r";\s*charset[^;=]*=\s*(?:\"[^\"]*\"|[^;]*)", re.IGNORECASE)
_MESSAGE_ID = re.compile(r"<([^<>\s]{3,250})>")


class Unreadable(Exception):
    """A mail that is not read at all; `reason` says why, for the log and for the operator."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass(frozen=True)
class Headers:
    """The header block as names and texts, nothing interpreted."""

    fields: tuple[tuple[str, str], ...]  # names in lower case

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(value for field, value in self.fields if field == name.lower())

    def first(self, name: str) -> str:
        return next((value for field, value in self.fields if field == name.lower()), "")

    def has(self, name: str) -> bool:
        return any(field == name.lower() for field, _ in self.fields)

    @cached_property
    def subject(self) -> str:
        return words_decoded(self.first("subject"))

    @property
    def message_id(self) -> str:
        """Without its angles; empty when it is missing or garbled. The sender chose it: it proves nothing."""
        found = _MESSAGE_ID.search(self.first("message-id"))
        return found[1] if found else ""

    def message_ids(self, name: str) -> tuple[str, ...]:
        return tuple(_MESSAGE_ID.findall(" ".join(self.all(name))))


@dataclass(frozen=True)
class Part:
    """A leaf of the mail. Its content is decoded only when somebody asks for it, and nobody asks for attachments."""

    message: "Message[str, str]"
    attached: bool  # inside a mail that is attached to this one

    @cached_property
    def content_type(self) -> str:
        value = _field(self.message, "content-type").partition(";")[0].strip().lower()
        return value if "/" in value else "text/plain"

    def param(self, name: str) -> str:
        return header_param(_field(self.message, "content-type"), name)

    @property
    def is_attachment(self) -> bool:
        disposition = _field(self.message, "content-disposition")
        named = header_param(disposition, "filename") or self.param("name")
        return self.attached or disposition.strip().lower().startswith("attachment") or bool(named)

    def content(self) -> bytes:
        try:
            payload = self.message.get_payload(decode=True)
        except Exception:  # a transfer encoding that the library cannot undo: as good as nothing
            return b""
        return payload if isinstance(payload, bytes) else b""


@dataclass(frozen=True)
class Incoming:
    headers: Headers
    message: "Message[str, str]"
    parts: tuple[Part, ...]


def read_headers(raw: bytes) -> Headers:
    """Never raises, whatever the bytes are; only the first 64 KB are looked at."""
    head = raw[:MOST_HEADER_BYTES]
    end = _END_OF_HEADERS.search(head)
    fields: list[tuple[str, list[str]]] = []
    for line in re.split(r"\r\n|\n|\r", decoded(head[: end.start()] if end else head)):
        if line[:1] in (" ", "\t"):
            if fields:
                fields[-1][1].append(line.strip())
        elif found := _FIELD.match(line):
            fields.append((found[1].lower(), [found[2].strip()]))
    return Headers(tuple((name, " ".join(parts)) for name, parts in fields))


def take(raw: bytes) -> Incoming:
    """The mail, parsed; Unreadable when it is too big, too deep or nonsense."""
    check_bytes(raw)
    headers = read_headers(raw)
    try:
        message = BytesParser(policy=compat32).parsebytes(raw)
        return Incoming(headers, message, tuple(_leaves(message)))
    except Unreadable:
        raise
    except Exception as wrong:  # RecursionError among them
        raise Unreadable("malformed") from wrong


def check_bytes(raw: bytes) -> None:
    if not raw.strip():
        raise Unreadable("empty")
    if len(raw) > MOST_BYTES:
        raise Unreadable("too-big")
    end = _END_OF_HEADERS.search(raw)
    if (end.start() if end else len(raw)) > MOST_HEADER_BYTES:
        raise Unreadable("headers-too-big")
    if raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n") > MOST_LINES:
        raise Unreadable("too-many-lines")
    if raw.count(b"\n--") > MOST_DELIMITERS or raw.lower().count(b"boundary") > MOST_BOUNDARIES:
        raise Unreadable("too-many-parts")


def _leaves(message: "Message[str, str]") -> Iterator[Part]:
    """Without recursion: a mail may be nested deeper than the stack."""
    waiting: list[tuple[Message[str, str], int, bool]] = [(message, 0, False)]
    seen = 0
    while waiting:
        part, depth, attached = waiting.pop()
        seen += 1
        if depth > MOST_DEPTH:
            raise Unreadable("too-deep")
        if seen > MOST_PARTS:
            raise Unreadable("too-many-parts")
        inner = part.get_payload() if part.is_multipart() else None  # the library would decode a leaf
        if isinstance(inner, list):
            below = attached or not _field(part, "content-type").strip().lower().startswith("multipart/")
            waiting.extend((child, depth + 1, below) for child in reversed(inner) if isinstance(child, Message))
        else:
            _disarm(part)
            yield Part(part, attached)


def _disarm(part: "Message[str, str]") -> None:
    """Takes away a character set that is none of mail: the library would decode with it, and punycode takes minutes."""
    value = _field(part, "content-type")
    if "charset" not in value.lower() or known_codec(header_param(value, "charset")):
        declared = part.get_param("charset")
        if declared is None or (isinstance(declared, str) and known_codec(declared)):
            return
    del part["content-type"]
    part["content-type"] = _CHARSET.sub("", value)
    if part.get_param("charset") is not None:
        part.replace_header("content-type", "text/plain")


def header_param(value: str, name: str) -> str:
    """One parameter of a header such as `text/plain; format=flowed`."""
    found = re.search(rf';\s*{re.escape(name)}\*?\s*=\s*(?:"([^"]*)"|([^;\s"]*))', value[:2000], re.IGNORECASE)
    return (found[1] or found[2] or "").strip() if found else ""


def words_decoded(value: str) -> str:
    """A header text with its encoded words read, in one line."""
    value = value[:LONGEST_SUBJECT]
    try:
        chunks = decode_header(value)
    except (HeaderParseError, ValueError, UnicodeError):
        chunks = [(value, None)]
    text = "".join(chunk if isinstance(chunk, str) else decoded(chunk, charset or "") for chunk, charset in chunks)
    return " ".join(tidied(text).split())


def _field(message: "Message[str, str]", name: str) -> str:
    value = message.get(name, "")
    return value if isinstance(value, str) else str(value)
