"""A new player comes to a table that is running."""

from sqlmodel import Session

from pbem.actions.playing import open_asks
from pbem.actions.posting import post
from pbem.models import Seat, Table
from pbem.pace import read_pace
from pbem.service import Service


def arrive(service: Service, session: Session, table: Table, seat: Seat) -> None:
    """The question of the seat is asked anew, with all its time."""
    now = service.now()
    for ask in open_asks(session, table.id):
        if ask.seat_id != seat.id:
            continue
        ask.starts_at, ask.deadline_at = now, read_pace(table.pace).deadline(now)
        session.add(ask)
        key = f"turn:{table.id}:{ask.id}:{seat.id}:{seat.link_epoch}"
        assert seat.user_id is not None, "somebody has arrived"
        post(service, session, "turn", key, seat.user_id, table=table, seat=seat, ask=ask)
