"""The same service as in the tests of pbem."""

from tests.pbem.conftest import _compiled, _parlour, clock, config, migrated_sqlite, sqlite_database, sqlite_service

__all__ = ["_compiled", "_parlour", "clock", "config", "migrated_sqlite", "sqlite_database", "sqlite_service"]
