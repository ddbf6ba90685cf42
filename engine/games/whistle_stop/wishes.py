"""What a player of Whistle Stop asks for in words: a train that goes from one place to another."""

from collections.abc import Sequence

from engine.core.move import HEX_PATTERN, Line
from engine.core.wish import Wish
from engine.games.whistle_stop.components import SIDES, box
from engine.games.whistle_stop.moves import Blow, Lay, Run
from engine.games.whistle_stop.phases import turn
from engine.games.whistle_stop.plans import Way, ways
from engine.games.whistle_stop.routes import COAL, WHISTLE
from engine.games.whistle_stop.state import State


def grant(s: State, seat: int, wish: Wish) -> Sequence[Line]:
    if s.phase != turn.NAME or s.turn.running is not None or not wish.names_verb("run", "blow") or wish.numbers:
        return ()
    places = [*filter(None, [wish.start]), *wish.names, *filter(None, [wish.goal])]
    laid = tuple(name for name in wish.via if name in box().play_tiles)
    if len(places) != 2 or len(laid) != len(wish.via) or not HEX_PATTERN.fullmatch(places[0]):
        return ()
    if places[1] in SIDES:
        return _by_side(s, seat, wish, places[0], places[1])
    found = [way for way in ways(s, seat) if way.start.hex == places[0] and _leads_to(s, way, places[1])]
    tokens = {COAL: "run", WHISTLE: "blow"}
    for token, verb in tokens.items():
        named = [way for way in found if way.token == token and wish.names_verb(verb)]
        if named:
            return [way.steps for way in _simplest(named)]
    return ()


def _by_side(s: State, seat: int, wish: Wish, hex: str, side: str) -> list[Line]:
    """By coal if that is possible, for a whistle is worth more."""
    for verb in (Run, Blow):
        if wish.names_verb(verb.VERB) and turn.refuse(s, seat, verb(hex, side)) is None:
            return [(verb(hex, side),)]
    return []


def _leads_to(s: State, way: Way, place: str) -> bool:
    """Whether it ends on this cell, or on this tile, which may still be in hand."""
    if way.spot.hex == place:
        return True
    tiled = s.tiles.get(way.spot.hex)
    last = next((step.tile for step in reversed(way.steps) if isinstance(step, Lay)), "")
    return place == (tiled.tile if tiled is not None else last)


def _simplest(found: Sequence[Way]) -> list[Way]:
    """Ways over track that lies there; else all of them, the best first, for the words do not tell which tile."""
    lies = [way for way in found if not any(isinstance(step, Lay) for step in way.steps)]
    shortest = min((len(way.steps) for way in lies), default=0)
    return [way for way in lies if len(way.steps) == shortest] if lies else list(found)
