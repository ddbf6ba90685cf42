"""A person's own page, and the one-click unsubscription of mails."""

from collections.abc import Mapping

from flask import Blueprint, Response, g, redirect, render_template, request
from flask_babel import gettext
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from engine.core.words import LANGUAGES
from pbem.base.fields import BadField, clean_name
from pbem.pacing import times
from pbem.pacing.forms import read_reminders
from pbem.pacing.local import write_time
from pbem.pacing.reminder_times import write_points
from pbem.pacing.written_times import known_zones, read_quiet_hours, read_zone
from pbem.people.addresses import addresses_of
from pbem.people.lost_links import mail_links
from pbem.people.settings import Settings, change_settings, revoke_links, unsubscribe
from pbem.play.stored_scenes import round_at
from pbem.store.asks import open_ask
from pbem.store.links import UNSUBSCRIBE
from pbem.store.models import Address, Ask, Seat, Table, User
from pbem.store.models.table import OVER, UNCONFIRMED
from pbem.store.models.user import NO_ZONE
from pbem.store.people import main_address
from pbem.store.positions import game_of
from pbem.tables.open_table import zone_at
from pbem.web.frame import DeadLink, chrome, language, links, message, owner, path, read_values, seat_name, service
from pbem.web.models import Deadline, Form, MePage, MyAddress, MyTable, UnsubscribePage
from pbem.web.own_time import absences_of, preview_of
from pbem.web.reminder_words import reminder_choices
from pbem.web.seat_frame import planned_at

pages = Blueprint("me", __name__)

NEWS = ("round", "line", "daily", "turn")


@pages.get("/me/<token>")
def mine(token: str) -> str:
    with service().db.reading() as session:
        return shown(session, owner(session, token), token)


def shown(
    session: Session,
    user: User,
    token: str,
    errors: dict[str, str] | None = None,
    forms: Mapping[str, Form] | None = None,
) -> str:
    """`forms` are those that come back with errors, and with what was typed into them."""
    base = f"/me/{token}"
    again = forms or {}
    settings: dict[str, str | tuple[str, ...]] = {
        "name": user.name,
        "lang": user.lang,
        "zone": likely_zone(session, user),
        "news": user.news,
        "wants_reminders": "on" if user.wants_reminders else "",
        "reminders": tuple(user.reminders.split()),
        "quiet_from": user.quiet_from,
        "quiet_to": user.quiet_to,
    }
    if errors:
        settings |= {name: tuple(request.form.getlist(name)) for name in settings}
    told = gettext("Saved.") if "saved" in request.args else ""
    page = MePage(
        chrome(told),
        user.name,
        tables_of(session, user),
        Form(f"{base}/settings", settings, errors or {}),
        known_zones(),
        absences_of(session, user, base),
        again.get("absence") or Form(f"{base}/absences"),
        tuple(my_address(row, f"{base}/addresses/{row.id}") for row in addresses_of(session, user.id)),
        again.get("address") or Form(f"{base}/addresses"),
        Form(f"{base}/export"),
        Form(f"{base}/revoke"),
        again.get("delete") or Form(f"{base}/delete"),
        preview=preview_of(session, user),
        calendar_url=links().calendar(user),
        new_url="" if service().config.open_tables == "nobody" else f"{base}/new",
        reminders=reminder_choices(settings["reminders"]),
        guesses_zone=user.zone == NO_ZONE and not errors,
    )
    return render_template("pages/me.html", page=page)


def likely_zone(session: Session, user: User) -> str:
    """The person's own, or, where none was chosen, that of the newest table she plays at."""
    if user.zone != NO_ZONE:
        return user.zone
    newest = session.exec(
        select(Table)
        .join(Seat, col(Seat.table_id) == col(Table.id))
        .where(Seat.user_id == user.id)
        .order_by(col(Table.id).desc())
    ).first()
    return zone_at(user, newest) if newest is not None else NO_ZONE


def my_address(row: Address, base: str) -> MyAddress:
    is_confirmed = row.confirmed_at is not None
    return MyAddress(
        row.email,
        row.is_main,
        is_confirmed,
        row.suspended_at is not None,
        make_main=Form(f"{base}/main") if is_confirmed and not row.is_main else None,
        confirm=Form(f"{base}/confirm") if not is_confirmed else None,
        remove=Form(f"{base}/remove") if not row.is_main else None,
    )


def tables_of(session: Session, user: User) -> tuple[MyTable, ...]:
    """The most urgent first: where this person is asked, then where others are, then what is over."""
    rows = session.exec(
        select(Seat, Table)
        .join(Table, col(Table.id) == col(Seat.table_id))
        .where(Seat.user_id == user.id, Table.status != UNCONFIRMED)
    ).all()
    found = []
    for seat, table in rows:
        ask = open_ask(session, seat.id)
        urgency = (
            ask is None,
            table.status == OVER,
            ask.deadline_at.timestamp() if ask and ask.deadline_at else 0.0,
            -table.id,
        )
        found.append((urgency, my_table(session, user, seat, table, ask)))
    return tuple(table for _, table in sorted(found, key=lambda pair: pair[0]))


def my_table(session: Session, user: User, seat: Seat, table: Table, ask: Ask | None) -> MyTable:
    lang = language()
    started = table.started_at is not None
    deadline = None
    if ask is not None and ask.deadline_at is not None:
        deadline = Deadline(f"{times.long(ask.deadline_at, user.zone, lang)} ({times.city(user.zone, lang)})")
    game = game_of(table)
    return MyTable(
        table.title,
        game.words.name(game.id, lang),
        round_at(session, table, seat.number, lang) if started else "",
        seat_name(seat) if seat.colour else None,
        path(links().turn(seat, ask)) if started else path(links().join(seat)),
        ask is not None,
        gettext("over") if table.status == OVER else "" if started else gettext("not started"),
        deadline,
        path(links().host(table, user)) if table.host_id == user.id else "",
        planned_at(session, table, seat) if started else "",
    )


@pages.post("/me/<token>/settings")
def settings(token: str) -> AnyResponse:
    with service().db.reading() as session:
        user = owner(session, token)
    given = request.form
    try:
        quiet = read_quiet_hours(given.get("quiet_from", ""), given.get("quiet_to", ""))
        change_settings(
            service(),
            user.id,
            Settings(
                name=clean_name(given.get("name", "")),
                lang=given.get("lang", "") if given.get("lang") in LANGUAGES else user.lang,
                zone=read_zone(given.get("zone", "")),
                news=given.get("news", "") if given.get("news") in NEWS else user.news,
                wants_reminders="wants_reminders" in given,
                reminders=write_points(read_reminders(" ".join(given.getlist("reminders")))),
                quiet_from=write_time(quiet.begins) if quiet is not None else "",
                quiet_to=write_time(quiet.ends) if quiet is not None else "",
            ),
        )
    except BadField as wrong:
        with service().db.reading() as session:
            return Response(shown(session, user, token, {wrong.field: gettext(wrong.why, **wrong.params)}), 422)
    return redirect(f"/me/{token}?saved=yes", 303)


@pages.post("/me/<token>/revoke")
def revoke(token: str) -> Response:
    with service().db.reading() as session:
        user = owner(session, token)
        email = main_address(session, user.id)
    revoke_links(service(), user.id)
    mail_links(service(), email)
    return message(gettext("All your links are cancelled"), gettext("A mail with new ones is on its way."))


@pages.get("/u/<token>")
def leave(token: str) -> str:
    return unsubscription(token, done=False)


@pages.post("/u/<token>")
def left(token: str) -> str:
    """One click, from the mail program or from the page: no cookie, no redirect, and twice is as good as once."""
    user = subscriber(token)
    unsubscribe(service(), user.id)
    return unsubscription(token, done=True)


def subscriber(token: str) -> User:
    user_id, word = read_values(UNSUBSCRIBE, token, 2)
    with service().db.reading() as session:
        user = session.get(User, user_id)
        if user is None or user.word != word or not addresses_of(session, user_id):
            raise DeadLink(gone=True)
    return user


def unsubscription(token: str, done: bool) -> str:
    user = subscriber(token)
    g.lang = user.lang
    with service().db.reading() as session:
        email = main_address(session, user.id)
    own_page = Form("/link", hidden={"email": email})
    page = UnsubscribePage(chrome(), email, Form(f"/u/{token}"), own_page, done)
    return render_template("pages/unsubscribe.html", page=page)
