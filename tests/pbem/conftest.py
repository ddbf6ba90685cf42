"""A service on each database, a clock that tests move, and a table ready to play."""

import io
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from PIL import Image
from sqlalchemy import text
from sqlmodel import SQLModel
from werkzeug.routing import Rule

from engine.games import GAMES
from pbem.base.config import Config, embedded_config
from pbem.base.db import Database
from pbem.base.service import Service
from pbem.base.tokens import Tokens
from pbem.store.schema import migrate, revision
from tests.toys.parlour import GAME as PARLOUR


def blank(_: object) -> bytes:
    """A picture that costs nothing: what boards look like is tested where they are drawn."""
    out = io.BytesIO()
    Image.new("P", (4, 4)).save(out, "PNG")
    return out.getvalue()


class FakeClock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def forward(self, **span: float) -> None:
        self.time += timedelta(**span)


@pytest.fixture(autouse=True)
def _parlour(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game stands among the real ones."""
    monkeypatch.setitem(GAMES, PARLOUR.id, PARLOUR)


@pytest.fixture(scope="session", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hundreds of applications show the same pages at the same addresses: each template is compiled once for all
    processes of the run, and each route once a process."""
    folder = tmp_path_factory.getbasetemp().parent / "templates"
    folder.mkdir(exist_ok=True)
    templates = FileSystemBytecodeCache(str(folder))
    compile_route = Rule._compile_builder
    routes: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def compiled_route(self: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = self.rule, repr(self.defaults), append_unknown
        if key not in routes:
            routes[key] = compile_route(self, append_unknown)
        return routes[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Flask.jinja_options, "bytecode_cache", templates)
        patch.setattr(Rule, "_compile_builder", compiled_route)
        yield


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return embedded_config({"DATA": str(tmp_path), "PUBLIC_URL": "http://127.0.0.1:8000"})


def known_secrets() -> Callable[[], str]:
    """The dice of a test fall the same each time."""
    numbers = count(1)
    return lambda: f"secret {next(numbers)}"


def made(config: Config, db: Database, clock: FakeClock) -> Service:
    service = Service(config, db, Tokens(config.secret_keys), clock, known_secrets(), drawer=blank)
    migrate(db)
    return service


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the schema and nothing in it. A copy is ten times as quick as a schema made anew."""
    file = tmp_path_factory.mktemp("database") / "migrated.sqlite"
    db = Database(f"sqlite:///{file}")
    migrate(db)
    db.close()
    return file


@pytest.fixture(scope="session")
def sqlite_database(migrated_sqlite: Path) -> Database:
    """Its file is another for each test. The object is not: it holds every statement that SQLAlchemy has compiled."""
    return Database(f"sqlite:///{migrated_sqlite.with_name('railpost.sqlite')}")


@pytest.fixture
def sqlite_service(
    config: Config, clock: FakeClock, migrated_sqlite: Path, sqlite_database: Database
) -> Iterator[Service]:
    url = sqlite_database.engine.url
    file = Path(url.database or "")
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    shutil.copyfile(migrated_sqlite, file)
    yield made(replace(config, database_url=str(url)), sqlite_database, clock)
    sqlite_database.close()


@pytest.fixture(scope="session")
def postgres_database(postgres_url: str) -> Database:
    return Database(postgres_url.replace("postgresql://", "postgresql+psycopg://"))


# Every column of every table and index, and the number of the schema.
SHAPE = text("""
    SELECT string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull), ',' ORDER BY attrelid, attnum),
           (SELECT string_agg(pg_get_constraintdef(oid), ',' ORDER BY oid) FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace)
    FROM pg_attribute WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
""")


@pytest.fixture(scope="session")
def migrated_shape() -> list[object]:
    """What the schema looked like when it was new; empty before it was made."""
    return []


@pytest.fixture
def postgres_service(
    config: Config, clock: FakeClock, postgres_database: Database, migrated_shape: list[object]
) -> Iterator[Service]:
    """Empties the tables, four times as quick as a new schema; a test that has changed them costs a new one."""
    with postgres_database.writing_connection() as connection:
        if [connection.execute(SHAPE).one(), revision(connection)] == migrated_shape:
            tables = ", ".join(f'"{table.name}"' for table in SQLModel.metadata.sorted_tables)
            connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY"))
        else:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
            migrated_shape.clear()
    service = made(config, postgres_database, clock)
    if not migrated_shape:
        with postgres_database.writing_connection() as connection:
            migrated_shape[:] = [connection.execute(SHAPE).one(), revision(connection)]
    yield service
    postgres_database.close()


@pytest.fixture(params=["sqlite", "postgres"])
def service(request: pytest.FixtureRequest) -> Service:
    """On SQLite and on PostgreSQL: on the latter only by `make soak`, unless marked `both_databases`."""
    found: Service = request.getfixturevalue(f"{request.param}_service")
    return found
