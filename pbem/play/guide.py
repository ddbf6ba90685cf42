"""The guide of a first game, which tells a seat why each question is asked."""

from pbem.base.service import Service
from pbem.store.models import Seat


def end_guide(service: Service, seat_id: int) -> None:
    """The player has seen enough of it."""
    with service.db.writing() as session:
        seat = session.get_one(Seat, seat_id)
        seat.is_guided = False
        session.add(seat)
