"""Being away: the clock of every table stands still, as far as the table allows."""

from datetime import date
from zoneinfo import ZoneInfo

from sqlmodel import Session, select

from pbem.base.service import Service
from pbem.pacing.local import wall
from pbem.pacing.written_times import read_absence
from pbem.play.ask_clock import settings_changed
from pbem.store.models import Absence, User


def today(service: Service, user: User) -> date:
    return wall(service.now(), ZoneInfo(user.zone)).date()


def go_away(service: Service, user_id: int, start: str, end: str) -> Absence:
    """Adds an absence, the last day included; raises BadField at the field that is wrong."""
    with service.db.writing() as session:
        user = session.get_one(User, user_id)
        read = read_absence(start, end, today(service, user))
        absence = Absence(user_id=user_id, first=read.first, last=read.last)
        if not _known(session, absence):
            session.add(absence)
            session.flush()
            settings_changed(service, session, user)
    return absence


def _known(session: Session, absence: Absence) -> bool:
    same = select(Absence).where(
        Absence.user_id == absence.user_id, Absence.first == absence.first, Absence.last == absence.last
    )
    return session.exec(same).first() is not None


def come_back(service: Service, user_id: int, absence_id: int) -> None:
    """Takes an absence back; deadlines that it had moved come nearer again, but none into the past."""
    with service.db.writing() as session:
        absence = session.exec(select(Absence).where(Absence.id == absence_id, Absence.user_id == user_id)).first()
        if absence is not None:
            session.delete(absence)
            session.flush()
            settings_changed(service, session, session.get_one(User, user_id), is_back=True)
