"""What a position promises: how long the game goes on, and which deliveries links allow now and soon.

Used by advice only. It looks at public things and at the seat's own links.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from engine.games.railways.state import Public
from engine.games.railways.weights import (
    CITIES_A_TURN,
    FADING,
    MOST_TURNS,
    MOST_WAYS,
    NEXT_DELIVERIES,
    OTHERS_POINT,
    REACH,
)
from engine.rail.goods import LETTERS
from engine.rail.paths import Path

Beside = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Haul:
    """A delivery: its way, the points of the mover and those of others."""

    colour: str
    start: str
    path: Path
    own: int
    others: int

    @property
    def worth(self) -> float:
        return self.own - OTHERS_POINT * self.others


class Prospect(NamedTuple):
    """What the next deliveries over own links would bring, and how many cubes can be delivered at once."""

    worth: float
    cubes: int


# Time.


def turns_left(s: Public) -> int:
    """Whole turns to come after this one, as far as one can guess."""
    if s.ending:
        return max(0, s.ending + 1 - s.turn)
    return min(MOST_TURNS, 1 + (s.markers_for_end - len(s.empty)) // CITIES_A_TURN)


def actions_left(s: Public) -> int:
    """Actions of this seat after the present one."""
    return turns_left(s) * s.profile.rounds + max(0, s.profile.rounds - s.round)


# Links and the cubes that could run over them.


def beside(s: Public, seat: int) -> Beside:
    found: dict[str, dict[str, None]] = {}
    for link in s.links_of(seat):
        found.setdefault(link.a, {})[link.b] = None
        found.setdefault(link.b, {})[link.a] = None
    return {city: tuple(there) for city, there in found.items()}


def with_link(links: Beside, a: str, b: str) -> Beside:
    more = dict(links)
    more[a] = tuple(dict.fromkeys((*links.get(a, ()), b)))
    more[b] = tuple(dict.fromkeys((*links.get(b, ()), a)))
    return more


def prospect(
    s: Public,
    links: Beside,
    engine: int,
    painted: Mapping[str, str] | None = None,
    extra: Mapping[str, str] | None = None,
) -> Prospect:
    """The best deliveries come first and each counts a little less, for it comes later."""
    takes = {city: LETTERS.get((painted or {}).get(city) or s.colour(city), "") for city in links}
    values: list[float] = []
    cubes_now = 0
    furthest = engine + max(REACH)
    for city in links:
        cubes = s.cubes[city] + (extra or {}).get(city, "")
        if not cubes:
            continue
        distances = _distances(links, takes, city, furthest, set(cubes))
        for letter in cubes:
            links_used = distances.get(letter)
            if links_used is not None:
                values.append(links_used * REACH[max(0, links_used - engine)])
                cubes_now += links_used <= engine
    values.sort(reverse=True)
    worth = sum(value * FADING**rank for rank, value in enumerate(islice(values, NEXT_DELIVERIES)))
    return Prospect(worth, cubes_now)


def _distances(
    links: Beside, takes: Mapping[str, str], start: str, furthest: int, wanted: set[str]
) -> Mapping[str, int]:
    """For each kind of cubes that is wanted, how many links away the nearest city is that takes it."""
    found: dict[str, int] = {}
    seen, edge = {start: None}, [start]
    for steps in range(1, furthest + 1):
        further = []
        for city in edge:
            for there in links[city]:
                if there not in seen:
                    seen[there] = None
                    further.append(there)
                    if takes[there] in wanted:
                        wanted.remove(takes[there])
                        found[takes[there]] = steps
        if not wanted or not further:
            break
        edge = further
    return found


def hauls(s: Public, seat: int, colour: str, way: tuple[str, ...], owners: tuple[int, ...] = ()) -> list[Haul]:
    """Ways to deliver one cube, the best first; of very many only the first few hundred, own links before others."""
    engine = s.players[seat].engine
    found: list[Haul] = []
    for path in islice(_ways(s, seat, colour, way, engine - len(owners)), MOST_WAYS):
        used = (*owners, *(hop.owner for hop in path))
        own = sum(owner == seat for owner in used)
        found.append(Haul(colour, way[0], path, own, len(used) - own))
    return sorted(found, key=lambda haul: -haul.worth)


def _ways(s: Public, seat: int, colour: str, way: tuple[str, ...], left: int) -> Iterable[Path]:
    hops = [hop for hop in s.hops(way[-1]) if hop.to not in way]
    if len(way) == 1:
        hops = [hop for hop in hops if hop.owner == seat]
    for hop in sorted(hops, key=lambda hop: (hop.owner != seat, hop.to)):
        if s.colour(hop.to) == colour:
            yield (hop,)
        elif left > 1:
            for rest in _ways(s, seat, colour, (*way, hop.to), left - 1):
                yield (hop, *rest)
