"""The state of a game of Age of Steam. Frozen; changed only by the `with_…` methods."""

from collections.abc import Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from engine.core.rng import Rng
from engine.games.age_of_steam.board import BOARDS, Board
from engine.rail.auction import Auction


class Player(msgspec.Struct, frozen=True):
    """The holdings of a seat."""

    money: int = 10
    income: int = 0
    shares: int = 2
    engine: int = 1
    action: str | None = None
    pass_left: bool = False  # the Turn Order action of the turn before still allows one pass
    started: bool = False  # has laid a track tile
    bankrupt: bool = False


class Building(msgspec.Struct, frozen=True):
    """The present build turn."""

    tiles_left: int
    spent: int = 0
    may_urbanize: bool = False
    touched: tuple[str, ...] = ()  # hexes in which a tile was laid this turn
    fresh: tuple[tuple[str, int], ...] = ()  # new track of this turn: hex and exit
    moved: tuple[tuple[str, int], ...] = ()  # redirected track of this turn: hex and exit
    urbanized: bool = False


class State(msgspec.Struct, frozen=True, dict=True):
    seats: tuple[str, ...]
    options: Mapping[str, str]
    rng: Rng
    phase: str
    turn: int
    order: tuple[int, ...]  # solvent seats in turn order
    players: tuple[Player, ...]
    stored_board: msgspec.Raw = msgspec.field(name="board")  # read when `board` is asked for
    goods: Mapping[str, str]  # cubes by city hex
    chart: Mapping[str, str]  # the boxes of each column from the top, "." for an empty one
    bag: str
    bank: int  # negative: what it has paid out; bank and players together always have $0
    asked: tuple[int, ...] = ()  # seats that still decide in this phase, the next one first
    auction: Auction | None = None
    building: Building | None = None
    round: int = 0  # of the two goods rounds
    engines_raised: tuple[int, ...] = ()  # seats that gave up a goods move for an engine step in this phase
    drawn: str = ""  # cubes drawn for Production, still to be placed
    to_place: int = 0  # how many of them must be placed

    @cached_property
    def board(self) -> Board:
        return BOARDS.of(self.stored_board)

    @cached_property
    def turns(self) -> int:
        """aos-2.2"""
        return {3: 10, 4: 8, 5: 7, 6: 6}[len(self.seats)]

    def on(self, option: str) -> bool:
        return self.options[option] == "on"

    def holder(self, action: str) -> int | None:
        """The seat that took this action in this turn."""
        return next((seat for seat, player in enumerate(self.players) if player.action == action), None)

    def with_phase(self, phase: str, asked: tuple[int, ...] = ()) -> "State":
        return replace(self, phase=phase, asked=asked)

    def with_asked(self, asked: tuple[int, ...]) -> "State":
        return replace(self, asked=asked)

    def with_player(self, seat: int, player: Player) -> "State":
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)

    def with_paid(self, seat: int, amount: int) -> "State":
        """The seat pays the bank; a negative amount is paid to the seat."""
        player = self.players[seat]
        paid = replace(player, money=player.money - amount)
        return replace(self.with_player(seat, paid), bank=self.bank + amount)

    def with_board(self, board: Board) -> "State":
        changed = replace(self, stored_board=board.stored)
        changed.__dict__["board"] = BOARDS.keep(board.stored, board)
        return changed

    def with_goods(self, goods: Mapping[str, str]) -> "State":
        return replace(self, goods={hex: cubes for hex, cubes in goods.items() if cubes})

    def with_chart(self, column: str, boxes: str) -> "State":
        return replace(self, chart={**self.chart, column: boxes})

    def with_bag(self, bag: str, rng: Rng | None = None) -> "State":
        return replace(self, bag=bag, rng=self.rng if rng is None else rng)

    def with_auction(self, auction: Auction | None) -> "State":
        return replace(self, auction=auction)

    def with_order(self, order: tuple[int, ...]) -> "State":
        return replace(self, order=order)

    def with_building(self, building: Building | None) -> "State":
        return replace(self, building=building)

    def with_round(self, number: int, asked: tuple[int, ...]) -> "State":
        return replace(self, round=number, asked=asked)

    def with_engines_raised(self, seats: tuple[int, ...]) -> "State":
        return replace(self, engines_raised=seats)

    def with_drawn(self, drawn: str, to_place: int) -> "State":
        return replace(self, drawn=drawn, to_place=to_place)

    def with_turn(self, turn: int) -> "State":
        return replace(self, turn=turn)
