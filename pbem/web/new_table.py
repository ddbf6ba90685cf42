"""Opening a table: the form, and what was written into it."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from engine.core.bots import KINDS
from engine.core.game import AnyGame
from engine.core.shelf import OPTION as BOX
from engine.core.words import LANGUAGES
from engine.games import GAMES
from pbem.base.fields import BadField
from pbem.base.limits import NEW_TABLES
from pbem.pacing.forms import pace_values, read_pace_form
from pbem.pacing.pace import Pace
from pbem.pacing.written_times import known_zones
from pbem.play.stored_scenes import seated
from pbem.store.models import Table
from pbem.store.models.table import OFFERED
from pbem.store.people import main_address
from pbem.tables.invitations import needs_confirmation
from pbem.tables.open_table import NewSeat, NewTable, create_table
from pbem.web.bot_words import bot_options
from pbem.web.cards import card
from pbem.web.frame import chrome, here, language, links, message, owner, path, service, take
from pbem.web.mailbox import may_read_mailbox
from pbem.web.models import Form, Link, NewTablePage, Option, OptionField

pages = Blueprint("opening", __name__)

MOST_SEATS = 6
FormValues = dict[str, str | tuple[str, ...]]


@dataclass(frozen=True)
class Opener:
    """Who opens a table: anybody, who then confirms it by mail, or a person who comes from their own page."""

    base: str  # where the form is
    name: str = ""
    email: str = ""  # empty: it is written into the form


def opener(token: str) -> Opener:
    if not token:
        return Opener("/tables/new")
    with service().db.reading() as session:
        user = owner(session, token)
        return Opener(f"/me/{token}/new", user.name, main_address(session, user.id))


def wanted_game() -> AnyGame:
    return GAMES.get(request.args.get("game", "")) or next(iter(GAMES.values()))


def boxes_of(game: AnyGame) -> tuple[OptionField, ...]:
    """The host's own data files for this game, where there are any."""
    words = game.boxes.words if game.boxes is not None else ()
    if not words:
        return ()
    own = Option("", gettext("the standard one of the server"))
    return (OptionField(BOX, gettext("Box"), (own, *(Option(word, word.partition(".")[0]) for word in words))),)


def new_page(who: Opener, game: AnyGame, values: FormValues, errors: Mapping[str, str]) -> str:
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
            Link(other.words.name(other.id, lang), f"{who.base}?game={other.id}", other.id == game.id)
            for other in GAMES.values()
        ),
        card(game, lang),
        options,
        game.seats[0],
        game.seats[-1],
        bot_options(),
        known_zones(),
        Form(f"{who.base}?game={game.id}", values, errors),
        needs_confirmation=needs_confirmation(service().config) and not who.email,
        host_email=who.email,
    )
    return render_template("pages/new_table.html", page=page)


def only_the_operator() -> Response:
    return message(
        gettext("Tables are opened by the operator"),
        gettext("On this server only the operator opens tables."),
        status=403,
    )


@pages.get("/tables/new")
@pages.get("/me/<token>/new")
def new_form(token: str = "") -> AnyResponse:
    who = opener(token)
    if service().config.open_tables == "nobody":
        return only_the_operator()
    game = wanted_game()
    standard: FormValues = {
        **pace_values(Pace()),
        "at_deadline": "default",
        "plans": OFFERED,
        "lang": language(),
        "host_name": who.name,
    }
    for option in game.options:
        standard[f"option-{option.id}"] = option.standard
    return Response(new_page(who, game, standard, {}))


@pages.post("/tables/new")
@pages.post("/me/<token>/new")
def new(token: str = "") -> AnyResponse:
    who = opener(token)
    if service().config.open_tables == "nobody":
        return only_the_operator()
    game = wanted_game()
    values: FormValues = {name: tuple(request.form.getlist(name)) for name in request.form}
    if service().config.mail_leaves:
        take(NEW_TABLES, "new-table", here())
    try:
        table_id = create_table(service(), read_new_table(game, who.email), is_proven=bool(who.email))
    except BadField as wrong:
        errors = {field_of(wrong.field): gettext(wrong.why, **wrong.params)}
        return Response(new_page(who, game, values, errors), 422)
    if not who.email and not may_read_mailbox():
        # The same for every address: neither a stranger nor a friend may sit down in somebody else's name.
        return message(
            gettext("Check your mail"),
            gettext("We have sent a mail to your address. Open its link to go on."),
            gettext("From your own page, you can open tables without this step."),
        )
    with service().db.reading() as session:
        table = session.get_one(Table, table_id)
        host = next(row for row in seated(session, table) if row.seat.number == 0)
        join = path(links().join(host.seat))
    return redirect(join, 303)


def rows_filled() -> list[int]:
    """The numbers of the seats in the form that are taken, the host's first."""
    wanted = (*KINDS, "person", "open")
    return [1, *(n for n in range(2, MOST_SEATS + 1) if request.form.get(f"seat-{n}-kind", "none") in wanted)]


def field_of(field: str) -> str:
    """The field of the form that an error is about: actions count the seats there are, the form all of its rows."""
    what, _, number = field.rpartition("-")
    if what not in ("name", "email") or not number.isdigit():
        return field
    row = rows_filled()[int(number) - 1]
    return f"host_{what}" if row == 1 else f"seat-{row}-{what}"


def read_new_table(game: AnyGame, host_email: str) -> NewTable:
    form = request.form
    seats = [NewSeat(form.get("host_name", ""), host_email or form.get("host_email", ""))]
    for number in rows_filled()[1:]:
        kind = form.get(f"seat-{number}-kind", "none")
        if kind in KINDS:
            seats.append(NewSeat(form.get(f"seat-{number}-name", "") or f"{gettext('Bot')} {number}", "", kind))
        else:
            name, email = form.get(f"seat-{number}-name", ""), form.get(f"seat-{number}-email", "")
            seats.append(NewSeat(name, email, is_open=kind == "open"))
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
        form.get("lang", "en") if form.get("lang") in LANGUAGES else "en",
        form.get("is_open", "") not in ("", "no", "off"),
        "host" if form.get("at_deadline") == "host" else "default",
        form.get("plans", OFFERED),
        form.get("has_advice", "") not in ("", "no", "off"),
    )
