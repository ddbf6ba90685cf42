"""The board of Spike in letters: three for a city, the number of a junction, one letter for each track space.

A small letter is the kind of a free space, a large one the owner of the track on it.
"""

from collections.abc import Mapping
from functools import cache

from engine.core.say import say
from engine.core.sheet import Marks
from engine.draw import theme
from engine.draw.textboard import wrapped
from engine.games.spike.components import box
from engine.games.spike.names import words
from engine.games.spike.view import View

STEP = 2  # letters for half a column


def text(view: View, marks: Marks) -> str:
    """The mesh, who is where, and how to read it."""
    owners = {track: view.seats[seat] for seat, held in enumerate(view.players) for track in held.tracks}
    rows = max(node.row for node in box().nodes.values())
    wide = STEP * max(node.half_column for node in box().nodes.values()) + 2
    canvas = [[" "] * wide for _ in range(2 * rows + 1)]
    for node in box().nodes.values():
        written = codes()[node.id] if node.good else node.id[1:].center(3)
        at = STEP * node.half_column - 2
        canvas[2 * node.row][at : at + 3] = written
    for edge in box().edges.values():
        a, b = (box().nodes[end] for end in edge.ends)
        column = STEP * (a.half_column + b.half_column) // 2 - 1
        letter = theme.SEATS[owners[edge.id]].letter if edge.id in owners else theme.RAILS[edge.kind].letter
        canvas[a.row + b.row][column] = letter
    board = "\n".join("".join(line).rstrip() for line in canvas)
    return f"{board}\n\n{_key(view, marks)}"


@cache
def codes() -> Mapping[str, str]:
    """Three letters for each city; where two would be alike, the second has its last letter at the end."""
    found: dict[str, str] = {}
    for city in box().cities:
        parts = city.split("-")
        code = (parts[0][0].upper() + parts[1][:2].title()) if len(parts) > 1 else city[:3].title()
        if code in found.values():
            code = code[:2] + city[-1]
        found[city] = code
    return found


def _key(view: View, marks: Marks) -> str:
    def name(word: str) -> str:
        return words().name(word, marks.lang)

    lines = []
    for seat, held in enumerate(view.players):
        called = marks.names[seat] if marks.names else name(view.seats[seat])
        where = f": {name(held.train)}" if held.train else ""
        lines.append(f"{theme.SEATS[view.seats[seat]].letter} {called}{where}")
    kinds = [f"{theme.RAILS[kind].letter} {name(f'card-{kind}')}" for kind in box().kinds]
    odd = [f"{code} {name(city)}" for city, code in codes().items() if not name(city).startswith(code)]
    parts = [wrapped(lines), wrapped(kinds), wrapped(odd, ", ")]
    changed = [
        f"{'+'.join(map(str, numbers))} {name(place)}"
        for place, numbers in marks.changes.items()
        if place in box().nodes or place in box().edges
    ]
    if changed:
        parts.append(wrapped([words().render(say("text-changes"), marks.lang), *changed], "  "))
    return "\n".join(parts)
