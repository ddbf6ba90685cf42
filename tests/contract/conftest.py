"""Contract tests run once for each game."""

import pytest

from engine.core.game import AnyGame
from tests.contract.every_game import EVERY


@pytest.fixture(params=EVERY)
def game(request: pytest.FixtureRequest) -> AnyGame:
    found: AnyGame = EVERY[request.param]
    return found
