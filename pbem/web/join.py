"""An invitation: join, decline, or hear no more of it."""

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from engine.core.words import LANGUAGES
from pbem.base.fields import BadField
from pbem.base.introductions import idea
from pbem.pacing.pace import pace_sentence
from pbem.pacing.written_times import known_zones, read_zone
from pbem.people.settings import block_invitations
from pbem.play.stored_scenes import seated
from pbem.play.variants import agreed
from pbem.store.models import User
from pbem.store.models.seat import INVITED, OPEN
from pbem.store.models.table import INVITING, PAUSED, RUNNING
from pbem.store.models.user import NO_ZONE
from pbem.store.positions import game_of
from pbem.tables.open_table import Joining, decline, free_colours, join, zone_at
from pbem.web.frame import Seated, chrome, invited, language, links, message, path, service
from pbem.web.models import Form, Invited, JoinPage, Option, TableHead

pages = Blueprint("joining", __name__)


@pages.get("/join/<token>")
def invitation(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = invited(session, token)
        return _shown(session, who, Form(f"/join/{token}", _standard(who)))


def _standard(who: Seated) -> dict[str, str | tuple[str, ...]]:
    """The zone of the table for somebody who has never chosen one; the script puts the browser's in its place."""
    user, seat = who.user, who.seat
    return {
        "name": user.name,
        "lang": user.lang,
        "zone": zone_at(user, who.table),
        "colour": seat.colour,
        "word": seat.word,
    }


def _shown(session: Session, who: Seated, form: Form) -> AnyResponse:
    table, lang = who.table, language()
    game = game_of(table)
    if table.started_at is not None and who.seat.status != INVITED:
        return redirect(path(links().turn(who.seat, None)), 303)
    if table.status not in (INVITING, RUNNING, PAUSED):
        return message(gettext("This table has started without you"), status=410)
    rows = seated(session, table)
    host = session.get_one(User, table.host_id)
    free = free_colours([row.seat for row in rows if row.seat.id != who.seat.id])
    page = JoinPage(
        chrome(),
        TableHead(table.title, game.id, game.words.name(game.id, lang)),
        host.name,
        tuple(Invited(row.seat.name, row.seat.status, row.seat.colour) for row in rows),
        agreed(table, gettext, lang),
        pace_sentence(table.pace, gettext, lang),
        table.commitment,
        tuple(Option(colour, game.words.name(colour, lang)) for colour in free if table.status == INVITING),
        known_zones(),
        form,
        Form(f"/join/{who.token}/decline"),
        Form(f"/join/{who.token}/block"),
        has_joined=who.seat.status != INVITED,
        watch_url=links().watch(table) if any(row.seat.status == OPEN for row in rows) else "",
        is_host=who.user.id == table.host_id,
        guesses_zone=who.user.zone == NO_ZONE,
        greeting=table.greeting,
        idea=idea(game.id, lang),
    )
    return Response(render_template("pages/join.html", page=page), 422 if form.errors else 200)


@pages.post("/join/<token>")
def accept(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = invited(session, token)
    given = request.form
    lang = given.get("lang", who.user.lang)
    zone = given.get("zone", who.user.zone)
    try:
        wanted = Joining(
            given.get("colour", ""), lang if lang in LANGUAGES else "en", read_zone(zone), given.get("word", "")
        )
        join(service(), who.seat.id, wanted)
    except BadField as wrong:
        with service().db.reading() as session:
            values = {name: tuple(given.getlist(name)) for name in given}
            return _shown(
                session, who, Form(f"/join/{token}", values, {wrong.field: gettext(wrong.why, **wrong.params)})
            )
    return redirect(f"/join/{token}", 303)


@pages.post("/join/<token>/decline")
def refuse(token: str) -> Response:
    with service().db.reading() as session:
        who = invited(session, token)
    decline(service(), who.seat.id)
    return message(gettext("You have declined"), gettext("The host is told. You get no more mail from this table."))


@pages.post("/join/<token>/block")
def block(token: str) -> Response:
    with service().db.reading() as session:
        who = invited(session, token)
    decline(service(), who.seat.id)
    block_invitations(service(), who.user.id)
    return message(gettext("No more invitations"), gettext("This server sends you no more invitations."))
