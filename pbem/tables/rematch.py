"""A rematch: the same people play the same game again, after one press."""

import re

from sqlmodel import Session

from pbem.base.fields import LONGEST_NAME, BadField
from pbem.base.service import Service
from pbem.pacing.pace import read_pace
from pbem.play.stored_scenes import seated
from pbem.store.models import Seat, Table, User
from pbem.store.models.seat import JOINED
from pbem.store.models.table import ENDED
from pbem.store.people import main_address
from pbem.tables.invitations import check_opener
from pbem.tables.open_table import NewSeat, NewTable, create_table, known_rematch


def may_rematch(service: Service, session: Session, table: Table, user: User) -> bool:
    """Whether a press leads anywhere: this person may open tables here, or somebody else has opened it."""
    if table.status not in ENDED:
        return False
    if known_rematch(session, table) is not None:
        return True
    try:
        check_opener(service.config, main_address(session, user.id), "email-1")
    except BadField:
        return False
    return True


def next_title(title: str, is_rematch: bool) -> str:
    """Counted on: "Tuesday group", "Tuesday group 2", "Tuesday group 3". A number of the first title is no count."""
    known = re.fullmatch(r"(.+) (\d{1,6})", title) if is_rematch else None
    title, number = (known[1], int(known[2])) if known is not None else (title, 1)
    count = f" {number + 1}"
    return title[: LONGEST_NAME - len(count)].rstrip() + count


def rematch(service: Service, seat_id: int) -> int | None:
    """A new table with whoever presses first as its host; its number, or None while the old one is running.

    A second press, by anybody, leads to the same new table. Raises BadField when it cannot be opened.
    """
    with service.db.reading() as session:
        seat = session.get_one(Seat, seat_id)
        table = session.get_one(Table, seat.table_id)
        if table.status not in ENDED:
            return None
        if (known := known_rematch(session, table)) is not None:
            return known
        rows = seated(session, table)
        # The person who presses comes first, as the host does; the others keep their order, so that the seats rotate.
        order = rows[seat.number :] + rows[: seat.number]
        seats = tuple(
            NewSeat(row.seat.name, main_address(session, row.user.id))
            if row.user is not None and row.seat.status == JOINED
            else NewSeat(row.seat.name, bot=row.seat.bot or "greedy")
            for row in order
        )
        new = NewTable(
            table.game,
            next_title(table.title, table.rematch_of is not None),
            seats,
            dict(table.options),
            read_pace(table.pace),
            table.lang,
            table.is_open,
            table.at_deadline,
            table.plans,
            table.has_advice,
        )
    guests = {f"email-{number}": guest.name for number, guest in enumerate(seats[1:], 2)}
    try:
        return create_table(service, new, is_proven=True, rematch_of=table.id)
    except BadField as bad:
        if bad.field not in guests:
            raise
        raise BadField(
            "name",
            "%(name)s cannot be invited today. Open a new table with somebody else, or try again tomorrow.",
            name=guests[bad.field],
        ) from bad
