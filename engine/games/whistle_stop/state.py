"""The position. `Public` is what everybody may know; `State` adds the secrets, `View` what one reader knows of them.

Everything is frozen and changed only by the `with_…` methods.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.core.rng import Rng
from engine.games.whistle_stop.components import BOILER_HAND, HAND, MOST_CUBES, Lying, box


class Tiled(msgspec.Struct, frozen=True, array_like=True):
    """The tile in a cell."""

    tile: str
    rotation: int

    @property
    def lying(self) -> Lying:
        return box().tiles[self.tile].rotations[self.rotation]


class Spot(NamedTuple):
    """Where a train stands: a cell with the index of its path, or a station with 0."""

    hex: str
    path: int = 0


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody sees of a player. `trains` are those on the map, in a fixed order."""

    score: int = 0
    coal: int = 0
    whistles: int = 0
    goods: Mapping[str, int] = {}
    shares: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    trains: tuple[Spot, ...] = ()
    to_place: int = 0
    home: int = 0
    bonus: Mapping[str, int] = {}  # points gained so far, by where they came from


class Player(Holdings, frozen=True, kw_only=True):
    """The holdings of a seat with its secrets: the values of its nuggets and its tiles."""

    gold: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()

    @property
    def cubes(self) -> int:
        return sum(self.goods.values())

    @property
    def hand_size(self) -> int:
        """whi-8.14"""
        return BOILER_HAND if "boiler" in self.upgrades else HAND

    def has(self, cost: Sequence[str]) -> bool:
        return all(self.goods.get(good, 0) >= cost.count(good) for good in cost)

    def shares_of(self, company: str) -> tuple[int, ...]:
        """The numbers of the shares of a company, in order."""
        return _share_numbers(self.shares).get(company, ())

    def with_good(self, good: str, by: int) -> "Player":
        goods = {**self.goods, good: self.goods.get(good, 0) + by}
        return replace(self, goods={name: goods[name] for name in box().goods if goods.get(name)})

    def with_tokens(self, coal: int = 0, whistles: int = 0) -> "Player":
        return replace(self, coal=self.coal + coal, whistles=self.whistles + whistles)

    def with_points(self, source: str, points: int) -> "Player":
        """whi-6.11: nobody falls below 0."""
        points = max(points, -self.score)
        bonus = {**self.bonus, source: self.bonus.get(source, 0) + points}
        return replace(self, score=self.score + points, bonus=bonus)

    def with_gold(self, value: int) -> "Player":
        return replace(self, gold=(*self.gold, value))

    def with_shares(self, shares: Sequence[str]) -> "Player":
        return replace(self, shares=tuple(sorted(shares, key=box().share_words.index)))

    def with_upgrades(self, upgrades: tuple[str, ...]) -> "Player":
        return replace(self, upgrades=upgrades)

    def with_hand(self, hand: Sequence[str]) -> "Player":
        return replace(self, hand=tuple(sorted(hand, key=box().play_tiles.index)))

    def with_trains(self, trains: Sequence[Spot], home: int = 0) -> "Player":
        return replace(self, trains=tuple(sorted(trains)), home=self.home + home)

    def with_placed(self, spot: Spot) -> "Player":
        return replace(self, trains=tuple(sorted((*self.trains, spot))), to_place=self.to_place - 1)


@lru_cache(maxsize=1024)
def _share_numbers(shares: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
    """By company."""
    numbers: dict[str, list[int]] = {}
    for share in shares:
        company, _, number = share.rpartition("-")
        numbers.setdefault(company, []).append(int(number))
    return {company: tuple(sorted(held)) for company, held in numbers.items()}


class Running(msgspec.Struct, frozen=True):
    """A train on its way, waiting for a decision.

    `waits` is toll (before it leaves `hex` by `side`), lay (an empty cell `hex`, entered by `side`), leave (an own stop
    that must be passed), halt (a stop at which a whistle move may end or not) or end (an end tile that a whistle may
    bypass).
    """

    token: str
    start: Spot
    waits: str
    hex: str
    side: int
    used: tuple[Spot, ...]  # the paths of this move
    stops: int = 0  # counted by a whistle move
    may_end: bool = False

    def with_may_end(self, may_end: bool) -> "Running":
        return replace(self, may_end=may_end)


class Todo(msgspec.Struct, frozen=True, array_like=True):
    """Something the mover must still decide or receive. What `word` and `n` mean depends on the kind."""

    kind: str
    word: str = ""
    n: int = 0


class Turn(msgspec.Struct, frozen=True):
    """The turn that is going on."""

    spent: int = 0
    bought: int = 0
    moved: bool = False
    trades: int = 0  # still allowed at this trading post
    running: Running | None = None
    todo: tuple[Todo, ...] = ()
    filling: bool = False  # the hand is being filled
    looking: bool = False  # through the pile, with the compass; the pile is shuffled when the turn is over
    over: bool = False


class Public(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    seats: tuple[str, ...]
    options: Mapping[str, str]
    phase: str
    first: int  # the first player
    tiles: Mapping[str, Tiled]  # by cell
    shown: tuple[str, ...]
    cubes: Mapping[str, int]  # the supply
    shares: Mapping[str, tuple[int, ...]]  # the numbers left, the next first
    gone: tuple[str, ...]  # shares that have left the game
    upgrades: tuple[str, ...]  # for sale
    box: tuple[str, ...]  # end tiles and upgrades that are out of the game
    track: tuple[int | None, ...]  # whose train is on each space of the resource track
    round: int = 0  # 0 before the first
    asked: tuple[int, ...] = ()  # seats that still decide in this phase or round, the next one first
    turn: Turn = Turn()
    closing: bool = False  # a player's last train has come home: this round is the last

    @cached_property
    def rounds(self) -> int:
        """whi-2.1"""
        return len(box().rounds) - box().first_round[len(self.seats)] + 1

    @property
    def last_round(self) -> bool:
        return self.closing or self.round == self.rounds

    @property
    def given(self) -> tuple[str, ...]:
        """What the present round hands to each player."""
        return box().rounds[box().first_round[len(self.seats)] + self.round - 2]

    def free_spaces(self) -> tuple[int, ...]:
        """The numbers of the free spaces of the resource track."""
        return tuple(number for number, seat in enumerate(self.track, 1) if seat is None)

    def companies_on_board(self) -> tuple[str, ...]:
        lying = {box().tiles[tiled.tile].company for tiled in self.tiles.values()}
        return tuple(company for company in box().companies if company in lying)


class State(Public, frozen=True, dict=True, kw_only=True):
    rng: Rng
    players: tuple[Player, ...]
    pile: tuple[str, ...]  # the top first
    nuggets: tuple[int, ...]  # the supply, the next first

    def owner(self, upgrade: str) -> int | None:
        return next((seat for seat, player in enumerate(self.players) if upgrade in player.upgrades), None)

    @cached_property
    def west(self) -> tuple[str, ...]:
        """The tiles at the ends, in the order of their cells."""
        return tuple(self.tiles[hex].tile for hex in box().ends)

    @cached_property
    def standing(self) -> Mapping[Spot, tuple[int, ...]]:
        """Whose trains are at each spot."""
        at: dict[Spot, tuple[int, ...]] = {}
        for seat, player in enumerate(self.players):
            for spot in player.trains:
                at[spot] = (*at.get(spot, ()), seat)
        return at

    @cached_property
    def taken(self) -> Mapping[Spot, int]:
        """Who stands at each spot; on a special tile, the first of those who do."""
        return {spot: seats[0] for spot, seats in self.standing.items()}

    def takes_cube(self, seat: int) -> bool:
        return self.players[seat].cubes < MOST_CUBES

    def with_phase(self, phase: str, asked: tuple[int, ...]) -> "State":
        return replace(self, phase=phase, asked=asked)

    def with_asked(self, asked: tuple[int, ...]) -> "State":
        return replace(self, asked=asked)

    def with_player(self, seat: int, player: Player) -> "State":
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_turn(self, turn: Turn) -> "State":
        return replace(self, turn=turn)

    def with_spent(self, seat: int, token: str) -> "State":
        """A token is spent; whatever trades were open are over (whi-6.9)."""
        player = self.players[seat]
        paid = player.with_tokens(coal=-1) if token == "coal" else player.with_tokens(whistles=-1)
        return replace(self.with_player(seat, paid), turn=replace(self.turn, spent=self.turn.spent + 1, trades=0))

    def with_running(self, running: Running | None) -> "State":
        return replace(self, turn=replace(self.turn, running=running))

    def with_moved(self) -> "State":
        return replace(self, turn=replace(self.turn, moved=True, running=None))

    def with_trades(self, trades: int) -> "State":
        return replace(self, turn=replace(self.turn, trades=trades))

    def with_bought(self) -> "State":
        """Open trades stay open (whi-6.9)."""
        return replace(self, turn=replace(self.turn, bought=self.turn.bought + 1))

    def with_todo(self, todo: tuple[Todo, ...]) -> "State":
        return replace(self, turn=replace(self.turn, todo=todo))

    def with_filling(self) -> "State":
        return replace(self, turn=replace(self.turn, filling=True, trades=0))

    def with_looking(self) -> "State":
        return replace(self, turn=replace(self.turn, looking=True))

    def with_turn_over(self) -> "State":
        return replace(self, turn=replace(self.turn, over=True, filling=False, trades=0))

    def with_tile(self, hex: str, tiled: Tiled) -> "State":
        return replace(self, tiles={**self.tiles, hex: tiled})

    def with_pile(self, pile: Sequence[str], rng: Rng | None = None) -> "State":
        return replace(self, pile=tuple(pile), rng=self.rng if rng is None else rng)

    def with_shown(self, shown: Sequence[str]) -> "State":
        return replace(self, shown=tuple(shown))

    def with_cube(self, good: str, by: int) -> "State":
        return replace(self, cubes={**self.cubes, good: self.cubes[good] + by})

    def with_nuggets(self, nuggets: tuple[int, ...]) -> "State":
        return replace(self, nuggets=nuggets)

    def with_share_taken(self, company: str) -> "State":
        return replace(self, shares={**self.shares, company: self.shares[company][1:]})

    def with_gone(self, share: str) -> "State":
        return replace(self, gone=(*self.gone, share))

    def with_upgrades(self, upgrades: tuple[str, ...]) -> "State":
        return replace(self, upgrades=upgrades)

    def with_home(self, space: int, seat: int) -> "State":
        return replace(self, track=(*self.track[: space - 1], seat, *self.track[space:]))

    def with_closing(self) -> "State":
        return replace(self, closing=True)

    def with_round(self, number: int, asked: tuple[int, ...]) -> "State":
        return replace(self, round=number, asked=asked)
