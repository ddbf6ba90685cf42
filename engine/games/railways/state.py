"""The position. `Public` is what everybody may know; `State` adds the secrets, `View` the secrets of one reader.

Derived data are computed when they are needed and not stored. The network is the exception: computing it from the
track would take longer and longer as a game goes on.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.core.rng import Rng
from engine.games.railways.box import BOXES, NEW_CITIES, Box, Card
from engine.games.railways.built import BUILT, NO_TRACK, Built
from engine.games.railways.country import GREY, Country, eastern_us
from engine.games.railways.network import Link, Network
from engine.games.railways.profile import PROFILES, Profile
from engine.rail.auction import Auction
from engine.rail.goods import handful
from engine.rail.paths import Hop
from engine.rail.track import End, Line, Tiled

NOT_STORED = Network()  # for a snapshot of a release that stored only the track


class Player(msgspec.Struct, frozen=True):
    cash: int = 0
    shares: int = 0
    points: int = 0
    engine: int = 1
    cards: tuple[str, ...] = ()
    used: tuple[str, ...] = ()  # diamonds used in this game turn


class Act(msgspec.Struct, frozen=True):
    """What the acting seat has begun."""

    left: int = 1  # actions, this one included; more than one with the Executive
    hexes: tuple[str, ...] = ()  # where tiles were laid in this build
    spent: int = 0  # on them
    end: End | None = None  # where the link being built goes on
    shown: int = 0  # how often something was shown that the seat could not foresee
    grant: bool = False
    pending: str = ""  # the deed of a card that must be carried out now
    cube: str = ""  # the colour of the cube on its way
    way: tuple[str, ...] = ()  # the cities it has come through, the first where it lay
    owners: tuple[int, ...] = ()  # of the links it has used

    @property
    def tiles(self) -> int:
        return len(self.hexes)

    @property
    def building(self) -> bool:
        return self.tiles > 0 or self.grant

    @property
    def running(self) -> bool:
        return bool(self.way)


class Public(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    game: str
    phase: str
    seats: tuple[str, ...]
    options: Mapping[str, str]
    turn: int = 1
    round: int = 1  # the action round
    first: int = 0  # who has the first player's marker
    order: tuple[int, ...] = ()  # the seats as they play in this turn
    at: int = 0  # whose turn it is, in `order`
    auction: Auction | None = None
    players: tuple[Player, ...]
    bank: int = 0  # minus everybody's cash, so that the sum is always 0
    cubes: Mapping[str, str]
    painted: Mapping[str, str] = {}  # New City tiles on the board
    new_cities: str = handful(NEW_CITIES)
    bag: str = ""
    track: msgspec.Raw = msgspec.field(name="laid", default=NO_TRACK)  # read when `laid` is asked for
    network: Network = NOT_STORED
    western: Mapping[str, int] = {}
    cards: tuple[str, ...] = ()  # all of this table, wherever they are; empty in a snapshot of an older release
    row: tuple[str, ...] = ()  # the open cards
    gone: tuple[str, ...] = ()
    ending: int = 0  # the turn in which the end came near
    first_to_six: int | None = None
    pullman: int | None = None  # the seat that has shown him
    act: Act = Act()

    def __post_init__(self) -> None:
        if self.network is NOT_STORED:
            msgspec.structs.force_setattr(self, "network", self.built.network())

    @property
    def profile(self) -> Profile:
        return PROFILES[self.game]

    @property
    def box(self) -> Box:
        return BOXES.of(self.options)

    @property
    def country(self) -> Country:
        return eastern_us()

    @property
    def acting(self) -> int | None:
        """Whose action it is, in the action rounds."""
        return self.order[self.at] if self.phase == "actions" and self.round <= self.profile.rounds else None

    @cached_property
    def built(self) -> Built:
        return BUILT.of(self.track)

    @property
    def laid(self) -> Mapping[str, Tiled]:
        return self.built.rails.laid

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.built.lines

    @cached_property
    def loose_ends(self) -> Mapping[End, Line]:
        return {end: self.built.rails.line_to(end) for end in self.network.loose}

    @property
    def unfinished(self) -> tuple[Line, ...]:
        return tuple(self.loose_ends.values())

    @property
    def links(self) -> tuple[Link, ...]:
        return self.network.links

    def hops(self, city: str) -> tuple[Hop, ...]:
        return self.network.hops(city)

    def links_of(self, seat: int) -> tuple[Link, ...]:
        return self.network.links_of(seat)

    def colour(self, city: str) -> str:
        """The colour of the cubes that the city takes; GREY if it takes none."""
        return self.painted.get(city) or eastern_us().cities[city].colour

    def is_grey(self, city: str) -> bool:
        return self.colour(city) == GREY

    @cached_property
    def empty(self) -> tuple[str, ...]:
        """The cities with an empty-city marker: every city starts with a cube, so these have lost their last."""
        return tuple(city for city, cubes in self.cubes.items() if not cubes)

    @property
    def markers_for_end(self) -> int:
        return self.profile.markers[len(self.seats) - 2]

    @property
    def open_lines(self) -> tuple[Card, ...]:
        """The major lines that count now."""
        cards = (self.box.cards[id] for id in self.row)
        return tuple(card for card in cards if card.is_major_line)

    @property
    def with_cards(self) -> bool:
        return self.profile.has_cards_and_west(self.options)


def keep_built(known: Public, same: Public) -> None:
    """Reuses what was computed from the track in a position with the same track."""
    if "built" in known.__dict__:
        same.__dict__["built"] = known.built


class State(Public, frozen=True, dict=True, kw_only=True):
    rng: Rng
    deck: tuple[str, ...] = ()  # the next card last
    tycoons: tuple[str, ...] = ()  # of each seat; empty without tycoons
    undealt: tuple[str, ...] = ()

    def _with(self, **changes: Any) -> "State":
        """Changes anything but the track, so that what was computed from the track stays valid."""
        changed = msgspec.structs.replace(self, **changes)
        keep_built(self, changed)
        return changed

    def with_phase(self, phase: str) -> "State":
        return self._with(phase=phase)

    def with_player(self, seat: int, player: Player) -> "State":
        players = tuple(player if other == seat else old for other, old in enumerate(self.players))
        return self._with(players=players)

    def with_cash(self, seat: int, change: int) -> "State":
        """Moves money between a player and the bank."""
        player = self.players[seat]
        richer = msgspec.structs.replace(player, cash=player.cash + change)
        return self.with_player(seat, richer)._with(bank=self.bank - change)

    def with_shares(self, seat: int, number: int) -> "State":
        player = self.players[seat]
        s = self.with_player(seat, msgspec.structs.replace(player, shares=player.shares + number))
        return s.with_cash(seat, number * self.profile.share_price)  # rw-3.1

    def with_points(self, seat: int, number: int) -> "State":
        player = self.players[seat]
        return self.with_player(seat, msgspec.structs.replace(player, points=player.points + number))

    def with_engine(self, seat: int, level: int) -> "State":
        first = seat if level == 6 and self.first_to_six is None else self.first_to_six
        s = self.with_player(seat, msgspec.structs.replace(self.players[seat], engine=level))
        return s._with(first_to_six=first)

    def with_pullman_shown(self, seat: int) -> "State":
        return self._with(pullman=seat)

    def with_hand(self, seat: int, cards: tuple[str, ...]) -> "State":
        return self.with_player(seat, msgspec.structs.replace(self.players[seat], cards=cards))

    def with_used(self, seat: int, used: tuple[str, ...]) -> "State":
        return self.with_player(seat, msgspec.structs.replace(self.players[seat], used=used))

    def with_act(self, act: Act) -> "State":
        return self._with(act=act)

    def with_place(self, round: int, at: int) -> "State":
        return self._with(round=round, at=at, act=Act())

    def with_turn(self, turn: int) -> "State":
        return self._with(turn=turn)

    def with_order(self, order: tuple[int, ...]) -> "State":
        return self._with(order=order, first=order[0])

    def with_auction(self, auction: Auction | None) -> "State":
        return self._with(auction=auction)

    def with_laid(self, hex: str, tiled: Tiled | None) -> "State":
        built = self.built.with_tile(hex, tiled)
        return self.with_track(built, built.network_after(self.network, self.built, hex))

    def with_track(self, built: Built, network: Network) -> "State":
        changed = msgspec.structs.replace(self, track=built.track, network=network)
        changed.__dict__["built"] = BUILT.keep(built.track, built)
        return changed

    def with_cubes(self, city: str, cubes: str, bag: str, rng: Rng | None = None) -> "State":
        there = {**self.cubes, city: cubes}
        return self._with(cubes=there, bag=bag, rng=rng or self.rng)

    def with_painted(self, city: str, colour: str, new_cities: str) -> "State":
        return self._with(painted={**self.painted, city: colour}, new_cities=new_cities)

    def with_western(self, city: str, seat: int) -> "State":
        return self._with(western={**self.western, city: seat})

    def with_cards_open(self, row: tuple[str, ...], deck: tuple[str, ...], gone: tuple[str, ...]) -> "State":
        return self._with(row=row, deck=deck, gone=gone)

    def with_ending(self, turn: int) -> "State":
        return self._with(ending=turn)


class View(Public, frozen=True, dict=True, kw_only=True):
    """What one reader knows: hidden tycoons are empty strings, and only the size of the deck is given."""

    viewer: int | None
    deck_size: int
    tycoons: tuple[str, ...]
