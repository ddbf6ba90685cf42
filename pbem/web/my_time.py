"""A person's own time: going away, coming back, and the calendar of deadlines."""

from flask import Blueprint, Response, redirect, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import BadField
from pbem.pacing.calendar import MIMETYPE, Entry, calendar_text
from pbem.people.absences import come_back, go_away
from pbem.play.ask_clock import asks_of
from pbem.store.models import Table
from pbem.store.positions import game_of
from pbem.web.frame import language, links, owner, reader_of_calendar, service
from pbem.web.me import shown
from pbem.web.models import Form

pages = Blueprint("my_time", __name__)


@pages.post("/me/<token>/absences")
def add(token: str) -> AnyResponse:
    with service().db.reading() as session:
        user = owner(session, token)
    given = request.form
    try:
        go_away(service(), user.id, given.get("start", ""), given.get("end", ""))
    except BadField as wrong:
        with service().db.reading() as session:
            why = {wrong.field: gettext(wrong.why, **wrong.params)}
            typed = {name: given.get(name, "") for name in ("start", "end")}
            form = Form(f"/me/{token}/absences", typed, why)
            return Response(shown(session, owner(session, token), token, forms={"absence": form}), 422)
    return redirect(f"/me/{token}?saved=yes#absences", 303)


@pages.post("/me/<token>/absences/<int:absence_id>/remove")
def remove(token: str, absence_id: int) -> AnyResponse:
    with service().db.reading() as session:
        user = owner(session, token)
    come_back(service(), user.id, absence_id)
    return redirect(f"/me/{token}?saved=yes#absences", 303)


@pages.get("/calendar/<token>.ics")
def calendar(token: str) -> Response:
    """For programs that subscribe to it: an entry a question, with the same name as long as the question is open."""
    with service().db.reading() as session:
        user = reader_of_calendar(session, token)
        entries = [
            Entry(
                f"ask-{ask.id}@{service().config.public_host}",
                _title(table),
                ask.deadline_at,
                links().lost(),  # calendars are shared: they hold no key to a seat
                ask.deadline_moves,
                ask.moved_at or ask.opened_at,
            )
            for ask, _, table in asks_of(session, user.id)
            if ask.deadline_at is not None and table.status == "running"
        ]
    text = calendar_text(gettext("Railpost deadlines"), entries, service().now())
    return Response(text, mimetype=MIMETYPE, headers={"Content-Disposition": 'inline; filename="deadlines.ics"'})


def _title(table: Table) -> str:
    game = game_of(table)
    name = game.words.name(game.id, language())
    return str(gettext("Your turn: %(title)s (%(game)s)", title=table.title, game=name))
