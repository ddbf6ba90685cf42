"""The confirmation of a change of an account, by the link that went to the main address: a page, then a button."""

import json

from flask import Blueprint, Response, g, render_template
from flask_babel import gettext
from sqlmodel import Session

from pbem.base.tokens import BadToken
from pbem.people.changes import ADD, DELETE, EXPORT, KINDS, MAIN, REMOVE, Change, carry_out_change
from pbem.people.export import everything_about
from pbem.store.links import CHANGE, fingerprint
from pbem.store.models import Address, User
from pbem.web.frame import DeadLink, chrome, message, service
from pbem.web.models import ConfirmPage, Form

pages = Blueprint("change", __name__)


def _confirmed(session: Session, token: str) -> tuple[User, Change]:
    try:
        user_id, epoch, word, kind, address_id, digest, until = service().tokens.read(CHANGE, token, 7)
        user = session.get(User, int(user_id))
    except (BadToken, TypeError, ValueError) as error:
        raise DeadLink(gone=False) from error
    if user is None or (user.link_epoch, user.word) != (epoch, word) or kind not in KINDS:
        raise DeadLink(gone=True)
    if service().now().timestamp() > until:
        raise DeadLink(gone=True)
    address = session.get(Address, int(address_id)) if address_id else None
    if address_id and (address is None or address.user_id != user.id or fingerprint(address.email) != digest):
        raise DeadLink(gone=True)
    g.lang = user.lang
    return user, Change(kind, int(address_id))


@pages.get("/change/<token>")
def question(token: str) -> Response:
    with service().db.reading() as session:
        _, change = _confirmed(session, token)
        address = session.get(Address, change.address_id) if change.address_id else None
    email = address.email if address is not None else ""
    title, button = {
        ADD: (gettext("Add %(email)s to your addresses?", email=email), gettext("Add it")),
        MAIN: (gettext("Send your mails to %(email)s?", email=email), gettext("Send mails there")),
        REMOVE: (gettext("Remove %(email)s from your addresses?", email=email), gettext("Remove it")),
        EXPORT: (gettext("Everything about you as a file"), gettext("Load the file")),
        DELETE: (gettext("Delete everything about you?"), gettext("Delete everything for good")),
    }[change.kind]
    lines = {
        ADD: (gettext("We send a link to this address. Answers from it are read once you have pressed that link."),),
        MAIN: (gettext("From then on every mail goes there, also links that confirm further changes."),),
        REMOVE: (gettext("All your links become void, and new ones are mailed to you."),),
        EXPORT: (gettext("It has your settings, your mails, what you have played and what you have said."),),
        DELETE: (
            gettext("Your name, addresses, notes, mails and what you have said are deleted."),
            gettext("Bots play your seats until somebody takes them; the other players are told that you leave."),
            gettext("What you have played stays in the games. You cannot undo this."),
        ),
    }[change.kind]
    page = ConfirmPage(chrome(), title, lines, button, Form(f"/change/{token}"))
    return Response(render_template("pages/confirm.html", page=page))


@pages.post("/change/<token>")
def answer(token: str) -> Response:
    with service().db.reading() as session:
        user, change = _confirmed(session, token)
        told = everything_about(session, user) if change.kind == EXPORT else {}
    carry_out_change(service(), user.id, change)
    if change.kind == EXPORT:
        response = Response(json.dumps(told, ensure_ascii=False, indent=2) + "\n", mimetype="application/json")
        response.headers["Content-Disposition"] = 'attachment; filename="railpost.json"'
        return response
    if change.kind == DELETE:
        return message(gettext("Everything about you is deleted"), gettext("Farewell, and thank you for playing."))
    return message(gettext("It is done"), gettext("A mail about it goes to your main address."))
