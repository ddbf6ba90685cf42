"""Bounces and complaints: standard reports, what other mail systems write, delays and false ones. `expected` is the
score, the address, and for complaints the kind and the keys."""

from typing import Any

from tests.mails.corpus.clients import wire

BOUNCE_KEY = "0123456789abcdef0123456789abcdef"
BOUNCE_TO = f"b+{BOUNCE_KEY}@in.play.example.org"
BOB = "bob@example.net"
_ORIGINAL = (
    f"Return-Path: <{BOUNCE_TO}>\nFrom: Railpost <turns@play.example.org>\nTo: Bob <{BOB}>\nSubject: Thursday table\n"
    "Message-ID: <turn.41.207.3@play.example.org>\nX-Play-Server: 0123456789abcdef\n"
)


def _head(subject: str, sender: str = "MAILER-DAEMON@mail.example.net (Mail Delivery System)", more: str = "") -> str:
    return (
        f"Return-Path: <>\nFrom: {sender}\nTo: {BOUNCE_TO}\nSubject: {subject}\nDate: Thu, 12 Nov 2026 10:05:00 +0100\n"
        f"Message-ID: <bounce@mail.example.net>\n{more}MIME-Version: 1.0\n"
    )


def _report(
    fields: str, text: str = "I'm sorry to have to inform you.", subject: str = "Undelivered Mail Returned"
) -> bytes:
    return wire(
        _head(subject, more="Auto-Submitted: auto-replied\n")
        + 'Content-Type: multipart/report; report-type=delivery-status; boundary="=_r"\n\nThis is a MIME message.\n\n'
        f"--=_r\nContent-Description: Notification\nContent-Type: text/plain; charset=us-ascii\n\n{text}\n\n"
        "--=_r\nContent-Description: Delivery report\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mail.example.net\nArrival-Date: Thu, 12 Nov 2026 10:04:59 +0100\n\n{fields}\n"
        f"--=_r\nContent-Type: message/rfc822\n\n{_ORIGINAL}\nbid.3\n\n--=_r--\n"
    )


def _recipient(action: str, status: str, diagnostic: str = "", address: str = BOB) -> str:
    said = f"Diagnostic-Code: smtp; {diagnostic}\n" if diagnostic else ""
    return f"Final-Recipient: rfc822; {address}\nAction: {action}\nStatus: {status}\n{said}"


def _plain(subject: str, text: str, sender: str = "MAILER-DAEMON@mail.example.net", more: str = "") -> bytes:
    return wire(_head(subject, sender, more) + f"Content-Type: text/plain; charset=us-ascii\n\n{text}\n")


def _complaint(kind: str, original: str) -> bytes:
    return wire(
        "From: Feedback <feedback@provider.example>\nTo: abuse@in.play.example.org\nSubject: FW: Thursday table\n"
        "Message-ID: <arf@provider.example>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"\n\n--=_f\n'
        "Content-Type: text/plain\n\nThis is an email abuse report.\n\n--=_f\nContent-Type: message/feedback-report\n\n"
        f"Feedback-Type: {kind}\nUser-Agent: SomeGenerator/1.0\nVersion: 1\n{original}\n--=_f\n"
        f"Content-Type: message/rfc822\n\n{_ORIGINAL}\nhello\n\n--=_f--\n"
    )


def returned() -> dict[str, tuple[bytes, dict[str, Any]]]:
    exim = "X-Failed-Recipients: bob@example.net\nAuto-Submitted: auto-replied\n"
    qmail = (
        "Hi. This is the qmail-send program at mail.example.net.\nI'm afraid I wasn't able to deliver your message to "
        "the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n"
        "<bob@example.net>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
        "--- Below this line is a copy of the message.\n\n" + _ORIGINAL
    )
    warning = (
        "This message was created automatically by mail delivery software.\nTHIS IS A WARNING MESSAGE ONLY.\n"
        "YOU DO NOT NEED TO RESEND YOUR MESSAGE.\n\nThe following address(es) have not yet been delivered:\n"
        "  bob@example.net\n"
    )
    sendmail = (
        "   ----- The following addresses had permanent fatal errors -----\n<bob@example.net>\n\n"
        "   ----- Transcript of session follows -----\n550 5.1.1 <bob@example.net>... User unknown\n"
    )
    named = f"Original-Mail-From: <{BOUNCE_TO}>\nOriginal-Rcpt-To: <{BOB}>\nReported-Domain: play.example.org\n"
    return {
        "unknown-user": (
            _report(
                _recipient("failed", "5.1.1", "550 5.1.1 <bob@example.net>: Recipient address rejected: User unknown")
            ),
            {"score": 2, "address": BOB},
        ),
        "mailbox-full": (
            _report(_recipient("failed", "4.2.2", "452 4.2.2 Mailbox full")),
            {"score": 1, "address": BOB},
        ),
        "mailbox-full-for-good": (_report(_recipient("failed", "5.2.2", "552 quota")), {"score": 2, "address": BOB}),
        "delayed": (_report(_recipient("delayed", "4.4.1", "connect timed out")), {"score": 0, "address": BOB}),
        "relayed": (_report(_recipient("relayed", "2.0.0")), {"score": 0, "address": BOB}),
        "delivered": (_report(_recipient("delivered", "2.0.0")), {"score": 0, "address": BOB}),
        "status-missing": (
            _report(
                "Final-Recipient: rfc822; bob@example.net\nAction: failed\nDiagnostic-Code: smtp; 550 no such user\n"
            ),
            {"score": 2, "address": BOB},
        ),
        "capitals": (
            _report("FINAL-RECIPIENT: RFC822; BOB@EXAMPLE.NET\nACTION: Failed\nSTATUS: 5.1.1 (unknown)\n"),
            {"score": 2, "address": BOB},
        ),
        "two-recipients": (
            _report(_recipient("delayed", "4.4.1") + "\n" + _recipient("failed", "5.1.1", address="carla@example.com")),
            {"score": 2, "address": BOB},
        ),
        "policy": (
            _report(_recipient("failed", "5.7.26", "550-5.7.26 This mail is unauthenticated")),
            {"score": 2, "address": BOB},
        ),
        "exim": (
            _plain("Mail delivery failed: returning message to sender", "A message could not be delivered.", more=exim),
            {"score": 2, "address": BOB},
        ),
        "qmail": (_plain("failure notice", qmail), {"score": 2, "address": BOB}),
        "sendmail": (_plain("Returned mail: see transcript for details", sendmail), {"score": 2, "address": BOB}),
        "warning-only": (_plain("Warning: message delayed 24 hours", warning), {"score": 1, "address": BOB}),
        "says-nothing": (_plain("Undeliverable", "Your message could not be delivered."), {"score": 0, "address": ""}),
        "report-without-status": (
            wire(_head("Undeliverable") + "Content-Type: multipart/report; report-type=delivery-status\n\nnothing\n"),
            {"score": 0, "address": ""},
        ),
        "complaint": (_complaint("abuse", named), {"complaint": "abuse", "address": BOB, "keys": [BOUNCE_KEY]}),
        "complaint-redacted": (_complaint("abuse", ""), {"complaint": "abuse", "address": BOB, "keys": [BOUNCE_KEY]}),
        "complaint-withdrawn": (
            _complaint("not-spam", named),
            {"complaint": "not-spam", "address": BOB, "keys": [BOUNCE_KEY]},
        ),
    }
