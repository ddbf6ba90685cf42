"""The schema and its migrations. Each works while the previous release still runs.

An empty database gets the schema of the models at once; a test proves that all migrations together lead to the same.
Alembic is only loaded if there is something to migrate, because it takes as long to load as everything else.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlmodel import SQLModel

import pbem.store.models
from pbem.base.db import Database

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

# Any number will do as long as all releases agree on it.
ADVISORY_LOCK = 7245_5081
MIGRATIONS = Path(__file__).with_name("migrations")

assert pbem.store.models.__all__, "importing the models fills the metadata"


def head() -> str:
    """The number of the newest migration: files are named by it."""
    return max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def migrate(db: Database) -> str | None:
    """Brings the schema up to date; returns the number that it had. Two processes at once do no harm: the second waits
    and finds nothing to do."""
    with db.writing_connection() as connection:
        if not db.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
        found = revision(connection)
        if found is None and not inspect(connection).get_table_names():
            _create(connection)
        elif found is None or found < head():
            from alembic import command

            command.upgrade(_alembic(connection), "head")
        return found


def revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found) if found is not None else None


def _create(connection: Connection) -> None:
    SQLModel.metadata.create_all(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": head()})


def is_current(db: Database) -> bool:
    """Whether the database has the schema that this release needs; that of a later release serves it as well."""
    with db.engine.connect() as connection:
        return (revision(connection) or "") >= head()


def lacking(db: Database) -> list[str]:
    """The tables and columns that this release needs and the database has not, whatever its number says: a migration
    may have been edited after it was carried out."""
    with db.engine.connect() as connection:
        found = inspect(connection).get_multi_columns()
    there = {name: {column["name"] for column in columns} for (_, name), columns in found.items()}
    missing = [table.name for table in SQLModel.metadata.sorted_tables if table.name not in there]
    return missing + [
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.sorted_tables
        for column in table.columns
        if table.name in there and column.name not in there[table.name]
    ]


def _alembic(connection: Connection | None = None) -> "AlembicConfig":
    from alembic.config import Config as AlembicConfig

    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def write_migration(message: str) -> None:
    """For developers: what the models have and the migrations lack, as a new file."""
    from alembic import command

    with TemporaryDirectory() as folder:
        db = Database(f"sqlite:///{folder}/empty.sqlite")
        with db.writing_connection() as connection:
            command.upgrade(_alembic(connection), "head")
        with db.writing_connection() as connection:
            command.revision(_alembic(connection), message, autogenerate=True, rev_id=f"{int(head()) + 1:04}")
        db.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('one sentence says what changes: python -m pbem.store.schema "seats remember who asked"')
    write_migration(sys.argv[1])
