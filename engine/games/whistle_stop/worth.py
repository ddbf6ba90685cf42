"""What things are worth to a player, in points: the judgement behind suggestions and bots. No rule is here."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.games.whistle_stop import routes, weights
from engine.games.whistle_stop.components import (
    CABIN_POINTS,
    CABIN_SET,
    EAST,
    MAJORITY,
    MOST_CUBES,
    MOST_TOKENS,
    Tile,
    box,
)
from engine.games.whistle_stop.routes import COAL, Rails
from engine.games.whistle_stop.state import Player, Spot, State, Tiled
from engine.games.whistle_stop.turn_end import missing
from engine.games.whistle_stop.weights import Tokens

COLUMNS = 8


def turns_left(s: State, seat: int) -> int:
    """How many turns this player still has after the present one: until the rounds are over, or until an opponent is
    likely to bring a last train home (whi-10.1)."""
    if s.last_round:
        return 0
    number = len(s.seats)
    place = (seat - s.first) % number
    turns = s.rounds - s.round
    for other, player in enumerate(s.players):
        if other != seat and player.trains:
            theirs = _turns_home(player.trains, tokens_in_moves(player))
            turns = min(turns, theirs - ((other - s.first) % number > place))
    return turns


@lru_cache(maxsize=4096)
def _turns_home(trains: tuple[Spot, ...], tokens: float) -> int:
    """How many turns a player needs to bring these trains home, by the pace of players who hurry."""
    need = sum(max(1.0, distance(spot) * weights.RIVAL_MOVES_A_COLUMN) for spot in trains)
    return max(1, math.ceil(max(need / weights.RIVAL_PACE, (need - tokens) / weights.RIVAL_TOKENS_A_TURN)))


@cache
def good_value(good: str) -> float:
    return weights.RARE_GOOD if good in box().rare else weights.COMMON_GOOD


def share_worth(s: State, seat: int, company: str) -> float:
    """One more share of a company: what it adds to the hope of leading it."""
    mine = len(s.players[seat].shares_of(company))
    others = max((len(p.shares_of(company)) for other, p in enumerate(s.players) if other != seat), default=0)
    if mine > others + 1:
        return weights.FURTHER_SHARE
    return MAJORITY * (weights.NEXT_LEADS if mine >= others else weights.NEXT_FOLLOWS)


class Deliveries(NamedTuple):
    """What trains can still bring to the West: where each of them stands, the nearest first, and how likely it is."""

    nearest: tuple[Spot, ...]
    hopes: tuple[float, ...]
    ends: tuple[str, ...]

    def worth(self, goods: Mapping[str, int]) -> float:
        """What cubes will bring: the deliveries that can be made with them, and the rest at the end."""
        worth = sum(good_value(good) * number for good, number in goods.items())
        gains = _delivery_gains(tuple(goods.items()), self.nearest, self.ends)
        for hope, gain in zip(self.hopes, gains, strict=True):
            worth += hope * gain
        return worth

    def gain(self, goods: Mapping[str, int], gives: Sequence[str] = (), gets: Sequence[str] = ()) -> float:
        """What it changes to give some of these goods and to get others."""
        after = dict(goods)
        for good in gives:
            after[good] -= 1
        for good in gets:
            after[good] = after.get(good, 0) + 1
        return self.worth(after) - self.worth(goods)


def deliveries(s: State, seat: int, trains: Sequence[Spot], turns: int) -> Deliveries:
    """Of a seat that has so many turns left."""
    nearest = tuple(sorted(trains, key=distance))
    hope = min(1.0, weights.HOPE_NOW + weights.HOPE_A_TURN * turns)
    chances = _chances(s, turns, nearest, tokens_in_moves(s.players[seat]))
    return Deliveries(nearest, tuple(hope * chance for chance in chances), s.west)


@lru_cache(maxsize=16384)  # the moves of a turn are thought of in many orders, which come to the same goods and trains
def _delivery_gains(
    goods: tuple[tuple[str, int], ...], nearest: tuple[Spot, ...], ends: tuple[str, ...]
) -> tuple[float, ...]:
    """What each train would gain by the best delivery it can reach, with the goods that those before it leave."""
    left, gains = dict(goods), list[float]()
    for spot in nearest:
        best, most = None, 0.0
        for tile in _deliveries_near(spot, ends):
            gain = _delivery_gain(tile, left)
            if gain > most:
                best, most = tile, gain
        gains.append(most)
        for good in best.cost if best else ():
            if left.get(good):
                left[good] -= 1
    return tuple(gains)


@lru_cache(maxsize=4096)
def _deliveries_near(spot: Spot, ends: tuple[str, ...]) -> tuple[Tile, ...]:
    """The deliveries of the West that a train can hope to reach: the nearer it is, the fewer."""
    tile_at = dict(zip(box().ends, ends, strict=True))
    tiles = [box().tiles[tile_at[hex]] for hex in _ends_near(spot)]
    return tuple(tile for tile in tiles if tile.kind == "delivery")


@cache
def _ends_near(spot: Spot) -> tuple[str, ...]:
    rows = weights.REACH + weights.REACH_A_COLUMN * distance(spot)
    return tuple(hex for hex in box().ends if abs(_row(hex) - _row(spot.hex)) <= rows)


def _row(hex: str) -> float:
    """How far south, in cells; stations count by the tile beside them."""
    cell = box().stations[hex].hex if hex in box().stations else hex
    return int(cell[1:]) + (0.5 if cell[0] in "BDFH" else 0.0)


def _delivery_gain(tile: Tile, goods: Mapping[str, int]) -> float:
    """The expected points of a delivery with the goods at hand, less what these goods are worth without it."""
    have, value = 0, 0.0
    for good in tile.cost:
        if goods.get(good):
            have += 1
            value += good_value(good)
    part = weights.COMPLETE[3 * have // len(tile.cost)]
    return part * (tile.bonus + tile.malus - value)


def distance(spot: Spot) -> int:
    """Columns still to go to the West."""
    return ord(spot.hex[0]) - ord("A")


def trains_worth(s: State, seat: int, trains: Sequence[Spot], home: int, tokens: float, turns: int) -> float:
    """The hope of bringing trains home with the tokens that are there and will come, the nearest first."""
    each = last = weights.HOME_LAST
    if not _is_ending(s, seat):
        each, last = weights.HOME, weights.LAST_TRAIN
    nearest = sorted(trains, key=distance)
    worth = each * home if nearest else each * (home - 1) + last
    for n, chance in enumerate(_chances(s, turns, nearest, tokens), 1):
        way_behind = (COLUMNS - distance(nearest[n - 1])) / COLUMNS
        worth += chance * (each if n < len(nearest) else last) * way_behind**weights.WAY_BEHIND
    return worth


def _is_ending(s: State, seat: int) -> bool:
    """The last round, but not because this player's own last train has come home: that is what it was meant to do."""
    others = (player for other, player in enumerate(s.players) if other != seat)
    return s.round == s.rounds or (s.closing and any(not player.trains for player in others))


def _chances(s: State, turns: int, nearest: Sequence[Spot], tokens: float) -> Iterator[float]:
    """Whether each train still gets home, with what is left of the tokens after those before it."""
    budget, doubt = tokens + weights.TOKENS_A_TURN * max(weights.LEAST_TURNS, turns), weights.DOUBT
    if s.last_round:
        budget, doubt = min(tokens, float(MOST_TOKENS - s.turn.spent)), weights.DOUBT_LAST
    for spot in nearest:
        need = max(1.0, distance(spot) * weights.MOVES_A_COLUMN)
        yield min(1.0, max(0.0, budget) / need) ** doubt
        budget -= need


def token_worth(s: State, seat: int) -> Tokens:
    """One more of each."""
    player, turns = s.players[seat], turns_left(s, seat)
    if not turns or not player.trains or player.coal + player.whistles > _usable(turns):
        return Tokens(weights.SPENT_LATE, weights.SPENT_LATE)
    coal = min(weights.COAL_MOST, weights.COAL_NOW + weights.COAL_A_TURN * turns)
    return Tokens(coal, coal + weights.WHISTLE_MORE)


def tokens_worth(player: Player, turns: int) -> float:
    """Those that a player holds. What more of them than can still be spent is worth is only what they score."""
    worth = weights.SPENT_LATE * (player.coal + player.whistles)
    if turns and player.trains:
        coal = min(weights.COAL_MOST, weights.COAL_NOW + weights.COAL_A_TURN * turns)
        used = min(player.coal + player.whistles, _usable(turns))
        worth += (coal - weights.SPENT_LATE) * used + weights.WHISTLE_MORE * player.whistles
    return worth


def _usable(turns: int) -> float:
    """How many of the tokens at hand can be spent in the turns that follow, besides those that come in."""
    return turns * (MOST_TOKENS - weights.TOKENS_A_TURN)


def tokens_in_moves(player: Player) -> float:
    """How many moves of trains the tokens of a player are good for."""
    return player.coal + weights.WHISTLE_IN_MOVES * player.whistles


class Prospect(NamedTuple):
    """Where a train can go from here with coal: how easily, 0 when it is stuck, and whether into an empty cell."""

    ease: float
    opens: bool

    @property
    def worth(self) -> float:
        return weights.WAY_ON * self.ease if self.ease else -weights.STUCK


def prospect(way: Rails, spot: Spot) -> Prospect:
    ease, opens = 0.0, False
    for side in routes.path_sides(way.tiles, spot):
        if side in EAST:
            continue
        head = routes.begin(way, spot, side, COAL)
        if head is None:
            continue
        where = head.spot if isinstance(head, routes.Arrival) else Spot(head.hex)
        opens = opens or where.hex not in way.tiles
        ease = max(ease, weights.FURTHER + max(0, distance(spot) - distance(where)))
    return Prospect(ease, opens)


def tile_worth(s: State, seat: int, tile: str) -> float:
    """A tile in hand."""
    piece = box().tiles[tile]
    if piece.special:
        risk = special_risk(s.players[seat])
        return (weights.SPECIAL_PAYABLE if s.players[seat].has(piece.cost) else weights.SPECIAL) - risk
    stops = max((good_value(good) for good in piece.round_stops), default=weights.NO_STOP)
    wide = max((len(path.sides) for path in piece.paths if path.stop), default=2)
    return weights.TRACK_TILE + stops + weights.SIDE_AT_STOP * wide


def special_risk(player: Player) -> float:
    """What a special tile in hand may cost. The boiler saves its owner the loss, but anybody may buy it (whi-8.2)."""
    return weights.SPECIAL_RISK_BOILER if "boiler" in player.upgrades else weights.SPECIAL_RISK


def hand_worth(s: State, seat: int, openings: int) -> float:
    """The risk of the special tiles in hand, and of those that may come when it is filled: nobody may leave it short
    (whi-9.1), and only open tiles are known. A train before an empty cell can lay one that is there: at once with a
    coal that may still be spent, otherwise in another turn, if there is one."""
    player = s.players[seat]
    held = sum(tile in _special_tiles() for tile in player.hand)
    blind = max(0, missing(s, seat) - sum(tile not in _special_tiles() for tile in s.shown))
    drawn = blind * _special_share(s, seat) if blind else 0.0
    if player.coal and s.turn.spent < MOST_TOKENS:
        hope = weights.LAID_NOW
    else:
        hope = 0.0 if s.last_round else weights.LAID_LATER
    return -special_risk(player) * (held + drawn - hope * min(held, openings))


def _special_share(s: State, seat: int) -> float:
    """How many of the tiles that the seat cannot see are special."""
    unseen = [*s.pile, *(tile for other, player in enumerate(s.players) if other != seat for tile in player.hand)]
    return sum(tile in _special_tiles() for tile in unseen) / len(unseen) if unseen else 0.0


@cache
def _special_tiles() -> frozenset[str]:
    return frozenset(id for id, tile in box().tiles.items() if tile.special)


def upgrade_worth(player: Player, upgrade: str, turns: int) -> float:
    worth = box().upgrades[upgrade].points + weights.PER_TURN[upgrade] * turns
    if upgrade == "luxury-cabin":
        worth += CABIN_POINTS * (len(player.shares) // CABIN_SET) * turns * weights.CABIN_USED
    return worth


def position_worth(s: State, seat: int) -> float:
    """The whole position of a player."""
    player, turns = s.players[seat], turns_left(s, seat)
    way = routes.rails(s, seat)
    prospects = [prospect(way, spot) for spot in player.trains]
    parking = any(todo.kind == "park" for todo in s.turn.todo)  # in mid-draft: the train is as good as home
    return (
        player.score
        + deliveries(s, seat, player.trains, turns).worth(player.goods)
        + weights.NUGGET * len(player.gold)
        + tokens_worth(player, turns)
        + shares_worth(s, seat)
        + sum(upgrade_worth(player, upgrade, turns) for upgrade in player.upgrades)
        + trains_worth(s, seat, player.trains, player.home + parking, tokens_in_moves(player), turns)
        + sum(one.worth for one in prospects)
        + hand_worth(s, seat, sum(one.opens for one in prospects))
    )


def shares_worth(s: State, seat: int) -> float:
    worth = 0.0
    for company in box().companies:
        mine = len(s.players[seat].shares_of(company))
        if mine:
            others = max(len(p.shares_of(company)) for other, p in enumerate(s.players) if other != seat)
            worth += MAJORITY * (weights.LEADS if mine > others else weights.FOLLOWS)
            worth += weights.FURTHER_SHARE * (mine - 1)
    return worth


def stop_worth(s: State, seat: int, tiles: Mapping[str, Tiled], spot: Spot, trains: Sequence[Spot]) -> float:
    """What a stop will give, roughly: for choosing among many ways."""
    if spot.hex in box().stations:
        return 0.0
    player = s.players[seat]
    tile, good = routes.stop_under(tiles, spot)
    if good is not None:
        return good_gain(s, seat, player, good, trains)
    if tile.kind in ("town", "delivery"):
        return delivery_worth(s, seat, player, tile, trains)
    tokens = token_worth(s, seat)
    values = {
        "coal-mine": 2 * tokens.coal,
        "whistle-factory": tokens.whistle,
        "gold-mine": weights.NUGGET if s.nuggets else 0.0,
        "general-store": weights.STORE,
        "trading-post": weights.TRADE_CHANCE if player.cubes else 0.0,
        "stock-market": (tile.per_share * len(player.shares) - weights.MARKET_COST) if player.shares else 0.0,
    }
    return values[tile.kind]


def delivery_worth(s: State, seat: int, player: Player, tile: Tile, trains: Sequence[Spot]) -> float:
    """Paying at a town or end tile; `trains` are those that still hope for a delivery afterwards."""
    if not player.has(tile.cost):
        return -float(min(tile.malus, player.score))
    gain = tile.bonus + (share_worth(s, seat, tile.company) if tile.company and s.shares[tile.company] else 0.0)
    return gain + deliveries(s, seat, trains, turns_left(s, seat)).gain(player.goods, gives=tile.cost)


def good_gain(s: State, seat: int, player: Player, good: str, trains: Sequence[Spot]) -> float:
    """One more cube."""
    if not s.cubes[good] or player.cubes >= MOST_CUBES:
        return 0.0
    return deliveries(s, seat, trains, turns_left(s, seat)).gain(player.goods, gets=(good,))


def thing_worth(s: State, seat: int, thing: str) -> float:
    """A good or token to choose."""
    if thing in ("coal", "whistle"):
        tokens = token_worth(s, seat)
        return tokens.coal if thing == "coal" else tokens.whistle
    if thing == "gold":
        return weights.NUGGET
    player = s.players[seat]
    return good_gain(s, seat, player, thing, player.trains)


def space_worth(s: State, seat: int, space: int) -> float:
    """What a space of the resource track gives."""
    worth = 0.0
    for thing in box().spaces[space - 1]:
        if thing == "any":
            worth += weights.ANY
        elif thing in s.cubes and not s.cubes[thing]:
            continue
        else:
            worth += thing_worth(s, seat, thing)
    return worth
