"""The same service as in the tests of pbem."""

from tests.pbem.conftest import _parlour, clock, config, postgres_service, service, sqlite_service

__all__ = ["_parlour", "clock", "config", "postgres_service", "service", "sqlite_service"]
