"""What the train could carry out for a seat, and the one criterion for it: whether cargo is delivered here, carried on
to another city, or waits while another is fetched, the haul with the highest worth decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.games.spike.components import box
from engine.games.spike.state import Contract, Player
from engine.games.spike.weights import (
    ACTION,
    AHEAD_TURNS,
    FARTHEST_AHEAD,
    GRACE_TURNS,
    SPACES_OF_FETCHING,
    SPACES_OF_HAUL,
    TURN_OF_TRAIN,
)
from engine.games.spike.worth import Outlook, contract_fade


@dataclass(frozen=True)
class Haul:
    """A contract that the train could carry out. A city that is not linked yet counts less the further it is."""

    good: str
    city: str  # where it is delivered
    pays: int
    missing: int  # tracks until that city is linked
    stop: str  # where the train goes next: a supplier, the city, or a track that leads towards it
    turns: int  # until it is delivered
    worth: float  # what it brings, less the turns and actions it takes
    loaded: bool

    @property
    def rate(self) -> float:
        return self.worth / (self.turns + 1)


@dataclass(frozen=True)
class Dispatcher:
    """Plans the train of one seat."""

    outlook: Outlook

    @property
    def player(self) -> Player:
        return self.outlook.player

    @cached_property
    def turn_cost(self) -> float:
        """What a turn of the train is worth: little while there is time for all contracts."""
        speed = self.player.value("speed")
        spaces = sum(SPACES_OF_HAUL + SPACES_OF_FETCHING * (not held.loaded) for held in self.player.open_contracts)
        return TURN_OF_TRAIN * min(1.0, spaces / speed / self.outlook.left)

    @cached_property
    def fade(self) -> float:
        return contract_fade(self.outlook.left)

    @cached_property
    def hauls(self) -> tuple[Haul, ...]:
        """The best haul of each contract that the train could begin or go on with, the best first."""
        found = [haul for contract in self.player.open_contracts if (haul := self.best(contract)) is not None]
        ranked = sorted(found, key=lambda haul: (-haul.rate, haul.good))
        return self._with_detour(ranked)

    def best(self, contract: Contract) -> Haul | None:
        """The best haul of one contract: of all its cities, from where its token is or can be loaded."""
        if contract.loaded:
            found = list(self._from(contract, self.player.train, 0, 0))
        elif self.has_room:
            suppliers = [city for city in box().suppliers[contract.good] if city in self.player.network.nodes]
            found = [haul for source in suppliers for haul in self._fetched(contract, source)]
        else:
            return None
        return max(found, key=lambda haul: (haul.worth, haul.city), default=None)

    def delivers_here(self, contract: Contract) -> bool:
        """Whether nothing better than this city, which its contract lists, is in sight."""
        best = self.best(contract)
        return best is not None and best.city == self.player.train

    def is_stuck(self, contract: Contract) -> bool:
        """Cargo without a linked city to bring it to: it may make room for other cargo."""
        return all(haul.missing for haul in self._from(contract, self.player.train, 0, 0))

    @cached_property
    def has_room(self) -> bool:
        """For a token that can be delivered: in an empty car, or in place of stuck cargo."""
        empty = len(self.player.cargo) < self.player.value("cars")
        return empty or any(map(self.is_stuck, self.player.cargo))

    def _fetched(self, contract: Contract, source: str) -> Iterator[Haul]:
        first = self.turns(self.player.train, source)
        actions = int(self.player.in_city and source != self.player.train)
        for haul in self._from(contract, source, first, actions):
            yield haul if source == self.player.train else _stopping(haul, source)

    def _from(self, contract: Contract, start: str, turns: int, actions: int) -> Iterator[Haul]:
        """To every city of the contract from this space, after so many turns and actions."""
        leaves = actions + (start in box().good_of)
        for city, pays in contract.printed.pays.items():
            missing = self.outlook.near[city]
            # Cargo is fetched only for a city that is linked: it would fill a car and be dropped for other cargo.
            if city in self.player.marked or missing > (FARTHEST_AHEAD if contract.loaded else 0):
                continue
            stop = city if missing == 0 else self._outpost(city, start)
            restarts = actions if city == start else leaves
            needed = turns + self.turns(start, stop) + AHEAD_TURNS * missing
            if needed <= self.outlook.left + GRACE_TURNS:
                worth = pays * self.fade**missing - ACTION * restarts - self.turn_cost * needed
                yield Haul(contract.good, city, pays, missing, stop, needed, worth, contract.loaded)

    def _outpost(self, city: str, start: str) -> str:
        """The track next to where a link to this city would begin: a train that waits there is still under way."""
        network = self.player.network
        distance = box().distance[city]
        node = min(network.nodes, key=lambda node: distance[node])
        tracks = [edge.id for edge in network.edges_at.get(node, ())]
        if node == start or start in tracks or not tracks:
            return start
        return min(tracks, key=lambda track: self.spaces(start, track))

    def _with_detour(self, hauls: list[Haul]) -> tuple[Haul, ...]:
        """With a free car, other cargo is fetched first if that saves a turn on the whole."""
        first = hauls[0] if hauls else None
        if first is None or not first.loaded or first.missing or first.stop == self.player.train:
            return tuple(hauls)
        if len(self.player.cargo) >= self.player.value("cars"):
            return tuple(hauls)
        here, goal = self.player.train, first.city
        for other in hauls[1:]:
            if other.loaded or other.city == goal:  # a city takes one delivery (spk-4.6)
                continue
            source, far = other.stop, other.city
            one_by_one = self.turns(here, goal) + self.turns(goal, source) + self.turns(source, far)
            both = self.turns(source, goal) + self.turns(goal, far), self.turns(source, far) + self.turns(far, goal)
            if self.turns(here, source) + min(both) < one_by_one:
                return (other, *(haul for haul in hauls if haul is not other))
        return tuple(hauls)

    def turns(self, start: str, end: str) -> int:
        return -(-self.spaces(start, end) // self.player.value("speed"))

    def spaces(self, start: str, end: str) -> int:
        return 0 if start == end else self.player.network.spaces_from(start)[end]


def _stopping(haul: Haul, source: str) -> Haul:
    return Haul(haul.good, haul.city, haul.pays, haul.missing, source, haul.turns, haul.worth, haul.loaded)
