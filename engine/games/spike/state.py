"""The state of a game of Spike. Frozen; changed only by the `with_…` methods."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.rng import Rng
from engine.games.spike.build_paths import Builder
from engine.games.spike.cards import NONE, Hand, added
from engine.games.spike.components import Side, box
from engine.games.spike.network import Network, network


class Contract(msgspec.Struct, frozen=True):
    card: str
    side: str
    loaded: bool = False  # its token is on the train
    delivered: str = ""  # the city, once it is fulfilled

    @property
    def printed(self) -> Side:
        return box().contracts[self.card][self.side]

    @property
    def good(self) -> str:
        return self.printed.good

    @property
    def open(self) -> bool:
        return not self.delivered

    def with_loaded(self, loaded: bool) -> "Contract":
        return replace(self, loaded=loaded)

    def with_delivered(self, city: str) -> "Contract":
        return replace(self, loaded=False, delivered=city)

    def flipped(self) -> "Contract":
        return replace(self, side="b" if self.side == "a" else "a")


class Player(msgspec.Struct, frozen=True):
    """The holdings of a seat. Scores are kept by their source as well, for the final table and the audit."""

    hand: Hand = NONE
    contracts: tuple[Contract, ...] = ()
    score: int = 0
    market: int = 0
    freight: int = 0
    bonus: int = 0  # of the route, at the end
    spent: int = 0  # on upgrades
    home: str = ""
    train: str = ""  # a city or a track space
    tracks: tuple[str, ...] = ()
    speed: int = 0  # levels of the train's parts
    power: int = 0
    cars: int = 0
    route: str = ""  # named by its top city
    routes: tuple[str, ...] = ()  # dealt in the expert game, until one is kept
    flips: tuple[str, ...] = ()  # goods whose contract this seat has turned while choosing in the expert game

    @property
    def network(self) -> Network:
        return network(self.home, self.tracks)

    @property
    def in_city(self) -> bool:
        return self.train in box().good_of

    @property
    def tracks_left(self) -> int:
        return box().pieces.tracks - len(self.tracks)

    @property
    def cargo(self) -> tuple[Contract, ...]:
        return tuple(contract for contract in self.contracts if contract.loaded)

    @property
    def open_contracts(self) -> tuple[Contract, ...]:
        return tuple(contract for contract in self.contracts if contract.open)

    @property
    def marked(self) -> tuple[str, ...]:
        """The cities with a delivery marker of this player (spk-4.6)."""
        return tuple(contract.delivered for contract in self.contracts if contract.delivered)

    def value(self, part: str) -> int:
        return box().pieces.levels[part][self.level(part)]

    def level(self, part: str) -> int:
        levels: dict[str, int] = {"speed": self.speed, "power": self.power, "cars": self.cars}
        return levels[part]

    def price(self, part: str) -> int | None:
        """The price of the next level; None if there is none."""
        prices = box().pieces.prices
        return prices[self.level(part)] if self.level(part) < len(prices) else None

    def contract(self, good: str) -> Contract | None:
        """The open contract for this good."""
        return next((contract for contract in self.contracts if contract.open and contract.good == good), None)

    def with_contract(self, contract: Contract) -> "Player":
        contracts = tuple(contract if other.card == contract.card else other for other in self.contracts)
        return replace(self, contracts=contracts)

    def with_card(self, kind: str, number: int = 1) -> "Player":
        return replace(self, hand=added(self.hand, box().kind_index[kind], number))

    def with_hand(self, hand: Hand) -> "Player":
        return replace(self, hand=hand)

    def with_train(self, space: str) -> "Player":
        return replace(self, train=space)

    def with_home(self, city: str) -> "Player":
        return replace(self, home=city, train=city)

    def with_tracks(self, path: tuple[str, ...]) -> "Player":
        return replace(self, tracks=self.tracks + path)

    def with_upgrade(self, part: str) -> "Player":
        changes: dict[str, Any] = {part: self.level(part) + 1}
        return replace(self, **changes)

    def with_route(self, top: str) -> "Player":
        return replace(self, route=top, routes=())

    def with_routes(self, tops: tuple[str, ...]) -> "Player":
        return replace(self, routes=tops)

    def with_flips(self, goods: tuple[str, ...]) -> "Player":
        return replace(self, flips=goods)

    def with_income(self, source: str, amount: int) -> "Player":
        """`source` is market, freight, bonus or spent; the last is taken off the score."""
        changes: dict[str, Any] = {source: getattr(self, source) + amount}
        return replace(self, score=self.score + (-amount if source == "spent" else amount), **changes)


class Turn(msgspec.Struct, frozen=True):
    """The turn that is going on."""

    ran: bool = False  # the free move is made
    arrived: bool = False  # it ended in a city, so that the train cannot be restarted (spk-3.10)
    action: str = ""  # draw, build, restart, extra, upgrade
    drawn: int = 0
    path: tuple[str, ...] = ()  # of the build
    reached: str = ""  # the new city, once the path has come to it
    linked: bool = False  # the build is paid

    @property
    def building(self) -> bool:
        """In the middle of a build, or of paying for it."""
        return bool(self.path) and not self.linked

    def with_run(self, arrived: bool) -> "Turn":
        return replace(self, ran=True, arrived=arrived)

    def with_action(self, action: str) -> "Turn":
        return replace(self, action=action)

    def with_drawn(self) -> "Turn":
        return replace(self, action="draw", drawn=self.drawn + 1)

    def with_track(self, edge: str) -> "Turn":
        return replace(self, action="build", path=(*self.path, edge))

    def with_reached(self, city: str) -> "Turn":
        return replace(self, reached=city)

    def with_link(self) -> "Turn":
        return replace(self, linked=True)


def seats_from(first: int, number: int) -> tuple[int, ...]:
    """All seats in turn order."""
    return tuple((first + step) % number for step in range(number))


Market = tuple[tuple[str, ...], ...]  # columns, each from row 1 up


class State(msgspec.Struct, frozen=True, dict=True):
    seats: tuple[str, ...]
    options: Mapping[str, str]
    rng: Rng
    phase: str
    players: tuple[Player, ...]
    first: int
    market: Market
    deck: tuple[str, ...]  # the top card first
    display: tuple[str, ...] = ()
    discards: Hand = NONE
    round: int = 1
    safe: int = 0  # in round 3: so many cards on top of the deck are of its upper half, which has no time card
    times: int = 0  # time cards revealed in round 3
    turns: int = 0  # finished turns of all seats
    bank: int = 0  # what the bank has paid out counts as negative, so bank and scores always add up to zero
    asked: tuple[int, ...] = ()  # seats that still decide in this phase, the next one first
    turn: Turn | None = None
    extra_turns: int | None = None  # turns still to come after the special end (spk-8.8)
    ended: bool = False

    @cached_property
    def owner_of(self) -> Mapping[str, int]:
        """Whose track lies on a track space."""
        return {track: seat for seat, player in enumerate(self.players) for track in player.tracks}

    @cached_property
    def builders(self) -> tuple[Builder, ...]:
        return tuple(Builder(player.network, self.owner_of, player.hand, player.tracks_left) for player in self.players)

    @property
    def seat_order(self) -> tuple[int, ...]:
        """All seats from the first player on."""
        return seats_from(self.first, len(self.seats))

    @property
    def active(self) -> int:
        """Whose turn it is, or was until just now."""
        return (self.first + self.turns) % len(self.seats)

    @property
    def expert(self) -> bool:
        return self.options["expert"] == "on"

    def price(self, good: str) -> int:
        """The value of a good on the market (spk-6.12)."""
        row = next(column.index(good) for column in self.market if good in column)
        return box().pieces.market_rows[row]

    def with_phase(self, phase: str, asked: tuple[int, ...] = ()) -> "State":
        return replace(self, phase=phase, asked=asked)

    def with_asked(self, asked: tuple[int, ...]) -> "State":
        return replace(self, asked=asked)

    def with_player(self, seat: int, player: Player) -> "State":
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)

    def with_income(self, seat: int, source: str, amount: int) -> "State":
        before = self.players[seat]
        after = before.with_income(source, amount)
        return replace(self.with_player(seat, after), bank=self.bank - after.score + before.score)

    def with_market_drop(self, good: str) -> "State":
        """The token drops to row 1 of its column, those it passed rise by one (spk-6.13)."""
        market = tuple(
            (good, *(other for other in column if other != good)) if good in column else column
            for column in self.market
        )
        return replace(self, market=market)

    def with_turn(self, turn: Turn | None) -> "State":
        return replace(self, turn=turn)

    def with_deck(self, deck: tuple[str, ...], safe: int) -> "State":
        return replace(self, deck=deck, safe=safe)

    def with_display(self, display: tuple[str, ...]) -> "State":
        return replace(self, display=display)

    def with_discards(self, discards: Hand) -> "State":
        return replace(self, discards=discards)

    def with_rng(self, rng: Rng) -> "State":
        return replace(self, rng=rng)

    def with_round(self, number: int) -> "State":
        return replace(self, round=number)

    def with_time(self) -> "State":
        return replace(self, times=self.times + 1)

    def with_turn_finished(self) -> "State":
        return replace(self, turns=self.turns + 1)

    def with_extra_turns(self, number: int) -> "State":
        return replace(self, extra_turns=number)

    def with_end(self) -> "State":
        return replace(self, ended=True)
