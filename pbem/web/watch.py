"""Looking at a table without being asked: seats that wait, spectators, the record."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, abort, render_template, request
from flask_babel import gettext
from sqlmodel import Session

from engine.core.play import actors
from pbem.base.introductions import idea
from pbem.pacing import times
from pbem.pacing.local import wall
from pbem.pacing.pace import pace_sentence
from pbem.play.ask_clock import rest_of
from pbem.play.scene import Scene
from pbem.play.stored_scenes import SeatRow, scene_at
from pbem.play.stored_scenes import seated as seats_at
from pbem.play.undo import undoable
from pbem.play.variants import agreed
from pbem.store.asks import open_ask
from pbem.store.models import Table, User
from pbem.store.models.seat import BOT, JOINED, OPEN
from pbem.store.models.table import CANCELLED, ENDED, INVITING, PAUSED, RUNNING
from pbem.store.positions import game_of
from pbem.tables.open_table import table_by_slug
from pbem.tables.records import record_of
from pbem.tables.rematch import may_rematch
from pbem.web.board_model import position_of
from pbem.web.film import film_response, film_url
from pbem.web.frame import Seated, chrome, language, links, seat_name, service
from pbem.web.log import Log
from pbem.web.look import Addresses, read_look
from pbem.web.models import (
    Awaited,
    Form,
    FreeSeat,
    Invited,
    Link,
    LinkPreview,
    Result,
    SeatName,
    TableHead,
    WaitingPage,
    WatchPage,
)
from pbem.web.seat_frame import head_of, host_url, own_scene, planned_at, tabs_of
from pbem.web.shown_pictures import drawn
from pbem.web.story_model import story_of

pages = Blueprint("watching", __name__)

CHANGES_SHOWN = 4  # plies back, for somebody who has no mails to remember


def for_seat(session: Session, who: Seated, happened: str = "", go_on: str = "") -> Response:
    """The present board for a seat that is not asked, or that came by an old link."""
    scene = own_scene(session, who)
    tabs = tabs_of(session, who, "board")
    undone = undoable(service(), session, who.table, who.seat)
    if go_on:
        happened = f"{happened} {gettext('You are asked something new.')}"
        tabs = (Link(gettext("Your turn"), go_on), *tabs)
    page = WatchPage(
        chrome(soon=bots_move(session, who.table, scene)),
        head_of(who, scene),
        tabs,
        position_of(scene, Addresses(f"/t/{who.token}", read_look(request.args))),
        with_plan(waiting_for(session, who.table, scene, who.user.zone), planned_at(session, who.table, who.seat)),
        happened,
        results=results_of(session, who.table, scene),
        story=story_of(session, who.table, scene, f"/t/{who.token}/history"),
        proof_url=f"/t/{who.token}/proof.txt" if who.table.status in ENDED else "",
        record_url=f"/t/{who.token}/record.txt" if who.table.status in ENDED else "",
        film_url=film_url(session, who.table, f"/t/{who.token}"),
        is_paused=who.table.status == PAUSED,
        is_closed=who.table.status == CANCELLED,
        undo=Form(f"/t/{who.token}/undo") if undone is not None else None,
        undo_until=gettext(
            "You can do this until %(when)s.", when=times.short(undone[0].settled_at, who.user.zone, language())
        )
        if undone is not None
        else "",
        rematch=Form(f"/t/{who.token}/rematch") if may_rematch(service(), session, who.table, who.user) else None,
        leave_url=f"/t/{who.token}/leave" if who.table.status in (RUNNING, PAUSED) else "",
        host_url=host_url(who),
    )
    return Response(render_template("pages/watch.html", page=page))


def waiting_for(session: Session, table: Table, scene: Scene, zone: str = "") -> tuple[Awaited, ...]:
    """Who is asked. Who plays too, in `zone`, also sees until when, by both clocks, and who is away."""
    if scene.is_over:
        return ()
    seats = seats_at(session, table)
    return tuple(awaited(session, seats[number], zone) for number in actors(scene.game, scene.state))


def with_plan(waiting: tuple[Awaited, ...], planned: str) -> tuple[Awaited, ...]:
    """The reader's own plan stands below the last of those whose answer is waited for."""
    return (*waiting[:-1], replace(waiting[-1], planned=planned)) if waiting and planned else waiting


def awaited(session: Session, row: SeatRow, zone: str) -> Awaited:
    ask, user, lang = open_ask(session, row.seat.id), row.user, language()
    until = ask.deadline_at if ask is not None else None
    if user is None or until is None or not zone:
        return Awaited(seat_name(row.seat), is_bot=bool(row.seat.bot))
    here, there = times.city(zone, lang), times.city(user.zone, lang)
    now = service().now()
    rest = rest_of(session, user)
    same_clock = until.astimezone(ZoneInfo(zone)).utcoffset() == until.astimezone(ZoneInfo(user.zone)).utcoffset()
    away = next((away for away in rest.absences if away.holds(wall(now, ZoneInfo(user.zone)))), None)
    return Awaited(
        seat_name(row.seat),
        until=f"{times.long(until, zone, lang)} ({here})",
        theirs="" if same_clock else f"{times.day(until, user.zone, lang)} ({there})",
        away_until=times.date(away.last, lang) if away is not None else "",
    )


def bots_move(session: Session, table: Table, scene: Scene) -> bool:
    """Whether only bots are asked, on a computer where they answer at once."""
    if not service().config.embedded or table.status != RUNNING or scene.is_over:
        return False
    seats = seats_at(session, table)
    return all(seats[number].seat.bot for number in actors(scene.game, scene.state))


def results_of(session: Session, table: Table, scene: Scene) -> tuple[Result, ...]:
    if not scene.is_over:
        return ()
    seats = seats_at(session, table)
    return tuple(
        Result(
            row.place,
            SeatName(seats[row.seat].seat.colour, scene.names[row.seat]),
            row.score,
            tuple((scene.source(part), points) for part, points in row.parts),
        )
        for row in scene.game.standings(scene.state)
    )


@pages.get("/watch/<slug>")
def watch(slug: str) -> Response:
    with service().db.reading() as session:
        table = shown_to_all(session, slug)
        if table.started_at is None:
            return waiting_page(session, table)
        scene = scene_at(session, table, None, language(), since=max(table.ply - CHANGES_SHOWN, 0))
        page = WatchPage(
            chrome(),
            spectators_head(table, scene),
            spectators_tabs(table, "board"),
            position_of(scene, Addresses(f"/watch/{slug}", read_look(request.args))),
            waiting_for(session, table, scene),
            results=results_of(session, table, scene),
            story=story_of(session, table, scene, f"/watch/{slug}/history"),
            proof_url=f"/watch/{slug}/proof.txt" if table.status in ENDED else "",
            record_url=f"/watch/{slug}/record.txt" if table.status in ENDED else "",
            film_url=film_url(session, table, f"/watch/{slug}"),
            is_paused=table.status == PAUSED,
            is_closed=table.status == CANCELLED,
            free=tuple(
                FreeSeat(seat_name(row.seat), Form(f"/watch/{slug}/take/{row.seat.number}"))
                for row in seats_at(session, table)
                if row.seat.status == OPEN and table.status in (RUNNING, PAUSED)
            ),
            preview=preview_of(table, scene),
        )
    return Response(render_template("pages/watch.html", page=page))


def preview_of(table: Table, scene: Scene) -> LinkPreview:
    """The table, where the game stands, and who plays; the picture is the board as anybody sees it."""
    name = scene.game.words.name(table.game, language())
    url = links().watch(table)
    return LinkPreview(table.title, f"{name}, {scene.round} · {', '.join(scene.names)}", url, f"{url}/board.png")


@pages.get("/watch/<slug>/board.png")
def watch_board(slug: str) -> Response:
    with service().db.reading() as session:
        scene = scene_at(session, watched(session, slug), None, language())
    png = drawn(f"{scene.seen.hex()} {scene.lang} {scene.names}", scene.drawing)
    return Response(png, mimetype="image/png")  # the board changes: nobody keeps it


def waiting_page(session: Session, table: Table) -> Response:
    """A table that has not begun. Who was invited and has not joined is named to nobody."""
    game, lang = game_of(table), language()
    rows = seats_at(session, table)
    free = [row.seat.number for row in rows if row.seat.status == OPEN]
    page = WaitingPage(
        chrome(),
        TableHead(table.title, game.id, game.words.name(game.id, lang)),
        session.get_one(User, table.host_id).name,
        tuple(
            Invited(row.seat.name if row.seat.status in (JOINED, BOT) else "", row.seat.status, row.seat.colour)
            for row in rows
        ),
        agreed(table, gettext, lang),
        pace_sentence(table.pace, gettext, lang),
        Form(f"/watch/{table.slug}/take/{free[0]}") if free else None,
        idea(game.id, lang),
    )
    return Response(render_template("pages/waiting.html", page=page))


@pages.get("/watch/<slug>/history")
@pages.get("/watch/<slug>/history/<int:ply>")
def watch_history(slug: str, ply: int | None = None) -> Response:
    with service().db.reading() as session:
        table = watched(session, slug)
        head = spectators_head(table, scene_at(session, table, None, language()))
        return Log(session, table, None, f"/watch/{slug}/history").page(head, spectators_tabs(table, "history"), ply)


@pages.get("/watch/<slug>/history/<int:ply>.svg")
def watch_picture(slug: str, ply: int) -> Response:
    with service().db.reading() as session:
        return Log(session, watched(session, slug), None, "").picture(ply)


@pages.get("/watch/<slug>/record.txt")
def watch_record(slug: str) -> Response:
    with service().db.reading() as session:
        return record_file(session, watched(session, slug))


@pages.get("/watch/<slug>/film.webp")
def watch_film(slug: str) -> Response:
    with service().db.reading() as session:
        return film_response(session, watched(session, slug))


def shown_to_all(session: Session, slug: str) -> Table:
    """Closed tables look like none, so that nobody can find out which there are."""
    table = table_by_slug(session, slug)
    if table is None or not table.is_open or (table.started_at is None and table.status != INVITING):
        abort(404)
    return table


def watched(session: Session, slug: str) -> Table:
    """One that has a board."""
    table = shown_to_all(session, slug)
    if table.started_at is None:
        abort(404)
    return table


def spectators_head(table: Table, scene: Scene) -> TableHead:
    name = scene.game.words.name(table.game, language())
    return TableHead(table.title, table.game, name, scene.round, None, f"/watch/{table.slug}")


def spectators_tabs(table: Table, current: str) -> tuple[Link, ...]:
    base = f"/watch/{table.slug}"
    return (
        Link(gettext("Board"), base, current == "board"),
        Link(gettext("Log"), f"{base}/history", current == "history"),
    )


def record_file(session: Session, table: Table) -> Response:
    """The whole table as text, once it is over."""
    if table.status not in ENDED or table.started_at is None:
        abort(404)
    return Response(str(record_of(session, table)), mimetype="text/plain; charset=utf-8")
