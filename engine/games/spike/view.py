"""What a reader may see (spk-1.15). An allow list, built field by field, and a state imagined from it."""

from collections.abc import Mapping

import msgspec

from engine.core.game import OVER
from engine.core.rng import Rng
from engine.games.spike.cards import NONE, Hand, added, counted, spelled, without
from engine.games.spike.components import TIME, box
from engine.games.spike.phases import expert
from engine.games.spike.state import Contract, Market, Player, State, Turn, seats_from


class Holding(msgspec.Struct, frozen=True):
    """A player as a reader sees it: `cards` counts the hand, `hand` and the routes are set for the reader alone."""

    cards: int
    hand: Hand | None
    contracts: tuple[Contract, ...]
    score: int
    market: int
    freight: int
    bonus: int
    spent: int
    home: str
    train: str
    tracks: tuple[str, ...]
    speed: int
    power: int
    cars: int
    route: str | None
    routes: tuple[str, ...] | None
    flips: tuple[str, ...] | None


class View(msgspec.Struct, frozen=True):
    reader: int | None
    seats: tuple[str, ...]
    options: Mapping[str, str]
    phase: str
    players: tuple[Holding, ...]
    first: int
    market: Market
    deck: int
    display: tuple[str, ...]
    discards: Hand
    round: int
    safe: int
    times: int
    turns: int
    bank: int
    asked: tuple[int, ...]
    turn: Turn | None
    extra_turns: int | None
    ended: bool

    @property
    def seat_order(self) -> tuple[int, ...]:
        """All seats from the first player on."""
        return seats_from(self.first, len(self.seats))


def view(s: State, reader: int | None) -> View:
    over = s.phase == OVER
    return View(
        reader=reader,
        seats=s.seats,
        options=s.options,
        phase=s.phase,
        players=tuple(_holding(player, seat == reader, over) for seat, player in enumerate(s.players)),
        first=s.first,
        market=s.market,
        deck=len(s.deck),
        display=s.display,
        discards=s.discards,
        round=s.round,
        safe=s.safe,
        times=s.times,
        turns=s.turns,
        bank=s.bank,
        asked=s.asked,
        turn=s.turn,
        extra_turns=s.extra_turns,
        ended=s.ended,
    )


def _holding(player: Player, own: bool, over: bool) -> Holding:
    return Holding(
        cards=sum(player.hand),
        hand=player.hand if own else None,
        contracts=player.contracts,
        score=player.score,
        market=player.market,
        freight=player.freight,
        bonus=player.bonus,
        spent=player.spent,
        home=player.home,
        train=player.train,
        tracks=player.tracks,
        speed=player.speed,
        power=player.power,
        cars=player.cars,
        route=player.route if own or over else None,
        routes=player.routes if own else None,
        flips=player.flips if own else None,
    )


def imagine(view: View, rng: Rng) -> State:
    """A state that this reader cannot tell from the true one: other hands, deck, routes and shuffles."""
    unseen = (box().pieces.cards[len(view.seats)],) * len(NONE)
    for kind in view.display:
        unseen = added(unseen, box().kind_index[kind], -1)
    unseen = without(unseen, view.discards)
    for holding in view.players:
        unseen = without(unseen, holding.hand or NONE)
    cards, rng = rng.shuffled(spelled(unseen, box().kinds))
    known = {route for holding in view.players for route in (holding.route, *(holding.routes or ())) if route}
    routes, rng = rng.shuffled(tuple(route for route in box().routes if route not in known))
    players: list[Player] = []
    for seat, holding in enumerate(view.players):
        hand = holding.hand
        if hand is None:
            hand, cards = counted(cards[: holding.cards], box().kinds), cards[holding.cards :]
        player, routes = _imagined_routes(view, seat, _player(holding, hand), routes)
        players.append(player)
    deck, rng = _imagined_deck(view, cards, rng)
    return State(
        seats=view.seats,
        options=view.options,
        rng=rng,
        phase=view.phase,
        players=tuple(players),
        first=view.first,
        market=view.market,
        deck=deck,
        display=view.display,
        discards=view.discards,
        round=view.round,
        safe=view.safe,
        times=view.times,
        turns=view.turns,
        bank=view.bank,
        asked=view.asked,
        turn=view.turn,
        extra_turns=view.extra_turns,
        ended=view.ended,
    )


def _player(holding: Holding, hand: Hand) -> Player:
    return Player(
        hand=hand,
        contracts=holding.contracts,
        score=holding.score,
        market=holding.market,
        freight=holding.freight,
        bonus=holding.bonus,
        spent=holding.spent,
        home=holding.home,
        train=holding.train,
        tracks=holding.tracks,
        speed=holding.speed,
        power=holding.power,
        cars=holding.cars,
        route=holding.route or "",
        routes=holding.routes or (),
        flips=holding.flips or (),
    )


def _imagined_routes(view: View, seat: int, player: Player, routes: tuple[str, ...]) -> tuple[Player, tuple[str, ...]]:
    """Routes for a seat whose routes the reader does not know; none before they are dealt."""
    if seat == view.reader or view.phase in ("gift", "opening", OVER):
        return player, routes
    if view.phase == expert.NAME and seat in view.asked:
        return player.with_routes(routes[:2]), routes[2:]
    return player.with_route(routes[0]), routes[1:]


def _imagined_deck(view: View, cards: tuple[str, ...], rng: Rng) -> tuple[tuple[str, ...], Rng]:
    """In round 3 the time cards lie anywhere below the upper half (spk-8.4)."""
    if view.round < 3:
        return cards, rng
    lower, rng = rng.shuffled((*cards[view.safe :], *(TIME,) * (box().pieces.time_cards - view.times)))
    return (*cards[: view.safe], *lower), rng
