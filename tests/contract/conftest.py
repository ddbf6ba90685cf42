"""Contract tests run once for each game."""

from typing import Any

import pytest

from engine.core.game import Game
from tests.contract.every_game import EVERY


@pytest.fixture(params=EVERY)
def game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    found: Game[Any, Any] = EVERY[request.param]
    return found
