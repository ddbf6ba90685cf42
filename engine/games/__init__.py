"""The games. A new one is a package and a line here."""

from collections.abc import Mapping
from typing import Any

from engine.core.game import Game
from engine.games import age_of_steam, railways, spike, whistle_stop

GAMES: Mapping[str, Game[Any, Any]] = {
    game.id: game
    for game in (
        age_of_steam.GAME,
        railways.RAILROAD_TYCOON,
        railways.RAILWAYS_OF_THE_WORLD,
        spike.GAME,
        whistle_stop.GAME,
    )
}
