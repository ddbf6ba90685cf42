"""A new player comes to a table that is running."""

from sqlmodel import Session

from pbem.base.service import Service
from pbem.play.ask_clock import give_time
from pbem.play.ask_seats import mark_bots
from pbem.play.outbox import About, post
from pbem.store.asks import open_asks
from pbem.store.mail_kind import MailKind
from pbem.store.models import Seat, Table, User
from pbem.tables.proposals import ask_whoever_comes


def arrive(service: Service, session: Session, table: Table, seat: Seat) -> None:
    """The seat's question is asked again, with its full time, and so are open proposals."""
    now = service.now()
    mark_bots(service, session, table)
    for ask in open_asks(session, table.id):
        if ask.seat_id != seat.id:
            continue
        ask.starts_at, ask.reminded_at, ask.alive_at, ask.is_fixed = now, None, None, False
        give_time(session, table, seat, ask, session.get(User, seat.user_id))
        session.add(ask)
        key = f"turn:{table.id}:{ask.id}:{seat.id}:{seat.link_epoch}"
        assert seat.user_id is not None, "somebody has arrived"
        post(service, session, MailKind.TURN, key, seat.user_id, About.news(table, seat, ask))
    ask_whoever_comes(service, session, table, seat)
