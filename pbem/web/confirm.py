"""The confirmation of an address: a page, then a button, since scanners follow links too."""

from dataclasses import dataclass

from flask import Blueprint, Response, g, redirect, render_template
from flask_babel import gettext
from sqlmodel import Session, select
from werkzeug.wrappers import Response as AnyResponse

from pbem.people.addresses import Taken, confirm_address
from pbem.store.links import CONFIRM, fingerprint
from pbem.store.models import Address, Seat, Table, User
from pbem.tables.invitations import confirm_table
from pbem.web.frame import DeadLink, chrome, links, message, path, read_values, service
from pbem.web.models import ConfirmPage, Form

pages = Blueprint("confirming", __name__)


@dataclass(frozen=True)
class Claim:
    """What a link confirms: an address of a person, and perhaps that this person has opened a table."""

    address: Address
    user: User
    table: Table | None


def claimed(session: Session, token: str) -> Claim:
    address_id, table_id, digest, epoch, word = read_values(CONFIRM, token, 5)
    address = session.get(Address, address_id)
    table = session.get(Table, table_id) if table_id else None
    if address is None or fingerprint(address.email) != digest or (table_id and table is None):
        raise DeadLink(gone=True)
    user = session.get_one(User, address.user_id)
    if (user.link_epoch, user.word) != (epoch, word):
        raise DeadLink(gone=True)
    g.lang = user.lang
    return Claim(address, user, table)


@pages.get("/confirm/<token>")
def question(token: str) -> AnyResponse:
    with service().db.reading() as session:
        claim = claimed(session, token)
    what = gettext("%(email)s is an address of %(name)s.", email=claim.address.email, name=claim.user.name)
    then = (
        gettext("When you press the button, the invitations to “%(title)s” are sent.", title=claim.table.title)
        if claim.table is not None
        else gettext("When you press the button, we can send mails to this address and accept answers from it.")
    )
    page = ConfirmPage(
        chrome(),
        gettext("Confirm your address"),
        (what, then),
        gettext("Confirm this address"),
        Form(f"/confirm/{token}"),
    )
    return Response(render_template("pages/confirm.html", page=page))


@pages.post("/confirm/<token>")
def answer(token: str) -> AnyResponse:
    """Twice is as good as once."""
    with service().db.reading() as session:
        claim = claimed(session, token)
    if claim.table is None:
        return _address_alone(claim)
    confirm_table(service(), claim.address.id, claim.table.id)
    if service().config.mail_leaves:
        return message(
            gettext("The invitations to “%(title)s” are on their way", title=claim.table.title),
            gettext("Yours is among them. It has the link to your seat."),
        )
    with service().db.reading() as session:
        seat = session.exec(select(Seat).where(Seat.table_id == claim.table.id, Seat.user_id == claim.user.id)).first()
    return redirect(path(links().join(seat)) if seat is not None else "/", 303)


def _address_alone(claim: Claim) -> Response:
    """Whoever presses reads the address, and that is all we know: the person's own page is not shown."""
    try:
        confirm_address(service(), claim.address.id)
    except Taken:
        return message(
            gettext("This address belongs to another player"),
            gettext("If that is you too, remove the address there first, or delete that player's data."),
            status=409,
        )
    return message(
        gettext("The address is confirmed"),
        gettext("%(email)s is now an address of %(name)s.", email=claim.address.email, name=claim.user.name),
    )
