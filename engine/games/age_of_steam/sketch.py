"""A move as a button shows it: a tile as it would lie, and the few moves that no suggestion names."""

from collections.abc import Iterable

from engine.core.move import Move
from engine.core.refusal import Refusal
from engine.core.say import Say, say
from engine.core.sheet import Piece, Sketch
from engine.draw import hexboard, scenery, theme, tokens, trackwork
from engine.draw.svg import placed
from engine.draw.theme import Paint
from engine.games.age_of_steam import deliveries
from engine.games.age_of_steam.build_plans import new_city
from engine.games.age_of_steam.components import FEEDS, tile_set
from engine.games.age_of_steam.moves import Deliver, Done, Lay, Place, Take, Urbanize
from engine.games.age_of_steam.phases.actions import about
from engine.games.age_of_steam.picture import ground
from engine.games.age_of_steam.view import View
from engine.rail.goods import COLOURS
from engine.rail.tiles import MIDDLE, Track, exits, spokes


def sketch(view: View, move: Move) -> Sketch | None:
    if isinstance(move, Lay):
        return _lay(view, move) if move.hex in view.board.map.grid.neighbours else None
    if isinstance(move, Urbanize):
        return Sketch(new_city(move), _waiting(view, move.letter))
    if isinstance(move, Deliver):
        path = deliveries.path_of(view, move)
        return Sketch(deliveries.label(move), None if isinstance(path, Refusal) else deliveries.note(view, path))
    if isinstance(move, Take):
        return Sketch(say("take-action", action=move.action), about(view.options, move.action))
    if isinstance(move, Place):
        return Sketch(say("cube-in-box", good=move.good, column=move.column, box=move.box))
    if isinstance(move, Done) and view.building is not None:
        return Sketch(say("end-building") if view.building.touched else say("build-nothing"))
    return None


def _waiting(view: View, letter: str) -> Say:
    """Which die feeds a New City, and what waits for it on the goods chart."""
    die = next(column for column, fed in FEEDS.items() if fed == letter)
    cubes = tuple(COLOURS[cube] for cube in view.chart[letter] if cube != ".")
    return say("new-city-waits", die=die, goods=cubes) if cubes else say("new-city-bare", die=die)


def _lay(view: View, move: Lay) -> Sketch:
    tile = tile_set()[move.tile]
    town = view.board.is_town(move.hex)
    tracks = spokes(tile.lying(move.rotation)) if town else tile.lying(move.rotation)
    ways = tuple(_towards(view, move.hex, exit) for exit in exits(tracks)) if town else _ways(view, move.hex, tracks)
    label = say("lay-in-town" if town else "lay-tile", tile=move.tile, ways=ways)
    return Sketch(label, piece=_tile(view, move.hex, tracks, town))


def _ways(view: View, hex: str, tracks: tuple[Track, ...]) -> tuple[Say, ...]:
    """Each track by where it leads."""
    return tuple(
        say("way-between", a=_towards(view, hex, a), b=_towards(view, hex, b))
        if MIDDLE not in (a, b)
        else _towards(view, hex, min(a, b))
        for a, b in tracks
    )


def _towards(view: View, hex: str, exit: int) -> Say:
    """What lies beyond an exit: a stop, a hex, or at the rim only a direction."""
    map = view.board.map
    beyond = map.grid.neighbours[hex][exit]
    return say("name", word=map.layout.side_name(exit) if beyond is None else map.stop_names.get(beyond, beyond))


def _tile(view: View, hex: str, tracks: tuple[Track, ...], town: bool) -> Piece:
    old = view.board.laid.get(hex)
    owners = {(track.a, track.b): track.owner for track in old.tracks} if old is not None else {}
    painted = [(track, theme.owner_paint(view.seats, owners.get(track, view.reader))) for track in tracks]
    return tile_piece(view.board.map_name, hex, painted, town)


def tile_piece(map_name: str, hex: str, tracks: Iterable[tuple[Track, Paint]], town: bool) -> Piece:
    """A hex of the map with track on it, each in the colours of its owner."""
    here = ground(map_name)
    plane = here.plane
    svg = hexboard.tile_ground(plane, hex, here.map.terrain[hex] == "mountain")
    svg += "".join(scenery.river(plane, reaches, (hex,)) for reaches in here.map.rivers.values())
    for (a, b), paint in tracks:
        svg += trackwork.lone(plane, trackwork.Step(hex, a, b), paint)
    x, y = plane.centre(hex)
    if town:
        svg += placed(tokens.town_disc(round(x), round(y), True))
    return hexboard.tile_piece(plane, hex, svg)
