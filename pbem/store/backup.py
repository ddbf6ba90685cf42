"""The whole database as one file, and back: PostgreSQL by its own programs, SQLite by its own copying call.

A backup holds keys that work and the mails of all players, so only its owner may read the file. It is checked after
writing and takes its name only then: a file of that name is always a whole backup.
"""

import os
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp

from sqlalchemy import inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError

from pbem.base.config import Config
from pbem.base.db import Database

# The program that writes the file has written each of these, or the backup is of no use.
NEEDED = ("alembic_version", "tables", "lines", "asks", "users")


class NoBackup(Exception):
    """Why nothing was written or restored, and what to do."""


def back_up(config: Config, file: Path) -> None:
    if file.exists():
        raise NoBackup(f"{file} exists already; name another file")
    url = make_url(config.database_url)
    with _private_file_for(file) as draft:
        if url.get_backend_name() == "sqlite":
            _copy_sqlite(Path(url.database or ""), draft)
            _check_sqlite(draft)
        else:
            _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={draft}")
            _check_dump(url, draft)


def restore(config: Config, file: Path) -> None:
    """Into an empty database, whose owner is whoever DATABASE_URL names. The caller migrates it afterwards."""
    if not file.is_file():
        raise NoBackup(f"there is no file {file}")
    url = make_url(config.database_url)
    if url.get_backend_name() == "sqlite":
        _check_sqlite(file)
        target = Path(url.database or "")
        _refuse_full(config, "remove it, or set DATA to another folder")
        _copy_sqlite(file, target)
    else:
        _check_dump(url, file)
        _refuse_full(config, "create a new one with `createdb --owner` and name that in DATABASE_URL")
        _run(
            url, "pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction",
            f"--dbname={_without_password(url)}", str(file), names_database=True,
        )  # fmt: skip


def _refuse_full(config: Config, how: str) -> None:
    db = Database(config.database_url)
    try:
        names = inspect(db.engine).get_table_names()
    except OperationalError as error:
        why = str(error.orig).strip().partition("\n")[0]
        raise NoBackup(f"the database does not answer: {why}") from error
    finally:
        db.close()
    if names:
        raise NoBackup(f"the database is not empty, and nothing is overwritten: {how}")


@contextmanager
def _private_file_for(file: Path) -> Iterator[Path]:
    """A file beside it that only its owner may read; it takes the name when all went well."""
    try:
        handle, name = mkstemp(prefix=f".{file.name}.", dir=file.parent or Path())
    except OSError as error:
        raise NoBackup(f"{file} cannot be written: {error.strerror}") from error
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _copy_sqlite(source: Path, target: Path) -> None:
    """While the server runs, too: the copy is of one moment."""
    if not source.is_file():
        raise NoBackup(f"there is no database {source}")
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as read, closing(sqlite3.connect(target)) as copy:
        read.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it; the server sets it again


def _check_sqlite(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise NoBackup(f"{file} is no backup of a SQLite database") from error
    if not sound or not names.issuperset(NEEDED):
        raise NoBackup(f"{file} is damaged or no backup of Railpost")


def _check_dump(url: URL, file: Path) -> None:
    listed = _run(url, "pg_restore", "--list", str(file), names_database=True)
    if not all(f"TABLE DATA public {name} " in listed for name in NEEDED):
        raise NoBackup(f"{file} is damaged or no backup of Railpost")


def _without_password(url: URL) -> str:
    return url.set(drivername="postgresql", password=None).render_as_string()


def _run(url: URL, program: str, *words: str, names_database: bool = False) -> str:
    """The password goes through the environment: a command line is for everybody to read."""
    command: Sequence[str] = (program, *words)
    if not names_database:
        command = (*command, f"--dbname={_without_password(url)}")
    env = {**os.environ, "PGPASSWORD": url.password} if url.password else os.environ
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NoBackup(f"{program} is not installed; install PostgreSQL's client programs") from error
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise NoBackup(f"{program} failed: {said[0] if said else f'status {done.returncode}'}")
    return done.stdout
