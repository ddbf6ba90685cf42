"""What the rules show one by one beside their words: cubes, track, and the sides of a hex with their names."""

from collections.abc import Mapping, Sequence

from engine.core.sheet import Piece
from engine.draw import theme, tokens
from engine.draw.hexboard import Plane, tile_ground, tile_piece
from engine.draw.svg import label, placed
from engine.draw.text_widths import BOLD
from engine.draw.theme import Paint
from engine.draw.trackwork import sample

SAMPLE = 64  # how long a piece of track is
EXAMPLE = theme.SEATS["orange"]  # whose track the rules show


def cubes() -> Mapping[str, Piece]:
    return {colour: tokens.cube(0, 0, paint) for colour, paint in theme.GOODS.items()}


def track() -> Mapping[str, Piece]:
    """A finished link and one that is not, with the badge of the owner."""
    return {"link": _track(EXAMPLE, True), "unfinished": _track(EXAMPLE, False)}


def ownerless() -> Piece:
    return Piece(0, 0, _AROUND, sample(-SAMPLE // 2, 0, SAMPLE, theme.OWNERLESS, False))


def sides(plane: Plane, hex: str, names: Sequence[str]) -> Piece:
    """A hex with the name of each side inside it."""
    svg = tile_ground(plane, hex, False)
    for side, name in enumerate(names):
        x, y = plane.middle(hex, side, 0.7)
        svg += label(x, y + 6, name, BOLD, 17, theme.INK)
    return tile_piece(plane, hex, svg)


_AROUND = (-SAMPLE // 2 - 2, -15, SAMPLE + 4, 30)


def _track(paint: Paint, finished: bool) -> Piece:
    svg = sample(-SAMPLE // 2, 0, SAMPLE, paint, finished) + placed(tokens.badge(0, 0, paint, finished))
    return Piece(0, 0, _AROUND, svg)
