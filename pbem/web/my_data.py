"""A person's addresses, and all that is known of her. Every change is confirmed by a mail to her main address."""

from flask import Blueprint, Response, redirect, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import BadField
from pbem.people.addresses import add_address, addresses_of, remove_address
from pbem.people.changes import ADD, DELETE, EXPORT, MAIN, REMOVE, Change, ask_for
from pbem.store.models import Address, User
from pbem.store.people import main_address
from pbem.web.frame import links, message, owner, path, service
from pbem.web.me import shown
from pbem.web.models import Form, Link

pages = Blueprint("my_data", __name__)

DELETE_WORD = "DELETE"


def _me(token: str) -> User:
    with service().db.reading() as session:
        return owner(session, token)


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
        address_id = add_address(service(), user.id, request.form.get("email", ""))
    except BadField as wrong:
        return _again(token, "address", {wrong.field: gettext(wrong.why, **wrong.params)})
    return _asked(user, Change(ADD, address_id))


@pages.post("/me/<token>/addresses/<int:address_id>/confirm")
def confirm_again(token: str, address_id: int) -> AnyResponse:
    return _asked_about(token, ADD, address_id)


@pages.post("/me/<token>/addresses/<int:address_id>/main")
def main(token: str, address_id: int) -> AnyResponse:
    return _asked_about(token, MAIN, address_id)


@pages.post("/me/<token>/addresses/<int:address_id>/remove")
def remove(token: str, address_id: int) -> AnyResponse:
    """A claim that was never confirmed goes at once: nothing hangs on it."""
    user = _me(token)
    own = _own(user, address_id)
    if own is not None and own.confirmed_at is None:
        remove_address(service(), user.id, address_id)
        return redirect(f"/me/{token}", 303)
    return _asked_about(token, REMOVE, address_id)


def _own(user: User, address_id: int) -> Address | None:
    with service().db.reading() as session:
        return next((row for row in addresses_of(session, user.id) if row.id == address_id), None)


def _asked_about(token: str, kind: str, address_id: int) -> AnyResponse:
    """Nothing is asked about an address of somebody else, or of nobody."""
    user = _me(token)
    if _own(user, address_id) is None:
        return redirect(f"/me/{token}", 303)
    return _asked(user, Change(kind, address_id))


def _asked(user: User, change: Change) -> Response:
    ask_for(service(), user.id, change)
    with service().db.reading() as session:
        email = main_address(session, user.id)
    return message(
        gettext("Look into your mailbox"),
        gettext("A mail has gone to %(email)s. Press the link in it within a day to confirm.", email=email),
        links=(Link(gettext("Back to your page"), path(links().me(user))),),
    )


@pages.post("/me/<token>/export")
def export(token: str) -> Response:
    return _asked(_me(token), Change(EXPORT))


@pages.post("/me/<token>/delete")
def delete(token: str) -> AnyResponse:
    user = _me(token)
    if request.form.get("confirm", "").strip().upper() != DELETE_WORD:
        return _again(token, "delete", {"confirm": gettext("Type %(word)s to go on.", word=DELETE_WORD)})
    return _asked(user, Change(DELETE))
