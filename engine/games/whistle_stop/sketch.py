"""A move as a button shows it: a tile as it would lie, with the side by which the train comes."""

from engine.core.move import Move
from engine.core.say import say
from engine.core.sheet import Piece, Sketch
from engine.draw import theme
from engine.draw.svg import circle, polygon
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.moves import Lay
from engine.games.whistle_stop.picture import centre
from engine.games.whistle_stop.tilework import SIDE, hexagon, middle, tile_svg
from engine.games.whistle_stop.view import View

MARGIN = 6


def sketch(view: View, move: Move) -> Sketch | None:
    running = view.turn.running
    if not isinstance(move, Lay) or running is None or move.rotation >= len(box().tiles[move.tile].rotations):
        return None
    special = box().tiles[move.tile].special
    svg = tile_svg(move.tile, move.rotation, (), SIDE)  # its name stands below
    svg += polygon(hexagon(SIDE, 0.985), fill="none", stroke=theme.FIGURE, stroke_width=1.6)
    x, y = middle(running.side)
    svg += circle(x * SIDE, y * SIDE, 9, fill=theme.ACCENT, stroke=theme.WHITE, stroke_width=2)
    frame = (-SIDE - MARGIN, -54 - MARGIN, 2 * (SIDE + MARGIN), 2 * (54 + MARGIN))
    label = say("sketch-special", tile=move.tile) if special else say("sketch-lay", tile=move.tile, n=move.rotation)
    return Sketch(label, piece=Piece(*centre(running.hex), frame, svg))
