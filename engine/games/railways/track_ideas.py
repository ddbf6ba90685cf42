"""Links worth building: new ones, unfinished ones, and the one tile that is laid where something must be done."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.core.move import Line
from engine.core.say import say
from engine.games.railways.company import Company
from engine.games.railways.country import eastern_us
from engine.games.railways.deeds.track import (
    GRANT,
    beside_cities,
    kept_exit,
    most_tiles,
    play_redirect,
    refuse_lay,
    refuse_redirect,
)
from engine.games.railways.ideas import Idea
from engine.games.railways.moves import Done, Lay, Redirect, Use
from engine.games.railways.outlook import prospect, with_link
from engine.games.railways.profile import PROFILES
from engine.games.railways.routes import Route, open_routes
from engine.games.railways.state import State
from engine.games.railways.track_rules import (
    WITH_EXIT,
    Piece,
    blocked,
    ground_price,
    is_ridge,
    land,
    meeting,
    onward,
    own_ends,
    price,
    room,
    track_of,
)
from engine.games.railways.weights import (
    ANY_LINK,
    BOXED_IN,
    FINISHING,
    GRANT_TILES,
    GROWN_UP,
    IN_TWO_ACTIONS,
    LINK_IN_TIME,
    NEW_NETWORKS,
    WEST_AHEAD,
    WEST_TURNS,
    YOUTH,
)
from engine.rail.hexes import opposite
from engine.rail.track import End


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


class _Gain(NamedTuple):
    worth: float
    cubes: int
    aims: float


def links(c: Company) -> list[Idea]:
    """Links from the seat's own cities. A company that is boxed in looks for a second network elsewhere."""
    found = [*finishes(c), *_new_links(c, _at_hand(c))]
    if max((idea.worth for idea in found), default=0.0) < BOXED_IN:
        found += _new_links(c, _elsewhere(c))
    return found


def _pairs(c: Company) -> set[frozenset[str]]:
    """Cities that a link of the seat, finished or not, already joins."""
    return {frozenset((link.a, link.b)) for link in c.s.links_of(c.seat)}


def _at_hand(c: Company) -> list[Route]:
    joined = _pairs(c)
    return [
        route
        for route in open_routes(c.s)
        if (not c.links or route.a in c.links or route.b in c.links) and frozenset((route.a, route.b)) not in joined
    ]


def _elsewhere(c: Company) -> list[Route]:
    """The few links apart from the own network over which most cubes could run at once."""
    apart = [route for route in open_routes(c.s) if c.links and route.a not in c.links and route.b not in c.links]
    return sorted(apart, key=lambda route: (-_cubes_between(c.s, route), route.price))[:NEW_NETWORKS]


def _cubes_between(s: State, route: Route) -> int:
    alone = {route.a: (route.b,), route.b: (route.a,)}
    return prospect(s, alone, 1).cubes


def _new_links(c: Company, some: list[Route]) -> Iterator[Idea]:
    tiles = most_tiles(c.s, c.seat)
    grants = [card for card in c.player.cards if c.s.box.cards[card].deed == GRANT]
    for route in some:
        short = len(route.pieces) <= tiles
        if not short and c.s.round == c.s.profile.rounds:
            continue  # it would leave the board unfinished
        gain = _gain(c, route.a, route.b)
        pieces = route.pieces if short else _from_own_side(c, route)
        line: Line = tuple(piece.lay for piece in pieces[:tiles])
        saved = _grant_saves(c, route) if grants else 0
        if saved:
            line = (Use(grants[0]), *line)
        whole = route.price - saved
        target = f"{route.a} {route.b}"
        if short:
            label = say("suggest-link", a=route.a, b=route.b, n=len(pieces), cost=whole)
            note = c.brings(whole, gain.cubes, gain.aims)
            yield Idea(gain.worth - c.price(whole), "build", target, line, label, note)
        else:
            start = route.a if pieces is route.pieces else route.b
            now = _price_of_first(c.s, start, pieces[:tiles], bool(saved))
            label = say("suggest-long-link", a=route.a, b=route.b, n=tiles, cost=now, whole=whole)
            note = c.brings(now, gain.cubes, gain.aims)
            yield Idea(gain.worth * IN_TWO_ACTIONS - c.price(whole), "build", target, line, label, note)


def _gain(c: Company, a: str, b: str) -> _Gain:
    """What a link brings, before it is paid."""
    then = with_link(c.links, a, b)
    after = prospect(c.s, then, c.player.engine)
    aims = c.aims.of_link(a, b)
    young = max(0, GROWN_UP - len(c.s.links_of(c.seat))) * YOUTH
    gain = after.worth - c.now.worth
    gain += sum(WEST_AHEAD for city in (a, b) if _opens_west(c, city))
    worth = c.with_income(gain * c.hope * LINK_IN_TIME) + (aims + young) * c.hope + ANY_LINK
    return _Gain(worth, after.cubes, aims)


def _opens_west(c: Company, city: str) -> bool:
    """Whether a link would be the first into a city that can still get a western link in time."""
    free = c.s.with_cards and city in c.s.country.western and city not in c.s.western
    return free and city not in c.links and c.turns >= WEST_TURNS


def _from_own_side(c: Company, route: Route) -> tuple[Piece, ...]:
    """A route in two parts is begun where the seat's links are."""
    return route.pieces if route.a in c.links or route.b not in c.links else tuple(reversed(route.pieces))


def _price_of_first(s: State, start: str, pieces: tuple[Piece, ...], grant: bool) -> int:
    """What the tiles of this action cost, built from a city on; each pays the ridge behind it (rw-5.16)."""
    cost, before = 0, s.country.cities[start].hex
    for piece in pieces:
        behind = s.country.grid.side_towards(piece.hex, before)
        cost += ground_price(s.profile, s.country, piece.hex, piece.track, grant)
        cost += s.profile.ridge_price if is_ridge(s, piece.hex, behind) else 0
        before = piece.hex
    return cost


def _grant_saves(c: Company, route: Route) -> int:
    """What a Land Grant would save; too little is not worth the card."""
    s = c.s
    if s.act.building:
        return 0
    free = [terrain for piece in route.pieces if (terrain := s.country.terrain[piece.hex]) in s.profile.granted]
    return sum(s.profile.terrain_price[terrain] for terrain in free) if len(free) >= GRANT_TILES else 0


# Unfinished links.


def finishes(c: Company) -> Iterator[Idea]:
    """Ways to finish the seat's unfinished links."""
    for end in own_ends(c.s, c.seat):
        yield from _finishes_from(c, end)


def rest_of_build(c: Company) -> Iterator[Idea]:
    if c.s.act.end is None:
        yield from links(c)
    else:
        yield Idea(0.0, "build", "done", (Done(),), say("suggest-done"), c.brings(0, c.now.cubes))
        yield from _finishes_from(c, c.s.act.end)


def _finishes_from(c: Company, end: End) -> Iterator[Idea]:
    stop = c.s.loose_ends[end].stop
    if stop is None:
        return
    start = c.s.country.city_at[stop]
    for way in ways_on(c.s, end, most_tiles(c.s, c.seat) - c.s.act.tiles):
        gain = _gain(c, start, way.city)
        label = say("suggest-finish", a=start, b=way.city, n=len(way.lays), cost=way.cost)
        a, b = sorted((start, way.city))
        note = c.brings(way.cost, gain.cubes, gain.aims)
        yield Idea(gain.worth + FINISHING - c.price(way.cost), "build", f"{a} {b}", way.lays, label, note)


def ways_on(s: State, end: End, tiles: int) -> list[Finish]:
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


def redirections(c: Company) -> Iterator[Idea]:
    """Other ways for a link whose way was taken (rw-5.20), each worth what can be built on from it."""
    blocked_ends = [end for end in own_ends(c.s, c.seat) if c.s.profile.may_redirect and blocked(c.s, c.seat, end)]
    for end in blocked_ends:
        hex, _ = end
        for shape in WITH_EXIT[kept_exit(c.s, end)]:
            move = Redirect(hex, shape.tile, shape.rotation)
            if refuse_redirect(c.s, c.seat, move) is None:
                then = play_redirect(c.s, c.seat, move).state
                cost = then.act.spent
                on = max((idea.worth for idea in rest_of_build(Company(then, c.seat))), default=0.0) if cost else 0.0
                label = say("suggest-redirect", hex=hex, tile=shape.tile, rotation=shape.rotation, cost=cost)
                yield Idea(on - c.price(cost), "redirect", str(move), (move,), label, c.brings(cost, c.now.cubes))


# The cheapest action.


@cache
def _by_price(game: str) -> tuple[Lay, ...]:
    """Every tile beside a city, the cheapest first on the empty map."""
    profile, country = PROFILES[game], eastern_us()

    def cost(move: Lay) -> int:
        track = track_of(move.tile, move.rotation)
        assert track is not None
        ridges = sum((move.hex, exit) in country.ridges for exit in track)
        return ground_price(profile, country, move.hex, track) + ridges * profile.ridge_price

    return tuple(sorted(beside_cities(), key=cost))


def one_tile(c: Company) -> Iterator[Idea]:
    """Where an action must be taken: the tile that costs least, and that leaves the board again."""
    move = next((move for move in _by_price(c.s.game) if refuse_lay(c.s, c.seat, move) is None), None)
    track = track_of(move.tile, move.rotation) if move is not None else None
    if move is None or track is None:
        return
    cost = price(c.s, move.hex, track, c.s.act.grant)
    label = say("suggest-one-tile", hex=move.hex, cost=cost)
    yield Idea(-c.price(cost), "tile", "", (move,), label, c.brings(cost, c.now.cubes))
