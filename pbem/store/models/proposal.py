"""What needs everybody's consent: rewinding past something seen, giving away the seat of somebody who still plays."""

from datetime import datetime

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc

REWIND, REPLACE = "rewind", "replace"
OPEN, DONE, REFUSED, STALE = "open", "done", "refused", "stale"


class Proposal(SQLModel, table=True):
    __tablename__ = "proposals"

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    kind: str
    content: dict[str, object] = Field(default_factory=dict, sa_type=JSON)
    status: str = OPEN
    made_at: datetime = Field(sa_type=Utc)
    closed_at: datetime | None = Field(default=None, sa_type=Utc)


class Ballot(SQLModel, table=True):
    """How one seat has answered."""

    __tablename__ = "ballots"
    __table_args__ = (UniqueConstraint("proposal_id", "seat_id"),)

    id: int = Field(default=None, primary_key=True)
    proposal_id: int = Field(foreign_key="proposals.id", index=True)
    seat_id: int = Field(foreign_key="seats.id")
    agrees: bool
    given_at: datetime = Field(sa_type=Utc)
