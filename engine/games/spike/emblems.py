"""What the rules show: rail cards, track spaces, goods, a city, a track and a train, drawn as on the board."""

from collections.abc import Mapping
from functools import cache

from engine.core.sheet import Piece
from engine.draw import emblems as shared
from engine.draw import theme
from engine.draw.graphboard import HALF, PLATE, junction, locomotive, plate, plate_width, space, track
from engine.draw.svg import rect
from engine.games.spike.cardwork import CARD_HIGH, CARD_WIDE, GOODS, card_face, good_sign
from engine.games.spike.components import box
from engine.games.spike.names import words

EAST = (2 * HALF, 0)  # from a node to its neighbour
GOOD = 30


@cache
def emblems(lang: str) -> Mapping[str, Piece]:
    return {
        **{f"card-{kind}": _card(kind) for kind in box().kinds},
        **{f"space-{kind}": _space(kind) for kind in box().kinds},
        **{good: _good(good) for good in GOODS},
        "city": _city("chicago", lang),
        "junction": Piece(0, 0, (-7, -7, 14, 14), junction(0, 0)),
        "track": track((0, 0), EAST, shared.EXAMPLE),
        "train": locomotive(0, 0, shared.EXAMPLE),
    }


def _card(kind: str) -> Piece:
    wide, high = CARD_WIDE + 4, CARD_HIGH + 4
    return Piece(0, 0, (-wide // 2, -high // 2, wide, high), card_face(kind))


def _space(kind: str) -> Piece:
    """On land, without the two nodes that it joins."""
    ground = rect(-30, -12, 60, 24, fill=theme.LAND)
    return Piece(0, 0, (-30, -12, 60, 24), ground + space(0, 0, EAST, kind))


def _good(good: str) -> Piece:
    half = GOOD // 2 + 1
    return Piece(0, 0, (-half, -half, 2 * half, 2 * half), good_sign(0, 0, good, GOOD))


def _city(city: str, lang: str) -> Piece:
    """The sign of what it supplies, and its name below."""
    name = words().name(city, lang)
    half = plate_width(name) // 2 + 2
    svg = good_sign(0, 0, box().good_of[city], GOOD) + plate(0, 25, name)
    return Piece(0, 0, (-half, -GOOD // 2 - 2, 2 * half, GOOD // 2 + 25 + PLATE // 2 + 4), svg)
