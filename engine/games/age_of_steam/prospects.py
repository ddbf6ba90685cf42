"""What a network can bring its owner in the turns to come: the common measure for building, engines and New Cities.

Each cube on the map, and each one that the goods chart will bring, is carried over the owner's links as far as an
engine pulls it. Two cubes a turn are delivered, the best first, by an engine that grows at the usual pace.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.games.age_of_steam import weights
from engine.games.age_of_steam.components import MOST_ENGINE
from engine.games.age_of_steam.state import State
from engine.rail.goods import LETTERS

Pair = tuple[str, str]  # the two stops of a link
# For each stop, the stops one link away: 1 for a link of the seat, 0 for one of somebody else.
Network = Mapping[str, Mapping[str, int]]

BIT = {letter: 1 << index for index, letter in enumerate(LETTERS.values())}


def step_worth(s: State, later: int = 0) -> float:
    """A step of income so many turns from now, in points: what is left of it at the end, and the dollars until then."""
    left = s.turns - s.turn - later
    kept, paid = 1.0, 0.0
    for _ in range(left):
        paid += kept
        kept *= weights.KEPT_PER_TURN
    return weights.POINTS_PER_STEP * kept + weights.STEP_DOLLAR * paid


def joined(network: Network, links: Iterable[tuple[str | None, str | None]], own: int = 1) -> Network:
    """The network with more links."""
    more = dict(network)
    for a, b in links:
        assert a is not None, "a link has two stops"
        assert b is not None, "a link has two stops"
        for here, there in ((a, b), (b, a)):
            onward = more.get(here, {})
            more[here] = {**onward, there: max(own, onward.get(there, 0))}
    return more


@dataclass(frozen=True, slots=True)
class _Cubes:
    """Cubes of one colour in one city that can be delivered from the same turn on."""

    start: str
    colour: int
    number: int
    turn: int  # 0 for the present one
    share: float  # how likely it is that nobody else delivers them


class Prospects:
    """The goods and the turns that are left, for one seat. Ask it about as many networks as you like."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.colour = {hex: BIT[LETTERS[colour]] for hex, colour in s.board.cities.items()}
        self.steps = tuple(step_worth(s, later) * weights.SURE_PER_TURN**later for later in range(s.turns - s.turn + 1))

    @cached_property
    def network(self) -> Network:
        theirs = [link.ends for link in self.s.board.links if link.owner != self.seat]
        ours = [link.ends for link in self.s.board.links if link.owner == self.seat]
        return joined(joined({}, theirs, 0), ours)

    @cached_property
    def cubes(self) -> tuple[_Cubes, ...]:
        s = self.s
        share = {hex: self._share(hex) for hex in s.board.cities}
        found = [
            _Cubes(hex, BIT[letter], cubes.count(letter), 0, share[hex])
            for hex, cubes in s.goods.items()
            for letter in dict.fromkeys(cubes)
        ]
        where = dict(s.board.map.city_of_column) | {letter: hex for hex, letter in s.board.new_cities.items()}
        for column, hex in where.items():
            coming = s.chart[column].replace(".", "")
            # Each die has six sides, and as many are rolled for each half as there are seats (aos-9.3).
            found += [
                _Cubes(hex, BIT[letter], 1, -(-6 * place // len(s.seats)), share[hex])
                for place, letter in enumerate(coming, 1)
            ]
        return tuple(cubes for cubes in found if cubes.turn < len(self.steps))

    def _share(self, city: str) -> float:
        """Others who have links here deliver the same cubes."""
        others = {hop.owner for hop in self.s.board.hops(city)} - {None, self.seat}
        return 1 / (1 + weights.RIVAL * len(others))

    def present(self, engine: int) -> float:
        """The worth of the network as it is."""
        return self.worth(self.network, engine)

    def steps_of(self, start: str, letter: str, engine: int) -> int:
        """What a cube in this city would bring over the present network."""
        ways = self._ways(self.network, start) if start in self.network else {}
        return ways.get(BIT[letter], [0] * (MOST_ENGINE + 1))[engine]

    def worth(self, network: Network, engine: int, now: int = weights.DELIVERIES_PER_TURN) -> float:
        """In points; `now` deliveries are still to be made in the present turn."""
        ways: dict[str, dict[int, list[int]]] = {}
        goods: list[list[tuple[float, list[int]]]] = [[] for _ in self.steps]
        for cubes in self.cubes:
            if cubes.start not in network:
                continue
            if cubes.start not in ways:
                ways[cubes.start] = self._ways(network, cubes.start)
            own = ways[cubes.start].get(cubes.colour)
            if own:
                goods[cubes.turn] += [(cubes.share, own)] * cubes.number
        total, ready = 0.0, list[tuple[float, list[int]]]()
        for later, worth in enumerate(self.steps):
            ready += goods[later]
            pulls = min(MOST_ENGINE, engine + int(weights.ENGINE_PER_TURN * later))
            best = sorted(((share * own[pulls], at) for at, (share, own) in enumerate(ready)), reverse=True)
            best = best[: weights.DELIVERIES_PER_TURN if later else now]
            gone = {at for steps, at in best if steps > 0}
            total += worth * sum(steps for steps, _ in best)
            ready = [cube for at, cube in enumerate(ready) if at not in gone]
        return total

    def _ways(self, network: Network, start: str) -> dict[int, list[int]]:
        """For each colour, the most own links on a way from here, by the number of links that an engine pulls."""
        found: dict[int, list[int]] = {}
        colour = self.colour

        def onward(here: str, length: int, own: int, passed: int, visited: tuple[str, ...]) -> None:
            for there, ours in network[here].items():
                if there in visited or length - own - ours > weights.FOREIGN_LINKS:
                    continue
                steps = own + ours
                arrived = colour.get(there, 0)
                if steps and arrived and not passed & arrived:
                    most = found.setdefault(arrived, [0] * (MOST_ENGINE + 1))
                    if most[length] < steps:
                        for pulls in range(length, MOST_ENGINE + 1):
                            most[pulls] = max(most[pulls], steps)
                if length < MOST_ENGINE:
                    onward(there, length + 1, steps, passed | arrived, (*visited, there))

        onward(start, 1, 0, 0, (start,))
        return found
