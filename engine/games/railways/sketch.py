"""What a button shows for a move: a tile as it would lie on the board, or a few words."""

from collections.abc import Iterable

from engine.core.move import Move
from engine.core.say import Say, say
from engine.core.sheet import Piece, Sketch
from engine.draw import hexboard, theme, trackwork
from engine.draw.theme import Paint
from engine.games.railways.box import TOP_ENGINE, about
from engine.games.railways.country import Country
from engine.games.railways.ground import ground, on_paper, rivers, waves
from engine.games.railways.moves import (
    Bid,
    Deliver,
    Done,
    Grow,
    Issue,
    Lay,
    Loco,
    Over,
    Redirect,
    Take,
    To,
    Urbanize,
    West,
)
from engine.games.railways.state import View
from engine.games.railways.track_rules import track_of
from engine.rail.tiles import Track


def sketch(view: View, move: Move) -> Sketch | None:
    match move:
        case Lay() | Redirect():
            return _lay(view, move)
        case Deliver():
            return Sketch(say("sketch-cube", colour=move.colour, city=move.city))
        case To():
            return Sketch(say("sketch-to", city=move.city))
        case Over():
            return Sketch(say("sketch-over", owner=move.owner, city=move.city))
        case Urbanize():
            cost = 0 if view.act.pending else view.profile.urbanize_price
            return Sketch(say("suggest-urbanize", city=move.city, colour=move.colour, cost=cost))
        case Loco() if view.acting is not None and view.players[view.acting].engine < TOP_ENGINE:
            level = view.players[view.acting].engine + 1
            return Sketch(say("suggest-loco", level=level, cost=view.box.engines[level]))
        case Take():
            return Sketch(say("suggest-take", card=move.card), about(view.box.cards[move.card]))
        case Grow():
            return Sketch(say("suggest-grow", city=move.city))
        case West():
            return Sketch(say("suggest-west", city=move.city, cost=view.profile.western_price))
        case Bid():
            return Sketch(say("suggest-bid", amount=move.amount))
        case Issue():
            return Sketch(say("sketch-issue", n=move.number, amount=move.number * view.profile.share_price))
        case Done():
            return Sketch(say("suggest-done"))
        case _:
            return None


def _lay(view: View, move: Lay | Redirect) -> Sketch | None:
    track = track_of(move.tile, move.rotation)
    if track is None or not view.country.buildable(move.hex):
        return None
    a, b = (_towards(view, move.hex, exit) for exit in track)
    return Sketch(say("sketch-tile", tile=move.tile, a=a, b=b), piece=_tile(view, move.hex, track))


def _towards(view: View, hex: str, exit: int) -> Say:
    """What lies beyond an exit: a city, a hex, or at the rim only a direction."""
    there = view.country.grid.neighbours[hex][exit]
    word = view.country.grid.layout.side_name(exit) if there is None else view.country.city_at.get(there, there)
    return say("name", word=word)


def _tile(view: View, hex: str, track: Track) -> Piece:
    laid = view.laid[hex].tracks if hex in view.laid else ()
    tracks = (*(((old.a, old.b), old.owner) for old in laid), (track, view.viewer))
    painted = [(track, theme.owner_paint(view.seats, owner)) for track, owner in tracks]
    return on_paper(tile_piece(view.country, hex, painted))


def tile_piece(country: Country, hex: str, tracks: Iterable[tuple[Track, Paint]]) -> Piece:
    """A hex of the map with track on it, each in the colours of its owner."""
    plane, terrain = ground().plane, country.terrain[hex]
    svg = hexboard.tile_ground(plane, hex, terrain == "hill")
    svg += rivers((hex,)) if terrain == "river" else waves(hex) if terrain == "coast" else ""
    for (a, b), paint in tracks:
        svg += trackwork.lone(plane, trackwork.Step(hex, a, b), paint)
    return hexboard.tile_piece(plane, hex, svg)
