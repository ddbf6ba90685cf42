"""The fixtures of the service, and a table whose first player may answer."""

import pytest

from pbem.base.service import Service
from tests.pbem.conftest import (
    _compiled_templates,
    _parlour,
    clock,
    config,
    migrated_sqlite,
    postgres_service,
    service,
    sqlite_service,
)
from tests.pbem.mail_in.letters import reply_address

__all__ = [
    "_compiled_templates",
    "_parlour",
    "clock",
    "config",
    "migrated_sqlite",
    "postgres_service",
    "service",
    "sqlite_service",
]


@pytest.fixture
def address(service: Service) -> str:
    """A reply address that is known."""
    return reply_address(service)
