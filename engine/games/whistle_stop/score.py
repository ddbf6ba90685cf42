"""Points at the end, and the final order (chapter 10)."""

from collections.abc import Mapping, Sequence

from engine.core.sheet import Standing
from engine.games.whistle_stop.components import SPECIAL_IN_HAND, box
from engine.games.whistle_stop.state import Player, State

# Where points come from, in the order in which they are shown.
SOURCES = (
    *("towns", "deliveries", "markets", "cabin", "malus"),
    *("majorities", "upgrades", "gold", "goods", "tokens", "penalty"),
)
NAMED = {"gold": "nuggets"}  # as a source of points; gold alone is called a nugget


def majorities(players: Sequence[Player]) -> Mapping[str, int]:
    """whi-10.2: who leads each company of which somebody owns a share."""
    leaders: dict[str, int] = {}
    for company in box().companies:
        owned = {seat: player.shares_of(company) for seat, player in enumerate(players)}
        owners = [seat for seat, numbers in owned.items() if numbers]
        if owners:
            leaders[company] = min(owners, key=lambda seat: (-len(owned[seat]), owned[seat][0]))
    return leaders


def final_parts(player: Player) -> Mapping[str, int]:
    """What a player gets besides the majorities; the loss for special tiles comes last."""
    rare, goods = box().rare, player.goods
    special = sum(box().tiles[tile].special for tile in player.hand)
    return {
        "upgrades": sum(box().upgrades[upgrade].points for upgrade in player.upgrades),  # whi-10.3
        "gold": sum(player.gold),  # whi-10.4
        "goods": sum(number * (3 if good in rare else 1) for good, number in goods.items()),  # whi-10.5
        "tokens": (player.coal + player.whistles) // 2,  # whi-10.6
        "penalty": 0 if "boiler" in player.upgrades else -SPECIAL_IN_HAND * special,  # whi-10.7
    }


def standings(s: State) -> tuple[Standing, ...]:
    """whi-10.8"""

    def rank(seat: int) -> tuple[int, int]:
        return -s.players[seat].score, -len(s.players[seat].shares)

    order = sorted(range(len(s.seats)), key=rank)
    places = {seat: 1 + sum(rank(other) < rank(seat) for other in order) for seat in order}
    return tuple(
        Standing(
            seat,
            places[seat],
            s.players[seat].score,
            tuple((NAMED.get(source, source), s.players[seat].bonus.get(source, 0)) for source in SOURCES),
        )
        for seat in order
    )
