"""Table talk and private notes, under the link of a seat."""

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import BadField
from pbem.base.limits import TALK
from pbem.pacing import times
from pbem.play.stored_scenes import seated as seats_at
from pbem.store.models.seat import JOINED
from pbem.tables.talk import HELD_BACK, heard_by, notes_of, remove_note, say_at_table, unread, write_note
from pbem.web.frame import Seated, chrome, language, seat_name, seated, service, take
from pbem.web.models import Form, NoteLine, NotesPage, SeatName, TalkLine, TalkPage
from pbem.web.seat_frame import head_of, tabs_of

pages = Blueprint("table_talk", __name__)


@pages.get("/t/<token>/talk")
def talk(token: str, form: Form | None = None) -> str:
    with service().db.reading() as session:
        who = seated(session, token)
        rows = {row.seat.id: row.seat for row in seats_at(session, who.table)}
        heard = heard_by(session, who.seat)
        new = {row.id for row in unread(session, who.seat)}

        def name(seat_id: int) -> SeatName:
            return seat_name(rows[seat_id])

        people = tuple(seat for seat in rows.values() if seat.id != who.seat.id and seat.status == JOINED)
        page = TalkPage(
            chrome(_goes_out(who, bool(people))),
            head_of(who),
            tabs_of(session, who, "talk"),
            tuple(
                TalkLine(
                    name(row.seat_id),
                    times.short(row.said_at, who.user.zone, language()),
                    row.text,
                    name(row.to_seat_id) if row.to_seat_id is not None else None,
                    row.id in new,
                )
                for row in heard
            ),
            tuple(map(seat_name, people)),
            form or Form(f"/t/{token}/talk"),
            f"{who.seat.id}-{heard[-1].id}" if heard else "",
        )
    return render_template("pages/talk.html", page=page)


def _goes_out(who: Seated, somebody: bool) -> str:
    """After something was said: when the others get it."""
    said = request.args.get("said", "")
    if said not in ("all", "one"):
        return ""
    if said == "one":
        return str(gettext("Said. It goes out by mail at once."))
    if not somebody:
        return str(gettext("Said. No other person plays at this table, so no mail goes out."))
    latest = times.day(service().now() + HELD_BACK, who.user.zone, language())
    where = times.city(who.user.zone, language())
    return str(
        gettext(
            "Said. It goes out with the next mail of this table, at the latest on %(when)s (%(city)s).",
            when=latest,
            city=where,
        )
    )


@pages.post("/t/<token>/talk")
def say_something(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    if service().config.mail_leaves:
        take(TALK, "talk", str(who.seat.id))
    text, to = request.form.get("text", ""), request.form.get("to", "")
    try:
        say_at_table(service(), who.seat.id, text, to)
    except BadField as wrong:
        return Response(talk(token, _typed_again(f"/t/{token}/talk", wrong)), 422)
    said = "one" if to else "all"
    return redirect(f"/t/{token}/talk" + (f"?said={said}" if text.strip() else ""), 303)


@pages.get("/t/<token>/notes")
def notes(token: str, form: Form | None = None) -> str:
    with service().db.reading() as session:
        who = seated(session, token)
        page = NotesPage(
            chrome(),
            head_of(who),
            tabs_of(session, who, "notes"),
            tuple(
                NoteLine(
                    times.short(row.written_at, who.user.zone, language()),
                    row.text,
                    Form(f"/t/{token}/notes/{row.id}/remove"),
                )
                for row in notes_of(session, who.seat)
            ),
            form or Form(f"/t/{token}/notes"),
        )
    return render_template("pages/notes.html", page=page)


@pages.post("/t/<token>/notes")
def note(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    try:
        write_note(service(), who.seat.id, request.form.get("text", ""))
    except BadField as wrong:
        return Response(notes(token, _typed_again(f"/t/{token}/notes", wrong)), 422)
    return redirect(f"/t/{token}/notes", 303)


def _typed_again(action: str, wrong: BadField) -> Form:
    """The form with what was typed, and what is wrong with it."""
    return Form(action, request.form.to_dict(), {wrong.field: gettext(wrong.why, **wrong.params)})


@pages.post("/t/<token>/notes/<int:note_id>/remove")
def forget(token: str, note_id: int) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    remove_note(service(), who.seat.id, note_id)
    return redirect(f"/t/{token}/notes", 303)
