"""What things are worth to a seat, in money: the judgement behind suggestions, defaults and the greedy bot.

Every figure is an estimate. Nothing here is a rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.games.spike.components import box
from engine.games.spike.state import Contract, Player, State
from engine.games.spike.weights import (
    CARDS_A_TURN,
    CONTRACT_WEIGHT,
    CROWD_REACH,
    DECK_SHARE,
    DISPLAY_SHARE,
    ENDING_SHARE,
    FADE,
    FETCH_AHEAD_FADE,
    FETCH_AHEAD_LEAST,
    FETCH_AHEAD_TURNS,
    FEWEST_TURNS,
    GRACE_TURNS,
    HOPE_TURNS,
    ROOM_FADE,
    ROUTE_WEIGHT,
    SAFE_SHARE,
)

Distances = Mapping[str, int]  # from a network to each city


def turns_left(s: State) -> float:
    """How many more turns each seat may expect."""
    total = sum(box().pieces.cards[len(s.seats)] for _ in box().kinds)
    deck = DECK_SHARE * total
    if s.round == 3:
        upper = SAFE_SHARE * s.safe
        ahead = upper + ENDING_SHARE * (len(s.deck) - upper)
    else:
        ahead = len(s.deck) + (3 - s.round) * deck - DISPLAY_SHARE * deck
    return max(ahead / (CARDS_A_TURN * len(s.seats)), FEWEST_TURNS)


def distances(nodes: Iterable[str]) -> Distances:
    rows = [box().distance[node] for node in nodes]
    return {city: min(row[city] for row in rows) for city in box().cities}


def contract_hope(contract: Contract, near: Distances, marked: tuple[str, ...]) -> float:
    """What a contract promises to a network with these distances to the cities."""
    if contract.loaded:
        supply, reach = 0, near
        return max(
            (pays * FADE ** reach[city] for city, pays in contract.printed.pays.items() if city not in marked),
            default=0.0,
        )
    best = 0.0
    for source in box().suppliers[contract.good]:
        supply = near[source]
        there = box().distance[source]
        for city, pays in contract.printed.pays.items():
            if city not in marked:
                best = max(best, pays * FADE ** (supply + min(near[city], there[city])))
    return best


def route_hope(top: str, near: Distances) -> float:
    listed = sorted((value * FADE ** near[city] for city, value in box().routes[top].items()), reverse=True)
    others = sum(FADE ** near[city] for city in box().routes[top]) - 1
    return FADE ** near[top] * (listed[0] + max(others, 0.0))


def hope(player: Player, near: Distances, weight: float) -> float:
    """The whole promise of a network: contracts and route."""
    contracts = sum(contract_hope(contract, near, player.marked) for contract in player.open_contracts)
    route = route_hope(player.route, near) if player.route else 0.0
    return weight * CONTRACT_WEIGHT * contracts + ROUTE_WEIGHT * route


def best_homes(s: State, seat: int) -> list[str]:
    """Cities for the locomotive, the most promising first."""
    player = s.players[seat]
    crowd = [other.home for other in s.players if other.home]
    order = {city: index for index, city in enumerate(box().cities)}

    def worth(city: str) -> float:
        # Room to grow: cities near by, and nobody else's start next door.
        room = sum(ROOM_FADE**distance for other, distance in box().distance[city].items() if other in order)
        crowded = sum(box().distance[city][home] <= CROWD_REACH for home in crowd)
        return hope(player, distances((city,)), 1.0) + room - crowded

    return sorted(box().cities, key=lambda city: (-worth(city), order[city]))


@dataclass(frozen=True)
class RouteChoice:
    """In the expert game: a route with the contracts that are best turned for it."""

    top: str
    flips: tuple[str, ...]
    hope: float


def route_choices(player: Player) -> list[RouteChoice]:
    """Each route that was dealt, the better one first."""
    choices = []
    for top in player.routes:
        wanted = (top, *box().routes[top])
        near = distances(wanted)
        flips = tuple(
            contract.good
            for contract in player.contracts
            if contract_hope(contract.flipped(), near, ()) > contract_hope(contract, near, ())
        )
        total = sum(
            max(contract_hope(contract, near, ()), contract_hope(contract.flipped(), near, ()))
            for contract in player.contracts
        )
        choices.append(RouteChoice(top, flips, total))
    return sorted(choices, key=lambda choice: (-choice.hope, choice.top))


@dataclass(frozen=True)
class Haul:
    """A contract that the train could carry out now: where to go next, what it pays, how long it takes."""

    stop: str
    good: str
    city: str
    pays: int
    turns: int

    @property
    def rate(self) -> float:
        return self.pays / (self.turns + 1)


@dataclass(frozen=True)
class Outlook:
    """How one seat sees the position."""

    s: State
    seat: int

    @property
    def player(self) -> Player:
        return self.s.players[self.seat]

    @cached_property
    def left(self) -> float:
        return turns_left(self.s)

    @cached_property
    def weight(self) -> float:
        return min(1.0, self.left / HOPE_TURNS)

    @cached_property
    def near(self) -> Distances:
        return distances(self.player.network.nodes)

    @cached_property
    def present_hope(self) -> float:
        return hope(self.player, self.near, self.weight)

    def link_worth(self, nodes: tuple[str, ...]) -> float:
        """What linking a new city over these nodes brings: the market now, hope for later."""
        market = self.s.price(box().good_of[nodes[-1]])
        rows = [box().distance[node] for node in nodes]
        near = {city: min(now, *(row[city] for row in rows)) for city, now in self.near.items()}
        return market + hope(self.player, near, self.weight) - self.present_hope

    @cached_property
    def hauls(self) -> tuple[Haul, ...]:
        """Everything the train could carry out in time, the best first."""
        player, speed = self.player, self.player.value("speed")
        here = player.network.spaces_from(player.train)
        found: list[Haul] = []
        for contract in player.open_contracts:
            goals = [
                city for city in contract.printed.pays if city in player.network.nodes and city not in player.marked
            ]
            for start in self._starts(contract):
                first = -(-here.get(start, 0) // speed)
                way = player.network.spaces_from(start)
                for city in goals:
                    turns = first + -(-way.get(city, 0) // speed)
                    if turns <= self.left + GRACE_TURNS:
                        stop = city if start == player.train else start
                        found.append(Haul(stop, contract.good, city, contract.printed.pays[city], turns))
                if not goals and start != player.train:
                    found += self._fetching(contract, start, first)
        return tuple(sorted(found, key=lambda haul: (-haul.rate, haul.good, haul.city)))

    def _starts(self, contract: Contract) -> list[str]:
        """Where the way of a token begins: where the train is, or where it is loaded."""
        player = self.player
        if contract.loaded:
            return [player.train]
        room = len(player.cargo) < player.value("cars")
        return [city for city in box().suppliers[contract.good] if room and city in player.network.nodes]

    def _fetching(self, contract: Contract, start: str, turns: int) -> list[Haul]:
        """A token may be fetched before any of its cities is linked; it is worth less the further they are."""
        hopes = [
            Haul(
                start,
                contract.good,
                city,
                round(pays * FADE ** (self.near[city] + FETCH_AHEAD_FADE)),
                turns + FETCH_AHEAD_TURNS,
            )
            for city, pays in contract.printed.pays.items()
            if city not in self.player.marked
        ]
        best = max(hopes, key=lambda haul: (haul.pays, haul.city), default=None)
        if best is None or best.pays <= FETCH_AHEAD_LEAST or best.turns >= self.left:
            return []
        return [best]
