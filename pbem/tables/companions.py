"""The people somebody has played with. The host of a table may invite them again without knowing their addresses."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from pbem.store.models import Seat, User
from pbem.store.models.seat import JOINED

MOST = 40


@dataclass(frozen=True)
class Companion:
    user_id: int
    name: str


def companions_of(session: Session, user_id: int) -> tuple[Companion, ...]:
    """Those who have joined a table where this person plays, the latest first."""
    own = select(Seat.table_id).where(Seat.user_id == user_id, Seat.status == JOINED)
    rows = session.exec(
        select(Seat.user_id, Seat.name)
        .join(User, col(User.id) == col(Seat.user_id))
        .where(
            col(Seat.table_id).in_(own),
            Seat.status == JOINED,
            Seat.user_id != user_id,
            col(User.invitations_blocked).is_(False),
        )
        .order_by(col(Seat.table_id).desc())
    ).all()
    found: dict[int, Companion] = {}
    for other, name in rows:
        if other is not None:
            found.setdefault(other, Companion(other, name))
    return tuple(found.values())[:MOST]
