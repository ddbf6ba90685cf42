"""What things are worth to a seat, in money: the judgement behind suggestions, defaults and the greedy bot.

Every figure is an estimate. Nothing here is a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.games.spike.components import box
from engine.games.spike.network import distances
from engine.games.spike.state import Contract, Player, State
from engine.games.spike.weights import (
    CARDS_A_TURN,
    CONTRACT_FADE,
    CONTRACT_WEIGHT,
    CROWD_REACH,
    DECK_SHARE,
    DISPLAY_SHARE,
    ENDING_SHARE,
    FEWEST_TURNS,
    HASTE,
    HOPE_TURNS,
    MARKET_WEIGHT,
    ROOM_FADE,
    ROUTE_FADE,
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


def contract_fade(left: float) -> float:
    """What remains of a contract's promise for each track that is missing: less when there is little time to lay it."""
    remains: float = CONTRACT_FADE ** (1 + HASTE / left)
    return remains


def contract_hope(contract: Contract, near: Distances, marked: tuple[str, ...], fade: float) -> float:
    """What a contract promises to a network with these distances to the cities."""
    if contract.loaded:
        return max(
            (pays * fade ** near[city] for city, pays in contract.printed.pays.items() if city not in marked),
            default=0.0,
        )
    best = 0.0
    for source in box().suppliers[contract.good]:
        supply = near[source]
        there = box().distance[source]
        for city, pays in contract.printed.pays.items():
            if city not in marked:
                best = max(best, pays * fade ** (supply + min(near[city], there[city])))
    return best


def route_hope(top: str, near: Distances, fade: float) -> float:
    dearest = max(value * fade ** near[city] for city, value in box().routes[top].items())
    others = sum(fade ** near[city] for city in box().routes[top]) - 1
    remains: float = fade ** near[top] * (dearest + max(others, 0.0))
    return remains


def hope(player: Player, near: Distances, left: float) -> float:
    """The whole promise of a network: contracts and route."""
    fade = contract_fade(left)
    contracts = sum(contract_hope(contract, near, player.marked, fade) for contract in player.open_contracts)
    route = route_hope(player.route, near, ROUTE_FADE) if player.route else 0.0
    return min(1.0, left / HOPE_TURNS) * CONTRACT_WEIGHT * contracts + ROUTE_WEIGHT * route


def best_homes(s: State, seat: int) -> list[str]:
    """Cities for the locomotive, the most promising first."""
    player = s.players[seat]
    left = turns_left(s)
    crowd = [other.home for other in s.players if other.home]
    order = {city: index for index, city in enumerate(box().cities)}

    def worth(city: str) -> float:
        # Room to grow: cities near by, and nobody else's start next door.
        room = sum(ROOM_FADE**distance for other, distance in box().distance[city].items() if other in order)
        crowded = sum(box().distance[city][home] <= CROWD_REACH for home in crowd)
        return hope(player, distances((city,)), left) + room - crowded

    return sorted(box().cities, key=lambda city: (-worth(city), order[city]))


@dataclass(frozen=True)
class RouteChoice:
    """In the expert game: a route with the contracts that are best turned for it."""

    top: str
    flips: tuple[str, ...]
    hope: float


def route_choices(player: Player, left: float) -> list[RouteChoice]:
    """Each route that was dealt, the better one first."""
    fade = contract_fade(left)
    choices = []
    for top in player.routes:
        wanted = (top, *box().routes[top])
        near = distances(wanted)
        flips = tuple(
            contract.good
            for contract in player.contracts
            if contract_hope(contract.flipped(), near, (), fade) > contract_hope(contract, near, (), fade)
        )
        total = sum(
            max(contract_hope(contract, near, (), fade), contract_hope(contract.flipped(), near, (), fade))
            for contract in player.contracts
        )
        choices.append(RouteChoice(top, flips, total))
    return sorted(choices, key=lambda choice: (-choice.hope, choice.top))


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

    @property
    def near(self) -> Distances:
        return self.player.network.near

    @cached_property
    def present_hope(self) -> float:
        return hope(self.player, self.near, self.left)

    def link_worth(self, nodes: tuple[str, ...]) -> float:
        """What linking a new city over these nodes brings: the market now, hope for later."""
        market = MARKET_WEIGHT * self.s.price(box().good_of[nodes[-1]])
        rows = [box().city_distances[node] for node in nodes]
        near = dict(zip(self.near, map(min, self.near.values(), *rows), strict=True))
        return market + hope(self.player, near, self.left) - self.present_hope
