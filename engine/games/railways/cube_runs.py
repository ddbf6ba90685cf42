"""The way of a cube (chapter 7 of the rules)."""

from collections.abc import Mapping

from engine.games.railways.state import Public
from engine.rail.goods import COLOURS, LETTERS


def owners_to(s: Public, seat: int, way: tuple[str, ...], city: str) -> tuple[int, ...]:
    """The owners of links from the end of this way to the city; the first link must be the mover's own (rw-7.2)."""
    owners = (hop.owner for hop in s.hops(way[-1]) if hop.to == city and hop.owner is not None)
    return tuple(sorted(owner for owner in owners if owner == seat or len(way) > 1))


def hops_on(s: Public, seat: int, way: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    """The cities one link further, with the owners of the links."""
    cities = dict.fromkeys(hop.to for hop in s.hops(way[-1]) if hop.to not in way)  # rw-7.4
    return {city: owners for city in cities if (owners := owners_to(s, seat, way, city))}


def can_arrive(s: Public, seat: int, colour: str, way: tuple[str, ...]) -> bool:
    """Whether the cube can still be delivered from the end of this way, within the mover's engine.

    The shortest way that avoids the cities behind is enough: it comes through none twice.
    """
    left = s.players[seat].engine - (len(way) - 1)
    seen = dict.fromkeys(way)
    edge = [way[-1]]
    first = len(way) == 1
    while edge and left > 0:
        further: list[str] = []
        for city in edge:
            for hop in s.hops(city):
                if hop.to in seen or (first and hop.owner != seat):
                    continue
                if s.colour(hop.to) == colour:
                    return True
                seen[hop.to] = None
                further.append(hop.to)
        edge, left, first = further, left - 1, False
    return False


def movable(s: Public, seat: int) -> tuple[tuple[str, str], ...]:
    """Every cube that this seat can deliver, as colour and city."""
    mine = dict.fromkeys(city for link in s.links_of(seat) for city in (link.a, link.b))
    return tuple(
        (COLOURS[letter], city)
        for city in mine
        for letter in sorted(set(s.cubes[city]))
        if can_arrive(s, seat, COLOURS[letter], (city,))
    )


def has_cube(s: Public, colour: str, city: str) -> bool:
    return LETTERS[colour] in s.cubes[city]
