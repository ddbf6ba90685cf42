"""Opening a table: the form, and what was written into it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask import Blueprint, Response, redirect, render_template, request
from flask_babel import gettext, ngettext
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
from pbem.pacing.preview import preview
from pbem.pacing.rest import Rest
from pbem.pacing.written_times import known_zones
from pbem.store.models import Table, User
from pbem.store.models.table import OFFERED
from pbem.store.models.user import NO_ZONE
from pbem.store.people import main_address
from pbem.tables.companions import Companion, companions_of
from pbem.tables.game_length import Length, length_of
from pbem.tables.invitations import needs_confirmation
from pbem.tables.open_table import NewSeat, NewTable, create_table
from pbem.web.bot_words import bot_options
from pbem.web.cards import card
from pbem.web.frame import chrome, here, language, links, message, owner, path, service, take
from pbem.web.mailbox import may_read_mailbox
from pbem.web.models import Form, GameChoice, NewTablePage, Option, OptionField
from pbem.web.reminder_words import reminder_choices

pages = Blueprint("opening", __name__)

MOST_SEATS = 6
KNOWN = "known-"  # before the number of a person one has played with
FormValues = dict[str, str | tuple[str, ...]]


@dataclass(frozen=True)
class Opener:
    """Who opens a table: anybody, who then confirms it by mail, or a person who comes from their own page."""

    base: str  # where the form is
    name: str = ""
    email: str = ""  # empty: it is written into the form
    zone: str = NO_ZONE
    companions: tuple[Companion, ...] = ()


def opener(token: str) -> Opener:
    if not token:
        return Opener("/tables/new")
    with service().db.reading() as session:
        user = owner(session, token)
        return Opener(
            f"/me/{token}/new",
            user.name,
            main_address(session, user.id),
            user.zone,
            companions_of(session, user.id),
        )


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
            game.words.about(option.id, lang),
        )
        for option in game.options
    ) + boxes_of(game)
    page = NewTablePage(
        chrome(),
        tuple(GameChoice(other.id, other.words.name(other.id, lang), other.id == game.id) for other in GAMES.values()),
        card(game, lang),
        options,
        game.seats[0],
        game.seats[-1],
        bot_options(),
        known_zones(),
        Form(f"{who.base}?game={game.id}", values, errors),
        needs_confirmation=needs_confirmation(service().config) and not who.email,
        host_email=who.email,
        known=tuple(Option(f"{KNOWN}{one.user_id}", one.name) for one in who.companions),
        reminders=reminder_choices(values.get("pace-reminders", ())),
        meaning=meaning_of(game, values),
        guesses_zone=not errors and values.get("pace-zone") in ("", NO_ZONE),
    )
    return render_template("pages/new_table.html", page=page)


def meaning_of(game: AnyGame, values: FormValues) -> tuple[str, ...]:
    """What the pace means: how long the game will take, and what happens with a question asked now."""
    given = {name: (value,) if isinstance(value, str) else value for name, value in values.items()}
    try:
        pace = read_pace_form(given)
    except BadField:
        return ()
    zone = pace.counts.zone
    asks_host = values.get("at_deadline") in ("host", ("host",))
    said = preview(pace, pace.reminders or "1/2", Rest(zone), service().now(), language(), gettext, asks_host=asks_host)
    lines = [gettext("If a question were asked now: %(what)s", what=f"{said[:1].lower()}{said[1:]}")]
    people = sum(is_person(given, number) for number in range(2, game.seats[-1] + 1)) + 1
    length = length_of(game.id, max(people, 2), pace)
    if length is not None:
        lines.insert(0, length_sentence(length))
    return tuple(lines)


def is_person(given: Mapping[str, Sequence[str]], number: int) -> bool:
    kind, name, email = ("".join(given.get(f"seat-{number}-{what}", ())) for what in ("kind", "name", "email"))
    return kind not in KINDS and (kind in ("person", "open") or kind.startswith(KNOWN) or bool(name or email))


def empty_rows(values: FormValues) -> set[str]:
    """The choice of a person in seats for which neither name nor address was typed."""
    return {
        f"seat-{number}-kind"
        for number in range(2, MOST_SEATS + 1)
        if values.get(f"seat-{number}-kind") == ("person",)
        and not any("".join(values.get(f"seat-{number}-{what}", ())) for what in ("name", "email"))
    }


def length_sentence(length: Length) -> str:
    hours = max(round(length.answer / timedelta(hours=1)), 1)
    within = ngettext("%(num)d hour", "%(num)d hours", hours)
    if length.days < 21:
        lasts = ngettext("%(num)d day", "%(num)d days", length.days)
    elif length.days < 140:
        lasts = ngettext("%(num)d week", "%(num)d weeks", round(length.days / 7))
    else:
        lasts = ngettext("%(num)d month", "%(num)d months", round(length.days / 30))
    return str(
        gettext(
            "A game takes about %(lasts)s at this pace, if everybody answers after %(within)s on average.",
            lasts=lasts,
            within=within,
        )
    )


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
        "pace-zone": who.zone,
        "at_deadline": "default",
        "plans": OFFERED,
        "lang": language(),
        "host_name": who.name,
    }
    return Response(new_page(who, game, with_options(game, standard), {}))


def with_options(game: AnyGame, values: FormValues) -> FormValues:
    """The standard of every option that nothing is said about."""
    return {f"option-{option.id}": option.standard for option in game.options} | values


@pages.post("/tables/new")
@pages.post("/me/<token>/new")
def new(token: str = "") -> AnyResponse:
    who = opener(token)
    if service().config.open_tables == "nobody":
        return only_the_operator()
    game = wanted_game()
    values: FormValues = {name: tuple(request.form.getlist(name)) for name in request.form}
    other = GAMES.get(request.form.get("to-game", ""))
    if other is not None:  # a row that nobody has filled is a person only where this game cannot do without
        values = {name: value for name, value in values.items() if name not in empty_rows(values)}
    if other is not None or "look" in request.form:  # the same form again, with what was typed
        return Response(new_page(who, other or game, with_options(other or game, values), {}))
    if service().config.mail_leaves:
        take(NEW_TABLES, "new-table", here())
    try:
        wanted = read_new_table(game, who)
        table_id = create_table(service(), wanted, is_proven=bool(who.email))
    except BadField as wrong:
        errors = {field_of(wrong.field): gettext(wrong.why, **wrong.params)}
        return Response(new_page(who, game, values, errors), 422)
    if not who.email and not may_read_mailbox():
        # The same for every address: neither a stranger nor a friend may sit down in somebody else's name.
        names = [seat.name for seat in wanted.seats[1:] if seat.is_invited]
        return message(
            gettext("Check your mail"),
            gettext("We have sent a mail to your address. Open its link to go on."),
            *([gettext("Then the invitations are sent to: %(names)s.", names=", ".join(names))] if names else ()),
            gettext("From your own page, you can open tables without this step."),
        )
    with service().db.reading() as session:
        table = session.get_one(Table, table_id)
        host = path(links().host(table, session.get_one(User, table.host_id)))
    return redirect(f"{host}?opened=yes", 303)


def rows_filled() -> list[int]:
    """The numbers of the seats in the form that are taken, the host's first. A row with a name is a person."""
    given = request.form.to_dict(flat=False)
    rows = range(2, MOST_SEATS + 1)
    return [1, *(n for n in rows if request.form.get(f"seat-{n}-kind") in KINDS or is_person(given, n))]


def field_of(field: str) -> str:
    """The field of the form that an error is about: actions count the seats there are, the form all of its rows."""
    what, _, number = field.rpartition("-")
    if what not in ("name", "email") or not number.isdigit():
        return field
    row = rows_filled()[int(number) - 1]
    if request.form.get(f"seat-{row}-kind", "").startswith(KNOWN):
        return f"seat-{row}-kind"
    return f"host_{what}" if row == 1 else f"seat-{row}-{what}"


def read_new_table(game: AnyGame, who: Opener) -> NewTable:
    form = request.form
    known = {f"{KNOWN}{one.user_id}": one for one in who.companions}
    seats = [NewSeat(form.get("host_name", ""), who.email or form.get("host_email", ""))]
    for number in rows_filled()[1:]:
        kind = form.get(f"seat-{number}-kind", "none")
        name, email = form.get(f"seat-{number}-name", ""), form.get(f"seat-{number}-email", "")
        if kind in KINDS:
            seats.append(NewSeat(name or f"{gettext('Bot')} {number}", "", kind))
        elif kind.startswith(KNOWN):
            if kind not in known:
                raise BadField(f"seat-{number}-kind", "Choose somebody from the list.")
            with service().db.reading() as session:
                address = main_address(session, known[kind].user_id)
            seats.append(NewSeat(known[kind].name, address, is_known=True))
        else:
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
        form.get("greeting", ""),
    )
