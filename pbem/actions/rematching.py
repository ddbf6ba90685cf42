"""The same people, the same game, once more: one press."""

from sqlmodel import col, select

from pbem.actions.people import main_address
from pbem.actions.tables import NewSeat, NewTable, create_table
from pbem.models import Seat, Table
from pbem.models.seat import JOINED
from pbem.models.table import CANCELLED, OVER
from pbem.pace import read_pace
from pbem.seeing import seated
from pbem.service import Service


def rematch(service: Service, seat_id: int) -> int | None:
    """A new table with whoever presses first as its host; its number, or None while the old one is running.

    Pressed a second time, by whomever, it leads to the same new table.
    """
    with service.db.reading() as session:
        seat = session.get_one(Seat, seat_id)
        table = session.get_one(Table, seat.table_id)
        if table.status not in (OVER, CANCELLED):
            return None
        known = session.exec(
            select(Table.id).where(Table.rematch_of == table.id, col(Table.status) != CANCELLED)
        ).first()
        if known is not None:
            return known
        rows = seated(session, table)
        # Who presses comes first, as the host does; the others keep their order, so that everybody moves round.
        order = rows[seat.number :] + rows[: seat.number]
        seats = tuple(
            NewSeat(row.seat.name, main_address(session, row.user.id))
            if row.user is not None and row.seat.status == JOINED
            else NewSeat(row.seat.name, bot=row.seat.bot or "greedy")
            for row in order
        )
        new = NewTable(
            table.game,
            table.title,
            seats,
            dict(table.options),
            read_pace(table.pace),
            table.lang,
            table.is_open,
            table.at_deadline,
        )
    return create_table(service, new, is_proven=True, rematch_of=table.id)
