"""What a bounce or a complaint says, and how much it weighs.

Reports by RFC 3464 are read with the standard library, other bounces by Mailman's detectors. Neither proves anything:
whose mail came back is told by the bounce address alone.
"""

import logging
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from email.message import Message
from typing import Literal

from flufl.bounce import all_failures

from pbem.mail_in.parse.addresses import read_recipient, sender
from pbem.mail_in.parse.charsets import decoded, tidied
from pbem.mail_in.parse.guards import Incoming, read_headers

TEMPORARY, PERMANENT = 1, 2  # what a failure scores
THRESHOLD = 4
FORGOTTEN_AFTER_DAYS = 30
MOST_RECIPIENTS = 20
LONGEST_FOR_DETECTORS = 400_000  # a bounce may bring a whole mail of ours back
MOST_LINES_FOR_DETECTORS = 6_000

Weight = Literal["none", "temporary", "permanent"]
# It writes a traceback for every mail that a detector stumbles over: anybody could fill the log.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)
_STATUS = re.compile(r"\b([245])\.\d{1,3}\.\d{1,3}\b")
_REPLY_CODE = re.compile(r"\b([45])\d\d\b")
_ADDRESS = re.compile(r"[^\s<>;:,\"]{1,64}@[^\s<>;:,\"]{1,255}")
_HARMLESS = ("delayed", "relayed", "delivered", "expanded")


@dataclass(frozen=True)
class Failure:
    address: str  # in lower case; empty when the report does not tell
    weight: Weight
    status: str = ""
    diagnostic: str = ""


@dataclass(frozen=True)
class Bounce:
    failures: tuple[Failure, ...]

    @property
    def score(self) -> int:
        """The gravest counts, once: a mail of ours has one recipient."""
        weights = {failure.weight for failure in self.failures}
        return PERMANENT if "permanent" in weights else TEMPORARY if "temporary" in weights else 0

    @property
    def diagnostic(self) -> str:
        return next((failure.diagnostic for failure in self.failures if failure.diagnostic), "")


@dataclass(frozen=True)
class Complaint:
    """Somebody pressed "spam". `keys` are bounce keys named in the report."""

    kind: str  # "abuse", "not-spam" …
    addresses: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def counts(self) -> bool:
        return self.kind != "not-spam"


def read_bounce(mail: Incoming) -> Bounce:
    reported = tuple(_reported(mail.message))[:MOST_RECIPIENTS]
    return Bounce(reported or _detected(mail))


def read_complaint(mail: Incoming, domain: str) -> Complaint:
    """A feedback report: its fields and those of the mail that it is about."""
    fields: dict[str, list[str]] = {}
    for part in _walk(mail.message):
        kind = part.get_content_type()
        if kind == "message/feedback-report":
            for name, value in _fields_inside(part):
                fields.setdefault(name, []).append(value)
        elif kind in ("text/rfc822-headers", "message/rfc822"):
            for name, value in _fields_inside(part):
                if name in ("return-path", "to"):
                    fields.setdefault(name, []).append(value)
    senders = [*fields.get("original-mail-from", ()), *fields.get("return-path", ())]
    named = [found for value in senders for found in _ADDRESS.findall(value)]
    keys = [found.key for address in named if (found := read_recipient(address, domain)) and found.purpose == "bounce"]
    recipients = [*fields.get("original-rcpt-to", ()), *fields.get("to", ())]
    addresses = [found.lower() for value in recipients for found in _ADDRESS.findall(value)]
    kind = (fields.get("feedback-type") or ["abuse"])[0].strip().lower()
    return Complaint(kind, tuple(dict.fromkeys(addresses))[:MOST_RECIPIENTS], tuple(dict.fromkeys(keys)))


def _fields_inside(part: "Message[str, str]") -> tuple[tuple[str, str], ...]:
    """The header lines that a part holds as its content, however the library has parsed it."""
    inner = part.get_payload()
    if isinstance(inner, list):
        first = next((each for each in inner if isinstance(each, Message)), None)
        return tuple((name.lower(), str(value)) for name, value in first.items()) if first is not None else ()
    return read_headers(str(inner).lstrip().encode("utf-8", "replace")).fields


def _reported(message: "Message[str, str]") -> Iterator[Failure]:
    for part in _walk(message):
        if part.get_content_type() != "message/delivery-status":
            continue
        blocks = part.get_payload()
        for block in blocks if isinstance(blocks, list) else ():
            if isinstance(block, Message) and (block.get("final-recipient") or block.get("action")):
                yield _failure(block)


def _failure(block: "Message[str, str]") -> Failure:
    def text(name: str) -> str:
        return " ".join(tidied(str(block.get(name, ""))).split())[:500]

    action, status, diagnostic = text("action").lower(), text("status"), text("diagnostic-code")
    recipient = _ADDRESS.search(text("final-recipient")) or _ADDRESS.search(text("original-recipient"))
    return Failure(recipient[0].lower() if recipient else "", _weight(action, status, diagnostic), status, diagnostic)


def _weight(action: str, status: str, diagnostic: str) -> Weight:
    if action.startswith(_HARMLESS):
        return "none"
    found = _STATUS.search(status) or _STATUS.search(diagnostic) or _REPLY_CODE.search(diagnostic)
    if found is None:
        return "permanent" if action.startswith("failed") else "none"
    return "permanent" if found[1] == "5" else "temporary" if found[1] == "4" else "none"


def _detected(mail: Incoming) -> tuple[Failure, ...]:
    """By the detectors, which hold every line against the sentences of many mail systems."""
    texts = [text for part in mail.parts if isinstance(text := part.message.get_payload(), str)]
    if sum(map(len, texts)) > LONGEST_FOR_DETECTORS or sum(t.count("\n") for t in texts) > MOST_LINES_FOR_DETECTORS:
        return ()
    # They stumble over a From that is missing or garbled, and then none of the others is asked.
    message = copy(mail.message)
    del message["from"]
    message["from"] = sender(mail.headers) or "mailer-daemon@unknown.invalid"
    try:
        temporary, permanent = all_failures(message)
    except Exception:  # a detector that stumbles has detected nothing
        return ()
    found: list[tuple[bytes, Weight]] = [(address, "temporary") for address in sorted(temporary)]
    found += [(address, "permanent") for address in sorted(permanent)]
    return tuple(Failure(decoded(address).lower(), weight) for address, weight in found[:MOST_RECIPIENTS])


def _walk(message: "Message[str, str]") -> Iterator["Message[str, str]"]:
    """The parts, but nothing inside what is attached: a report quotes the mail that it is about."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        yield part
        inner = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inner, list):
            waiting.extend(child for child in reversed(inner) if isinstance(child, Message))
