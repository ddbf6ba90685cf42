"""The front page, opening a table, trying it out, and mailing a lost link."""

from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, send_from_directory
from flask_babel import gettext
from sqlmodel import col, select
from werkzeug.wrappers import Response as AnyResponse

from engine.core.bots import BOTS
from engine.core.game import Game
from engine.core.shelf import OPTION as BOX
from engine.games import GAMES
from pbem.actions.links import mail_links
from pbem.actions.people import BadField, clean_address
from pbem.actions.tables import NewSeat, NewTable, create_table
from pbem.actions.trying import try_it
from pbem.health import broker_trouble
from pbem.limits import NEW_LINKS, NEW_TABLES
from pbem.models import Table
from pbem.models.table import RUNNING
from pbem.pace import Pace
from pbem.pacing.forms import pace_values, read_pace_form
from pbem.pages.frame import chrome, here, language, links, message, path, service, take
from pbem.pages.mailbox import may_read_mailbox
from pbem.pages.models import (
    Form,
    GameCard,
    HomePage,
    Link,
    NewTablePage,
    OpenTable,
    Option,
    OptionField,
    SeatName,
)
from pbem.pages.zones import zones
from pbem.schema import is_current
from pbem.seeing import scene_at, seated

pages = Blueprint("home", __name__)

SHOWN = 20
MOST_SEATS = 6
FOR_ONE_READER = (
    "/t/", "/me/", "/join/", "/host/", "/u/", "/confirm/", "/vote/", "/take/", "/mailbox", "/operator", "/metrics",
)  # fmt: skip


def card(game: Game[Any, Any], lang: str) -> GameCard:
    seats = f"{game.seats[0]}–{game.seats[-1]}"
    drawn = (files("pbem") / "static" / "boards" / f"{game.id}.png").is_file()
    return GameCard(
        game.id,
        game.words.name(game.id, lang),
        seats,
        f"/tables/new?game={game.id}",
        picture=f"/static/boards/{game.id}.png" if drawn else "",
    )


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
                scene_at(session, table, None, lang).round,
                tuple(SeatName(row.seat.colour, row.seat.name) for row in seated(session, table)),
                f"/watch/{table.slug}",
            )
            for table in tables
        )
    page = HomePage(
        chrome(),
        tuple(card(game, lang) for game in GAMES.values()),
        shown,
        new_url="" if service().config.open_tables == "nobody" else "/tables/new",
        try_it=Form("/try", {"game": "age-of-steam"}) if embedded else None,
        mailbox_url="/mailbox" if current_app.config["MAILBOX"] else "",
        link=Form("/link"),
    )
    return render_template("pages/home.html", page=page)


@pages.post("/try")
def try_now() -> AnyResponse:
    """A table at once: the visitor with bots, or all seats from the mailbox."""
    if not service().config.embedded:
        return message(gettext("That cannot be done here"), status=404)
    game = request.form.get("game", "age-of-steam")
    if game not in GAMES:
        game = "age-of-steam"
    try_it(service(), game, request.form.get("with") == "mailbox", language())
    return redirect("/mailbox", 303)


def boxes_of(game: Game[Any, Any]) -> tuple[OptionField, ...]:
    """The host's own data files for this game, where there are any."""
    words = game.boxes.words if game.boxes is not None else ()
    if not words:
        return ()
    own = Option("", gettext("as it comes with the server"))
    return (OptionField(BOX, gettext("Box"), (own, *(Option(word, word.partition(".")[0]) for word in words))),)


def new_page(game: Game[Any, Any], form: Form) -> str:
    lang = language()
    options = tuple(
        OptionField(
            option.id,
            game.words.name(option.id, lang),
            tuple(Option(value, game.words.name(value, lang)) for value in option.values),
        )
        for option in game.options
    ) + boxes_of(game)
    page = NewTablePage(
        chrome(),
        tuple(
            Link(other.words.name(other.id, lang), f"/tables/new?game={other.id}", other.id == game.id)
            for other in GAMES.values()
        ),
        card(game, lang),
        options,
        game.seats[0],
        game.seats[-1],
        tuple(Option(bot, gettext("Bot: %(kind)s", kind=bot)) for bot in BOTS),
        zones(),
        form,
        needs_confirmation=service().config.open_tables in ("verified", "list"),
    )
    return render_template("pages/new_table.html", page=page)


def only_the_operator() -> Response:
    return message(
        gettext("Tables are opened by the operator"),
        gettext("On this server only the operator opens tables."),
        status=403,
    )


@pages.get("/tables/new")
def new_form() -> AnyResponse:
    if service().config.open_tables == "nobody":
        return only_the_operator()
    game = GAMES.get(request.args.get("game", "")) or next(iter(GAMES.values()))
    standard: dict[str, str | tuple[str, ...]] = {
        **pace_values(Pace()),
        "at_deadline": "default",
        "lang": language(),
    }
    for option in game.options:
        standard[f"option-{option.id}"] = option.standard
    return Response(new_page(game, Form(f"/tables/new?game={game.id}", standard)))


@pages.post("/tables/new")
def new() -> AnyResponse:
    if service().config.open_tables == "nobody":
        return only_the_operator()
    game = GAMES.get(request.args.get("game", "")) or next(iter(GAMES.values()))
    values: dict[str, str | tuple[str, ...]] = {name: tuple(request.form.getlist(name)) for name in request.form}
    if service().config.mail_leaves:
        take(NEW_TABLES, "new-table", here())
    try:
        table_id = create_table(service(), read_new_table(game))
    except BadField as wrong:
        form = Form(f"/tables/new?game={game.id}", values, {field_of(wrong.field): gettext(wrong.why, **wrong.params)})
        return Response(new_page(game, form), 422)
    if not may_read_mailbox():
        # The same for every address: neither a stranger nor a friend may sit down in somebody else's name.
        return message(
            gettext("Look into your mail"),
            gettext("A mail is on its way to the address that you have given for yourself. Go on from there."),
        )
    with service().db.reading() as session:
        table = session.get_one(Table, table_id)
        host = next(row for row in seated(session, table) if row.seat.number == 0)
        join = path(links().join(host.seat))
    return redirect(join, 303)


def rows_filled() -> list[int]:
    """The numbers of the seats in the form that are taken, the host's first."""
    wanted = (*BOTS, "person", "open")
    return [1, *(n for n in range(2, MOST_SEATS + 1) if request.form.get(f"seat-{n}-kind", "none") in wanted)]


def field_of(field: str) -> str:
    """The field of the form that an error is about: actions count the seats there are, the form all of its rows."""
    what, _, number = field.rpartition("-")
    if what not in ("name", "email") or not number.isdigit():
        return field
    row = rows_filled()[int(number) - 1]
    return f"host_{what}" if row == 1 else f"seat-{row}-{what}"


def read_new_table(game: Game[Any, Any]) -> NewTable:
    form = request.form
    seats = [NewSeat(form.get("host_name", ""), form.get("host_email", ""))]
    for number in rows_filled()[1:]:
        kind = form.get(f"seat-{number}-kind", "none")
        if kind in BOTS:
            seats.append(NewSeat(form.get(f"seat-{number}-name", "") or f"{gettext('Bot')} {number}", "", kind))
        else:
            seats.append(NewSeat(form.get(f"seat-{number}-name", ""), form.get(f"seat-{number}-email", "")))
    options = {
        option.id: form.get(f"option-{option.id}", option.standard if len(option.values) != 2 else "off")
        for option in game.options
    }
    if form.get(f"option-{BOX}"):
        options[BOX] = form[f"option-{BOX}"]
    return NewTable(
        game.id,
        form.get("title", ""),
        tuple(seats),
        options,
        read_pace_form(request.form.to_dict(flat=False)),
        form.get("lang", "en") if form.get("lang") in ("en", "fr") else "en",
        form.get("is_open", "") not in ("", "no", "off"),
        "host" if form.get("at_deadline") == "host" else "default",
    )


@pages.post("/link")
def lost_link() -> Response:
    """Mails the links of an address. The answer is the same whether or not anybody has it."""
    if service().config.mail_leaves:
        take(NEW_LINKS, "new-link", here())
    try:
        mail_links(service(), clean_address(request.form.get("email", "")))
    except BadField as wrong:
        return message(
            gettext("This is not a mail address"),
            gettext(wrong.why),
            status=422,
            new_link=Form("/link"),
            asks_email=True,
        )
    return message(
        gettext("A mail is on its way"),
        gettext("If somebody plays here with this address, the links arrive in a minute."),
    )


@pages.get("/healthz")
def health() -> Response:
    """For machines: 200 as long as moves can be played."""
    if not is_current(service().db):
        return Response("behind the schema\n", 503, mimetype="text/plain")
    trouble = broker_trouble(service().config)
    return Response("degraded: the broker is away\n" if trouble else "ok\n", mimetype="text/plain")


@pages.get("/fonts/<name>")
def font(name: str) -> AnyResponse:
    """The letters that boards are drawn with, so that pages show them as mails do."""
    return send_from_directory(str(files("pbem") / "fonts"), name, max_age=30 * 24 * 3600)


@pages.get("/robots.txt")
def robots() -> Response:
    return Response(
        "User-agent: *\n" + "".join(f"Disallow: {prefix}\n" for prefix in FOR_ONE_READER), mimetype="text/plain"
    )
