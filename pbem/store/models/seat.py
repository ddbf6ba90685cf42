"""A place at a table."""

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

INVITED, JOINED, DECLINED, OPEN, BOT = "invited", "joined", "declined", "open", "bot"
_BY_BOTS = text("status IN ('bot', 'open')")


class Seat(SQLModel, table=True):
    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        # Partial, so that a sweep for bots that are asked does not look at the seats of people.
        Index("seats_by_bots", "table_id", "id", sqlite_where=_BY_BOTS, postgresql_where=_BY_BOTS),
    )

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    number: int  # from 0, as the engine counts
    status: str = INVITED
    name: str = ""
    user_id: int | None = Field(default=None, foreign_key="users.id", index=True)
    bot: str = ""  # which one plays, if any
    colour: str = ""
    word: str = ""  # what the player added to the seed
    link_epoch: int = 0  # goes up when the seat changes hands: old links die
    told_ply: int = 0  # up to which ply mails have told this seat
    defaults_in_a_row: int = 0
    bank: int = 0  # minutes that quick answers have saved
    wants_to_leave: bool = False
