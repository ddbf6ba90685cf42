"""The turn page and the other pages under the same link: history, talk, notes, the record.

GET and HEAD change nothing, however often scanners follow a link. A POST plays, once; it carries the ask and a
signature over (ask, draft) that only this page gives out.
"""

from contextlib import suppress
from datetime import timedelta

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext, ngettext
from sqlmodel import Session, select
from werkzeug.wrappers import Response as AnyResponse

from engine.core.move import write_line
from engine.core.reader import Reading, reader_now
from engine.core.refusal import MoveError, NotAMove
from pbem.base.cpu_limit import TakesTooLong, cpu_limit
from pbem.base.fields import BadField, printable
from pbem.base.limits import TALK
from pbem.base.tokens import BadToken
from pbem.pacing import times
from pbem.play.play_line import AskClosed, play_line
from pbem.play.scene import Scene
from pbem.play.stored_scenes import scene_at
from pbem.play.stored_scenes import seated as seats_at
from pbem.play.undo import CannotTakeBack, take_back
from pbem.store.asks import line_for, open_ask
from pbem.store.links import PLAY
from pbem.store.models import Ask, Seat
from pbem.store.models.seat import JOINED
from pbem.store.models.table import RUNNING
from pbem.tables.rematch import rematch
from pbem.tables.talk import heard_by, notes_of, remove_note, say_at_table, write_note
from pbem.web import watch
from pbem.web.advice import advice_of
from pbem.web.frame import Seated, chrome, language, links, message, path, seat_name, seated, service, take
from pbem.web.look import Addresses, Look, read_look
from pbem.web.models import Deadline, Form, Link, NoteLine, NotesPage, SeatName, TalkLine, TalkPage, TurnPage
from pbem.web.seat_frame import head_of, host_url, own_scene, tabs_of
from pbem.web.turn_model import in_words, open_draft, turn_of

pages = Blueprint("turn", __name__)

MOST_CPU = 2.0  # seconds that a draft may take to be worked out
OWN_PRESSES = ("page", "link", "mail")  # how a line comes that the player has sent


@pages.get("/t/<token>")
@pages.get("/t/<token>/<draft>")
def board(token: str, draft: str = "") -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        if who.table.started_at is None:
            return redirect(path(links().join(who.seat)), 303)
        ask = open_ask(session, who.seat.id)
        if ask is None or who.table.status != RUNNING:
            return watch.for_seat(session, who, happened=answered(session, who) or begun())
        if who.ask_id and who.ask_id != ask.id:
            closed = answered(session, who)
            if closed and draft:
                return watch.for_seat(session, who, happened=closed, go_on=path(links().turn(who.seat, ask)))
        return turn_page(session, who, ask, draft, begun(), written=".".join(request.args.getlist("line")))


def begun() -> str:
    """For somebody who came by trying it out and has read no mail yet."""
    if "begun" not in request.args:
        return ""
    return str(gettext("The table has begun. Each question comes to the mailbox as well."))


def answered(session: Session, who: Seated) -> str:
    """What was played for the question that an old link names; empty when it names an open one, or none."""
    ask = session.get(Ask, who.ask_id) if who.ask_id else None
    if ask is None or ask.closed_at is None:
        return ""
    line = line_for(session, ask)
    if line is None:
        return str(gettext("This question is no longer asked."))
    scene = scene_at(session, who.table, who.seat.number, language(), line.ply - 1)
    moves = scene.game.read(line.text, scene.state)
    what = in_words(scene, moves)
    if line.how in OWN_PRESSES:
        return str(gettext("Played: %(what)s.", what=what))
    return str(gettext("This question has been answered: “%(line)s” was played.", line=what))


def turn_page(
    session: Session, who: Seated, ask: Ask, asked: str, told: str = "", status: int = 200, written: str = ""
) -> Response:
    """`asked` is the draft of the address; `written` is what somebody typed, and replaces it if it can be read."""
    scene = own_scene(session, who)
    base = path(links().turn(who.seat, ask))
    look = read_look(request.args)
    addresses = Addresses(base, look)
    written = printable(written)
    trouble: dict[str, str] = {}
    try:
        with cpu_limit(MOST_CPU):
            asked, trouble, forgiven = typed_line(scene, written, printable(asked))
            draft = open_draft(scene.game, scene.state, who.seat.number, asked)
            turn, position = turn_of(scene, draft, addresses, asked, printable(request.args.get("on", "")))
            told = told or forgiven
    except TakesTooLong:
        told, status = gettext("This draft takes too long to work out. Start again with fewer moves."), 422
        turn, position = turn_of(scene, open_draft(scene.game, scene.state, who.seat.number, ""), addresses)
    playable = turn.commit.draft if turn.commit is not None else ""
    advice = advice_of(who.table, ask, scene, addresses, who.token)
    page = TurnPage(
        chrome(told, status != 200, soon=advice is not None and advice.is_awaited and not asked),
        head_of(who, scene),
        tabs_of(who, "board"),
        turn,
        position,
        Form(
            base + own_language(look),
            hidden={"ask": str(ask.id), "sign": service().tokens.sign(PLAY, ask.id, playable)},
        ),
        deadline_of(who, ask, scene),
        take_back_sentence(),
        Form(base, {"line": written} if trouble else {}, trouble, {"lang": look.lang} if look.lang else {}),
        host_url=host_url(who),
        leave_url=f"/t/{who.token}/leave",
        advice=advice,
    )
    return Response(render_template("pages/turn.html", page=page), status)


def typed_line(scene: Scene, written: str, asked: str) -> tuple[str, dict[str, str], str]:
    """The draft that was typed, or else the one that was there; what is wrong with it; which typing errors it had."""
    if not written:
        return asked, {}, ""
    try:
        reading = reader_now(scene.game, scene.state).read(written)
    except NotAMove as error:
        return asked, {"line": scene.say(error.say())}, ""
    return write_line(reading.line), {}, forgiveness(reading)


def forgiveness(reading: Reading) -> str:
    """Which typing errors were corrected, so that nobody commits what she did not mean."""
    return " ".join(
        gettext("“%(typed)s” was read as “%(word)s”.", typed=typed, word=word) for typed, word in reading.forgiven
    )


def deadline_of(who: Seated, ask: Ask, scene: Scene) -> Deadline | None:
    if ask.deadline_at is None:
        return None
    zone, lang = who.user.zone, language()
    until = f"{times.long(ask.deadline_at, zone, lang)} ({times.city(zone, lang)})"
    left = time_left(ask.deadline_at - service().now())
    return Deadline(until, left, scene.question.default.label if scene.question is not None else "")


def time_left(left: timedelta) -> str:
    if left < timedelta(hours=1):
        return str(gettext("less than an hour left"))
    # To the nearest, so that three days are not two as soon as the question is asked.
    hours = round(left / timedelta(hours=1))
    if hours >= 48:
        return str(ngettext("%(num)d day left", "%(num)d days left", round(hours / 24)))
    return str(ngettext("%(num)d hour left", "%(num)d hours left", hours))


def take_back_sentence() -> str:
    minutes = service().config.cooling_off // 60
    if minutes < 1:
        return ""
    return str(
        ngettext("You may take it back for %(num)d minute.", "You may take it back for %(num)d minutes.", minutes)
    )


@pages.post("/t/<token>")
@pages.post("/t/<token>/<draft>")
def commit(token: str, draft: str = "") -> AnyResponse:
    """Plays the line. Sent twice it plays once, and the second answer says so."""
    text, ask_id = request.form.get("draft", draft), request.form.get("ask", "")
    with service().db.reading() as session:
        who = seated(session, token)
        ask = open_ask(session, who.seat.id)
        if ask is None or ask_id != str(ask.id):
            if ask is not None and not ask_id:
                return turn_page(session, who, ask, text, gettext("Look at the position, then press again."), 409)
            return redirect(f"/t/{token}", 303)
        if not signed(ask.id, text, request.form.get("sign", "")):
            why = gettext(
                "The position has changed since you opened the page. "
                "Here is your draft in the new position: press again to play it."
            )
            return turn_page(session, who, ask, text, why, 409)
    try:
        accepted = play_line(service(), who.seat.id, ask.id, text.replace("~", " "), "page")
    except AskClosed:
        return redirect(f"/t/{token}", 303)
    except MoveError:
        with service().db.reading() as session:
            return turn_page(session, who, ask, text, status=409)
    with service().db.reading() as session:
        again = session.get(Ask, accepted.asked_again) if accepted.asked_again else None
        # The link of the question that is answered says what was played.
        return redirect(path(links().turn(who.seat, again or ask)) + own_language(read_look(request.args)), 303)


def own_language(look: Look) -> str:
    """The language that the address asks for, to be kept in the next one."""
    return Look(lang=look.lang).query()


@pages.post("/t/<token>/undo")
def undo(token: str) -> AnyResponse:
    """Takes the last line back, if that is still possible; the page shows what is so now."""
    with service().db.reading() as session:
        who = seated(session, token)
    with suppress(CannotTakeBack):
        take_back(service(), who.seat.id)
    return redirect(f"/t/{token}", 303)


@pages.post("/t/<token>/rematch")
def once_more(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    try:
        table_id = rematch(service(), who.seat.id)
    except BadField as bad:
        back = Link(gettext("Back"), f"/t/{token}")
        return message(gettext("That did not work"), gettext(bad.why, **bad.params), status=422, links=(back,))
    if table_id is None:
        return redirect(f"/t/{token}", 303)
    with service().db.reading() as session:
        new = session.exec(select(Seat).where(Seat.table_id == table_id, Seat.user_id == who.user.id)).first()
        if new is None:
            return redirect(f"/t/{token}", 303)
        return redirect(path(links().join(new)), 303)


def signed(ask_id: int, draft: str, signature: str) -> bool:
    try:
        return service().tokens.read(PLAY, signature, 2) == [ask_id, draft]
    except BadToken:
        return False


@pages.get("/t/<token>/history")
@pages.get("/t/<token>/history/<int:ply>")
def history(token: str, ply: int | None = None) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
        head, tabs = head_of(who), tabs_of(who, "history")
        return watch.history_page(
            session, who.table, who.seat.number, head, tabs, f"/t/{token}/history", ply, who.user.zone
        )


@pages.get("/t/<token>/record.txt")
def record(token: str) -> Response:
    with service().db.reading() as session:
        who = seated(session, token)
        return watch.record_file(session, who.table)


@pages.get("/t/<token>/talk")
def talk(token: str, form: Form | None = None) -> str:
    with service().db.reading() as session:
        who = seated(session, token)
        rows = {row.seat.id: row.seat for row in seats_at(session, who.table)}

        def name(seat_id: int) -> SeatName:
            return seat_name(rows[seat_id])

        page = TalkPage(
            chrome(),
            head_of(who),
            tabs_of(who, "talk"),
            tuple(
                TalkLine(
                    name(row.seat_id),
                    times.short(row.said_at, who.user.zone, language()),
                    row.text,
                    name(row.to_seat_id) if row.to_seat_id is not None else None,
                )
                for row in heard_by(session, who.seat)
            ),
            tuple(seat_name(seat) for seat in rows.values() if seat.id != who.seat.id and seat.status == JOINED),
            form or Form(f"/t/{token}/talk"),
        )
    return render_template("pages/talk.html", page=page)


@pages.post("/t/<token>/talk")
def say_something(token: str) -> AnyResponse:
    with service().db.reading() as session:
        who = seated(session, token)
    if service().config.mail_leaves:
        take(TALK, "talk", str(who.seat.id))
    try:
        say_at_table(service(), who.seat.id, request.form.get("text", ""), request.form.get("to", ""))
    except BadField as wrong:
        return Response(talk(token, _typed_again(f"/t/{token}/talk", wrong)), 422)
    return redirect(f"/t/{token}/talk", 303)


@pages.get("/t/<token>/notes")
def notes(token: str, form: Form | None = None) -> str:
    with service().db.reading() as session:
        who = seated(session, token)
        page = NotesPage(
            chrome(),
            head_of(who),
            tabs_of(who, "notes"),
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
