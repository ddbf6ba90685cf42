"""The same service as in the tests of pbem, and its door for mails."""

from collections.abc import Iterator

import pytest

from pbem.base.service import Service
from pbem.mail_in.listener import Listener
from tests.pbem.conftest import (
    _compiled,
    _parlour,
    clock,
    config,
    migrated_shape,
    migrated_sqlite,
    postgres_database,
    postgres_service,
    service,
    sqlite_database,
    sqlite_service,
)

__all__ = [
    "_compiled",
    "_parlour",
    "clock",
    "config",
    "migrated_shape",
    "migrated_sqlite",
    "postgres_database",
    "postgres_service",
    "service",
    "sqlite_database",
    "sqlite_service",
]


@pytest.fixture
def door(sqlite_service: Service) -> Iterator[Listener]:
    """The real listener, on a port of its own."""
    listener = Listener(sqlite_service, "smtp://127.0.0.1:0")
    listener.start()
    yield listener
    listener.stop()
