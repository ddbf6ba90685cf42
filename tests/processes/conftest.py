"""Empty servers for every test, and the processes on them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
import redis

from pbem.base.config import embedded_config
from pbem.base.service import Service, make_service
from pbem.store.schema import migrate
from tests.pbem.conftest import _parlour
from tests.processes.system import System, settings_for, system
from tests.services import Sink, free_port

__all__ = ["_parlour"]

Start = Callable[..., System]


@pytest.fixture
def empty_postgres(postgres_url: str) -> str:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres_url


@pytest.fixture
def empty_redis(redis_url: str) -> str:
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    return redis_url


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Service]:
    """A server to which nothing happens: what is played there is what others are held against."""
    service = make_service(embedded_config({"DATA": str(tmp_path / "calm")}))
    migrate(service.db)
    yield service
    service.db.close()


@pytest.fixture
def production(tmp_path: Path, empty_postgres: str, empty_redis: str, smtp_sink: Sink) -> Iterator[Start]:
    """Makes the system on PostgreSQL, Redis and the SMTP sink; its processes end with the test."""
    inbound = f"smtp://127.0.0.1:{free_port()}"
    settings = settings_for(empty_postgres, empty_redis, smtp_sink.url, INBOUND_URL=inbound)
    with ExitStack() as stack:
        yield lambda **surgery: stack.enter_context(system(tmp_path, settings, **surgery))
