"""The turn page and the other pages under the same link: history, talk, notes, the record.

GET and HEAD change nothing, however often scanners follow a link. A POST plays, once; it carries the ask and a
signature over (ask, draft) that only this page gives out.
"""

from contextlib import suppress
from dataclasses import replace
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
from pbem.base.tokens import BadToken
from pbem.pacing import times
from pbem.play.follow_plan import reason
from pbem.play.plans import may_plan
from pbem.play.play_line import AskClosed, play_line
from pbem.play.scene import Scene
from pbem.play.stored_scenes import scene_at
from pbem.play.turn import PLANNED
from pbem.play.undo import CannotTakeBack, take_back
from pbem.store.asks import line_for, open_ask
from pbem.store.links import PLAY
from pbem.store.models import Ask, Seat
from pbem.store.models.line import OWN_PRESSES
from pbem.store.models.table import RUNNING
from pbem.tables.rematch import rematch
from pbem.web import watch
from pbem.web.advice import advice_of
from pbem.web.frame import Seated, chrome, language, links, message, path, seated, service
from pbem.web.guide import guide_of
from pbem.web.log import Log
from pbem.web.look import Addresses, Look, read_look
from pbem.web.models import Deadline, Form, Link, TurnPage
from pbem.web.seat_frame import head_of, host_url, last_own_line, own_scene, planned_at, tabs_of
from pbem.web.turn_model import in_words, open_draft, turn_of

pages = Blueprint("turn", __name__)

MOST_CPU = 2.0  # seconds that a draft may take to be worked out


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
        told = begun() or ("" if draft else just_came(session, who))
        return turn_page(session, who, ask, draft, told, written=".".join(request.args.getlist("line")))


def begun() -> str:
    """For somebody who came by trying it out and has read no mail yet."""
    if "begun" not in request.args:
        return ""
    return str(gettext("The table has begun. Each question comes to the mailbox as well."))


def answered(session: Session, who: Seated) -> str:
    """What was played for the question that an old link names; empty when it names an open one, or none."""
    ask = session.get(Ask, who.ask_id) if who.ask_id else None
    if ask is None and who.ask_id:  # asked in a time that a restored backup does not know
        return str(gettext("This link belongs to an earlier question. Here is the present position."))
    if ask is None or ask.closed_at is None:
        return ""
    line = line_for(session, ask)
    if line is None:
        return str(gettext("This question is no longer asked."))
    if line.ply != last_own_line(session, who)[0]:
        return str(gettext("This link belongs to an earlier question. Here is the present position."))
    scene = scene_at(session, who.table, who.seat.number, language(), line.ply - 1)
    moves = scene.game.read(line.text, scene.state)
    what = in_words(scene, moves)
    if line.how in OWN_PRESSES:
        return str(gettext("Played: %(what)s.", what=what))
    if line.how == PLANNED:
        return str(gettext("Played as you planned: %(what)s.", what=what))
    return str(gettext("This question has been answered: “%(line)s” was played.", line=what))


def just_came(session: Session, who: Seated) -> str:
    """For a seat that goes on after its own line: what that line brought, such as a card. Nobody has played since."""
    ply, shows = last_own_line(session, who)
    if not shows or ply != who.table.ply:
        return ""
    scene = scene_at(session, who.table, who.seat.number, language(), since=ply - 1)
    return " ".join(change.text for change in scene.changes)


def turn_page(
    session: Session, who: Seated, ask: Ask, asked: str, told: str = "", status: int = 200, written: str = ""
) -> Response:
    """`asked` is the draft of the address; `written` is what somebody typed, and replaces it if it can be played."""
    scene = own_scene(session, who)
    base = path(links().turn(who.seat, ask))
    look = read_look(request.args)
    addresses = Addresses(base, look, here=request.path)
    asked, written = printable(asked), printable(written)
    trouble, refusal = "", None
    try:
        with cpu_limit(MOST_CPU):
            typed, trouble, forgiven = typed_line(scene, written, asked)
            draft = open_draft(scene.game, scene.state, who.seat.number, typed)
            if written and draft.error is not None and not trouble:
                # What was typed stays in its field, and what was drafted before stays drafted.
                refusal = turn_of(scene, draft, addresses, typed)[0].refusal
                trouble = scene.say(draft.error.say())
                if asked:
                    typed, draft = asked, open_draft(scene.game, scene.state, who.seat.number, asked)
            turn, position = turn_of(scene, draft, addresses, typed, printable(request.args.get("on", "")))
            turn = replace(turn, refusal=turn.refusal or refusal)
            told = told or forgiven
    except TakesTooLong:
        told, status = gettext("This draft takes too long to work out. Start again with fewer moves."), 422
        draft = open_draft(scene.game, scene.state, who.seat.number, "")
        turn, position = turn_of(scene, draft, addresses)
    playable = turn.commit.draft if turn.commit is not None else ""
    advice = advice_of(who.table, ask, scene, addresses, who.token)
    page = TurnPage(
        chrome(told, status != 200, soon=advice is not None and advice.is_awaited and not asked),
        head_of(who, scene),
        tabs_of(session, who, "board"),
        turn,
        position,
        Form(
            base + own_language(look),
            hidden={"ask": str(ask.id), "sign": service().tokens.sign(PLAY, ask.id, playable)},
        ),
        deadline_of(who, ask, scene),
        take_back_sentence(),
        Form(
            Addresses(base).draft(draft.text),
            {"line": written} if trouble else {},
            {"line": trouble} if trouble else {},
            {"lang": look.lang} if look.lang else {},
        ),
        host_url=host_url(who),
        leave_url=f"/t/{who.token}/leave",
        advice=advice,
        planned=planned_at(session, who.table, who.seat),
        plan_url=f"/t/{who.token}/plan" if may_plan(who.table, who.seat) else "",
        what_if_url=f"/t/{who.token}/if/{who.table.ply}" + (f"/1/{draft.text}" if draft.text else ""),
        why_asked=scene.say(why) if (why := reason(ask)) is not None else "",
        guide=guide_of(who, scene),
    )
    return Response(render_template("pages/turn.html", page=page), status)


def typed_line(scene: Scene, written: str, asked: str) -> tuple[str, str, str]:
    """The draft that was typed, or else the one that was there; what is wrong with it; which typing errors it had."""
    if not written:
        return asked, "", ""
    try:
        reading = reader_now(scene.game, scene.state).read(written)
    except NotAMove as error:
        return asked, scene.say(error.say()), ""
    return write_line(reading.line), "", forgiveness(reading)


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
        head, tabs = head_of(who), tabs_of(session, who, "history")
        return Log(session, who.table, who.seat.number, f"/t/{token}/history", who.user.zone).page(head, tabs, ply)


@pages.get("/t/<token>/history/<int:ply>.svg")
def history_picture(token: str, ply: int) -> Response:
    with service().db.reading() as session:
        who = seated(session, token)
        return Log(session, who.table, who.seat.number, "").picture(ply)


@pages.get("/t/<token>/record.txt")
def record(token: str) -> Response:
    with service().db.reading() as session:
        who = seated(session, token)
        return watch.record_file(session, who.table)
