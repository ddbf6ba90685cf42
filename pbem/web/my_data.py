"""A person's addresses, and all that is known of her: taken along as a file, or deleted."""

import json

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import BadField
from pbem.base.tokens import BadToken
from pbem.people.addresses import add_address, ask_again, make_main, remove_address
from pbem.people.deletion import delete_person
from pbem.people.export import everything_about
from pbem.people.lost_links import mail_links
from pbem.store.links import DELETE
from pbem.store.models import User
from pbem.store.people import main_address
from pbem.web.frame import chrome, links, message, owner, path, service
from pbem.web.me import shown
from pbem.web.models import ConfirmPage, Form

pages = Blueprint("my_data", __name__)

DELETE_WORD = "DELETE"


def _me(token: str) -> User:
    with service().db.reading() as session:
        return owner(session, token)


def _back(user_id: int) -> AnyResponse:
    """To the own page, by a link that is good now."""
    with service().db.reading() as session:
        return redirect(path(links().me(session.get_one(User, user_id))), 303)


def _again(token: str, name: str, wrong: dict[str, str]) -> Response:
    """The same page with what was typed and what was wrong with it."""
    base = f"/me/{token}"
    actions = {"address": f"{base}/addresses", "delete": f"{base}/delete"}
    form = Form(actions[name], {key: request.form.get(key, "") for key in wrong}, wrong)
    with service().db.reading() as session:
        return Response(shown(session, owner(session, token), token, forms={name: form}), 422)


@pages.post("/me/<token>/addresses")
def add(token: str) -> AnyResponse:
    user = _me(token)
    try:
        add_address(service(), user.id, request.form.get("email", ""))
    except BadField as wrong:
        return _again(token, "address", {wrong.field: gettext(wrong.why, **wrong.params)})
    return redirect(f"/me/{token}", 303)


@pages.post("/me/<token>/addresses/<int:address_id>/confirm")
def confirm_again(token: str, address_id: int) -> AnyResponse:
    ask_again(service(), _me(token).id, address_id)
    return redirect(f"/me/{token}", 303)


@pages.post("/me/<token>/addresses/<int:address_id>/main")
def main(token: str, address_id: int) -> AnyResponse:
    make_main(service(), _me(token).id, address_id)
    return redirect(f"/me/{token}", 303)


@pages.post("/me/<token>/addresses/<int:address_id>/remove")
def remove(token: str, address_id: int) -> AnyResponse:
    user = _me(token)
    if remove_address(service(), user.id, address_id):
        with service().db.reading() as session:
            email = main_address(session, user.id)
        mail_links(service(), email)
    return _back(user.id)


@pages.get("/me/<token>/data.json")
def export(token: str) -> Response:
    with service().db.reading() as session:
        told = everything_about(session, owner(session, token))
    response = Response(json.dumps(told, ensure_ascii=False, indent=2) + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="railpost.json"'
    return response


@pages.post("/me/<token>/delete")
def delete(token: str) -> AnyResponse:
    """The word first, then a second page whose button does it."""
    user = _me(token)
    if request.form.get("confirm", "").strip().upper() != DELETE_WORD:
        return _again(token, "delete", {"confirm": gettext("Type %(word)s to go on.", word=DELETE_WORD)})
    if not _is_meant(user, request.form.get("sign", "")):
        sign = service().tokens.sign(DELETE, user.id, user.link_epoch)
        page = ConfirmPage(
            chrome(),
            gettext("Delete everything about you?"),
            (
                gettext("Your name, addresses, notes, mails and what you have said are deleted."),
                gettext("Bots play your seats until somebody takes them; the other players are told that you leave."),
                gettext("What you have played stays in the games. Nothing of this can be taken back."),
            ),
            gettext("Delete everything for good"),
            Form(f"/me/{token}/delete", hidden={"confirm": DELETE_WORD, "sign": sign}),
        )
        return Response(render_template("pages/confirm.html", page=page))
    delete_person(service(), user.id)
    return message(gettext("Everything about you is deleted"), gettext("Farewell, and thank you for playing."))


def _is_meant(user: User, signature: str) -> bool:
    try:
        return service().tokens.read(DELETE, signature, 2) == [user.id, user.link_epoch]
    except BadToken:
        return False
