"""Setting up a game (aos-1)."""

from collections.abc import Sequence

from engine.core.game import Options, Outcome
from engine.core.rng import Rng
from engine.core.say import Say, say
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import (
    CITY_BOXES,
    CITY_COLUMNS,
    COLUMNS,
    CUBES,
    NEW_CITY_BOXES,
    rail_map,
)
from engine.games.age_of_steam.events import RolledForOrder, TurnBegan
from engine.games.age_of_steam.phases import issue
from engine.games.age_of_steam.state import Player, State
from engine.rail.goods import added, drawn, handful


def setup(seats: tuple[str, ...], rng: Rng, options: Options) -> Outcome[State]:
    bag = handful(CUBES)
    chart = {}
    for column in COLUMNS:  # aos-1.10
        boxes = CITY_BOXES if column in CITY_COLUMNS else NEW_CITY_BOXES
        chart[column], bag, rng = drawn(bag, boxes, rng)
    goods = {}
    for hex, city in rail_map(options["map"]).city_at.items():
        cubes, bag, rng = drawn(bag, city.cubes, rng)
        goods[hex] = added("", cubes)
    order, rolls, rng = roll_order(len(seats), rng)
    s = State(
        seats=seats,
        options=options,
        rng=rng,
        phase=issue.NAME,
        turn=1,
        order=order,
        players=(Player(),) * len(seats),
        stored_board=Board(options["map"]).stored,
        goods=goods,
        chart=chart,
        bag=bag,
        bank=-sum(Player().money for _ in seats),
    )
    said = tuple(say("seat-roll", seat=seat, total=_totals(rolls[seat])) for seat in order)
    rolled = RolledForOrder(said, tuple(say("seat", seat=seat) for seat in order))
    return Outcome(issue.begin(s), (rolled, TurnBegan(1, s.turns)))


def _totals(rolls: Sequence[int]) -> int | Say:
    """What a seat rolled, with every time it rolled again."""
    first, *again = rolls
    return say("rolled-again", first=first, then=_totals(again)) if again else first


def roll_order(seats: int, rng: Rng) -> tuple[tuple[int, ...], list[list[int]], Rng]:
    """Three dice each, the highest first; players who tie roll again among themselves (aos-1.12)."""
    rolls: list[list[int]] = [[] for _ in range(seats)]
    tied = list(range(seats))
    while tied:
        for seat in tied:
            dice, rng = rng.dice(3)
            rolls[seat].append(sum(dice))
        tied = [seat for seat in tied if rolls.count(rolls[seat]) > 1]
    order = sorted(range(seats), key=lambda seat: [-total for total in rolls[seat]])
    return tuple(order), rolls, rng
