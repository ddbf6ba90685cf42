"""Who it is for, and who says that it is from them.

Reply addresses hold a key of 26 base32 letters, bounce addresses one of 32 hexadecimal digits; both survive being
written in capitals. `p-` is for mail systems that refuse a plus.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import authres

from pbem.mail_in.parse.guards import Headers

Purpose = Literal["reply", "bounce", "unsubscribe", "postmaster", "abuse"]

MOST_PARENTS = 5
LONGEST_RESULTS = 4_000
_LOCAL_PARTS: tuple[tuple[Purpose, re.Pattern[str]], ...] = (
    ("reply", re.compile(r"p[+-]([a-z2-7]{26})")),
    ("unsubscribe", re.compile(r"u[+-]([a-z2-7]{26})")),
    ("bounce", re.compile(r"b[+-]([0-9a-f]{32})")),
    ("postmaster", re.compile(r"postmaster()")),
    ("abuse", re.compile(r"abuse()")),
)
# Where mail systems write the envelope's recipient, the most trustworthy first.
_DELIVERED_TO = ("x-gm-original-to", "delivered-to", "envelope-to", "x-original-to")
# Without what no database takes: control characters, and halves of characters from bytes that are no UTF-8.
_ADDRESS = re.compile(
    r"[^\s<>()\[\]\\,;:@\"\x00-\x1f\x7f\ud800-\udfff]{1,64}@[^\s<>()\[\]\\,;:@\"\x00-\x1f\x7f\ud800-\udfff]{1,255}"
)


@dataclass(frozen=True)
class Recipient:
    purpose: Purpose
    key: str = ""


class FoundIn(StrEnum):
    ENVELOPE = "envelope"
    DELIVERY = "delivery"  # a header of the delivering mail system
    TO = "to"
    NOWHERE = "nowhere"


@dataclass(frozen=True)
class Route:
    """Where the mail goes. `parents` are the mails that it answers: without a recipient they tell which table is
    meant, but they are no secret, so moves need a confirmation then."""

    recipient: Recipient | None
    found_in: FoundIn
    parents: tuple[str, ...] = ()


class Verdict(StrEnum):
    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"


def read_recipient(address: str, domain: str) -> Recipient | None:
    """What an address of ours is for; None for every other. This is what is asked at RCPT, too."""
    local, at, host = address.strip().removeprefix("<").removesuffix(">").lower().rpartition("@")
    if not at or host.rstrip(".") != domain.lower():
        return None
    for purpose, pattern in _LOCAL_PARTS:
        if found := pattern.fullmatch(local):
            return Recipient(purpose, found[1])
    return None


def write_recipient(recipient: Recipient, domain: str) -> str:
    """The one spelling under which it is stored and counted."""
    letter = {"reply": "p+", "bounce": "b+", "unsubscribe": "u+"}.get(recipient.purpose, recipient.purpose)
    return f"{letter}{recipient.key}@{domain.lower()}"


def route(headers: Headers, envelope: Sequence[str], domain: str) -> Route:
    """The envelope first, then what mail systems noted of it, then To and Cc. Two keys in one place are none."""
    parents = message_parents(headers)
    places = [(FoundIn.ENVELOPE, list(envelope))]
    places += [(FoundIn.DELIVERY, list(_addresses(headers, name))) for name in _DELIVERED_TO]
    places.append((FoundIn.TO, [*_addresses(headers, "to"), *_addresses(headers, "cc")]))
    for place, addresses in places:
        found = {recipient for address in addresses if (recipient := read_recipient(address, domain))}
        with_key = {recipient for recipient in found if recipient.key}
        found = with_key or found
        if len(found) == 1:
            return Route(found.pop(), place, parents)
        if found:
            break
    return Route(None, FoundIn.NOWHERE, parents)


def message_parents(headers: Headers) -> tuple[str, ...]:
    """The ids of the mails that this one answers, the nearest first."""
    ids = [*headers.message_ids("in-reply-to"), *reversed(headers.message_ids("references"))]
    return tuple(dict.fromkeys(ids))[:MOST_PARENTS]


def sender(headers: Headers) -> str | None:
    """The one address that the mail says it is from, in lower case; None when there is none or more than one."""
    if len(headers.all("from")) != 1:
        return None
    found = {address.lower() for address in _addresses(headers, "from")}
    return found.pop() if len(found) == 1 else None


def bare_address(address: str) -> str | None:
    """One bare address out of an envelope, in lower case; None for the empty one of bounces."""
    found = _ADDRESS.search(address)
    return found[0].lower() if found else None


def verdict(headers: Headers, trusted: str) -> Verdict:
    """What our own mail system found out about the sender.

    Only the topmost header counts, and only if it bears the configured name: anybody can write one. A pass is
    believed for the domain that the mail is from and for no other.
    """
    results = headers.all("authentication-results")
    if not trusted or not results:
        return Verdict.UNKNOWN
    try:
        read = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {results[0][:LONGEST_RESULTS]}")
        found = [(str(each.result).lower(), _header_from(each)) for each in read.results if each.method == "dmarc"]
        server = str(read.authserv_id).lower()
    except Exception:  # authres raises many kinds; what cannot be read proves nothing
        return Verdict.UNKNOWN
    if server != trusted.lower():
        return Verdict.UNKNOWN
    if any(result == "fail" for result, _ in found):
        return Verdict.FAIL
    domain = (sender(headers) or "").rpartition("@")[2]
    if found and all(result == "pass" and about in ("", domain) for result, about in found):
        return Verdict.PASS
    return Verdict.UNKNOWN


def _header_from(result: authres.AuthenticationResult) -> str:
    for each in result.properties:
        if str(each.type).lower() == "header" and str(each.name).lower() == "from":
            return str(each.value).lower().rpartition("@")[2]
    return ""


def _addresses(headers: Headers, name: str) -> Iterator[str]:
    for value in headers.all(name):
        yield from (found[0] for found in _ADDRESS.finditer(_without_names(value)))


def _without_names(value: str) -> str:
    """Without quoted names and comments, in which anything may stand. Encoded words are left as they are, so that an
    address hidden in one is never seen."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for char in value:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif quoted:
            quoted = char != '"'
        elif char == '"':
            quoted = True
            kept.append(" ")
        elif char == "(":
            depth += 1
        elif char == ")":
            depth = max(depth - 1, 0)
            kept.append(" ")
        elif not depth:
            kept.append(char)
    return "".join(kept)
