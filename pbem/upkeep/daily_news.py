"""The daily digest, for people who chose it."""

from sqlmodel import col, select

from pbem.base.service import Service
from pbem.play.ask_clock import plan_daily_news, rest_of
from pbem.play.outbox import About, post
from pbem.store.faults import recorded
from pbem.store.mail_kind import MailKind
from pbem.store.models import Seat, Table, User
from pbem.store.models.seat import JOINED
from pbem.store.models.table import RUNNING

MOST = 100


def send_daily_news(service: Service) -> int:
    """Posts the news of everybody whose hour has come; returns the number of people."""
    with service.db.reading() as session:
        due = session.exec(select(User.id).where(col(User.next_news_at) <= service.now()).limit(MOST)).all()
    for user_id in due:
        with recorded(service, f"news {user_id}"):
            _tell(service, user_id)
    return len(due)


def _tell(service: Service, user_id: int) -> None:
    now = service.now()
    with service.db.writing() as session:
        user = session.exec(select(User).where(User.id == user_id).with_for_update()).one()
        if user.next_news_at is None or user.next_news_at > now:
            return
        # The sweep may come late, and an absence may have been added since the hour was chosen.
        if user.news == "daily" and rest_of(session, user).next_allowed(now) > now:
            plan_daily_news(session, user, now)
            return
        user.next_news_at = None
        session.add(user)
        if user.news != "daily":
            return
        rows = session.exec(
            select(Seat, Table)
            .join(Table, col(Table.id) == col(Seat.table_id))
            .where(Seat.user_id == user_id, Seat.status == JOINED, Table.status == RUNNING)
            .where(col(Seat.told_ply) < col(Table.ply))
        ).all()
        for seat, table in rows:
            key = f"news:{table.id}:{table.ply}:{seat.id}"
            post(service, session, MailKind.NEWS, key, user_id, About.news(table, seat))
