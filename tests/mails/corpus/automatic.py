"""Mails that no person wrote: absences, vacation programs, lists, receipts, our own mails coming back. Nobody plays
them and nobody answers them. `expected` is the kind and the sign that told it."""

from base64 import b64encode

from tests.mails.corpus.clients import text_part, wire
from tests.mails.corpus.quotation import REPLY_TO

INSTANCE = "0123456789abcdef"


def _mail(
    subject: str, lines: str = "", sender: str = "Bob Miller <bob@example.net>", body: str = "I am away."
) -> bytes:
    ascii_subject = subject if subject.isascii() else f"=?utf-8?b?{_b64(subject)}?="
    return wire(
        f"From: {sender}\nTo: {REPLY_TO}\nSubject: {ascii_subject}\nDate: Thu, 12 Nov 2026 10:04:00 +0100\n"
        f"Message-ID: <auto{sum(subject.encode()) + len(lines)}@example.net>\n{lines}MIME-Version: 1.0\n"
        f"{text_part(body)}"
    )


def _b64(text: str) -> str:
    return b64encode(text.encode()).decode()


def automatic() -> dict[str, tuple[bytes, str, str]]:
    title = "Thursday table"
    return {
        "exchange": (
            _mail(f"Automatic reply: {title}", "Auto-Submitted: auto-generated\n"),
            "automatic",
            "auto-submitted",
        ),
        "rfc-3834": (_mail(f"Auto: {title}", "Auto-Submitted: auto-replied\n"), "automatic", "auto-submitted"),
        "capitals-and-parameters": (
            _mail(title, "auto-submitted: Auto-Replied; owner-email=bob@example.net\n"),
            "automatic",
            "auto-submitted",
        ),
        "auto-notified": (_mail(title, "Auto-Submitted: auto-notified (by a filter)\n"), "automatic", "auto-submitted"),
        "gmail-vacation": (
            _mail(f"Re: {title}", "Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\n"),
            "automatic",
            "auto-submitted",
        ),
        "precedence-bulk": (_mail(title, "Precedence: bulk\n"), "automatic", "precedence"),
        "precedence-junk": (_mail(title, "Precedence: junk\n"), "automatic", "precedence"),
        "precedence-auto-reply": (_mail(title, "Precedence: AUTO_REPLY\n"), "automatic", "precedence"),
        "x-autoreply": (_mail(title, "X-Autoreply: yes\n"), "automatic", "x-autoreply"),
        "x-autorespond": (_mail(title, "X-Autorespond: absence\n"), "automatic", "x-autorespond"),
        "x-auto-reply": (_mail(title, "X-Auto-Reply: 1\n"), "automatic", "x-auto-reply"),
        "list": (_mail(f"Re: [club] {title}", "List-Id: Club <club.lists.example.org>\n"), "automatic", "list-id"),
        "mailer-daemon": (_mail(title, sender="MAILER-DAEMON@example.net"), "automatic", "from"),
        "no-reply": (_mail(title, sender="Example <no-reply@example.net>"), "automatic", "from"),
        "noreply": (_mail(title, sender="noreply@example.net"), "automatic", "from"),
        "do-not-reply": (_mail(title, sender="do-not-reply@example.net"), "automatic", "from"),
        "subject-en": (_mail(f"Automatic reply: {title}"), "automatic", "subject"),
        "subject-out-of-office": (_mail("Out of Office: Bob"), "automatic", "subject"),
        "subject-de": (_mail(f"Automatische Antwort: {title}"), "automatic", "subject"),
        "subject-de-absence": (_mail("Abwesenheitsnotiz"), "automatic", "subject"),
        "subject-fr": (_mail(f"Réponse automatique : {title}", body="Je suis absent."), "automatic", "subject"),
        "subject-fr-absence": (_mail("Absence du bureau : Bob"), "automatic", "subject"),
        "subject-sv": (_mail(f"Autosvar: {title}"), "automatic", "subject"),
        "subject-it": (_mail("Fuori sede: Bob"), "automatic", "subject"),
        "subject-es": (_mail(f"Respuesta automática: {title}"), "automatic", "subject"),
        "subject-pt": (_mail(f"Resposta automática: {title}"), "automatic", "subject"),
        "subject-pl": (_mail(f"Odpowiedź automatyczna: {title}"), "automatic", "subject"),
        "subject-nl": (_mail(f"Automatisch antwoord: {title}"), "automatic", "subject"),
        "subject-ja": (_mail(f"自動返信: {title}"), "automatic", "subject"),
        "read-receipt": (
            wire(
                f"From: Bob <bob@example.net>\nTo: {REPLY_TO}\nSubject: Read: {title}\nContent-Type: multipart/report; "
                'report-type=disposition-notification; boundary="b"\n\n--b\n'
                + text_part("Your message was read.")
                + "--b\nContent-Type: message/disposition-notification\n\nDisposition: automatic-action\n\n--b--\n"
            ),
            "automatic",
            "disposition-notification",
        ),
        "own-mail-comes-back": (
            _mail(title, f"X-Play-Server: {INSTANCE}\n", sender="Bob <bob@example.net>"),
            "loop",
            "x-play-server",
        ),
        "from-our-own-address": (_mail(title, sender="Railpost <Turns@play.example.org>"), "loop", "from"),
        "thirty-hops": (_mail(title, "Received: from a by b\n" * 30), "loop", "received"),
    }


def people() -> dict[str, bytes]:
    """Mails that look a little like these and are not."""
    return {
        "exchange-suppress": _mail("Re: x", "X-Auto-Response-Suppress: DR, OOF, AutoReply\n", body="bid 3"),
        "auto-submitted-no": _mail("Re: x", "Auto-Submitted: no\n", body="bid 3"),
        "auto-submitted-no-with-comment": _mail("Re: x", "Auto-Submitted: No; by=hand\n", body="bid 3"),
        "another-server": _mail("Re: x", "X-Play-Server: ffffffffffffffff\n", body="bid 3"),
        "talks-about-absence": _mail("Re: my out of office reply", body="bid 3"),
        "absent-as-a-command": _mail("absent", body="absent 2026-12-20 au 2027-01-03"),
    }
