"""The front page, trying it out, and mailing a lost link."""

import time
from importlib.resources import files

from flask import Blueprint, Response, current_app, redirect, render_template, request, send_from_directory
from flask_babel import gettext
from sqlmodel import Session, col, func, select
from werkzeug.wrappers import Response as AnyResponse

from engine.games import GAMES
from pbem.base.fields import BadField, clean_address
from pbem.base.limits import NEW_LINKS
from pbem.pacing.written_times import read_zone
from pbem.people.lost_links import mail_lost_links
from pbem.play.stored_scenes import round_at, seated
from pbem.store.models import Seat, Table
from pbem.store.models.seat import OPEN
from pbem.store.models.table import INVITING, OVER, RUNNING
from pbem.store.models.user import NO_ZONE
from pbem.tables.trial import try_it
from pbem.web.cards import card, paces, shots
from pbem.web.frame import chrome, here, language, links, message, path, seat_name, service, take
from pbem.web.models import FinishedTable, Form, FreeTable, HomePage, OpenTable

pages = Blueprint("home", __name__)

SHOWN = 20
SHOWN_FINISHED = 6
LOOKING_UP = 0.1  # seconds that it takes to look for an address: nobody learns from the time whether it was found
FOR_ONE_READER = (
    "/t/", "/me/", "/join/", "/host/", "/u/", "/confirm/", "/vote/", "/take/", "/calendar/", "/change/", "/mailbox",
    "/operator", "/metrics",
)  # fmt: skip


@pages.get("/")
def front() -> str:
    lang = language()
    embedded = service().config.embedded
    with service().db.reading() as session:
        tables = session.exec(
            select(Table)
            .where(Table.status == RUNNING, col(Table.is_open).is_(True))
            .order_by(col(Table.started_at).desc())
            .limit(SHOWN)
        ).all()
        shown = tuple(
            OpenTable(
                table.title,
                GAMES[table.game].words.name(table.game, lang),
                round_at(session, table, None, lang),
                tuple(seat_name(row.seat) for row in seated(session, table)),
                f"/watch/{table.slug}",
            )
            for table in tables
        )
        waiting = waiting_tables(session, lang)
        finished = finished_tables(session, lang)
    page = HomePage(
        chrome(),
        tuple(card(game, lang) for game in GAMES.values()),
        shown,
        new_url="" if service().config.open_tables == "nobody" else "/tables/new",
        try_it=Form("/try", {"game": "age-of-steam"}) if embedded else None,
        mailbox_url="/mailbox" if current_app.config["MAILBOX"] else "",
        link=Form("/link"),
        waiting=waiting,
        finished=finished,
        shots=shots(lang),
        paces=paces(lang),
    )
    return render_template("pages/home.html", page=page)


def waiting_tables(session: Session, lang: str) -> tuple[FreeTable, ...]:
    """Tables with a seat that is open to anybody, the newest first."""
    rows = session.exec(
        select(Table, func.count())
        .join(Seat, col(Seat.table_id) == col(Table.id))
        .where(Table.status == INVITING, col(Table.is_open).is_(True), Seat.status == OPEN)
        .group_by(col(Table.id))
        .order_by(col(Table.created_at).desc())
        .limit(SHOWN)
    ).all()
    return tuple(
        FreeTable(table.title, GAMES[table.game].words.name(table.game, lang), free, f"/watch/{table.slug}")
        for table, free in rows
    )


def finished_tables(session: Session, lang: str) -> tuple[FinishedTable, ...]:
    """Games of open tables that were played to their end, the last ones first."""
    tables = session.exec(
        select(Table)
        .where(Table.status == OVER, col(Table.is_open).is_(True))
        .order_by(col(Table.ended_at).desc())
        .limit(SHOWN_FINISHED)
    ).all()
    return tuple(
        FinishedTable(
            table.title,
            GAMES[table.game].words.name(table.game, lang),
            ", ".join(row.seat.name for row in seated(session, table)),
            f"/watch/{table.slug}",
        )
        for table in tables
    )


@pages.post("/try")
def try_now() -> AnyResponse:
    """A table at once: the visitor with bots, or all seats from the mailbox."""
    if not service().config.embedded:
        return message(gettext("That cannot be done here"), status=404)
    game = request.form.get("game", "age-of-steam")
    if game not in GAMES:
        game = "age-of-steam"
    all_by_mail = request.form.get("with") == "mailbox"
    table_id = try_it(service(), game, all_by_mail, language(), browser_zone(), guided="guide" in request.form)
    if all_by_mail:
        return redirect("/mailbox", 303)
    with service().db.reading() as session:
        seat = session.exec(select(Seat).where(Seat.table_id == table_id, Seat.number == 0)).one()
    return redirect(path(links().turn(seat, None)) + "?begun=yes", 303)


def browser_zone() -> str:
    """As the script has written it into the form; without a script nothing is known."""
    try:
        return read_zone(request.form.get("zone", ""))
    except BadField:
        return NO_ZONE


@pages.post("/link")
def lost_link() -> Response:
    """Mails the links of an address. The answer is the same whether or not anybody has it, and takes as long."""
    answers_at = time.monotonic() + LOOKING_UP
    if service().config.mail_leaves:
        take(NEW_LINKS, "new-link", here())
    try:
        mail_lost_links(service(), clean_address(request.form.get("email", "")))
    except BadField as wrong:
        return message(
            gettext("This is not a mail address"),
            gettext(wrong.why),
            status=422,
            new_link=Form("/link"),
            asks_email=True,
        )
    time.sleep(max(0.0, answers_at - time.monotonic()))
    return message(
        gettext("A mail is on its way"),
        gettext("If somebody plays here with this address, the links arrive in a minute."),
    )


@pages.get("/fonts/<name>")
def font(name: str) -> AnyResponse:
    """The letters that boards are drawn with, so that pages show them as mails do."""
    return send_from_directory(str(files("pbem.mail_out") / "fonts"), name, max_age=30 * 24 * 3600)


@pages.get("/robots.txt")
def robots() -> Response:
    return Response(
        "User-agent: *\n" + "".join(f"Disallow: {prefix}\n" for prefix in FOR_ONE_READER), mimetype="text/plain"
    )
