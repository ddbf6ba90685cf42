"""Having the link to one's own page mailed: a link to a seat may be forwarded, so it never shows that page itself."""

from flask import Blueprint, Response, redirect, render_template
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from pbem.people.lost_links import mail_lost_links
from pbem.store.people import main_address
from pbem.web.frame import chrome, links, message, path, seated, service
from pbem.web.models import ConfirmPage, Form
from pbem.web.seat_frame import head_of

pages = Blueprint("own_link", __name__)


@pages.get("/link")
def lost() -> Response:
    return message(
        gettext("Your links"),
        gettext("Write your address, and we mail you the links to your page and to your seats."),
        new_link=Form("/link"),
        asks_email=True,
    )


@pages.get("/t/<token>/my-link")
def question(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        if not service().config.mail_leaves:
            return redirect(path(links().me(who.user)), 303)
        page = ConfirmPage(
            chrome(),
            gettext("Your own page"),
            (
                gettext("It has all your tables, your settings and your absences."),
                gettext("Its link is mailed to your address, because a link to a seat may have been forwarded."),
            ),
            gettext("Mail me my link"),
            Form(f"/t/{token}/my-link"),
            head=head_of(who),
        )
        return Response(render_template("pages/confirm.html", page=page))


@pages.post("/t/<token>/my-link")
def answer(token: str) -> Response:
    with service().db.reading() as session:
        who = seated(session, token)
        email = main_address(session, who.user.id)
    mail_lost_links(service(), email)
    return message(gettext("A mail is on its way"), gettext("It has the link to your own page."))
