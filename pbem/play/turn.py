"""What one transaction at a table is changing: the locked table with its seats, open questions, mails and plans."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.base.service import Service
from pbem.play.outbox import waiting_mails
from pbem.play.plans import SeatPlan, plans_at
from pbem.store.asks import open_asks
from pbem.store.models import Ask, Mail, Seat, Table, User

# How a line came.
ON_PAGE = ("page", "link")
BY_HAND = (*ON_PAGE, "mail")
PLANNED = "plan"
OPENING = "opening"
FINAL = (PLANNED, OPENING, "bot", "default", "host")  # nobody can take it back


@dataclass(frozen=True)
class Turn:
    """What one transaction is changing."""

    service: Service
    session: Session
    table: Table
    seats: list[Seat]
    now: datetime
    how: str
    asks: list[Ask]  # that were open when it began
    waiting: list[Mail]  # mails of this table that have not left
    people: dict[int, User]
    plans: dict[int, SeatPlan]  # by seat

    @property
    def settles_at(self) -> datetime:
        """When the cooling-off of its line ends. One that cannot be taken back has none."""
        seconds = 0 if self.how in FINAL else self.service.config.cooling_off
        return self.now + timedelta(seconds=seconds)


def begin_turn(service: Service, session: Session, table: Table, how: str) -> Turn:
    """Everything that a change of this table needs, in a few queries."""
    seats = seats_of(session, table.id)
    people = session.exec(select(User).where(col(User.id).in_([seat.user_id for seat in seats]))).all()
    return Turn(
        service,
        session,
        table,
        seats,
        service.now(),
        how,
        open_asks(session, table.id),
        waiting_mails(session, table),
        {user.id: user for user in people},
        plans_at(session, table.id),
    )


def locked_table(session: Session, table_id: int) -> Table:
    """The row, locked until the end of the transaction (on SQLite the transaction itself is the lock)."""
    return session.exec(select(Table).where(Table.id == table_id).with_for_update()).one()


def locked_table_of(session: Session, seat_id: int) -> Table | None:
    query = select(Table).join(Seat, col(Seat.table_id) == col(Table.id)).where(Seat.id == seat_id)
    return session.exec(query.with_for_update(of=Table)).first()


def seats_of(session: Session, table_id: int | None) -> list[Seat]:
    return list(session.exec(select(Seat).where(Seat.table_id == table_id).order_by(col(Seat.number))).all())
