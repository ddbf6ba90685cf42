"""The schema and its migrations. Each works while the previous release still runs."""

from importlib.resources import files

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from pbem.db import Database

# Any number will do as long as all releases agree on it.
ADVISORY_LOCK = 7245_5081


def _alembic(connection: Connection | None = None) -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(files("pbem") / "migrations"))
    config.attributes["connection"] = connection
    return config


def migrate(db: Database) -> None:
    """Brings the schema up to date. Two at once do no harm: the second waits and finds nothing to do."""
    with db.writing_connection() as connection:
        if not db.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
        command.upgrade(_alembic(connection), "head")


def is_current(db: Database) -> bool:
    """Whether the database has the schema that this release needs."""
    head = ScriptDirectory.from_config(_alembic()).get_current_head()
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == head


def write_migration(db: Database, message: str) -> None:
    """For developers: what the models have and the migrations lack, as a new file."""
    with db.writing_connection() as connection:
        command.revision(_alembic(connection), message, autogenerate=True, rev_id=_next_number())


def _next_number() -> str:
    head = ScriptDirectory.from_config(_alembic()).get_current_head()
    return f"{int(head or 0) + 1:04}"
