"""The database and its two kinds of session. Nothing else opens one.

    with db.reading() as session: …     # sees one moment, changes nothing
    with db.writing() as session: …     # all or nothing, and nobody else writes meanwhile

On SQLite the driver is left in autocommit and SQLAlchemy's begin event says which transaction it is: with the driver's
own handling a read that turns into a write can lose what another connection wrote in between. On PostgreSQL a
transaction that changes a game table locks its row first (`locked_table`).
"""

import stat
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, DateTime, Engine, TypeDecorator, create_engine, event
from sqlalchemy.engine import Dialect, make_url
from sqlmodel import Session

_AFTER_COMMIT = "railpost after commit"


class Utc(TypeDecorator[datetime]):
    """A moment: aware UTC goes in and comes out, on both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone cannot be stored")
        return value.astimezone(UTC).replace(tzinfo=None) if dialect.name == "sqlite" else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def after_commit(session: Session, key: Hashable, follows: Callable[[], None]) -> None:
    """Runs when the transaction is committed and its locks are free; once per key."""
    session.info.setdefault(_AFTER_COMMIT, {})[key] = follows


class Database:
    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._writing = self.engine.execution_options(railpost_writes=True)

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self.engine, autoflush=False, expire_on_commit=False) as session:
            yield session  # closing it ends the transaction and leaves what was read as it is

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """After the commit, runs what `after_commit` has registered; after a rollback, nothing of it."""
        with Session(self._writing, expire_on_commit=False) as session:
            yield session
            session.commit()
        for follows in session.info.get(_AFTER_COMMIT, {}).values():
            follows()

    @contextmanager
    def writing_connection(self) -> Iterator[Connection]:
        """For migrations, which need a connection and not a session."""
        with self._writing.begin() as connection:
            yield connection

    def close(self) -> None:
        self.engine.dispose()


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if parsed.database:
            _make_private(Path(parsed.database))
        engine = create_engine(url, connect_args={"timeout": 20, "isolation_level": None})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    engine = create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20)
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _make_private(file: Path) -> None:
    """It holds mails and keys, so nobody else on the machine may read it. SQLite's other files get the same mode.

    A file from before is closed to others as well; a group that shares it keeps it.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        file.touch(mode=0o600)
    elif (mode := stat.S_IMODE(file.stat().st_mode)) & stat.S_IRWXO:
        with suppress(PermissionError):  # another user's, who decides
            file.chmod(mode & ~stat.S_IRWXO)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=20000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("railpost_writes", False)
    connection.exec_driver_sql(f"PRAGMA query_only={'OFF' if writes else 'ON'}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgres(connection: Connection) -> None:
    if not connection.get_execution_options().get("railpost_writes", False):
        connection.exec_driver_sql("SET TRANSACTION READ ONLY")
