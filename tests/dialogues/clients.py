"""How mail programs answer: each with its own way of quoting, of breaking lines and of hiding the text in HTML."""

import email.policy
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from html import escape

from pbem.store.models import Mail
from pbem.web.mailbox import opened, text_of

Client = Callable[[Mail, str], EmailMessage]


def _reply(mail: Mail, subject: str) -> tuple[EmailMessage, EmailMessage]:
    ours = opened(mail)
    reply = EmailMessage(policy=email.policy.SMTP)
    reply["From"], reply["To"] = f"Player <{mail.email}>", str(ours["Reply-To"])
    reply["Subject"] = f"{subject} {ours['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = make_msgid(domain="client.localhost"), str(ours["Message-ID"])
    reply["References"] = f"{ours['References'] or ''} {ours['Message-ID']}".strip()
    return reply, ours


def _quoted(ours: EmailMessage) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text_of(ours, "plain").splitlines())


def gmail(mail: Mail, text: str) -> EmailMessage:
    """The answer above the quotation, as text and as HTML, with the quotation in a box of its own."""
    reply, ours = _reply(mail, "Re:")
    head = "On Mon, Nov 16, 2026 at 1:05 PM Railpost · your turn <\nturns@railpost.localhost> wrote:"
    reply.set_content(f"{text}\n\n{head}\n\n{_quoted(ours)}\n")
    html = f'<div dir="ltr">{escape(text).replace(chr(10), "<br>")}</div><br><div class="gmail_quote">{head}</div>'
    reply.add_alternative(html, subtype="html")
    return reply


def outlook(mail: Mail, text: str) -> EmailMessage:
    """HTML alone, each line a paragraph; the quotation follows after a rule, without any mark before its lines."""
    reply, ours = _reply(mail, "RE:")
    lines = "".join(f'<p class="MsoNormal"><span lang="EN-US">{escape(line)}</span></p>' for line in text.split("\n"))
    body = text_of(ours, "html")
    head = (
        '<div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Railpost &lt;turns@railpost.localhost&gt;<br>'
        "<b>Sent:</b> Monday, November 16, 2026 1:05 PM<br><b>Subject:</b> your turn</div>"
    )
    reply.set_content(
        f"<html><body>{lines}<p>Best regards,</p><p>Bruno</p><hr>{head}{body}</body></html>", subtype="html"
    )
    return reply


def apple_mail(mail: Mail, text: str) -> EmailMessage:
    """Below the quotation, as some people still write, in base64."""
    reply, ours = _reply(mail, "Re:")
    head = "On 16 Nov 2026, at 13:05, Railpost · your turn <turns@railpost.localhost> wrote:"
    reply.set_content(f"> {head}\n{_quoted(ours)}\n\n{text}\n\n-- \nSent from my iPhone\n", cte="base64")
    return reply


def thunderbird(mail: Mail, text: str) -> EmailMessage:
    """In French, flowed text, the answer above the quotation."""
    reply, ours = _reply(mail, "Re:")
    head = "Le 16/11/2026 à 13:05, Railpost · à vous a écrit :"
    reply.set_content(f"Bonjour,\n\n{text}\n\nCordialement,\nDavid\n\n{head}\n{_quoted(ours)}\n")
    reply.set_param("format", "flowed")
    return reply


CLIENTS: tuple[Client, ...] = (gmail, outlook, apple_mail, thunderbird)
