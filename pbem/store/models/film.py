"""The film of a finished game."""

from sqlalchemy import Index, LargeBinary, text
from sqlmodel import Field, SQLModel

WANTED = text("data IS NULL")


class Film(SQLModel, table=True):
    __tablename__ = "films"
    __table_args__ = (Index("films_wanted", "table_id", sqlite_where=WANTED, postgresql_where=WANTED),)

    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    data: bytes | None = Field(default=None, sa_type=LargeBinary)  # animated WebP; None: it is still to be made
    tries: int = 0  # begun so often; a process may die of it
