"""Links and deliveries that a player asks for by their ends: the cheapest tiles that finish the link in this action,
and the way of a cube that brings the mover most."""

from collections.abc import Iterator, Sequence

from engine.core.move import Line
from engine.core.wish import Wish
from engine.games.railways.action_moves import play, refuse
from engine.games.railways.cube_runs import movable
from engine.games.railways.deeds.track import most_tiles
from engine.games.railways.ideas import steps_of
from engine.games.railways.moves import Lay
from engine.games.railways.outlook import Haul, hauls
from engine.games.railways.phases import actions
from engine.games.railways.routes import routes
from engine.games.railways.state import State
from engine.games.railways.track_ideas import ways_on
from engine.games.railways.track_rules import own_ends


def grant(s: State, seat: int, wish: Wish) -> Sequence[Line]:
    if s.phase != actions.NAME:
        return ()
    found: list[Line] = []
    if wish.names_verb("lay"):
        found += _links(s, seat, wish)
    if wish.names_verb("deliver"):
        found += _deliveries(s, seat, wish)
    return found


# Links.


def _links(s: State, seat: int, wish: Wish) -> list[Line]:
    cities = s.country.cities
    ends = wish.ends(cities)
    if ends is None or wish.others(cities) or wish.via or ends[0] == ends[1]:
        return []
    found = [*_finishes(s, seat, *ends), *_new_links(s, seat, *ends)]
    least = min((cost for _, cost in found), default=0)
    lines = [lays for lays, cost in found if cost == least and set(wish.numbers) <= {len(lays), cost}]
    shortest = min(map(len, lines), default=0)
    return list(dict.fromkeys(line for line in lines if len(line) == shortest))


def _finishes(s: State, seat: int, a: str, b: str) -> Iterator[tuple[tuple[Lay, ...], int]]:
    """Ways to finish a link that the seat has begun at one of the two cities."""
    city_at = s.country.city_at
    for end in own_ends(s, seat):
        stop = s.loose_ends[end].stop
        if stop is None or city_at[stop] not in (a, b):
            continue
        for way in ways_on(s, end, most_tiles(s, seat) - s.act.tiles):
            if {city_at[stop], way.city} == {a, b} and (cost := _cost(s, seat, way.lays)) is not None:
                yield way.lays, cost


def _new_links(s: State, seat: int, a: str, b: str) -> Iterator[tuple[tuple[Lay, ...], int]]:
    first, second = sorted((a, b))
    for route in routes(s.game).get((first, second), ()):
        lays = tuple(piece.lay for piece in route.pieces)
        if len(lays) <= most_tiles(s, seat) and (cost := _cost(s, seat, lays)) is not None:
            yield lays, cost


def _cost(s: State, seat: int, lays: Sequence[Lay]) -> int | None:
    """What the tiles cost one after the other; None where the rules refuse one, or they end before the last."""
    before = after = s
    for number, lay in enumerate(lays, 1):
        if refuse(after, seat, lay) is not None:
            return None
        outcome = play(after, seat, lay)
        if outcome.ends and number < len(lays):
            return None
        after = outcome.state
    issued = after.players[seat].shares - before.players[seat].shares
    return before.players[seat].cash + issued * s.profile.share_price - after.players[seat].cash


# Deliveries.


def _deliveries(s: State, seat: int, wish: Wish) -> list[Line]:
    """The best way for each cube and goal that fit; several if the words leave open which."""
    cities = s.country.cities
    colours = wish.others(cities)
    named = [*filter(None, [wish.start]), *(name for name in wish.names if name in cities)]
    named += filter(None, [wish.goal])
    if len(set(colours)) > 1 or not named or not all(name in cities for name in (*named, *wish.via)):
        return []
    start = named[0] if wish.start or len(named) > 1 else ""
    goal = named[-1] if wish.goal or len(named) > 1 or not start else ""
    over = {*named[1:-1], *wish.via}
    best: dict[tuple[str, str, str], list[Haul]] = {}
    for colour, city in movable(s, seat):
        if (colours and colour != colours[0]) or (start and city != start):
            continue
        for haul in hauls(s, seat, colour, (city,)):
            stops = [hop.to for hop in haul.path]
            if (goal and stops[-1] != goal) or not over <= set(stops[:-1]) or not set(wish.numbers) <= {len(stops)}:
                continue
            known = best.setdefault((colour, city, stops[-1]), [])
            if not known or (haul.own, -haul.others) == (known[0].own, -known[0].others):
                known.append(haul)
            elif (haul.own, -haul.others) > (known[0].own, -known[0].others):
                known[:] = [haul]
    lines = (steps_of(s, seat, (), haul.path, haul.colour, haul.start) for some in best.values() for haul in some)
    return list(dict.fromkeys(lines))
