"""What a letter says about plans: what was played as planned, why a planned question is asked, what can be planned."""

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.mail_out import letter_parts
from pbem.mail_out.authors.author import Author
from pbem.play.follow_plan import reason
from pbem.play.plan_ahead import outlook
from pbem.play.plan_words import Step, steps
from pbem.play.plans import may_plan
from pbem.play.stored_scenes import scene_at
from pbem.play.turn import PLANNED
from pbem.store.models import Line

_PLAYED = (
    select(Line)
    .where(col(Line.table_id) == bindparam("table"), col(Line.seat) == bindparam("seat"), col(Line.how) == PLANNED)
    .where(col(Line.ply) > bindparam("after"), col(Line.ply) <= bindparam("to"), col(Line.taken_back).is_(False))
    .order_by(col(Line.ply))
)


def plan_part(author: Author) -> letter_parts.PlanPart:
    table, seat, ask = author.table, author.seat, author.ask
    why = reason(ask) if ask is not None else None
    scene = scene_at(author.session, table, seat.number, author.user.lang)
    ahead: tuple[Step, ...] = ()
    if may_plan(table, seat) and author.mail.ply == table.ply:  # else the mail shows a position that has passed
        ahead = steps(outlook(author.session, table, seat), scene, author.gettext)
    return letter_parts.PlanPart(
        scene.say(why) if why is not None else "",
        _played(author),
        ahead,
        f"{author.links.turn(seat, ask)}/plan",
    )


def _played(author: Author) -> tuple[str, ...]:
    """The lines of the reader's own plan since the last mail."""
    mail, table, number = author.mail, author.table, author.seat.number
    if mail.since_ply is None or mail.ply is None:
        return ()
    wanted = {"table": table.id, "seat": number, "after": mail.since_ply, "to": mail.ply}
    return tuple(_in_words(author, line) for line in author.session.exec(_PLAYED, params=wanted))


def _in_words(author: Author, line: Line) -> str:
    scene = scene_at(author.session, author.table, author.seat.number, author.user.lang, line.ply - 1)
    return ", ".join(scene.labels(scene.game.read(line.text, scene.state)))
