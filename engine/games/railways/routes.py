"""Links that could be built on the empty map in one or two actions, for advice to choose from.

Computed once for each profile. The rules decide whether one can still be built.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.games.railways.country import Country, eastern_us
from engine.games.railways.profile import PROFILES, Profile
from engine.games.railways.state import Public
from engine.games.railways.track_rules import WITH_EXIT, Piece, ground_price, room
from engine.rail.hexes import SIDES, opposite

LONGEST = 5
KEPT = 6  # cheapest routes of each pair


@dataclass(frozen=True)
class Route:
    a: str
    b: str
    pieces: tuple[Piece, ...]
    price: int

    def other_ends(self, cities: Container[str]) -> tuple[str, ...]:
        """The end that is new to these cities, if the other end is one of them."""
        ends = ((self.a, self.b), (self.b, self.a))
        return tuple(new for known, new in ends if known in cities and new not in cities)


@cache
def routes(game: str) -> Mapping[tuple[str, str], tuple[Route, ...]]:
    """For each pair of cities its cheapest routes, the cheapest first."""
    country, profile = eastern_us(), PROFILES[game]
    found: dict[tuple[str, str], list[Route]] = {}
    for city in country.cities.values():
        for side in SIDES:
            for route in _walk(country, profile, city.word, city.hex, side, (), 0):
                if route.a < route.b:  # the other way round it is found from the other end
                    found.setdefault((route.a, route.b), []).append(route)
    return {
        pair: tuple(sorted(some, key=lambda route: (route.price, len(route.pieces)))[:KEPT])
        for pair, some in sorted(found.items())
    }


def open_routes(s: Public) -> tuple[Route, ...]:
    """For each pair of cities the cheapest route that still has room. Found once for each position of the track."""
    known: tuple[Route, ...] | None = s.built.routes.get(s.game)
    if known is None:
        firsts = (next((route for route in some if _has_room(s, route)), None) for some in routes(s.game).values())
        known = s.built.routes[s.game] = tuple(route for route in firsts if route is not None)
    return known


def _has_room(s: Public, route: Route) -> bool:
    return all(room(s, piece.hex, piece.track) is None for piece in route.pieces)


def _walk(
    country: Country, profile: Profile, start: str, hex: str, side: int, before: tuple[Piece, ...], cost: int
) -> Iterator[Route]:
    there = country.grid.neighbours[hex][side]
    ridge = profile.ridge_price if (hex, side) in country.ridges else 0
    if there is None:
        return
    if there in country.city_at:
        end = country.city_at[there]
        if before and end != start:
            yield Route(start, end, before, cost + ridge)
        return
    if len(before) == LONGEST or not country.buildable(there) or any(piece.hex == there for piece in before):
        return
    entry = opposite(side)
    for shape in WITH_EXIT[entry]:
        price = ground_price(profile, country, there, shape.track) + ridge
        pieces = (*before, Piece(there, shape))
        yield from _walk(country, profile, start, there, shape.out(entry), pieces, cost + price)
