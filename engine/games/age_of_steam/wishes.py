"""Links and deliveries that a player asks for by their ends (design of `engine.core.wish`): the cheapest tiles that
make the link, and the way of a cube that brings the mover most."""

from collections.abc import Iterator, Sequence

from engine.core.move import Line
from engine.core.wish import Wish
from engine.games.age_of_steam.build_effects import with_tile
from engine.games.age_of_steam.components import NEW_CITIES
from engine.games.age_of_steam.deliveries import Way, move_of_way, ways
from engine.games.age_of_steam.lay_rules import refuse_lay
from engine.games.age_of_steam.money import budget
from engine.games.age_of_steam.moves import Urbanize
from engine.games.age_of_steam.phases import build, goods
from engine.games.age_of_steam.projects import Project, projects_from
from engine.games.age_of_steam.state import State
from engine.rail.goods import LETTERS


def grant(s: State, seat: int, wish: Wish) -> Sequence[Line]:
    if s.phase == build.NAME and "urbanize" in wish.verbs:
        return _new_city(s, seat, wish)
    if s.phase == build.NAME and wish.names_verb("lay"):
        return _links(s, seat, wish)
    if s.phase == goods.NAME and wish.names_verb("deliver"):
        return _deliveries(s, seat, wish)
    return ()


# New Cities.


def _new_city(s: State, seat: int, wish: Wish) -> list[Line]:
    """A New City by its colour: those of one colour are alike, so the first that is left is taken."""
    towns = [name for name in (wish.start, *wish.names, wish.goal) if name in s.board.map.stop_hex]
    colours = wish.others(s.board.map.stop_hex)
    if len(towns) != 1 or len(colours) != 1 or wish.via:
        return []
    moves = (Urbanize(towns[0], letter) for letter, colour in NEW_CITIES.items() if colour == colours[0])
    first = next((move for move in moves if build.refuse(s, seat, move) is None), None)
    return [(first,)] if first is not None else []


# Links.


def _links(s: State, seat: int, wish: Wish) -> list[Line]:
    hex_of = s.board.map.stop_hex
    ends = wish.ends(hex_of)
    if ends is None or wish.others(hex_of) or ends[0] == ends[1] or not all(stop in hex_of for stop in wish.via):
        return []
    a, b = (hex_of[end] for end in ends)
    via = {hex_of[stop] for stop in wish.via}
    best: list[Project] = []
    least: tuple[int, int, int] | None = None
    for project in projects_from(s, seat, budget(s, seat), (a, b)):
        if not _joins(project, a, b, via) or not _agrees(wish, project):
            continue
        # A link of its own is meant before one through a town.
        size = (len(project.links), project.cost, len(project.lays))
        if (least is None or size <= least) and _lays(s, seat, project):
            best = [*best, project] if size == least else [project]
            least = size
    return list(dict.fromkeys(project.lays for project in best))


def _joins(project: Project, a: str, b: str, via: set[str]) -> bool:
    """Whether its links are one way between the two, over just these towns if some are named."""
    ends = [end for link in project.links for end in link]
    between = {end for end in ends if ends.count(end) == 2}
    if {end for end in ends if ends.count(end) == 1} != {a, b} or len(between) != len(project.links) - 1:
        return False
    return between == via if via else True


def _agrees(wish: Wish, project: Project) -> bool:
    """Numbers beside the link are its tiles and its price."""
    return set(wish.numbers) <= {len(project.lays), project.cost}


def _lays(s: State, seat: int, project: Project) -> bool:
    for lay in project.lays:
        if refuse_lay(s, seat, lay) is not None:
            return False
        s = with_tile(s, seat, lay)
    return True


# Deliveries.


def _deliveries(s: State, seat: int, wish: Wish) -> list[Line]:
    """The best way for each cube and goal that fit; several if the words leave open which."""
    best: dict[tuple[str, str, str], list[Way]] = {}
    worth: dict[tuple[str, str, str], tuple[int, int]] = {}
    for way in _fitting(s, seat, wish):
        own = sum(hop.owner == seat for hop in way.path)
        others = sum(hop.owner is not None and hop.owner != seat for hop in way.path)
        what = (way.good, way.start, way.path[-1].to)
        gain = (own, -others)
        if gain > worth.get(what, (-1, 0)):
            worth[what], best[what] = gain, [way]
        elif gain == worth[what]:
            best[what].append(way)
    return [(move_of_way(s, way),) for some in best.values() for way in some]


def _fitting(s: State, seat: int, wish: Wish) -> Iterator[Way]:
    hex_of = s.board.map.stop_hex
    colours = wish.others(hex_of)
    named = [name for name in wish.names if name in hex_of]
    if not all(colour in LETTERS for colour in colours) or len(set(colours)) > 1:
        return
    if not named and not wish.start and not wish.goal:
        return
    if wish.start:
        named = [wish.start, *named]
    if wish.goal:
        named = [*named, wish.goal]
    if not all(name in hex_of for name in (*named, *wish.via)):
        return
    start = named[0] if wish.start or len(named) > 1 else ""
    goal = named[-1] if wish.goal or len(named) > 1 or not start else ""
    over = [hex_of[name] for name in (*named[1:-1], *wish.via)]
    for way in ways(s, s.players[seat].engine):
        stops = [hop.to for hop in way.path]
        if colours and way.good != colours[0]:
            continue
        if (start and hex_of[start] != way.start) or (goal and hex_of[goal] != stops[-1]):
            continue
        if set(over) <= set(stops[:-1]) and set(wish.numbers) <= {len(stops)}:
            yield way
