"""Empty servers for every test, and the processes on them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
import redis

from tests.processes.system import System, settings_for, system
from tests.services import Sink, free_port

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
def production(tmp_path: Path, empty_postgres: str, empty_redis: str, smtp_sink: Sink) -> Iterator[Start]:
    """Makes the system on PostgreSQL, Redis and the SMTP sink; its processes end with the test."""
    inbound = f"smtp://127.0.0.1:{free_port()}"
    settings = settings_for(empty_postgres, empty_redis, smtp_sink.url, INBOUND_URL=inbound)
    with ExitStack() as stack:
        yield lambda **surgery: stack.enter_context(system(tmp_path, settings, **surgery))
