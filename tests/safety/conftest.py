"""A server as it stands on the Internet, on SQLite: mail leaves, hosts confirm, nothing is open that needs a secret."""

from dataclasses import replace

import pytest
from flask import Flask

from pbem.base.service import Service
from pbem.web.app import create_app
from tests.pbem.conftest import _compiled, _parlour, clock, config, migrated_sqlite, sqlite_database, sqlite_service

__all__ = ["_compiled", "_parlour", "clock", "config", "migrated_sqlite", "sqlite_database", "sqlite_service"]


@pytest.fixture
def service(sqlite_service: Service) -> Service:
    """Without a broker and with nobody behind the SMTP address: tests deliver themselves."""
    sqlite_service.config = replace(
        sqlite_service.config, embedded=False, open_tables="verified", smtp_url="smtp://127.0.0.1:9"
    )
    return sqlite_service


@pytest.fixture
def app(service: Service) -> Flask:
    return create_app(service)
