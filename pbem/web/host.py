"""The host's page: starting, pausing, deadlines, seats, going back, ending. Everything is told to all seats."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from pbem.base.fields import BadField
from pbem.pacing import times
from pbem.pacing.written_times import read_moment
from pbem.play.stored_scenes import SeatRow, scene_at, seated
from pbem.store.asks import open_ask
from pbem.store.models import Act, Ask, Table, User
from pbem.store.models.seat import INVITED, JOINED
from pbem.store.models.table import INVITING, OVER, PAUSED, RUNNING
from pbem.store.people import main_address, settled_address
from pbem.store.positions import Seal, game_of
from pbem.tables.act_words import act_sentence
from pbem.tables.host import (
    allow_advice,
    choose_plans,
    end_table,
    move_deadline,
    pause,
    resume,
    rewind,
    send_again,
)
from pbem.tables.open_table import NewSeat, start_now
from pbem.tables.proposals import may_be_voted_on
from pbem.tables.seats import give_seat, may_be_given
from pbem.upkeep.deadlines import decide_for_default
from pbem.web.bot_words import bot_options
from pbem.web.frame import chrome, hosted, language, links, message, path, seat_name, service
from pbem.web.log import plies_of
from pbem.web.models import ConfirmPage, Form, HostPage, HostSeat, Link, Ply, TableHead

pages = Blueprint("host", __name__)

MISSING = ("bot", "open")
ON = (RUNNING, PAUSED)
LONGEST_PLY = 9  # digits; more than a database counts to is no line


@pages.get("/host/<token>")
def table(token: str) -> Response:
    with service().db.reading() as session:
        here, user = hosted(session, token)
        told = _written_to(session, here, user) if "opened" in request.args else ""
        return shown(session, here, user, token, told)


def shown(
    session: Session,
    here: Table,
    user: User,
    token: str,
    told: str = "",
    wrong: dict[str, dict[str, str]] | None = None,
) -> Response:
    """`wrong` holds, for each form, what cannot be taken; then what was typed stays in it."""
    base, errors = f"/host/{token}", wrong or {}
    typed = {name: value for name, value in request.form.items() if wrong}
    game = game_of(here)
    running = here.status in ON

    def form(act: str, **values: str) -> Form:
        mine = errors.get(act, {})
        return Form(f"{base}/{act}", {**values, **typed} if mine else {**values}, mine)

    seats = tuple(_seat(session, here, user, row, form) for row in seated(session, here))
    page = HostPage(
        chrome(told, bool(errors)),
        TableHead(here.title, game.id, game.words.name(game.id, language())),
        here.status,
        seats,
        bot_options(),
        start=form("start", missing="bot") if here.status == INVITING else None,
        pause=form("pause") if here.status == RUNNING else None,
        resume=form("resume") if here.status == PAUSED else None,
        plans=form("plans", plans=here.plans) if here.status in (INVITING, *ON) else None,
        advice=form("advice") if here.status in (INVITING, *ON) else None,
        has_advice=here.has_advice,
        rewind=form("rewind") if running and here.ply else None,
        plies=_standing(session, here, user, base) if running else (),
        end=form("end") if here.status in (INVITING, *ON) else None,
        acts=tuple(
            act_sentence(act.kind, act.content, gettext, user.zone, language())
            for act in session.exec(select(Act).where(Act.table_id == here.id).order_by(col(Act.id))).all()
        ),
        city=times.city(user.zone, language()),
        table_url=_table_url(session, here, user),
        seat_url=_seat_url(session, here, user),
    )
    return Response(render_template("pages/host.html", page=page), 422 if errors else 200)


def _seat(session: Session, here: Table, user: User, row: SeatRow, form: Callable[..., Form]) -> HostSeat:
    seat, number = row.seat, row.seat.number
    ask = open_ask(session, seat.id)
    until = ask.deadline_at if ask is not None else None
    is_asked = here.status == RUNNING and until is not None
    email = main_address(session, row.user.id) if row.user is not None else ""
    address = settled_address(session, email) if email else None
    own = row.user is not None and row.user.id == user.id
    local = until.astimezone(ZoneInfo(user.zone)).strftime("%Y-%m-%dT%H:%M") if until is not None else ""
    waits = (here.status == INVITING and seat.status == INVITED) or (ask is not None and seat.status == JOINED)
    return HostSeat(
        number + 1,
        seat_name(seat) if seat.colour else None,
        seat.name,
        email if own else seat.typed_email,
        seat.status,
        asked_until=_when(until, user) if is_asked and until is not None else "",
        deadline=form(f"deadline/{number}", until=local) if is_asked else None,
        default=form(f"default/{number}") if ask is not None and ask.host_asked_at is not None else None,
        default_line=_default(session, here, user, ask, number) if ask is not None else "",
        resend=form(f"resend/{number}") if waits and row.user is not None else None,
        replace=form(f"seat/{number}") if _can_be_given(session, here, row) and not own else None,
        replace_needs_votes=here.status in ON and not may_be_given(session, here, seat),
        is_unreachable=address is not None and address.suspended_at is not None,
        missed=seat.defaults_in_a_row,
    )


def _can_be_given(session: Session, here: Table, row: SeatRow) -> bool:
    """By the host alone, or when the others agree."""
    if here.status not in ON:
        return here.status == INVITING
    return may_be_given(session, here, row.seat) or may_be_voted_on(session, here, row.seat)


def _default(session: Session, here: Table, user: User, ask: Ask, number: int) -> str:
    """The host plays too, and sees no more of it than when it is played."""
    return Seal.of(session, here).told_default(ask, number, _own_number(session, here, user))


def _when(moment: datetime, user: User) -> str:
    return f"{times.long(moment, user.zone, language())} ({times.city(user.zone, language())})"


def _standing(session: Session, here: Table, user: User, base: str) -> tuple[Ply, ...]:
    """The lines one may go back before, the newest first, as the host's own seat may know them."""
    scene = scene_at(session, here, _own_number(session, here, user), language())
    plies = plies_of(session, here, scene, f"{base}/rewind", user.zone)
    return tuple(ply for ply in reversed(plies) if _can_go(ply))


def _can_go(ply: Ply) -> bool:
    return ply.number > 0 and not ply.taken_back and ply.how not in ("undo", "host")


def _own_number(session: Session, here: Table, user: User) -> int | None:
    """The host plays too, and sees no more than any other player."""
    return next((row.seat.number for row in seated(session, here) if row.seat.user_id == user.id), None)


def _written_to(session: Session, here: Table, user: User) -> str:
    """After the table was opened: who gets an invitation."""
    others = [row.seat for row in seated(session, here) if row.seat.status == INVITED and row.seat.user_id != user.id]
    names = ", ".join(f"{seat.name} ({seat.typed_email})" if seat.typed_email else seat.name for seat in others)
    told = gettext("The table is open. Invitations go to: %(names)s.", names=names)
    here_again = gettext("This is your page as the host. You find it again under “My tables”.")
    return f"{told if others else gettext('The table is open.')} {here_again}"


def _seat_url(session: Session, here: Table, user: User) -> str:
    """Where the host takes the own seat, as long as it is not taken."""
    own = next((row.seat for row in seated(session, here) if row.seat.user_id == user.id), None)
    return path(links().join(own)) if own is not None and own.status == INVITED else ""


def _table_url(session: Session, here: Table, user: User) -> str:
    own = next((row.seat for row in seated(session, here) if row.user is not None and row.user.id == user.id), None)
    if own is not None and own.status == JOINED and here.status != INVITING:
        return path(links().turn(own, None))
    return f"/watch/{here.slug}" if here.is_open and here.status in (INVITING, *ON, OVER) else ""


def _do(token: str, act: str, work: Callable[[Table, User], str | None]) -> AnyResponse:
    """Does what a form asks for; what cannot be taken is said at its field, on the same page."""
    with service().db.reading() as session:
        here, user = hosted(session, token)
    try:
        told = work(here, user)
    except BadField as bad:
        with service().db.reading() as session:
            here, user = hosted(session, token)
            why = gettext(bad.why, **bad.params)
            return shown(session, here, user, token, gettext("Nothing was changed."), {act: {bad.field: why}})
    if told:
        with service().db.reading() as session:
            here, user = hosted(session, token)
            return shown(session, here, user, token, told)
    return redirect(f"/host/{token}", 303)


@pages.post("/host/<token>/start")
def start(token: str) -> AnyResponse:
    missing = request.form.get("missing", "bot")
    return _do(token, "start", lambda here, _: start_now(service(), here.id, missing if missing in MISSING else "bot"))


@pages.post("/host/<token>/pause")
def stop_clocks(token: str) -> AnyResponse:
    return _do(token, "pause", lambda here, _: pause(service(), here.id))


@pages.post("/host/<token>/resume")
def go_on(token: str) -> AnyResponse:
    return _do(token, "resume", lambda here, _: resume(service(), here.id))


@pages.post("/host/<token>/advice")
def advise(token: str) -> AnyResponse:
    allowed = request.form.get("allowed") == "yes"
    return _do(token, "advice", lambda here, _: allow_advice(service(), here.id, allowed))


@pages.post("/host/<token>/deadline/<int:seat>")
def deadline(token: str, seat: int) -> AnyResponse:
    def move(here: Table, user: User) -> None:
        until = read_moment(request.form.get("until", ""), user.zone, service().now())
        move_deadline(service(), here.id, seat, until)

    return _do(token, f"deadline/{seat}", move)


@pages.post("/host/<token>/default/<int:seat>")
def play_it(token: str, seat: int) -> AnyResponse:
    return _do(token, f"default/{seat}", lambda here, _: decide_for_default(service(), here.id, seat))


@pages.post("/host/<token>/resend/<int:seat>")
def resend(token: str, seat: int) -> AnyResponse:
    def again(here: Table, _: User) -> str:
        sent = send_again(service(), here.id, seat)
        return str(gettext("The mail has been sent again.") if sent else gettext("There is nothing to send again."))

    return _do(token, f"resend/{seat}", again)


@pages.post("/host/<token>/seat/<int:seat>")
def give(token: str, seat: int) -> AnyResponse:
    given = request.form
    bot = given.get("kind", "person") if given.get("kind", "person") != "person" else ""

    def hand_over(here: Table, _: User) -> str:
        new = NewSeat(given.get("name", ""), given.get("email", ""), bot)
        if give_seat(service(), here.id, seat, new):
            return str(gettext("The seat is given."))
        why = gettext("All other players are asked by mail. The seat changes hands when all of them have agreed.")
        return str(why)

    return _do(token, f"seat/{seat}", hand_over)


@pages.get("/host/<token>/rewind/<int:ply>")
def ask_back(token: str, ply: int) -> Response:
    """Shows the line that was pressed, before anything is taken back."""
    with service().db.reading() as session:
        here, user = hosted(session, token)
        standing = _standing(session, here, user, f"/host/{token}") if here.status in ON else ()
        line = next((one for one in standing if one.number == ply), None)
        if line is None:
            why = gettext("You cannot go back to this line.")
            return message(gettext("Nothing was changed"), why, status=404, links=(_back(token),))
        who = line.seat.name if line.seat is not None else ""
        what = " ".join(line.told) or f"{who}: {line.line}"
        game = game_of(here)
        page = ConfirmPage(
            chrome(),
            gettext("Back to before line %(ply)d?", ply=ply),
            (
                f"{what} ({line.when})",
                gettext(
                    "The position before this line comes back. Where another seat has decided since, or dice or cards "
                    "have been seen, all seats must agree. The dice fall anew."
                ),
            ),
            gettext("Rewind"),
            Form(f"/host/{token}/rewind", hidden={"to": str(ply)}),
            head=TableHead(here.title, game.id, game.words.name(game.id, language()), url=f"/host/{token}"),
        )
    return Response(render_template("pages/confirm.html", page=page))


def _back(token: str) -> Link:
    return Link(gettext("The host's page"), f"/host/{token}")


@pages.post("/host/<token>/plans")
def plan_ahead(token: str) -> AnyResponse:
    return _do(token, "plans", lambda here, _: choose_plans(service(), here.id, request.form.get("plans", "")))


@pages.post("/host/<token>/rewind")
def back(token: str) -> AnyResponse:
    to = request.form.get("to", "")

    def go_back(here: Table, _: User) -> str:
        if not to.isdecimal() or len(to) > LONGEST_PLY:
            raise BadField("to", "Choose a line that has not been taken back.")
        if rewind(service(), here.id, int(to)):
            return str(gettext("The table is back before line %(ply)s.", ply=to))
        why = gettext(
            "Something was decided or seen since. All seats are asked by mail; it is done when the last has agreed."
        )
        return str(why)

    return _do(token, "rewind", go_back)


@pages.post("/host/<token>/end")
def end(token: str) -> AnyResponse:
    def close(here: Table, _: User) -> None:
        if request.form.get("confirm", "").strip() != here.title:
            raise BadField("confirm", "Type the name of the table to end it.")
        end_table(service(), here.id)

    return _do(token, "end", close)
