"""Plays every card of a host's box on a test table before a real table may use the box.

`box` has read the files cell by cell. Here each card is taken or reached, and must do what its deed says.
"""

from collections.abc import Iterator
from itertools import pairwise

from engine.core.event import Event
from engine.core.move import Move
from engine.core.rng import Rng
from engine.core.shelf import OPTION
from engine.core.tables import BadCell
from engine.games.railways.action_moves import offers, play, refuse
from engine.games.railways.box import BOXES, CARDS, Card
from engine.games.railways.deeds.track import most_tiles
from engine.games.railways.events import GoalReached, HotelPaid
from engine.games.railways.goals import after_building
from engine.games.railways.moves import Deliver, Lay, Loco, Take, To, Use, West
from engine.games.railways.names import words
from engine.games.railways.phases import actions
from engine.games.railways.profile import PROFILES
from engine.games.railways.routes import routes
from engine.games.railways.setup import SETUPS
from engine.games.railways.state import State
from engine.games.railways.track_rules import add_track, room
from engine.rail.goods import LETTERS

SEAT = 0
NEW_COLOUR = "blue"  # of a grey city that must take a cube
LONG_WAY = ("milwaukee", "chicago", "toledo", "detroit")  # three links; only the last city takes black
LONG_CUBE = "black"


def try_box(word: str) -> None:
    verbs = {spelling for tongue in words().tongues.values() for known in tongue.verbs.values() for spelling in known}
    for card in BOXES.of({OPTION: word}).cards.values():
        if card.id in verbs:
            raise BadCell(CARDS, card.row, "id", f"“{card.id}” is the name of a move and cannot be that of a card")
        for game in PROFILES:
            if not _works(_table(game, word, card), card):
                raise BadCell(CARDS, card.row, "deed", f"“{card.id}” does nothing on a test table")


def _table(game: str, word: str, card: Card) -> State:
    """The first action round, with this card alone lying open."""
    s = SETUPS[game](("orange", "green"), Rng("trial"), {OPTION: word}).state
    s = actions.begin(s.with_order((SEAT, 1)))
    return s.with_cards_open((card.id,), (), ())


def _works(s: State, card: Card) -> bool:
    if card.sign == "goal":
        return GoalReached(SEAT, card.id, card.points) in _reach(s, card)
    if refuse(s, SEAT, Take(card.id)) is not None:
        return False
    taken = play(s, SEAT, Take(card.id)).state
    again = taken.with_place(1, 0)  # the seat's next action
    match card.deed:
        case "hotel":
            return HotelPaid(SEAT, card.id, card.points) in _delivery_to(again, card.city)
        case "land-grant":
            return refuse(again, SEAT, Use(card.id)) is None and _is_free(play(again, SEAT, Use(card.id)).state)
        case "fifth-tile":
            return most_tiles(again, SEAT) == s.profile.tiles + 1
        case "executive":
            return taken.acting == SEAT and play(taken, SEAT, Loco()).state.acting == SEAT
        case _:  # what is drawn ends the line, and with it the action
            return any(play(taken, SEAT, move).ends is not None for move in _legal(taken))


def _legal(s: State) -> Iterator[Move]:
    return (move for move in offers(s, SEAT) if refuse(s, SEAT, move) is None)


def _is_free(s: State) -> bool:
    """Whether some tile costs nothing: whoever has no money then issues no share."""
    return any(not play(s, SEAT, move).state.players[SEAT].shares for move in _legal(s) if isinstance(move, Lay))


def _reach(s: State, card: Card) -> tuple[Event, ...]:
    match card.deed:
        case "engine-4":
            return play(s.with_engine(SEAT, 3), SEAT, Loco()).events
        case "bounty":
            return _delivery_to(s, card.city)
        case "line":
            return after_building(s, _linked(s, _way(s, card.city, card.other)), SEAT)[1]
        case "western-line":
            return play(_linked(s, _way(s, card.city, card.other)), SEAT, West(card.other)).events
        case _:
            return _delivery(_linked(s, LONG_WAY), LONG_CUBE, LONG_WAY)


def _delivery_to(s: State, city: str) -> tuple[Event, ...]:
    if s.is_grey(city):
        s = s.with_painted(city, NEW_COLOUR, s.new_cities)
    near = next(iter(_neighbours(s, city)))
    return _delivery(_linked(s, (near, city)), s.colour(city), (near, city))


def _delivery(s: State, colour: str, way: tuple[str, ...]) -> tuple[Event, ...]:
    """All events of carrying a new cube along these cities."""
    start, *rest = way
    s = s.with_cubes(start, LETTERS[colour], s.bag).with_engine(SEAT, len(rest))
    events: tuple[Event, ...] = ()
    for move in (Deliver(colour, start), *map(To, rest)):
        outcome = play(s, SEAT, move)
        s, events = outcome.state, (*events, *outcome.events)
    return events


def _neighbours(s: State, city: str) -> Iterator[str]:
    return (b if a == city else a for a, b in routes(s.game) if city in (a, b))


def _way(s: State, a: str, b: str) -> tuple[str, ...]:
    """The fewest links that could be built from one city to another."""
    edge: list[tuple[str, ...]] = [(a,)]
    seen = {a: None}
    while edge:
        way, *edge = edge
        if way[-1] == b:
            return way
        fresh = [city for city in _neighbours(s, way[-1]) if city not in seen]
        seen.update(dict.fromkeys(fresh))
        edge += [(*way, city) for city in fresh]
    return (a,)


def _linked(s: State, cities: tuple[str, ...]) -> State:
    """Links from each city to the next, by the first route that has room."""
    for a, b in pairwise(cities):
        some = routes(s.game)[(a, b) if a < b else (b, a)]
        free = (route for route in some if all(room(s, piece.hex, piece.track) is None for piece in route.pieces))
        for piece in next(free, some[0]).pieces:
            s = add_track(s, SEAT, piece.hex, piece.track)
    return s
