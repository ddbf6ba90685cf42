"""After a restore no number is given to a second question: links from the lost time name the first.

PostgreSQL gives numbers from sequences, which are moved far ahead. SQLite takes the number after the highest row, so
the least number to be given is kept in the file itself, and asked for wherever a link names the row.
"""

from sqlalchemy import inspect, text
from sqlmodel import Session, func, select

from pbem.base.db import Database
from pbem.store.models import Ask, Proposal

GAP = 1_000_000  # more than a server gives out between a backup and its loss, and room for two thousand restores


def leave_gap(db: Database) -> None:
    """The numbers of the next rows begin far above those of all rows before."""
    with db.writing_connection() as connection:
        if db.is_sqlite:
            highest = [connection.execute(select(func.max(model.id))).scalar() or 0 for model in (Ask, Proposal)]
            highest.append(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)
            connection.exec_driver_sql(f"PRAGMA user_version = {max(highest) + GAP}")
            return
        for table in inspect(connection).get_table_names():
            if name := connection.execute(_SEQUENCE, {"table": table}).scalar():
                connection.execute(text(f"SELECT setval('{name}', nextval('{name}') + {GAP})"))


_SEQUENCE = text(
    "SELECT pg_get_serial_sequence(:table, 'id') FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND table_name = :table AND column_name = 'id'"
)


def give_id(session: Session, row: Ask | Proposal) -> None:
    """To a new row; where nothing was restored, the database does it."""
    connection = session.connection()
    least = connection.exec_driver_sql("PRAGMA user_version").scalar() if connection.dialect.name == "sqlite" else 0
    if least:
        row.id = max(least, (session.exec(select(func.max(type(row).id))).one() or 0) + 1)
