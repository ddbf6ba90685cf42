from engine.core.sheet import Drawing, Marks
from engine.games.whistle_stop.textboard import text
from engine.games.whistle_stop.view import View


def draw(view: View, marks: Marks) -> Drawing:
    return Drawing(10, 10, "", "", text(view, marks))
