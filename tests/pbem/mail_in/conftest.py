"""A table whose first player may answer."""

import pytest

from pbem.base.service import Service
from tests.pbem.mail_in.letters import reply_address


@pytest.fixture
def address(service: Service) -> str:
    """A reply address that is known."""
    return reply_address(service)
