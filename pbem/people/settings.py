"""What a person decides about the own mails."""

from dataclasses import asdict, dataclass

from sqlalchemy import delete, update
from sqlmodel import Session, col

from pbem.base.service import Service
from pbem.play.ask_clock import settings_changed
from pbem.store.models import ReplyKey, Seat, User


def _user(session: Session, user_id: int) -> User:
    return session.get_one(User, user_id)


def block_invitations(service: Service, user_id: int) -> None:
    with service.db.writing() as session:
        user = _user(session, user_id)
        user.invitations_blocked = True
        session.add(user)


def unsubscribe(service: Service, user_id: int) -> None:
    """No reminders and no news. Questions still come: who hears nothing of them would lose by silence."""
    with service.db.writing() as session:
        user = _user(session, user_id)
        user.wants_reminders, user.news = False, "turn"
        session.add(user)
        settings_changed(service, session, user)


@dataclass(frozen=True)
class Settings:
    name: str
    lang: str
    zone: str
    news: str
    wants_reminders: bool
    reminders: str
    quiet_from: str
    quiet_to: str


def change_settings(service: Service, user_id: int, new: Settings) -> None:
    """Reminders of open questions follow at once."""
    with service.db.writing() as session:
        user = _user(session, user_id)
        for name, value in asdict(new).items():
            setattr(user, name, value)
        session.add(user)
        settings_changed(service, session, user)


def revoke_links(service: Service, user_id: int) -> None:
    """Every link of this person dies; a new one is mailed."""
    with service.db.writing() as session:
        kill_links(session, _user(session, user_id))


def kill_links(session: Session, user: User) -> None:
    """Those of the person and those of all her seats."""
    user.link_epoch += 1
    session.add(user)
    session.exec(update(Seat).where(col(Seat.user_id) == user.id).values(link_epoch=Seat.link_epoch + 1))
    # The address that unsubscribes stays: it can do no harm, and old mails name it.
    session.exec(delete(ReplyKey).where(col(ReplyKey.user_id) == user.id, col(ReplyKey.mail_id).is_not(None)))
