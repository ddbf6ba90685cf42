"""The games. A new one is a package and a line here."""

from collections.abc import Mapping

from engine.core.game import AnyGame
from engine.games import age_of_steam, railways, spike, whistle_stop

GAMES: Mapping[str, AnyGame] = {
    game.id: game
    for game in (
        age_of_steam.GAME,
        railways.RAILROAD_TYCOON,
        railways.RAILWAYS_OF_THE_WORLD,
        spike.GAME,
        whistle_stop.GAME,
    )
}
