"""A place at a table."""

from sqlalchemy import Index, UniqueConstraint, false, text
from sqlalchemy.orm import column_property
from sqlmodel import Field, SQLModel, col, select

from pbem.store.models.user import User

INVITED, JOINED, DECLINED, OPEN, BOT = "invited", "joined", "declined", "open", "bot"
_BY_BOTS = text("status IN ('bot', 'open')")


class Seat(SQLModel, table=True):
    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        # Partial, so that a sweep for questions to bots does not look at the seats of people.
        Index("seats_by_bots", "table_id", "id", sqlite_where=_BY_BOTS, postgresql_where=_BY_BOTS),
    )

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    number: int  # from 0, as the engine counts
    status: str = INVITED
    name: str = ""
    # The address that the host has typed. The host reads it again, and no other address of the player.
    typed_email: str = Field(default="", sa_column_kwargs={"server_default": ""})
    user_id: int | None = Field(default=None, foreign_key="users.id", index=True)
    bot: str = ""  # which one plays, if any
    colour: str = ""
    word: str = ""  # what the player added to the seed
    link_epoch: int = 0  # goes up when the seat changes hands: old links become invalid
    # Links that were mailed before keys held a word of their person go on opening this seat until the table ends.
    has_old_links: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    told_ply: int = 0  # up to which ply mails have told this seat
    defaults_in_a_row: int = 0
    bank: int = 0  # minutes that quick answers have saved
    wants_to_leave: bool = False
    # The player is told why each question is asked, where the game has words for it.
    is_guided: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    # Rounds that have begun since its player was heard of: what is planned for always lapses when they are too many.
    rounds_unheard: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


# Read with the seat, since every link to it holds it; 0 while nobody sits there.
Seat.person_word = column_property(
    select(User.word).where(col(User.id) == col(Seat.user_id)).correlate_except(User).scalar_subquery(), deferred=False
)


def word_of(seat: Seat) -> int:
    """The word of the person in this seat."""
    return getattr(seat, "person_word", None) or 0
