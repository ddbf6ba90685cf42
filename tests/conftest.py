"""What every test may ask for."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import settings

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
# Their tests take longest: begun last, one of them would keep a process busy while the others have no more to do. So
# would a file of browser tests, which stays together.
LONG = (WAITING, "tests/dialogues/test_whole_games", "tests/e2e/", "tests/dialogues/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks here what nobody should have to remember to mark, and begins with what takes long."""
    items.sort(key=_turn)
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "chromium" in fixtures:
            # One process runs all of a file's browser tests, so that the browser starts once a file.
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
        elif item.nodeid.startswith(WAITING):
            item.add_marker(pytest.mark.xdist_group(WAITING))
        on_postgres = _runs_on_postgres(item)
        if "chromium" in fixtures or "postgres_url" in fixtures or on_postgres:
            item.add_marker(pytest.mark.slow)
        if on_postgres and not item.get_closest_marker("both_databases"):
            item.add_marker(pytest.mark.soak)


def _turn(item: pytest.Item) -> float:
    place = next((n for n, place in enumerate(LONG) if item.nodeid.startswith(place)), len(LONG))
    return place - 0.5 if place == len(LONG) and "chromium" in getattr(item, "fixturenames", ()) else place


def _runs_on_postgres(item: pytest.Item) -> bool:
    """Whether this is the second run of a test of the service, whose fixture has both databases as parameters."""
    callspec = getattr(item, "callspec", None)
    return callspec is not None and callspec.params.get("service") == "postgres"
