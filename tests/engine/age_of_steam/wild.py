"""Boards that nobody would build on purpose: random lawful build turns with plenty of money."""

from typing import Any

from engine.core.game import SEAT_COLOURS
from engine.core.rng import Rng
from engine.games.age_of_steam import city_sites, tile_work
from engine.games.age_of_steam.build_effects import build_turn
from engine.games.age_of_steam.moves import Done, Lay, Urbanize
from engine.games.age_of_steam.phases import build
from engine.games.age_of_steam.state import State
from tests.engine.age_of_steam.boards import building, with_player

ACTIONS = ("engineer", "urbanization", "first-build", None)


def builder(s: State, colour: str, action: str | None) -> State:
    """This seat alone builds now."""
    for other in s.seats:
        s = with_player(s, other, action=action if other == colour else None)
    return build.begin(s.with_order((SEAT_COLOURS.index(colour),)))


def wild(seed: int, turns: int, seats: int = 3, money: int = 900, **options: Any) -> State:
    """After so many build turns, at the beginning of another one."""
    rng = Rng(f"wild {seed}")
    s = building(seats=seats, money=money, **options)
    for turn in range(turns):
        colour = s.seats[turn % seats]
        action, rng = rng.pick(ACTIONS)
        s = builder(s, colour, action)
        seat = s.asked[0]
        while build_turn(s).tiles_left:
            offers: list[Lay | Urbanize] = [*tile_work.offers(s, seat)]
            if build_turn(s).may_urbanize and not turn % 5:
                offers = [*city_sites.offers(s)] or offers
            move, rng = lawful(s, seat, offers, rng)
            if move is None:
                break
            s = build.play(s, seat, move).state
        s = build.play(s, seat, Done()).state
    colour = s.seats[turns % seats]
    action, rng = rng.pick(ACTIONS)
    return builder(s, colour, action)


def lawful(s: State, seat: int, offers: list[Lay | Urbanize], rng: Rng) -> tuple[Lay | Urbanize | None, Rng]:
    """Any of them that the rules let pass, replacements more often than their share."""
    replacing = [move for move in offers if isinstance(move, Lay) and move.hex in s.board.laid]
    for tries in range(60):
        pool = replacing if replacing and tries < 25 else offers
        move, rng = rng.pick(pool)
        if build.refuse(s, seat, move) is None:
            return move, rng
    return None, rng
