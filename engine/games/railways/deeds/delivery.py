"""Delivering a cube: `deliver` names it, `to` and `over` lead it from city to city (chapter 7)."""

from collections.abc import Iterator
from itertools import product

import msgspec

from engine.core.event import Event
from engine.core.game import Outcome
from engine.core.move import Line, Move
from engine.core.refusal import Refusal, refusal
from engine.games.railways.cube_runs import can_arrive, has_cube, hops_on, movable, owners_to
from engine.games.railways.deeds.turns import close, free_for
from engine.games.railways.events import CityEmptied, CityGrew, CubeDelivered, EndNear, LinksPaid, cube_words
from engine.games.railways.goals import after_delivery
from engine.games.railways.moves import Deliver, Over, To
from engine.games.railways.state import Act, Public, State
from engine.rail.goods import LETTERS, added, drawn, taken


def offers(s: State, seat: int) -> Iterator[Move]:
    if s.act.running:
        for city, owners in hops_on(s, seat, s.act.way).items():
            if len(owners) == 1:
                yield To(city)
            else:
                yield from (Over(s.seats[owner], city) for owner in owners)
    elif free_for(s) is None:
        for colour, city in movable(s, seat):
            yield Deliver(colour, city)


def refuse_deliver(s: State, seat: int, move: Deliver) -> Refusal | None:
    return free_for(s) or cube_lies_there(s, move) or own_link_leaves(s, seat, move) or finds_a_taker(s, seat, move)


def cube_lies_there(s: Public, move: Deliver) -> Refusal | None:
    if has_cube(s, move.colour, move.city):
        return None
    return refusal("no-such-cube", "rw-7.1", colour=move.colour, city=move.city)


def own_link_leaves(s: Public, seat: int, move: Deliver) -> Refusal | None:
    if any(hop.owner == seat for hop in s.hops(move.city)):
        return None
    return refusal("no-own-link", "rw-7.2", city=move.city)


def finds_a_taker(s: Public, seat: int, move: Deliver) -> Refusal | None:
    if can_arrive(s, seat, move.colour, (move.city,)):
        return None
    return refusal("no-way", "rw-7.3", colour=move.colour, city=move.city, n=s.players[seat].engine)


def play_deliver(s: State, seat: int, move: Deliver) -> Outcome[State]:
    return Outcome(s.with_act(msgspec.structs.replace(s.act, cube=move.colour, way=(move.city,))))


def refuse_step(s: State, seat: int, move: To | Over) -> Refusal | None:
    return on_its_way(s) or new_city(s, move.city) or linked(s, seat, move) or not_too_far(s, seat, move.city)


def on_its_way(s: Public) -> Refusal | None:
    return None if s.act.running else refusal("no-cube-chosen", "rw-14.4")


def new_city(s: Public, city: str) -> Refusal | None:
    return refusal("city-twice", "rw-7.4", city=city) if city in s.act.way else None


def linked(s: Public, seat: int, move: To | Over) -> Refusal | None:
    here = s.act.way[-1]
    owners = owners_to(s, seat, s.act.way, move.city)
    if not owners:
        own = len(s.act.way) == 1
        return refusal("no-own-link-to" if own else "no-link", "rw-7.2" if own else "rw-7.1", city=move.city, here=here)
    if isinstance(move, To):
        return None if len(owners) == 1 else refusal("say-whose", "rw-7.10", city=move.city, here=here)
    if move.owner not in [s.seats[owner] for owner in owners]:
        return refusal("not-their-link", "rw-7.10", owner=move.owner, city=move.city, here=here)
    return None if len(owners) > 1 else refusal("say-only-where", "rw-14.4", city=move.city)


def not_too_far(s: Public, seat: int, city: str) -> Refusal | None:
    """No step after which the cube could not be delivered any more."""
    if s.colour(city) == s.act.cube or can_arrive(s, seat, s.act.cube, (*s.act.way, city)):
        return None
    return refusal("leads-nowhere", "rw-7.3", colour=s.act.cube, city=city, n=s.players[seat].engine)


def play_step(s: State, seat: int, move: To | Over) -> Outcome[State]:
    owner = s.seats.index(move.owner) if isinstance(move, Over) else owners_to(s, seat, s.act.way, move.city)[0]
    act = msgspec.structs.replace(s.act, way=(*s.act.way, move.city), owners=(*s.act.owners, owner))
    s = s.with_act(act)
    if s.colour(move.city) != act.cube:
        return Outcome(s)
    return arrive(s, seat, act)  # rw-7.5


def over_the_same_cities(s: State, seat: int, line: Line) -> Iterator[Line]:
    """Every delivery of this cube over these cities, as it is written now; nothing for a line that does more."""
    first, *steps = line
    if not isinstance(first, Deliver):
        return
    way: tuple[str, ...] = (first.city,)
    spellings: list[tuple[Move, ...]] = []
    for step in steps:
        if not isinstance(step, To | Over):
            return
        owners = owners_to(s, seat, way, step.city)
        spellings.append(
            (To(step.city),) if len(owners) == 1 else tuple(Over(s.seats[owner], step.city) for owner in owners)
        )
        way = (*way, step.city)
    yield from ((first, *path) for path in product(*spellings))


def arrive(s: State, seat: int, act: Act) -> Outcome[State]:
    start, city = act.way[0], act.way[-1]
    events: list[Event] = [CubeDelivered(seat, act.cube, start, city, len(act.owners))]
    letter = LETTERS[act.cube]
    s = s.with_cubes(start, taken(s.cubes[start], letter), added(s.bag, letter))  # rw-7.9
    for owner in dict.fromkeys(act.owners):
        points = act.owners.count(owner)
        s = s.with_points(owner, points)  # rw-7.8
        events.append(LinksPaid(owner, points))
    s, bonuses = after_delivery(s, seat, city, len(act.owners))
    events += bonuses
    if not s.cubes[start]:  # before Chicago grows, which may take a marker off the board (rw-9.4)
        events.append(CityEmptied(start, len(s.empty), s.markers_for_end))
        if not s.ending and len(s.empty) >= s.markers_for_end:  # rw-11.1
            s = s.with_ending(s.turn)
            events.append(EndNear(s.turn))
    s, grown = chicago_grows(s, act)
    return close(s, (*events, *grown), seen=bool(grown))


def chicago_grows(s: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    """rw-9.4"""
    start, city = act.way[0], act.way[-1]
    if city != "chicago" or act.cube != "red" or start not in s.western:
        return s, ()
    cubes, bag, rng = drawn(s.bag, s.profile.new_cubes, s.rng)
    return s.with_cubes(city, added(s.cubes[city], cubes), bag, rng), (CityGrew(city, len(cubes), cube_words(cubes)),)
