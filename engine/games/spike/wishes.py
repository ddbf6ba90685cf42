"""What a player of Spike asks for in words: a build to a city, cards to draw, a city to go to."""

from collections.abc import Sequence

from engine.core.move import Line
from engine.core.wish import Wish
from engine.games.spike import moves as m
from engine.games.spike import permits
from engine.games.spike.build_paths import need_of
from engine.games.spike.cards import best_payment, counted, pays, spelled
from engine.games.spike.components import box
from engine.games.spike.phases import turn
from engine.games.spike.state import State
from engine.games.spike.weights import FAR

TRAVELS = (m.Run, m.Restart, m.Extra)


def grant(s: State, seat: int, wish: Wish) -> Sequence[Line]:
    if s.phase != turn.NAME or wish.via or permits.turn_of(s).building:
        return ()
    places = [*wish.names, *filter(None, [wish.goal])]
    if "lay" in wish.verbs:
        return _builds(s, seat, wish)
    if wish.verbs & {"run", "restart", "extra"} and len(places) == 1 and not wish.start and not wish.numbers:
        return _travels(s, seat, wish, places[0])
    if (not wish.verbs or wish.verbs & {"draw", "take"}) and places == list(wish.names):
        return _cards(s, wish)
    return ()


def _builds(s: State, seat: int, wish: Wish) -> list[Line]:
    """The path to the city that takes the fewest cards, paid with the cards that are named or the most sensible."""
    cities = [name for name in (*wish.names, wish.goal) if name in box().good_of]
    cards = wish.others(box().good_of)
    if wish.start and wish.start in s.players[seat].network.nodes:
        cities = [city for city in cities if city != wish.start]
    elif wish.start:
        cities = [wish.start, *cities]
    new = [city for city in cities if city not in s.players[seat].network.nodes]
    if len(new) != 1 or not all(card in box().kinds for card in cards):
        return []
    path = s.builders[seat].links(FAR.build).get(new[0])
    if path is None:
        return []
    ids = tuple(edge.id for edge in path)
    need = need_of(ids)
    named = counted(cards, box().kinds)
    if cards and not pays(named, need):
        return []
    paid = named if cards else best_payment(s.players[seat].hand, need)
    if not set(wish.numbers) <= {len(ids), s.price(box().good_of[new[0]])}:
        return []
    return [(*(m.Lay(id) for id in ids), m.Pay(spelled(paid, box().kinds)))]


def _travels(s: State, seat: int, wish: Wish, place: str) -> list[Line]:
    """The train goes there in the way that is allowed now, free if possible."""
    for verb in TRAVELS:
        if verb.VERB in wish.verbs and permits.refuse(s, seat, verb(place)) is None:
            return [(verb(place),)]
    return []


def _cards(s: State, wish: Wish) -> list[Line]:
    """Cards from the display by their colours, or so many from the deck."""
    if wish.names and (not wish.verbs or "take" in wish.verbs):
        if not all(name in box().kinds for name in wish.names):
            return []
        kinds = wish.names * wish.numbers[0] if len(wish.names) == len(wish.numbers) == 1 else wish.names
        return [tuple(m.Take(kind) for kind in kinds)] if len(wish.numbers) < 2 else []
    if not wish.names and "draw" in wish.verbs and len(wish.numbers) <= 1:
        return [(m.Draw(),) * max(1, *wish.numbers, 1)]
    return []
