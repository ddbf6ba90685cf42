"""Routes, the winner, and whether deliveries are left (spk-8.9, spk-9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.sheet import Standing
from engine.games.spike.components import box
from engine.games.spike.state import Contract, Player, State


@dataclass(frozen=True)
class RouteScore:
    pays: int = 0
    cities: tuple[str, ...] = ()  # of those listed, the ones that count


def route_score(top: str, linked: Sequence[str]) -> RouteScore:
    """What a route is worth to a network that links these cities."""
    cities = tuple(city for city in box().routes[top] if city in linked)
    if top not in linked or not cities:  # spk-9.1, spk-9.3
        return RouteScore()
    dearest = max(box().routes[top][city] for city in cities)
    return RouteScore(dearest + len(cities) - 1, cities)  # spk-9.2


def deliverable(player: Player, contract: Contract) -> bool:
    """Whether this contract can still be fulfilled on the present network (spk-8.9)."""
    nodes = player.network.nodes
    return (
        contract.open
        and any(city in nodes and city not in player.marked for city in contract.printed.pays)
        and (contract.loaded or any(city in nodes for city in box().suppliers[contract.good]))
    )


def has_finished(player: Player) -> bool:
    """spk-8.8"""
    return player.tracks_left == 0 and not any(deliverable(player, contract) for contract in player.contracts)


def standings(s: State) -> tuple[Standing, ...]:
    """spk-9.4"""
    keys = [(player.score, len(player.network.linked), player.tracks_left) for player in s.players]
    rows = [
        Standing(
            seat,
            1 + sum(other > keys[seat] for other in keys),
            player.score,
            (
                ("market", player.market),
                ("freight", player.freight),
                ("bonus", player.bonus),
                ("spent", -player.spent),
            ),
        )
        for seat, player in enumerate(s.players)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.seat)))
