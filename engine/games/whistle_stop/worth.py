"""What things are worth to a player, in points: the judgement behind suggestions and bots. No rule is here."""

from collections.abc import Mapping, Sequence

from engine.games.whistle_stop import routes
from engine.games.whistle_stop.components import CABIN_POINTS, CABIN_SET, EAST, MAJORITY, MOST_CUBES, Tile, box
from engine.games.whistle_stop.routes import COAL, Rails
from engine.games.whistle_stop.state import Player, Spot, State, Tiled

NUGGET = 3.85
HOME = 26.0  # a train at home, besides what it delivers
STUCK = 4.0
COLUMNS = 8
MOVES_A_COLUMN = 0.7  # coal a train needs for each column still to go, on average
COMPLETE = (0.0, 0.12, 0.4, 0.9)  # what part of a delivery counts with so many thirds of its goods
PER_ROUND = {
    "coal-car": 1.6,
    "ore-cart": 1.7,
    "warehouse": 1.2,
    "luxury-cabin": 0.2,
    "caboose": 0.8,
    "merchant-car": 0.6,
    "new-whistle": 0.8,
    "safe": 0.1,
    "boiler": 0.5,
    "compass": 0.4,
    "stop-signal": 0.1,
    "toll-station": 0.2,
}


def turns_left(s: State, seat: int) -> int:
    """How many turns this player still has after the present one."""
    if s.last_round:
        return 0
    return s.rounds - s.round


def good_value(good: str) -> float:
    return 3.0 if good in box().rare else 1.0


def share_worth(s: State, seat: int, company: str) -> float:
    """One more share of a company: what it adds to the hope of leading it."""
    mine = len(s.players[seat].shares_of(company))
    others = max((len(p.shares_of(company)) for other, p in enumerate(s.players) if other != seat), default=0)
    if mine > others + 1:
        return 1.5
    return MAJORITY * 0.45 if mine >= others else MAJORITY * 0.25


def goods_worth(s: State, seat: int, goods: Mapping[str, int], trains: Sequence[Spot]) -> float:
    """What cubes will bring: the deliveries that these trains can still make with them, and the rest at the end."""
    worth = sum(good_value(good) * number for good, number in goods.items())
    left = dict(goods)
    hope = min(1.0, 0.45 + 0.15 * turns_left(s, seat)) if turns_left(s, seat) else 0.0
    if not hope:
        return worth
    for spot in sorted(trains, key=distance):
        best, most = None, 0.0
        for tile in ends_in_reach(s, spot):
            gain = _delivery_gain(tile, left)
            if gain > most:
                best, most = tile, gain
        if best is None:
            continue
        worth += hope * most
        for good in best.cost:
            if left.get(good):
                left[good] -= 1
    return worth


def ends_in_reach(s: State, spot: Spot) -> tuple[Tile, ...]:
    """The deliveries of the West that a train can hope to reach: the nearer it is, the fewer."""
    known: dict[str, tuple[Tile, ...]] = s.__dict__.setdefault("_reach", {})
    if spot[0] not in known:
        gap, row = distance(spot), _row(spot[0])
        near = [hex for hex in box().ends if abs(_row(hex) - row) <= 1.0 + 0.5 * gap]
        tiles = (box().tiles[s.tiles[hex].tile] for hex in near)
        known[spot[0]] = tuple(tile for tile in tiles if tile.kind == "delivery")
    return known[spot[0]]


def _row(hex: str) -> float:
    """How far south, in cells; stations count by the tile beside them."""
    cell = box().stations[hex].hex if hex in box().stations else hex
    return int(cell[1:]) + (0.5 if cell[0] in "BDFH" else 0.0)


def _delivery_gain(tile: Tile, goods: Mapping[str, int]) -> float:
    """The hope of a delivery with what is there of its goods, less what they are worth in themselves."""
    have, value = 0, 0.0
    for good in tile.cost:
        if goods.get(good):
            have += 1
            value += good_value(good)
    part = COMPLETE[3 * have // len(tile.cost)]
    return part * (tile.bonus + tile.malus - value)


def distance(spot: Spot) -> int:
    """Columns still to go to the West."""
    return ord(spot[0][0]) - ord("A")


def trains_worth(s: State, seat: int, trains: Sequence[Spot], home: int, tokens: float) -> float:
    """The hope of bringing trains home with the tokens that are there and will come, the nearest first."""
    budget = tokens + 2.2 * turns_left(s, seat)
    worth = HOME * home
    for gap in sorted(map(distance, trains)):
        need = max(1.0, gap * MOVES_A_COLUMN)
        hope = min(1.0, max(0.0, budget) / need) ** 2
        worth += hope * HOME * ((COLUMNS - gap) / COLUMNS) ** 1.3
        budget -= need
    return worth


def token_worth(s: State, seat: int) -> tuple[float, float]:
    """A coal and a whistle."""
    if not turns_left(s, seat) or not s.players[seat].trains:
        return 0.5, 0.5
    coal = min(1.1, 0.45 + 0.15 * turns_left(s, seat))
    return coal, coal + 0.5


def mobility(way: Rails, spot: Spot) -> float:
    """How easily a train goes on from here with coal: nought when it is stuck."""
    best = 0.0
    for side in routes.path_sides(way.tiles, spot):
        if side in EAST:
            continue
        head = routes.begin(way, spot, side, COAL)
        if head is None:
            continue
        where = head.spot if isinstance(head, routes.Arrival) else (head.hex, 0)
        best = max(best, 1.0 + max(0, distance(spot) - distance(where)))
    return best


def tile_worth(s: State, seat: int, tile: str) -> float:
    """A tile in hand."""
    piece = box().tiles[tile]
    if piece.special:
        risk = 0.0 if "boiler" in s.players[seat].upgrades else _special_risk(s, seat)
        return (4.0 if s.players[seat].has(piece.cost) else 2.5) - risk
    stops = max((good_value(good) for good in piece.round_stops), default=-1.0)
    wide = max((len(path.sides) for path in piece.paths if path.stop), default=2)
    return 1.0 + stops + 0.3 * wide


def _special_risk(s: State, seat: int) -> float:
    """What a special tile in hand may cost: all of it in the last turn (whi-10.7)."""
    return (10.0, 8.0, 6.0, 4.0, 2.0)[turns_left(s, seat)] if turns_left(s, seat) < 5 else 0.0


def hand_worth(s: State, seat: int) -> float:
    player = s.players[seat]
    special = sum(box().tiles[tile].special for tile in player.hand)
    return 0.0 if "boiler" in player.upgrades else -special * _special_risk(s, seat)


def upgrades_worth(s: State, seat: int, upgrades: Sequence[str]) -> float:
    left = turns_left(s, seat)
    worth = 0.0
    for upgrade in upgrades:
        worth += box().upgrades[upgrade].points + PER_ROUND[upgrade] * left
        if upgrade == "luxury-cabin":
            worth += CABIN_POINTS * (len(s.players[seat].shares) // CABIN_SET) * left * 0.6
    return worth


def position_worth(s: State, seat: int) -> float:
    """The whole position of a player."""
    player = s.players[seat]
    coal, whistle = token_worth(s, seat)
    parking = any(todo.kind == "park" for todo in s.turn.todo)  # in mid-draft: the train is as good as home
    return (
        player.score
        + goods_worth(s, seat, player.goods, player.trains)
        + NUGGET * len(player.gold)
        + coal * player.coal
        + whistle * player.whistles
        + shares_worth(s, seat)
        + upgrades_worth(s, seat, player.upgrades)
        + trains_worth(s, seat, player.trains, player.home + parking, player.coal + 1.4 * player.whistles)
        + sum(_standing(s, seat, spot) for spot in player.trains)
        + hand_worth(s, seat)
    )


def _standing(s: State, seat: int, spot: Spot) -> float:
    ways = mobility(routes.rails(s, seat), spot)
    return 0.4 * ways if ways else -STUCK


def shares_worth(s: State, seat: int) -> float:
    worth = 0.0
    for company in box().companies:
        mine = len(s.players[seat].shares_of(company))
        if mine:
            others = max(len(p.shares_of(company)) for other, p in enumerate(s.players) if other != seat)
            worth += (MAJORITY * 0.7 if mine > others else MAJORITY * 0.35) + 1.5 * (mine - 1)
    return worth


def stop_worth(s: State, seat: int, tiles: Mapping[str, Tiled], spot: Spot, trains: Sequence[Spot]) -> float:
    """What a stop will give, roughly: for choosing among many ways."""
    if spot[0] in box().stations:
        return 0.0
    player = s.players[seat]
    tile, good = routes.stop_under(tiles, spot)
    if good is not None:
        return good_gain(s, seat, player, good, trains)
    if tile.kind in ("town", "delivery"):
        return delivery_worth(s, seat, player, tile, trains)
    coal, whistle = token_worth(s, seat)
    values = {
        "coal-mine": 2 * coal,
        "whistle-factory": whistle,
        "gold-mine": NUGGET if s.nuggets else 0.0,
        "general-store": 4.0,
        "trading-post": 1.5 if player.cubes else 0.0,
        "stock-market": (tile.per_share * len(player.shares) - 7.0) if player.shares else 0.0,
    }
    return values[tile.kind]


def delivery_worth(s: State, seat: int, player: Player, tile: Tile, trains: Sequence[Spot]) -> float:
    """Paying at a town or end tile; `trains` are those that still hope for a delivery afterwards."""
    if not player.has(tile.cost):
        return -float(min(tile.malus, player.score))
    gain = tile.bonus + (share_worth(s, seat, tile.company) if tile.company and s.shares[tile.company] else 0.0)
    rest = player
    for good in tile.cost:
        rest = rest.with_good(good, -1)
    return gain + goods_worth(s, seat, rest.goods, trains) - goods_worth(s, seat, player.goods, trains)


def good_gain(s: State, seat: int, player: Player, good: str, trains: Sequence[Spot]) -> float:
    """One more cube."""
    if not s.cubes[good] or player.cubes >= MOST_CUBES:
        return 0.0
    more = player.with_good(good, 1)
    return goods_worth(s, seat, more.goods, trains) - goods_worth(s, seat, player.goods, trains)


def thing_worth(s: State, seat: int, thing: str) -> float:
    """A good or token to choose."""
    coal, whistle = token_worth(s, seat)
    if thing in ("coal", "whistle"):
        return coal if thing == "coal" else whistle
    if thing == "gold":
        return NUGGET
    player = s.players[seat]
    return good_gain(s, seat, player, thing, player.trains)


def space_worth(s: State, seat: int, space: int) -> float:
    """What a space of the resource track gives."""
    worth = 0.0
    for thing in box().spaces[space - 1]:
        if thing == "any":
            worth += 3.9
        elif thing in s.cubes and not s.cubes[thing]:
            continue
        else:
            worth += thing_worth(s, seat, thing)
    return worth
