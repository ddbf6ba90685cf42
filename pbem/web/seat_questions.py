"""Pages of one question: a vote, leaving a table, taking an open seat."""

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import BadField
from pbem.base.limits import NEW_LINKS
from pbem.store.links import TAKE
from pbem.store.models import Proposal, Seat, Table, User
from pbem.store.models.proposal import DONE, OPEN, REFUSED, STALE
from pbem.store.models.seat import INVITED
from pbem.store.models.seat import OPEN as IS_FREE
from pbem.store.models.table import INVITING, PAUSED, RUNNING
from pbem.tables.proposals import told, vote
from pbem.tables.seats import ask_for_seat, leave, take_seat
from pbem.web.frame import (
    DeadLink,
    Seated,
    chrome,
    here,
    language,
    links,
    message,
    path,
    read_values,
    seated,
    service,
    take,
    voting,
)
from pbem.web.models import ConfirmPage, Form, Link
from pbem.web.seat_frame import head_of
from pbem.web.watch import shown_to_all

pages = Blueprint("changing_hands", __name__)


def _voter(session: Session, token: str) -> tuple[Proposal | None, Seated]:
    """The question, and who answers it. One of a time that a restored backup does not know is not there."""
    proposal_id, who = voting(session, token)
    return session.get(Proposal, proposal_id), who


@pages.get("/vote/<token>")
def question(token: str) -> Response:
    with service().db.reading() as session:
        proposal, who = _voter(session, token)
        if proposal is None or proposal.status != OPEN:
            return _counted(proposal.status if proposal is not None else STALE)
        paragraphs = told(session, who.table, proposal, who.seat, gettext, who.user.zone, language())
        answers = [
            (gettext("I agree"), Form(f"/vote/{token}", hidden={"agrees": "yes"})),
            (gettext("I do not agree"), Form(f"/vote/{token}", hidden={"agrees": "no"})),
        ]
        if request.args.get("answer") == "no":  # what was pressed in the mail stands first
            answers.reverse()
        (button, form), (other_label, other) = answers
        page = ConfirmPage(
            chrome(),
            gettext("Do you agree?"),
            paragraphs,
            button,
            form,
            head=head_of(who),
            other=other,
            other_label=other_label,
        )
    return Response(render_template("pages/confirm.html", page=page))


@pages.post("/vote/<token>")
def answer(token: str) -> Response:
    with service().db.reading() as session:
        proposal, who = _voter(session, token)
    if proposal is None:
        return _counted(STALE)
    status = vote(service(), proposal.id, who.seat.id, request.form.get("agrees") == "yes")
    return _counted(status)


def _counted(status: str) -> Response:
    told = {
        OPEN: gettext("Your answer is counted. It is done when every player has agreed."),
        DONE: gettext("Everybody has agreed: it is done."),
        REFUSED: gettext("Somebody does not agree, so nothing changes."),
    }.get(status, gettext("This question is no longer asked."))
    return message(gettext("Thank you"), told)


@pages.get("/t/<token>/leave")
def leaving(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        if who.table.status not in (RUNNING, PAUSED):
            return redirect(f"/t/{token}", 303)
        return Response(render_template("pages/confirm.html", page=_leaving(who)))


def _leaving(who: Seated, errors: dict[str, str] | None = None) -> ConfirmPage:
    lines = (
        gettext("A bot plays your seat from now on, and the host may give it to somebody else."),
        gettext("You cannot come back on your own. Everybody is told."),
    )
    title = gettext("Leave “%(title)s”?", title=who.table.title)
    form = Form(f"/t/{who.token}/leave", {}, errors or {})
    return ConfirmPage(
        chrome(), title, lines, gettext("Leave the table"), form, typed=gettext("LEAVE"), head=head_of(who)
    )


@pages.post("/t/<token>/leave")
def left(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        if request.form.get("confirm", "").strip().casefold() != gettext("LEAVE").casefold():
            wrong = {"confirm": gettext("Type %(word)s to leave.", word=gettext("LEAVE"))}
            return Response(render_template("pages/confirm.html", page=_leaving(who, wrong)), 422)
    leave(service(), who.seat.id)
    return message(gettext("You have left the table"), gettext("You get no more mail from it."))


@pages.post("/watch/<slug>/take/<int:number>")
def wish(slug: str, number: int) -> Response:
    with service().db.reading() as session:
        table = shown_to_all(session, slug)
    if service().config.mail_leaves:
        take(NEW_LINKS, "new-link", here())
    try:
        ask_for_seat(
            service(), table.id, number, request.form.get("name", ""), request.form.get("email", ""), language()
        )
    except BadField as bad:
        return message(
            gettext("That did not work"),
            gettext(bad.why, **bad.params),
            status=422,
            links=(Link(gettext("Back"), f"/watch/{slug}"),),
        )
    return message(
        gettext("Check your mail"),
        gettext("We have mailed you a link. The seat is yours when you press it, unless somebody was quicker."),
        links=(Link(gettext("Back"), f"/watch/{slug}"),),
    )


@pages.get("/take/<token>")
def taking(token: str) -> AnyResponse:
    with service().db.reading() as session:
        seat, table, _ = _wanted(session, token)
        if seat.status != IS_FREE:
            return _too_late(table)
        title = gettext("Take the seat of %(name)s?", name=seat.name)
        text = gettext("A bot has played this seat so far. From now on, you play it.")
        if table.status == INVITING:
            title = gettext("Take a seat at “%(title)s”?", title=table.title)
            text = gettext("The game has not begun. You choose your colour next.")
        page = ConfirmPage(
            chrome(),
            title,
            (text,),
            gettext("Take the seat"),
            Form(f"/take/{token}"),
        )
    return Response(render_template("pages/confirm.html", page=page))


@pages.post("/take/<token>")
def taken(token: str) -> AnyResponse:
    with service().db.reading() as session:
        free, table, user = _wanted(session, token)
    seat = take_seat(service(), free.id, user.id, free.link_epoch)
    if seat is None:
        return _too_late(table)
    with service().db.reading() as session:
        return redirect(_own(session.get_one(Seat, seat.id)), 303)


def _wanted(session: Session, token: str) -> tuple[Seat, Table, User]:
    """The seat that is wanted, and by whom. The key is good once: when the seat is taken its epoch goes up."""
    seat_id, seat_epoch, user_id, epoch, word = read_values(TAKE, token, 5)
    seat, user = session.get(Seat, seat_id), session.get(User, user_id)
    if seat is None or user is None or (user.link_epoch, user.word) != (epoch, word):
        raise DeadLink(gone=True)
    table = session.get_one(Table, seat.table_id)
    if seat.link_epoch != seat_epoch:
        raise TakenSeat(table, is_own=seat.user_id == user.id)
    return seat, table, user


class TakenSeat(Exception):
    """Somebody sits there by now; perhaps whoever comes again by the same link."""

    def __init__(self, table: Table, is_own: bool) -> None:
        super().__init__("taken")
        self.table, self.is_own = table, is_own


@pages.errorhandler(TakenSeat)
def seat_is_taken(error: TakenSeat) -> Response:
    if not error.is_own:
        return _too_late(error.table)
    return message(
        gettext("The seat is yours"),
        gettext("Write your address, and we mail you a link that works."),
        new_link=Form("/link"),
        asks_email=True,
    )


def _own(seat: Seat) -> str:
    """Where whoever has taken the seat goes on."""
    return path(links().join(seat) if seat.status == INVITED else links().turn(seat, None))


def _too_late(table: Table) -> Response:
    return message(
        gettext("Somebody was quicker"),
        gettext("This seat at “%(title)s” is taken.", title=table.title),
        status=410,
        links=(Link(gettext("To the table"), f"/watch/{table.slug}"),) if table.is_open else (),
    )
