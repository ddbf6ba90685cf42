"""What a reader may see: in Age of Steam everything but the dice to come. An allow list, built field by field."""

from collections.abc import Mapping

import msgspec

from engine.core.rng import Rng
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.state import Building, Player, State
from engine.rail.auction import Auction


class View(msgspec.Struct, frozen=True):
    reader: int | None
    seats: tuple[str, ...]
    options: Mapping[str, str]
    phase: str
    turn: int
    turns: int
    order: tuple[int, ...]
    players: tuple[Player, ...]
    board: Board
    goods: Mapping[str, str]
    chart: Mapping[str, str]
    bag: str  # its contents follow from what is on the table; the order of drawing is not in it
    bank: int
    asked: tuple[int, ...]
    auction: Auction | None
    building: Building | None
    round: int
    engines_raised: tuple[int, ...]
    drawn: str
    to_place: int


def view(s: State, reader: int | None) -> View:
    return View(
        reader=reader,
        seats=s.seats,
        options=s.options,
        phase=s.phase,
        turn=s.turn,
        turns=s.turns,
        order=s.order,
        players=s.players,
        board=s.board,
        goods=s.goods,
        chart=s.chart,
        bag=s.bag,
        bank=s.bank,
        asked=s.asked,
        auction=s.auction,
        building=s.building,
        round=s.round,
        engines_raised=s.engines_raised,
        drawn=s.drawn,
        to_place=s.to_place,
    )


def imagine(view: View, rng: Rng) -> State:
    """A state that this reader cannot tell from the true one: with other dice."""
    return State(
        seats=view.seats,
        options=view.options,
        rng=rng,
        phase=view.phase,
        turn=view.turn,
        order=view.order,
        players=view.players,
        stored_board=view.board.stored,
        goods=view.goods,
        chart=view.chart,
        bag=view.bag,
        bank=view.bank,
        asked=view.asked,
        auction=view.auction,
        building=view.building,
        round=view.round,
        engines_raised=view.engines_raised,
        drawn=view.drawn,
        to_place=view.to_place,
    )
