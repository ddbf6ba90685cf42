"""The operator's page and the figures for Prometheus. Neither exists until `OPERATOR_SECRET` is set."""

from datetime import timedelta

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask_babel import gettext, ngettext
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import printable
from pbem.base.tokens import BadToken
from pbem.pacing import times
from pbem.store.links import OPERATE
from pbem.store.models import Failure, InboundMail, Mail
from pbem.store.models import inbound_mail as inbound
from pbem.store.models.mail import DEAD
from pbem.store.signs import silent
from pbem.upkeep.exposition import exposition
from pbem.upkeep.metrics import Figures, figures
from pbem.upkeep.troubles import dismiss, read_again, send_again
from pbem.web.frame import chrome, language, service
from pbem.web.models import Figure, Form, OperatorPage, Trouble
from pbem.web.secrets import ask_for_secret, knows

pages = Blueprint("operating", __name__)

MOST = 50  # of each list
MOST_LETTERS = 10  # mails to the operator
LATE = timedelta(minutes=15)  # a mail that is due for so long is a trouble


@pages.before_request
def only_the_operator() -> Response | None:
    secret = service().config.operator_secret
    if not secret:
        abort(404)
    return None if knows(secret) else ask_for_secret(gettext("It is the value of OPERATOR_SECRET."))


@pages.get("/metrics")
def metrics() -> Response:
    with service().db.reading() as session:
        found = figures(session, service().now())
    return Response(exposition(found), content_type="text/plain; version=0.0.4; charset=utf-8")


@pages.get("/operator")
def operator() -> str:
    with service().db.reading() as session:
        page = OperatorPage(
            chrome(),
            tuple(shown(figures(session, service().now()))),
            (*silences(session), *failures(session), *stuck(session)),
            tuple(dead_letters(session)),
            tuple(for_the_operator(session)),
        )
    return render_template("pages/operator.html", page=page)


def shown(found: Figures) -> list[Figure]:
    late = found.oldest_due > LATE.total_seconds()
    minutes = ngettext("%(num)d minute", "%(num)d minutes", int(found.oldest_due // 60))
    return [
        *(Figure(gettext("Tables, %(status)s", status=word(status)), str(n)) for status, n in found.tables.items()),
        Figure(gettext("Open questions"), str(found.open_asks)),
        Figure(gettext("Questions past their deadline"), str(found.overdue_asks)),
        Figure(gettext("Lines played"), str(found.lines)),
        *(
            Figure(gettext("Mails, %(status)s", status=word(status)), str(n), is_bad=status == DEAD and n > 0)
            for status, n in found.mails.items()
        ),
        Figure(gettext("The oldest mail has been due for"), minutes, is_bad=late),
        *(
            Figure(gettext("Incoming mails, %(status)s", status=word(status)), str(n))
            for status, n in found.inbound.items()
        ),
        Figure(gettext("Failures of tasks"), str(found.failures), is_bad=found.failures > 0),
        Figure(gettext("Suspended addresses"), str(found.suspended)),
        *(
            Figure(
                gettext("%(process)s on %(machine)s was last heard of", process=sign.process, machine=sign.machine),
                gettext("%(seconds)d seconds ago", seconds=(found.now - sign.seen_at).total_seconds()),
            )
            for sign in found.signs
        ),
    ]


def silences(session: Session) -> list[Trouble]:
    """Processes that should run and do not."""
    return [
        Trouble(
            times.short(silence.since, "UTC", language()) if silence.since is not None else "",
            gettext("The process “%(process)s” does not run. Start it.", process=silence.process),
        )
        for silence in silent(session, service().config, service().now())
    ]


def word(status: str) -> str:
    words: dict[str, str] = {
        "unconfirmed": gettext("unconfirmed"),
        "inviting": gettext("inviting"),
        "running": gettext("running"),
        "paused": gettext("paused"),
        "over": gettext("over"),
        "cancelled": gettext("cancelled"),
        "pending": gettext("waiting"),
        "sending": gettext("being sent"),
        "sent": gettext("sent"),
        "dead": gettext("given up"),
        "processing": gettext("being read"),
        "accepted": gettext("accepted"),
        "rejected": gettext("rejected"),
        "ignored": gettext("ignored"),
        "failed": gettext("failed"),
    }
    return words[status]


def failures(session: Session) -> list[Trouble]:
    rows = session.exec(select(Failure).order_by(col(Failure.last_at).desc()).limit(MOST)).all()
    return [
        Trouble(
            times.short(row.last_at, "UTC", language()),
            f"{row.what}: {row.error} ({row.times} ×)",
            act=signed(f"/operator/failures/{row.id}/dismiss"),
            act_label=gettext("Seen"),
        )
        for row in rows
    ]


def stuck(session: Session) -> list[Trouble]:
    """Mails that came in and were not dealt with."""
    waiting = col(InboundMail.status).in_((inbound.PENDING, inbound.PROCESSING))
    late = waiting & (col(InboundMail.received_at) <= service().now() - LATE)
    rows = session.exec(
        select(InboundMail)
        .where((col(InboundMail.status) == inbound.FAILED) | late)
        .order_by(col(InboundMail.received_at).desc())
        .limit(MOST)
    ).all()
    return [
        Trouble(
            times.short(row.received_at, "UTC", language()),
            gettext(
                "Incoming mail %(id)d is %(status)s: %(error)s", id=row.id, status=word(row.status), error=row.error
            ),
            act=signed(f"/operator/inbound/{row.id}/read") if row.status == inbound.FAILED and row.raw else None,
            act_label=gettext("Read it again"),
        )
        for row in rows
    ]


def for_the_operator(session: Session) -> list[Trouble]:
    """Mails to postmaster and abuse, as long as their bytes are kept."""
    theirs = col(InboundMail.error).startswith(inbound.FOR_OPERATOR) & col(InboundMail.raw).is_not(None)
    rows = session.exec(
        select(InboundMail).where(theirs).order_by(col(InboundMail.received_at).desc()).limit(MOST_LETTERS)
    ).all()
    return [
        Trouble(
            times.short(row.received_at, "UTC", language()),
            f"{row.error.removeprefix(inbound.FOR_OPERATOR)}, {row.sender}: {printable(row.excerpt)}",
        )
        for row in rows
    ]


def dead_letters(session: Session) -> list[Trouble]:
    rows = session.exec(select(Mail).where(Mail.status == DEAD).order_by(col(Mail.id).desc()).limit(MOST)).all()
    return [
        Trouble(
            times.short(row.due_at, "UTC", language()),
            f"{row.kind}, {row.email}: {row.error}",
            act=signed(f"/operator/mails/{row.id}/send"),
            act_label=gettext("Send it again"),
        )
        for row in rows
    ]


def signed(action: str) -> Form:
    """A browser that knows the password sends it from anybody's page; the signature comes only from ours."""
    return Form(action, hidden={"sign": service().tokens.sign(OPERATE, action)})


def check_signature() -> None:
    try:
        (action,) = service().tokens.read(OPERATE, request.form.get("sign", ""), 1)
    except BadToken:
        abort(403)
    if action != request.path:
        abort(403)


@pages.post("/operator/mails/<int:mail_id>/send")
def resend(mail_id: int) -> AnyResponse:
    check_signature()
    send_again(service(), mail_id)
    return redirect("/operator", 303)


@pages.post("/operator/inbound/<int:inbound_id>/read")
def reread(inbound_id: int) -> AnyResponse:
    check_signature()
    read_again(service(), inbound_id)
    return redirect("/operator", 303)


@pages.post("/operator/failures/<int:failure_id>/dismiss")
def seen(failure_id: int) -> AnyResponse:
    check_signature()
    dismiss(service(), failure_id)
    return redirect("/operator", 303)
