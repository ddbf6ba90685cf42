"""What the rules show: tiles, kinds of ground, stops, cubes and track, drawn as on the board."""

from collections.abc import Mapping
from functools import cache

from engine.core.sheet import Piece
from engine.draw import emblems as shared
from engine.draw import hexboard, scenery, theme, tokens
from engine.draw.svg import placed, polygon
from engine.games.age_of_steam.components import MAPS, tile_set
from engine.games.age_of_steam.ground import ground
from engine.games.age_of_steam.names import name_of
from engine.games.age_of_steam.sketch import tile_piece
from engine.rail.hexes import SIDES
from engine.rail.tiles import spokes

MAP = MAPS[0]
PLAIN, RIVER, MOUNTAIN, LAKE = "G5", "E6", "Q10", "J3"


@cache
def emblems(lang: str) -> Mapping[str, Piece]:
    return {
        **{id: _tile(id) for id in tile_set().tiles},
        "plain": tile_piece(MAP, PLAIN, (), False),
        "river": tile_piece(MAP, RIVER, (), False),
        "mountain": _mountain(),
        "lake": _lake(),
        "town": tile_piece(MAP, PLAIN, (), True),
        "city": _city("st-louis", "red", "2", "light", lang, "BK"),
        "new-city": _city("terre-haute", "black", "C", "round", lang, ""),
        "exits": shared.sides(ground(MAP).plane, PLAIN, tuple(map(str, SIDES))),
        **shared.cubes(),
        **shared.track(),
        "unowned": shared.ownerless(),
    }


def _tile(id: str) -> Piece:
    tile = tile_set()[id]
    town = tile.family == "town"
    tracks = spokes(tile.lying(0)) if town else tile.lying(0)
    return tile_piece(MAP, PLAIN, [(track, shared.EXAMPLE) for track in tracks], town)


def _mountain() -> Piece:
    plane = ground(MAP).plane
    svg = hexboard.tile_ground(plane, MOUNTAIN, True) + scenery.peaks(scenery.peak_places(plane, MOUNTAIN))
    return hexboard.tile_piece(plane, MOUNTAIN, svg)


def _lake() -> Piece:
    plane = ground(MAP).plane
    svg = polygon(plane.hexagon(LAKE, 0.98), fill=theme.WATER, stroke=theme.SHORE, stroke_width=1.6)
    return hexboard.tile_piece(plane, LAKE, svg)


def _city(stop: str, colour: str, sign: str, kind: str, lang: str, cubes: str) -> Piece:
    plane, paint = ground(MAP).plane, theme.GOODS[colour]
    city = tokens.city(plane, PLAIN, name_of(stop, lang), paint, sign, kind)
    row, _ = tokens.cube_row(city.x, city.y + 24, cubes, "", 0, "", {}, (0, ground(MAP).width))
    svg = city.svg + "".join(placed(cube.moved(-city.x, -city.y)) for cube in row)
    return Piece(city.x, city.y, city.box, svg)
