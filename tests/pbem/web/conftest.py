"""The pages over a game in memory, served to a browser; the tests of a file share one server."""

from collections.abc import Iterator

import pytest

from tests.pbem.web.demo_pages import create_demo
from tests.pbem.web.samples import Sample, build_turn
from tests.services import served


@pytest.fixture(scope="module")
def demo() -> Iterator[tuple[str, Sample]]:
    """The address of a server, and the table that its pages show."""
    table = Sample(build_turn().game)
    with served(create_demo(table)) as port:
        yield f"http://127.0.0.1:{port}", table
