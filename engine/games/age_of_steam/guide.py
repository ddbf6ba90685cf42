"""Why each question of the first turn is asked, for somebody who has never played: two sentences a phase."""

from engine.core.say import Say, say
from engine.games.age_of_steam.view import View


def guide(view: View) -> Say | None:
    """None after the first turn: the questions come back, and the answers are known."""
    return say(f"guide-{view.phase}") if view.turn == 1 else None
