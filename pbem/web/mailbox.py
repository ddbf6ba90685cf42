"""The built-in mailbox of the embedded default: every mail as its reader would see it, and a way to answer it."""

import email
import email.policy
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import make_msgid
from functools import lru_cache
from typing import Literal
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import col, func, select
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.tokens import BadToken
from pbem.mail_in.letterbox import store_raw
from pbem.mail_in.read_mail import read_mail
from pbem.pacing import times
from pbem.store.links import ANSWER
from pbem.store.models import Mail
from pbem.store.models.mail import SENT, WAITING
from pbem.web.frame import chrome, language, service
from pbem.web.models import Form, Link, MailboxMailPage, MailboxPage, MailLine
from pbem.web.secrets import ask_for_secret, knows

pages = Blueprint("mailbox", __name__)

PER_PAGE = 40
SOON = timedelta(seconds=20)  # a mail that is due so soon is waited for
PREVIEW = 110
HEAD = 6_000  # bytes of a mail that hold its headers and first words
# A mail brings its own styles and pictures and nothing else; its links open in the whole window.
FRAME_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
Show = Literal["html", "text", "raw"]


def may_read_mailbox() -> bool:
    """Where other computers reach the server, only who knows the key that was printed at the start."""
    key: str = current_app.config["MAILBOX_KEY"]
    return bool(current_app.config["MAILBOX"]) and (not key or knows(key))


@pages.before_request
def ask_for_the_key() -> Response | None:
    return None if may_read_mailbox() else ask_for_secret(gettext("The key was printed when the server was started."))


def opened(mail: Mail) -> EmailMessage:
    message = email.message_from_bytes(mail.raw or b"", policy=email.policy.default)
    assert isinstance(message, EmailMessage), "the default policy makes these"
    return message


def text_of(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""


@lru_cache(maxsize=1_000)
def summed_up(head: bytes) -> tuple[str, str, str]:
    """Sender, subject and first words, from the beginning of a mail: its text comes before its pictures."""
    message = email.message_from_bytes(head, policy=email.policy.default)
    assert isinstance(message, EmailMessage), "the default policy makes these"
    sender = message["From"].addresses[0].display_name if message["From"] is not None else ""
    return sender, str(message["Subject"] or ""), " ".join(text_of(message, "plain").split())[:PREVIEW]


def line_of(mail_id: int, to: str, sent_at: datetime, head: bytes) -> MailLine:
    sender, subject, preview = summed_up(head)
    when = times.short(sent_at, "UTC", language())
    return MailLine(sender, to, subject, preview, when, f"/mailbox/{mail_id}")


def box_of(reader: str, **more: str) -> str:
    return f"/mailbox?{urlencode({'for': reader} | more)}"


@pages.get("/mailbox")
def box() -> str:
    reader = request.args.get("for", "")
    before = request.args.get("before", "")
    with service().db.reading() as session:
        when = func.coalesce(Mail.sent_at, Mail.created_at)
        query = select(Mail.id, Mail.email, when, func.substr(Mail.raw, 1, HEAD))
        query = query.where(Mail.status == SENT).order_by(col(Mail.id).desc()).limit(PER_PAGE + 1)
        if reader:
            query = query.where(Mail.email == reader)
        if before.isdecimal() and len(before) < 10:
            query = query.where(col(Mail.id) < int(before))
        mails = session.exec(query).all()
        emails = session.exec(select(Mail.email).where(Mail.status == SENT).distinct()).all()
        soon = session.exec(select(Mail.id).where(WAITING, col(Mail.due_at) <= service().now() + SOON)).first()
    readers = [Link(gettext("All"), "/mailbox", not reader)]
    readers += [Link(address, box_of(address), address == reader) for address in sorted(emails)]
    older = box_of(reader, before=str(mails[PER_PAGE - 1][0])) if len(mails) > PER_PAGE else ""
    shown = tuple(line_of(id, to, when, head or b"") for id, to, when, head in mails[:PER_PAGE])
    page = MailboxPage(chrome(soon=soon is not None), shown, tuple(readers), older)
    return render_template("pages/mailbox.html", page=page)


def kept(mail_id: int) -> Mail:
    with service().db.reading() as session:
        mail = session.get(Mail, mail_id)
    if mail is None or mail.raw is None:
        abort(404)
    return mail


@pages.get("/mailbox/<int:mail_id>")
@pages.get("/mailbox/<int:mail_id>/<show>")
def one(mail_id: int, show: Show = "html") -> str:
    if show not in ("html", "text", "raw"):
        abort(404)
    mail = kept(mail_id)
    message = opened(mail)
    base = f"/mailbox/{mail_id}"
    headers = tuple((name, str(value)) for name, value in message.items()) if show == "raw" else ()
    text = ""
    if show == "text":
        text = text_of(message, "plain")
    elif show == "raw":
        text = (mail.raw or b"").decode("utf-8", "replace")
    page = MailboxMailPage(
        chrome(),
        line_of(mail.id, mail.email, mail.sent_at or mail.created_at, (mail.raw or b"")[:HEAD]),
        show,
        (
            Link(gettext("As a page"), base, show == "html"),
            Link(gettext("As text"), f"{base}/text", show == "text"),
            Link(gettext("As it was sent"), f"{base}/raw", show == "raw"),
        ),
        box_of(mail.email) if request.args.get("for") else "/mailbox",
        f"{base}/frame",
        text,
        headers,
        answer=_answer_form(mail_id) if message["Reply-To"] is not None else None,
    )
    return render_template("pages/mailbox_mail.html", page=page)


def _answer_form(mail_id: int) -> Form:
    """A page of anybody could post to a mailbox on this machine; the signature comes only from ours."""
    return Form(f"/mailbox/{mail_id}/answer", hidden={"sign": service().tokens.sign(ANSWER, mail_id)})


def _comes_from_us(mail_id: int) -> bool:
    try:
        return service().tokens.read(ANSWER, request.form.get("sign", ""), 1) == [mail_id]
    except BadToken:
        return False


@pages.post("/mailbox/<int:mail_id>/answer")
def answer_mail(mail_id: int) -> AnyResponse:
    """An answer as a mail program would send it, through the same way as any other mail."""
    if not _comes_from_us(mail_id):
        abort(403)
    mail = kept(mail_id)
    message = opened(mail)
    if message["Reply-To"] is None:
        abort(404)
    reply = EmailMessage(policy=email.policy.SMTP)
    reply["From"], reply["To"], reply["Subject"] = mail.email, str(message["Reply-To"]), f"Re: {message['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = make_msgid(domain="mailbox.localhost"), str(message["Message-ID"])
    quoted = "\n".join(f"> {line}" for line in text_of(message, "plain").splitlines())
    reply.set_content(f"{request.form.get('text', '')}\n\n{quoted}\n")
    stored = store_raw(service(), reply.as_bytes(), mail.email, str(message["Reply-To"]), "mailbox")
    read_mail(service(), stored.id)
    return redirect("/mailbox", 303)


@pages.get("/mailbox/<int:mail_id>/frame")
def frame(mail_id: int) -> Response:
    """The HTML part with its pictures inside, under a policy of its own: nothing runs, nothing is fetched."""
    message = opened(kept(mail_id))
    html = text_of(message, "html")
    for part in message.walk():
        cid = part.get("Content-ID")
        if cid is not None:
            data = str(part.get_payload()).replace("\n", "").replace("\r", "")
            html = html.replace(f"cid:{str(cid).strip('<>')}", f"data:{part.get_content_type()};base64,{data}")
    html = html.replace("<head>", '<head><base target="_top">', 1)
    response = Response(html, mimetype="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = (
        FRAME_POLICY.replace("base-uri 'none'; ", "") + "; sandbox allow-top-navigation-by-user-activation allow-popups"
    )
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response
