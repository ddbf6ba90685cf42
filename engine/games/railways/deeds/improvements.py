"""Urbanizing, better engines, western links, and City Growth (chapters 6 and 9, rw-8.14, rw-8.15)."""

from collections.abc import Iterator

from engine.core.event import Event
from engine.core.game import Outcome
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.games.railways.box import TOP_ENGINE
from engine.games.railways.deeds.turns import close, free_for, with_cards
from engine.games.railways.events import CityGrew, EngineBought, PullmanShown, Urbanized, WesternBuilt, cube_words
from engine.games.railways.goals import after_building, after_engine
from engine.games.railways.money import pay
from engine.games.railways.moves import Grow, Loco, Urbanize, West
from engine.games.railways.state import Public, State
from engine.rail.goods import COLOURS, LETTERS, added, drawn, taken


def offers(s: State, seat: int) -> Iterator[Move]:
    if s.act.building or s.act.running:
        return
    if s.act.pending == "growth":
        yield from (Grow(city) for city in s.country.cities)
        return
    for city in s.country.cities:
        if s.is_grey(city):
            yield from (Urbanize(city, COLOURS[letter]) for letter in dict.fromkeys(s.new_cities))
    if not s.act.pending:
        yield Loco()
        yield from (West(city) for city in s.country.western)


def refuse_urbanize(s: State, seat: int, move: Urbanize) -> Refusal | None:
    return free_for(s, "industry") or grey_city(s, move.city) or tile_left(s, move.colour)


def grey_city(s: Public, city: str) -> Refusal | None:
    return None if s.is_grey(city) else refusal("not-grey", "rw-6.1", city=city)


def tile_left(s: Public, colour: str) -> Refusal | None:
    return None if LETTERS[colour] in s.new_cities else refusal("no-new-city", "rw-1.7", colour=colour)


def play_urbanize(s: State, seat: int, move: Urbanize) -> Outcome[State]:
    cost = 0 if s.act.pending else s.profile.urbanize_price
    s, events = pay(s, seat, cost)
    s = s.with_painted(move.city, move.colour, taken(s.new_cities, LETTERS[move.colour]))
    s, cubes = add_drawn(s, move.city)
    return close(s, (*events, Urbanized(seat, move.city, move.colour, len(cubes), cube_words(cubes), cost)), seen=True)


def add_drawn(s: State, city: str) -> tuple[State, str]:
    """rw-6.2, rw-6.3"""
    cubes, bag, rng = drawn(s.bag, s.profile.new_cubes, s.rng)
    return s.with_cubes(city, added(s.cubes[city], cubes), bag, rng), cubes


def refuse_grow(s: State, seat: int, move: Grow) -> Refusal | None:
    return None if s.act.pending == "growth" else refusal("no-growth-card", "rw-8.15")


def play_grow(s: State, seat: int, move: Grow) -> Outcome[State]:
    s, cubes = add_drawn(s, move.city)
    return close(s, (CityGrew(move.city, len(cubes), cube_words(cubes)),), seen=True)


def refuse_loco(s: State, seat: int, move: Loco) -> Refusal | None:
    if s.players[seat].engine >= TOP_ENGINE:
        return refusal("top-engine", "rw-6.4", n=TOP_ENGINE)
    return free_for(s)


def play_loco(s: State, seat: int, move: Loco) -> Outcome[State]:
    level = s.players[seat].engine + 1
    cost = s.box.engines[level]
    s, events = pay(s, seat, cost)
    events = (*events, EngineBought(seat, level, cost))
    # rw-12.3: now all see who is Pullman, or that this player is not; so the line ends with it in either case.
    tells = level == 6 and s.first_to_six is None and bool(s.tycoons)
    s = s.with_engine(seat, level)
    if tells and s.tycoons[seat] == s.box.pullman:
        s = s.with_pullman_shown(seat)
        events = (*events, PullmanShown(seat))
    s, reached = after_engine(s, seat)
    return close(s, (*events, *reached), seen=tells)


def refuse_west(s: State, seat: int, move: West) -> Refusal | None:
    return with_cards(s) or free_for(s) or western_city(s, move.city) or reached_by_link(s, seat, move.city)


def western_city(s: Public, city: str) -> Refusal | None:
    if city not in s.country.western:
        return refusal("not-a-western-city", "rw-9.1", city=city, cities=tuple(s.country.western))
    return refusal("western-taken", "rw-9.2", city=city) if city in s.western else None


def reached_by_link(s: Public, seat: int, city: str) -> Refusal | None:
    if any(city in (link.a, link.b) for link in s.links_of(seat)):
        return None
    return refusal("western-without-link", "rw-9.1", city=city)


def play_west(s: State, seat: int, move: West) -> Outcome[State]:
    before = s
    cost = s.profile.western_price
    s, events = pay(s, seat, cost)
    s = s.with_western(move.city, seat)
    red = "R" * min(s.profile.western_cubes, s.bag.count("R"))  # rw-9.3
    bag = s.bag.replace("R", "", len(red))
    s = s.with_cubes(move.city, added(s.cubes[move.city], red), bag)
    built: Event = WesternBuilt(seat, move.city, len(red), cost)
    s, reached = after_building(before, s, seat)
    return close(s, (*events, built, *reached))
