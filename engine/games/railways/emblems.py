"""What the rules show: track, kinds of ground, cities, cubes and signs of cards, drawn as on the board."""

from collections.abc import Mapping
from functools import cache

from engine.core.sheet import Piece
from engine.draw import emblems as shared
from engine.draw import hexboard, scenery, theme
from engine.draw.svg import path, polygon
from engine.draw.theme import Paint
from engine.games.railways.city_signs import GREY_CITY, SIGN_BOX, bounty, city_sign, hotel, plate_width
from engine.games.railways.ground import RIDGE, ground, peak_place
from engine.games.railways.names import name_of
from engine.games.railways.sketch import tile_piece
from engine.rail.hexes import SIDES
from engine.rail.tiles import Track

PLAIN, RIVER, COAST, HILL, WATER = "I20", "M20", "G5", "S19", "H9"
STRAIGHT, GENTLE = (0, 3), (0, 2)
ACROSS, BESIDE = (2, 5), (3, 5)  # a second track over the straight one, and beside the curved one


@cache
def emblems(lang: str) -> Mapping[str, Piece]:
    blue, red = theme.GOODS["blue"], theme.GOODS["red"]
    return {
        "straight": _tile(PLAIN, STRAIGHT),
        "gentle": _tile(PLAIN, GENTLE),
        "crossing": _tile(PLAIN, STRAIGHT, ACROSS),
        "side-by-side": _tile(PLAIN, GENTLE, BESIDE),
        "plain": _tile(PLAIN),
        "river": _tile(RIVER),
        "coast": _tile(COAST),
        "hill": _hill(),
        "ridge": _ridge(),
        "sea": _sea(),
        "exits": shared.sides(ground().plane, PLAIN, tuple(map(str, SIDES))),
        "city": _city("chicago", red, lang),
        "grey-city": _city("albany", GREY_CITY, lang),
        "new-city": _city("albany", blue, lang, new=True),
        "empty-city": _city("albany", GREY_CITY, lang, empty=True),
        "hotel": Piece(0, 0, SIGN_BOX, hotel(None)),
        "bounty": Piece(0, 0, SIGN_BOX, bounty(3)),
        **shared.cubes(),
        **shared.track(),
    }


def _tile(hex: str, *tracks: Track) -> Piece:
    return tile_piece(ground().country, hex, [(track, shared.EXAMPLE) for track in tracks])


def _hill() -> Piece:
    return _drawn(HILL, True, scenery.peaks([peak_place(HILL)]))


def _ridge() -> Piece:
    """Along the eastern side of a hex."""
    (ax, ay), (bx, by) = (ground().plane.corner(PLAIN, corner) for corner in (1, 2))
    return _drawn(PLAIN, False, path(f"M{ax} {ay}L{bx} {by}", fill="none", **RIDGE))


def _sea() -> Piece:
    plane = ground().plane
    svg = polygon(plane.hexagon(WATER, 0.98), fill=theme.WATER, stroke=theme.SHORE, stroke_width=1.6)
    return hexboard.tile_piece(plane, WATER, svg)


def _drawn(hex: str, hill: bool, *scenery: str) -> Piece:
    plane = ground().plane
    return hexboard.tile_piece(plane, hex, hexboard.tile_ground(plane, hex, hill) + "".join(scenery))


def _city(city: str, paint: Paint, lang: str, new: bool = False, empty: bool = False) -> Piece:
    name = name_of(city, lang)
    half = max(46, plate_width(name) // 2 + 4)
    return Piece(0, 0, (-half, -46, 2 * half, 92), city_sign(ground().plane, name, paint, 0, new, empty))
