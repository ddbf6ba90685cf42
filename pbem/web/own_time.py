"""A person's own time as it is shown: the absences, and what the settings mean."""

from flask_babel import gettext
from sqlmodel import Session, col, select

from pbem.pacing import times
from pbem.pacing.pace import Pace, read_pace
from pbem.pacing.preview import preview
from pbem.people.absences import today
from pbem.play.ask_clock import asks_of, rest_of
from pbem.store.models import Absence, User
from pbem.web.frame import language, service
from pbem.web.models import Absence as ShownAbsence
from pbem.web.models import Form


def absences_of(session: Session, user: User, base: str) -> tuple[ShownAbsence, ...]:
    """Those that are not over, the next one first."""
    rows = session.exec(
        select(Absence)
        .where(Absence.user_id == user.id, col(Absence.last) >= today(service(), user))
        .order_by(col(Absence.first))
    ).all()
    return tuple(
        ShownAbsence(
            times.date(row.first, language()),
            times.date(row.last, language()),
            Form(f"{base}/absences/{row.id}/remove"),
        )
        for row in rows
    )


def preview_of(session: Session, user: User) -> str:
    """What would happen with a question asked now: at the most urgent table, or at a table with the standard pace."""
    waiting = asks_of(session, user.id)
    table = waiting[0][2] if waiting else None
    pace = read_pace(table.pace) if table is not None else Pace()
    points = (pace.reminders or user.reminders) if user.wants_reminders else ""
    asks_host = table is not None and table.at_deadline == "host"
    said = preview(pace, points, rest_of(session, user), service().now(), language(), gettext, asks_host=asks_host)
    where = (
        gettext("If “%(title)s” asked you something now:", title=table.title)
        if table is not None
        else gettext("If a table with three days for each answer asked you something now:")
    )
    return f"{where} {said[:1].lower()}{said[1:]}"
