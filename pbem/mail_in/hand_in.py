"""Mail that is handed over whole: by a pipe, a webhook or an IMAP mailbox.

Such ways often do not tell the envelope. Then it is read from what mail systems write into the mail, and the address in
To stands in for it, as it would when the mail is routed.
"""

from pbem.base.service import Service
from pbem.mail_in.letterbox import Stored, Unknown, check_rate, check_recipient, store_raw
from pbem.mail_in.parse.addresses import message_parents, route, sender, write_recipient
from pbem.mail_in.parse.guards import Headers, check_bytes, read_headers


def hand_in(
    service: Service, raw: bytes, transport: str, recipient: str = "", envelope_from: str | None = None
) -> Stored:
    """Stores the mail; raises Unknown, TooMany, TooBig, or Unreadable for one that holds nothing."""
    if not raw.strip():
        check_bytes(raw)
    headers = read_headers(raw)
    to = recipient or written_recipient(service, headers)
    if to:
        check_recipient(service, to)
    by = written_sender(headers) if envelope_from is None else envelope_from
    check_rate(service, by, to)
    return store_raw(service, raw, by, to, transport)


def written_recipient(service: Service, headers: Headers) -> str:
    """Of our own addresses the one that the mail names; empty when it names none but answers a mail, which may be one
    of ours."""
    domain = service.config.mail_domain
    found = route(headers, (), domain).recipient
    if found is not None:
        return write_recipient(found, domain)
    if message_parents(headers):
        return ""
    raise Unknown(is_ours=False)


def written_sender(headers: Headers) -> str:
    """The Return-Path, which a mail system writes when it delivers; else whoever the mail says it is from. Only a
    Return-Path tells a bounce's empty sender from one that is not known."""
    if headers.has("return-path"):
        return headers.first("return-path")
    return sender(headers) or ""
