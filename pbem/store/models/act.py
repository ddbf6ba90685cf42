"""Something done to a table that is not a line of the game: paused, a deadline moved, a seat given away.

It is shown in the public history between the plies, and everybody is told.
"""

from datetime import datetime

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel

from pbem.base.db import Utc


class Act(SQLModel, table=True):
    __tablename__ = "acts"

    id: int = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", index=True)
    ply: int  # after which it was done
    kind: str
    content: dict[str, object] = Field(default_factory=dict, sa_type=JSON)
    done_at: datetime = Field(sa_type=Utc)
