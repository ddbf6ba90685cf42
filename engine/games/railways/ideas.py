"""Actions worth thinking about, with what each is worth in points. The rules have the last word on every one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.railways.box import TOP_ENGINE, Card, about
from engine.games.railways.company import Company
from engine.games.railways.cube_runs import movable
from engine.games.railways.deeds.card_taken import of_use
from engine.games.railways.goals import met_by_delivery
from engine.games.railways.moves import Deliver, Grow, Loco, Over, Pass, Take, To, Urbanize, West
from engine.games.railways.outlook import Haul, hauls, prospect
from engine.games.railways.routes import open_routes
from engine.games.railways.state import State
from engine.games.railways.weights import (
    CARD_WORTH,
    ENGINE_IN_TIME,
    EXECUTIVE,
    HOTEL_A_TURN,
    INDUSTRY_COST,
    MOST_DELIVERIES,
    NEW_CITY_IN_TIME,
    NEW_CUBES,
    OWN_HOTEL_A_TURN,
    WEST_IN_TIME,
)
from engine.rail.goods import COLOURS
from engine.rail.paths import Path


@dataclass(frozen=True)
class Idea:
    """A line with its worth. Of ideas of the same kind and target only the best is shown."""

    worth: float
    kind: str
    target: str
    line: Line
    label: Say
    note: Say | None = None


def resting() -> Idea:
    return Idea(0.0, "pass", "", (Pass(),), say("suggest-pass"), say("suggest-pass-note"))


# Deliveries.


def best_hauls(s: State, seat: int) -> list[Haul]:
    """The best way for each cube that can be delivered."""
    best = [hauls(s, seat, colour, (city,))[0] for colour, city in movable(s, seat)]
    return sorted(best, key=lambda haul: (-haul.worth, haul.start, haul.colour))


def _bonus(s: State, haul: Haul) -> int:
    """Points of cards for the deliverer."""
    city, links = haul.path[-1].to, haul.own + haul.others
    cards = (s.box.cards[id] for id in s.row)
    return sum(card.points for card in cards if met_by_delivery(card, city, links))


def deliveries(c: Company) -> Iterator[Idea]:
    for haul in best_hauls(c.s, c.seat)[:MOST_DELIVERIES]:
        yield _delivery(c, haul, steps_of(c.s, c.seat, (), haul.path, haul.colour, haul.start))


def rest_of_run(c: Company) -> Iterator[Idea]:
    act = c.s.act
    for haul in hauls(c.s, c.seat, act.cube, act.way, act.owners)[:MOST_DELIVERIES]:
        yield _delivery(c, haul, steps_of(c.s, c.seat, act.way, haul.path))


def _delivery(c: Company, haul: Haul, line: Line) -> Idea:
    bonus = _bonus(c.s, haul)
    city = haul.path[-1].to
    label = say("suggest-deliver", colour=haul.colour, start=haul.start, city=city, n=haul.own + haul.others)
    worth = c.with_income(haul.worth + bonus)
    target = f"{haul.colour} {haul.start} {city} {haul.own} {haul.others}"
    return Idea(worth, "deliver", target, line, label, _earned(c, haul, haul.own + bonus))


def _earned(c: Company, haul: Haul, own: int) -> Say:
    """Who scores how much."""
    owners = Counter(hop.owner for hop in haul.path) + Counter(c.s.act.owners)
    others = tuple(
        say("points-for", seat=seat, n=n) for seat, n in owners.items() if seat is not None and seat != c.seat
    )
    return say("suggest-deliver-shared", n=own, others=others) if others else say("suggest-deliver-note", n=own)


def steps_of(
    s: State, seat: int, way: tuple[str, ...], path: Path, colour: str = "", start: str = ""
) -> tuple[Move, ...]:
    """The moves for a way; with `start` the cube is chosen first."""
    moves: list[Move] = [Deliver(colour, start)] if start else []
    here, first = (way[-1], len(way) == 1) if way else (start, True)
    for hop in path:
        owners = {other.owner for other in s.hops(here) if other.to == hop.to}
        if first or len(owners) == 1 or hop.owner is None:
            moves.append(To(hop.to))
        else:
            moves.append(Over(s.seats[hop.owner], hop.to))
        here, first = hop.to, False
    return tuple(moves)


# Engines, cities, the west.


def engine(c: Company) -> Iterator[Idea]:
    level = c.player.engine + 1
    if level > TOP_ENGINE:
        return
    cost, then = c.s.box.engines[level], prospect(c.s, c.links, level)
    aim = c.aims.of_engine(level)
    cards = (c.s.box.cards[id] for id in c.s.row)
    aim += sum(card.points for card in cards if card.deed == "engine-4" and level == 4)
    worth = c.with_income((then.worth - c.now.worth) * c.hope * ENGINE_IN_TIME) + aim - c.price(cost)
    label = say("suggest-loco", level=level, cost=cost)
    yield Idea(worth, "engine", "", (Loco(),), label, c.brings(cost, then.cubes, aim))


def urbanizings(c: Company, cost: int) -> Iterator[Idea]:
    """A New City among the seat's own links. Without a grey one there, it helps nobody yet: near is better than far."""
    paid = c.price(cost)
    own = [city for city in c.links if c.s.is_grey(city)]
    for city in own or _grey_nearby(c):
        for letter in dict.fromkeys(c.s.new_cities):
            colour = COLOURS[letter]
            then = prospect(c.s, c.links, c.player.engine, painted={city: colour}) if own else c.now
            gain = then.worth - c.now.worth + NEW_CUBES if own else 0.0
            worth = c.with_income(gain * c.hope * NEW_CITY_IN_TIME) - paid
            line, label = (Urbanize(city, colour),), say("suggest-urbanize", city=city, colour=colour, cost=cost)
            yield Idea(worth, "urbanize", f"{city} {colour}", line, label, c.brings(cost, then.cubes))


def _grey_nearby(c: Company) -> list[str]:
    """The first grey city that one more link would reach; if there is none, the first anywhere."""
    near = [city for route in open_routes(c.s) for city in route.other_ends(c.links) if c.s.is_grey(city)]
    return (near or [city for city in c.s.country.cities if c.s.is_grey(city)])[:1]


def growths(c: Company) -> Iterator[Idea]:
    """Cubes grow best where many of the seat's links leave."""
    for city in c.links or c.s.country.cities:
        leaving = len(c.links.get(city, ()))
        label, note = say("suggest-grow", city=city), say("suggest-grow-note", n=leaving)
        yield Idea(leaving, "grow", city, (Grow(city),), label, note)


def western(c: Company) -> Iterator[Idea]:
    if not c.s.with_cards:
        return
    cost = c.s.profile.western_price
    for city in c.s.country.western:
        if city in c.links and city not in c.s.western:
            then = prospect(c.s, c.links, c.player.engine, extra={city: "R" * c.s.profile.western_cubes})
            aim = c.aims.of_western(city)
            worth = c.with_income((then.worth - c.now.worth) * c.hope * WEST_IN_TIME) + aim - c.price(cost)
            label = say("suggest-west", city=city, cost=cost)
            yield Idea(worth, "west", city, (West(city),), label, c.brings(cost, then.cubes, aim))


# Cards.


def cards(c: Company, others: list[Idea]) -> Iterator[Idea]:
    for id in dict.fromkeys(c.s.row):
        card = c.s.box.cards[id]
        if card.sign != "goal" and of_use(c.s, id) is None:
            yield Idea(_worth_of(c, card, others), "take", id, (Take(id),), say("suggest-take", card=id), about(card))


def _worth_of(c: Company, card: Card, others: list[Idea]) -> float:
    match card.deed:
        case "hotel":
            return c.turns * card.points * (OWN_HOTEL_A_TURN if card.city in c.links else HOTEL_A_TURN)
        case "executive":
            worths = sorted((idea.worth for idea in others), reverse=True)
            return sum(max(0.0, worth) for worth in worths[:2]) * EXECUTIVE
        case "industry":
            return max((idea.worth for idea in urbanizings(c, 0)), default=0.0) - INDUSTRY_COST
        case _:
            return CARD_WORTH[card.deed] * c.hope
