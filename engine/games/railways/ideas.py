"""Actions worth thinking about, with what each is worth in points. The rules have the last word on every one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.move import Line, Move
from engine.core.say import Say, say
from engine.games.railways.box import TOP_ENGINE, Card, about
from engine.games.railways.deeds.building import GRANT, most_tiles
from engine.games.railways.goals import by_own_links, joined, met_by_delivery
from engine.games.railways.laying import Piece, ground_price, is_ridge, land, meeting, onward, own_ends, room
from engine.games.railways.money import shares_needed
from engine.games.railways.moves import Deliver, Done, Grow, Lay, Loco, Over, Pass, Take, To, Urbanize, Use, West
from engine.games.railways.outlook import (
    Beside,
    Haul,
    beside,
    hauls,
    potential,
    price_in_points,
    turns_left,
    with_link,
)
from engine.games.railways.routes import Route, routes
from engine.games.railways.running import movable
from engine.games.railways.state import State
from engine.games.railways.weights import (
    ACTIONS_TO_USE,
    ANY_LINK,
    CARD_WORTH,
    ENGINE_IN_TIME,
    EXECUTIVE,
    FINISHING,
    GRANT_TILES,
    GROWN_UP,
    HOTEL_A_TURN,
    IN_TWO_ACTIONS,
    INCOME_A_TURN,
    INDUSTRY_COST,
    LINK_IN_TIME,
    NEW_CITY_IN_TIME,
    NEW_CUBES,
    NEW_TRAIN,
    OWN_HOTEL_A_TURN,
    RISE,
    YOUTH,
)
from engine.rail.goods import COLOURS
from engine.rail.hexes import opposite
from engine.rail.paths import Path
from engine.rail.track import End


@dataclass(frozen=True)
class Idea:
    worth: float
    line: Line
    label: Say
    note: Say | None = None


class Finish(NamedTuple):
    """A way to a second city."""

    city: str
    lays: tuple[Lay, ...]
    cost: int


class _Way(NamedTuple):
    """Track that does not yet reach a city: where it ends, the hexes it passes, what is laid, what it costs."""

    end: End
    hexes: tuple[str, ...]
    lays: tuple[Lay, ...]
    cost: int


def ideas(s: State, seat: int) -> list[Idea]:
    act = s.act
    if act.running:
        return list(_rest_of_run(s, seat))
    if act.pending == "growth":
        return list(growths(s, seat))
    if act.pending == "industry":
        return list(urbanizings(s, seat, 0))
    if act.building:
        return list(_rest_of_build(s, seat))
    found = [
        *_deliveries(s, seat),
        *_links(s, seat),
        *_engine(s, seat),
        *urbanizings(s, seat, s.profile.urbanize_price),
        *_western(s, seat),
    ]
    found += _cards(s, seat, found)
    found.append(Idea(0.0, (Pass(),), say("suggest-pass"), say("suggest-pass-note")))
    return found


def hope(s: State) -> float:
    """How much of what becomes possible can still be used: it takes actions to deliver."""
    actions = turns_left(s) * s.profile.rounds + s.profile.rounds - s.round
    return min(1.0, actions / ACTIONS_TO_USE)


def with_income(s: State, seat: int, points: float) -> float:
    """Points bring income while turns are left, as long as the track rises."""
    rising = s.box.income(s.players[seat].points + RISE) > s.box.income(s.players[seat].points)
    return points * (1 + INCOME_A_TURN * turns_left(s) * rising)


def note(s: State, seat: int, cost: int) -> Say:
    shares = shares_needed(s, seat, cost)
    left = s.players[seat].cash + shares * s.profile.share_price - cost
    return say("suggest-cost", n=shares, cash=left)


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


def _deliveries(s: State, seat: int) -> Iterator[Idea]:
    for haul in best_hauls(s, seat)[:12]:
        yield _delivery(s, seat, haul, steps_of(s, seat, (), haul.path, haul.colour, haul.start))


def _rest_of_run(s: State, seat: int) -> Iterator[Idea]:
    act = s.act
    for haul in hauls(s, seat, act.cube, act.way, act.owners)[:5]:
        yield _delivery(s, seat, haul, steps_of(s, seat, act.way, haul.path))


def _delivery(s: State, seat: int, haul: Haul, line: Line) -> Idea:
    bonus = _bonus(s, haul)
    label = say(
        "suggest-deliver", colour=haul.colour, start=haul.start, city=haul.path[-1].to, n=haul.own + haul.others
    )
    worth = with_income(s, seat, haul.worth + bonus)
    return Idea(worth, line, label, say("suggest-deliver-note", n=haul.own + bonus, others=haul.others))


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


# Track.


def _links(s: State, seat: int) -> Iterator[Idea]:
    links = beside(s, seat)
    outlook = potential(s, links, s.players[seat].engine)
    tiles = most_tiles(s, seat)
    pairs = {frozenset((link.a, link.b)) for link in s.links_of(seat)}
    yield from _continued(s, seat, links, outlook)
    for (a, b), some in routes(s.game).items():
        if (links and a not in links and b not in links) or frozenset((a, b)) in pairs:
            continue
        route = next((route for route in some if _has_room(s, route)), None)
        if route is None or (len(route.pieces) > tiles and s.round == s.profile.rounds):
            continue
        short = len(route.pieces) <= tiles
        worth = _worth_of_link(s, seat, links, outlook, a, b) * (1 if short else IN_TWO_ACTIONS)
        pieces = route.pieces if short else _from_own_side(route, links)
        line: Line = tuple(piece.lay for piece in pieces[:tiles])
        grant = _grant_saves(s, seat, route)
        if grant:
            line = (Use(_grants(s, seat)[0]), *line)
        whole = route.price - grant
        worth -= price_in_points(s, seat, whole)
        if short:
            label = say("suggest-link", a=a, b=b, n=len(pieces), cost=whole)
            yield Idea(worth, line, label, note(s, seat, whole))
        else:
            start = a if pieces is route.pieces else b
            now = _price_of_first(s, start, pieces[:tiles], bool(grant))
            label = say("suggest-long-link", a=a, b=b, n=tiles, cost=now, whole=whole)
            yield Idea(worth, line, label, note(s, seat, now))


def _from_own_side(route: Route, links: Beside) -> tuple[Piece, ...]:
    """A route in two parts is begun where the own links are."""
    return route.pieces if route.a in links or route.b not in links else tuple(reversed(route.pieces))


def _price_of_first(s: State, start: str, pieces: tuple[Piece, ...], grant: bool) -> int:
    """What the tiles of this action cost, built from a city on; each pays the ridge behind it (rw-5.16)."""
    cost, before = 0, s.country.cities[start].hex
    for piece in pieces:
        behind = s.country.grid.side_towards(piece.hex, before)
        cost += ground_price(s.profile, s.country, piece.hex, piece.track, grant)
        cost += s.profile.ridge_price if is_ridge(s, piece.hex, behind) else 0
        before = piece.hex
    return cost


def _has_room(s: State, route: Route) -> bool:
    return all(room(s, piece.hex, piece.track) is None for piece in route.pieces)


def _grants(s: State, seat: int) -> list[str]:
    return [card for card in s.players[seat].cards if s.box.cards[card].deed == GRANT]


def _grant_saves(s: State, seat: int, route: Route) -> int:
    """What a Land Grant would save; too little is not worth the card."""
    if not _grants(s, seat) or s.act.building:
        return 0
    free = [terrain for piece in route.pieces if (terrain := s.country.terrain[piece.hex]) in s.profile.granted]
    return sum(s.profile.terrain_price[terrain] for terrain in free) if len(free) >= GRANT_TILES else 0


def _worth_of_link(s: State, seat: int, links: Beside, now: float, a: str, b: str) -> float:
    then = with_link(links, a, b)
    gain = potential(s, then, s.players[seat].engine) - now
    for id in s.row:
        card = s.box.cards[id]
        near = card.city in then and card.other in then  # mostly not: no search then
        if card.deed == "line" and near and _joins(then, card) and not _joins(links, card):
            gain += card.points
    young = max(0, GROWN_UP - len(s.links_of(seat))) * YOUTH
    return with_income(s, seat, gain * hope(s) * LINK_IN_TIME) + young * hope(s) + ANY_LINK


def _joins(links: Beside, card: Card) -> bool:
    return joined(lambda city: links.get(city, ()), card.city, card.other)


def _continued(s: State, seat: int, links: Beside, now: float) -> Iterator[Idea]:
    """Ways to finish own unfinished links."""
    for end in own_ends(s, seat):
        line = s.loose_ends[end]
        if line.stop is not None:
            start = s.country.city_at[line.stop]
            for way in _finishes(s, end, most_tiles(s, seat) - s.act.tiles):
                yield _finish(s, seat, links, now, start, way)


def _finish(s: State, seat: int, links: Beside, now: float, start: str, way: Finish) -> Idea:
    worth = _worth_of_link(s, seat, links, now, start, way.city) + FINISHING - price_in_points(s, seat, way.cost)
    label = say("suggest-finish", a=start, b=way.city, n=len(way.lays), cost=way.cost)
    return Idea(worth, way.lays, label, note(s, seat, way.cost))


def _finishes(s: State, end: End, tiles: int) -> list[Finish]:
    """The cheapest way to each city within reach of an end."""
    best: dict[str, Finish] = {}
    line = s.loose_ends[end]
    edge = [_Way(end, tuple(hex for hex, _ in line.pieces), (), 0)]
    for _ in range(tiles):
        further: list[_Way] = []
        for way in edge:
            hex, exit = way.end
            over = s.profile.ridge_price if is_ridge(s, hex, exit) else 0
            for piece in onward(s, way.end):
                there, track = piece.hex, piece.track
                if there in way.hexes or land(s, there) is not None or room(s, there, track) is not None:
                    continue
                out = piece.shape.out(opposite(exit))
                paid = way.cost + over + ground_price(s.profile, s.country, there, track, s.act.grant)
                lays = (*way.lays, piece.lay)
                beyond = meeting(s, there, out)
                if beyond.open:
                    further.append(_Way((there, out), (*way.hexes, there), lays, paid))
                elif beyond.city is not None and beyond.city != line.stop:
                    paid += s.profile.ridge_price if is_ridge(s, there, out) else 0
                    if beyond.city not in best or paid < best[beyond.city].cost:
                        best[beyond.city] = Finish(s.country.city_at[beyond.city], lays, paid)
        edge = further
    return list(best.values())


def _rest_of_build(s: State, seat: int) -> Iterator[Idea]:
    links = beside(s, seat)
    now = potential(s, links, s.players[seat].engine)
    if s.act.end is None:
        yield from _links(s, seat)
        return
    line = s.loose_ends[s.act.end]
    yield Idea(0.0, (Done(),), say("suggest-done"))
    if line.stop is None:
        return
    start = s.country.city_at[line.stop]
    for way in _finishes(s, s.act.end, most_tiles(s, seat) - s.act.tiles):
        yield _finish(s, seat, links, now, start, way)


# Engines, cities, the west, cards.


def _engine(s: State, seat: int) -> Iterator[Idea]:
    engine = s.players[seat].engine
    if engine == TOP_ENGINE:
        return
    links, cost = beside(s, seat), s.box.engines[engine + 1]
    gain = potential(s, links, engine + 1) - potential(s, links, engine)
    if engine + 1 == 4 and any(s.box.cards[id].deed == "engine-4" for id in s.row):
        gain += NEW_TRAIN
    worth = with_income(s, seat, gain * hope(s) * ENGINE_IN_TIME) - price_in_points(s, seat, cost)
    yield Idea(worth, (Loco(),), say("suggest-loco", level=engine + 1, cost=cost), note(s, seat, cost))


def urbanizings(s: State, seat: int, cost: int) -> Iterator[Idea]:
    links = beside(s, seat)
    engine = s.players[seat].engine
    now = potential(s, links, engine)
    price_paid = price_in_points(s, seat, cost)
    grey = [city for city in (links or s.country.cities) if s.is_grey(city)]
    for city in grey or [city for city in s.country.cities if s.is_grey(city)]:
        for letter in dict.fromkeys(s.new_cities):
            gain = potential(s, links, engine, painted={city: COLOURS[letter]}) - now if city in links else 0.0
            worth = with_income(s, seat, (gain + NEW_CUBES) * hope(s) * NEW_CITY_IN_TIME) - price_paid
            label = say("suggest-urbanize", city=city, colour=COLOURS[letter], cost=cost)
            yield Idea(worth, (Urbanize(city, COLOURS[letter]),), label, note(s, seat, cost))


def growths(s: State, seat: int) -> Iterator[Idea]:
    links = beside(s, seat)
    for city in links or s.country.cities:
        yield Idea(len(links.get(city, ())), (Grow(city),), say("suggest-grow", city=city))


def _western(s: State, seat: int) -> Iterator[Idea]:
    if not s.with_cards:
        return
    links, cost = beside(s, seat), s.profile.western_price
    engine = s.players[seat].engine
    own = by_own_links(s, seat)
    for city in s.country.western:
        if city in links and city not in s.western:
            gain = potential(s, links, engine, extra={city: "RRRR"}) - potential(s, links, engine)
            for id in s.row:
                card = s.box.cards[id]
                if card.deed == "western-line" and card.other == city and joined(own, card.city, city):
                    gain += card.points
            worth = with_income(s, seat, gain * hope(s)) - price_in_points(s, seat, cost)
            yield Idea(worth, (West(city),), say("suggest-west", city=city, cost=cost), note(s, seat, cost))


def _cards(s: State, seat: int, others: list[Idea]) -> list[Idea]:
    links = beside(s, seat)
    worths = sorted((idea.worth for idea in others), reverse=True)
    found: list[Idea] = []
    for id in dict.fromkeys(s.row):
        card = s.box.cards[id]
        if card.sign == "goal":
            continue
        if card.deed == "hotel":
            worth = turns_left(s) * (OWN_HOTEL_A_TURN if card.city in links else HOTEL_A_TURN)
        elif card.deed == "executive":
            worth = sum(max(0.0, some) for some in worths[:2]) * EXECUTIVE
        elif card.deed == "industry":
            worth = max((idea.worth for idea in urbanizings(s, seat, 0)), default=0.0) - INDUSTRY_COST
        else:
            worth = CARD_WORTH[card.deed] * hope(s)
        found.append(Idea(worth, (Take(id),), say("suggest-take", card=id), about(card)))
    return found
