from engine.core.sheet import Drawing, Marks
from engine.games.railways.state import View


def draw(view: View, marks: Marks) -> Drawing:
    return Drawing(1, 1, "", "", "")


def text(view: View, marks: Marks) -> str:
    return ""
