"""The frame around every page of a seat: the table's head, the tabs, and the position as this seat sees it."""

from flask_babel import gettext
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from pbem.play.plan_words import plan_in_words
from pbem.play.plans import may_plan, not_used
from pbem.play.scene import Scene
from pbem.play.stored_scenes import scene_at
from pbem.store.models import Line, Seat, Table
from pbem.store.positions import game_of
from pbem.tables.talk import unread
from pbem.web.frame import Seated, language, links, path, seat_name, service
from pbem.web.models import Link, TableHead

_LAST_LINE = (
    select(Line.ply, Line.shows)
    .where(col(Line.table_id) == bindparam("table"), col(Line.seat) == bindparam("seat"))
    .where(col(Line.taken_back).is_(False))
    .order_by(col(Line.ply).desc())
    .limit(1)
)


def last_own_line(session: Session, who: Seated) -> tuple[int, bool]:
    """The ply of the last line of this seat that stands, 0 if there is none, and whether it has shown something."""
    last = session.exec(_LAST_LINE, params={"table": who.table.id, "seat": who.seat.number}).first()
    return last or (0, False)


def own_scene(session: Session, who: Seated) -> Scene:
    """The present position, with the reader's last line, what it brought, and what happened since."""
    ply, _ = last_own_line(session, who)
    return scene_at(session, who.table, who.seat.number, language(), since=max(ply - 1, 0))


def head_of(who: Seated, scene: Scene | None = None) -> TableHead:
    game = game_of(who.table)
    return TableHead(
        who.table.title,
        game.id,
        game.words.name(game.id, language()),
        scene.round if scene is not None else "",
        seat_name(who.seat) if who.seat.colour else None,
        f"/t/{who.token}",
    )


def host_url(who: Seated) -> str:
    """Where the reader hosts the table; empty for everybody else. Where mail leaves, its link comes only by mail."""
    if who.table.host_id != who.user.id:
        return ""
    mails_it = service().config.mail_leaves
    return path(links().own_link(who.seat) if mails_it else links().host(who.table, who.user))


def tabs_of(session: Session, who: Seated, current: str) -> tuple[Link, ...]:
    base = f"/t/{who.token}"
    new = unread(session, who.seat) if current != "talk" else []
    newest = f"{who.seat.id}-{new[-1].id}" if new else ""
    plan = Link(gettext("Plan"), f"{base}/plan", current == "plan")
    return (
        Link(gettext("Board"), base, current == "board"),
        *((plan,) if may_plan(who.table, who.seat) else ()),
        Link(gettext("Log"), f"{base}/history", current == "history"),
        Link(gettext("Talk"), f"{base}/talk", current == "talk", len(new), newest),
        Link(gettext("Notes"), f"{base}/notes", current == "notes"),
    )


def planned_at(session: Session, table: Table, seat: Seat) -> str:
    """What the player of this seat has planned and has not come yet, in a sentence; empty if nothing."""
    waiting = not_used(session, table, seat)
    if not waiting:
        return ""
    scene = scene_at(session, table, seat.number, language())
    return str(gettext("Planned: %(plan)s.", plan=plan_in_words(waiting, scene, gettext)))
