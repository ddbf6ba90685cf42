"""What every test may ask for."""

import gc
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests.services import chromium, postgres_url, redis_url, smtp_server, smtp_sink, tab

__all__ = ["chromium", "postgres_url", "redis_url", "smtp_server", "smtp_sink", "tab"]

# A busy machine is no reason for a test to fail.
settings.register_profile("railpost", deadline=None)
settings.load_profile("railpost")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: the garbage collector need not look through it again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


# Tests that mostly wait for processes of their own: one test process runs them all, so that the others always have
# something to compute meanwhile.
WAITING = "tests/processes/"
# The longest files come first, and those without long tests last: begun late, a long one would keep a process busy
# while the others have no more to do.
LONG = (
    WAITING,
    "tests/e2e/",
    "tests/pbem/web/test_browser",
    "tests/dialogues/",
    "tests/contract/",
    "tests/safety/",
    "tests/pbem/",
)


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """One test process runs all tests of a file, so that they share its server, its pages and its games."""

    def _split_scope(self, nodeid: str) -> str:
        return WAITING if nodeid.startswith(WAITING) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks here what nobody should have to remember to mark, and begins with what takes long."""
    items.sort(key=_turn)
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        on_postgres = _runs_on_postgres(item)
        if "chromium" in fixtures or "postgres_url" in fixtures or on_postgres:
            item.add_marker(pytest.mark.slow)
        if on_postgres and not item.get_closest_marker("both_databases"):
            item.add_marker(pytest.mark.soak)


def _turn(item: pytest.Item) -> int:
    return next((n for n, place in enumerate(LONG) if item.nodeid.startswith(place)), len(LONG))


def _runs_on_postgres(item: pytest.Item) -> bool:
    """Whether this is the second run of a test of the service, whose fixture has both databases as parameters."""
    callspec = getattr(item, "callspec", None)
    return callspec is not None and callspec.params.get("service") == "postgres"
