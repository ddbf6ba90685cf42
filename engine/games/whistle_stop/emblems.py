"""What the rules show: every tile, goods and tokens, and the sides of a cell, drawn as on the board."""

from collections.abc import Mapping
from functools import cache

from engine.core.sheet import Piece
from engine.draw import theme
from engine.draw.svg import label, polygon
from engine.draw.text_widths import BOLD
from engine.games.whistle_stop.components import box
from engine.games.whistle_stop.picture import short_name
from engine.games.whistle_stop.tilework import GOODS, LAYOUT, SIDE, TILE, hexagon, middle, tile_svg, token
from engine.rail.hexes import SIDES

AROUND_TILE = (-SIDE - 4, -56, 2 * SIDE + 8, 112)
TOKENS = ("coal", "whistle", "gold", "any")


@cache
def emblems(lang: str) -> Mapping[str, Piece]:
    return {
        **{id: _tile(id, lang) for id in box().tiles},
        **{thing: Piece(0, 0, (-13, -13, 26, 26), token(0, 0, thing)) for thing in (*GOODS, *TOKENS)},
        "sides": _sides(),
    }


def _tile(id: str, lang: str) -> Piece:
    words = () if box().tiles[id].kind == "track" else short_name(id, lang)
    return _hex(tile_svg(id, 0, words, SIDE))


def _sides() -> Piece:
    svg = polygon(hexagon(SIDE, 0.985), fill=TILE)
    for side in SIDES:
        x, y = middle(side)
        svg += label(x * SIDE * 0.72, y * SIDE * 0.72 + 7, LAYOUT.side_name(side).lower(), BOLD, 20, theme.INK)
    return _hex(svg)


def _hex(svg: str) -> Piece:
    rim = polygon(hexagon(SIDE, 0.985), fill="none", stroke=theme.FIGURE, stroke_width=1.6)
    return Piece(0, 0, AROUND_TILE, svg + rim)
