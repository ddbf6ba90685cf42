"""Deliveries: which there are, why one is refused, what it brings (aos-7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.move import Move
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.age_of_steam import weights
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.events import Delivered, DeliveredForNobody
from engine.games.age_of_steam.moves import NOBODY, VIA, Deliver
from engine.games.age_of_steam.state import State
from engine.games.age_of_steam.view import View
from engine.rail.goods import COLOURS, LETTERS, added, taken
from engine.rail.paths import Hop, Path, paths

Known = State | View  # all of it is open, so that buttons can say who earns


def offers(s: State, seat: int) -> Iterator[Deliver]:
    for way in ways(s, s.players[seat].engine):
        yield move_of_way(s, way)


@dataclass(frozen=True, slots=True)
class Way:
    """A cube and the links that it runs over."""

    good: str
    start: str  # the hex of the city that it leaves
    path: Path


def ways(s: State, engine: int) -> Iterator[Way]:
    """Every delivery that an engine can make."""
    for hex, cubes in s.goods.items():
        for letter in dict.fromkeys(cubes):
            good = COLOURS[letter]
            wanted = {city for city, colour in s.board.cities.items() if colour == good}
            for path in paths(s.board.hops, hex, engine, wanted.__contains__):
                yield Way(good, hex, path)


def move_of_way(s: State, way: Way) -> Deliver:
    names = s.board.map.stop_names
    words = []
    here = way.start
    for hop in way.path:
        if len(_between(s.board, here, hop.to)) > 1:  # aos-12.8
            words.append(_via(s, hop.owner))
        words.append(names[hop.to])
        here = hop.to
    return Deliver(way.good, names[way.start], tuple(words))


def _between(board: Board, a: str, b: str) -> list[Hop]:
    return [hop for hop in board.hops(a) if hop.to == b]


def _via(s: Known, owner: int | None) -> str:
    return NOBODY if owner is None else VIA + s.seats[owner]


@dataclass(frozen=True)
class _Asked:
    """A delivery as written: the stops by name and the owner's word before each, None where none is written."""

    stops: tuple[str, ...]
    via: tuple[str | None, ...]


def _asked(move: Deliver) -> _Asked | None:
    """None when a `via` stands where none can."""
    stops, via = [], []
    waiting: str | None = None
    for word in move.route:
        if word.startswith(VIA):
            if waiting is not None:
                return None
            waiting = word
        else:
            stops.append(word)
            via.append(waiting)
            waiting = None
    return None if waiting is not None else _Asked(tuple(stops), tuple(via))


def over_the_same_stops(s: State, move: Deliver) -> Iterator[Deliver]:
    """Every delivery of this cube over these stops, as it is written now."""
    asked = _asked(move)
    hexes = [s.board.map.stop_hex[stop] for stop in (move.start, *(asked.stops if asked is not None else ()))]
    hops = [_between(s.board, a, b) for a, b in pairwise(hexes)]
    for path in product(*hops):
        yield move_of_way(s, Way(move.good, hexes[0], path))


def path_of(s: Known, move: Deliver) -> Path | Refusal:
    """The hops that the written delivery names, or why it names none."""
    asked = _asked(move)
    if asked is None:
        return refusal("via-needs-stop", "aos-12.8")
    hex_of = s.board.map.stop_hex
    hops = []
    for (a, b), via in zip(pairwise((move.start, *asked.stops)), asked.via, strict=True):
        choices = _between(s.board, hex_of[a], hex_of[b])
        if not choices:
            return refusal("no-link", "aos-7.2", a=a, b=b)
        words = tuple(_via(s, hop.owner) for hop in choices)
        if via is None and len(choices) == 1:
            hops += choices
        elif via in words:
            hops.append(choices[words.index(via)])
        elif len(choices) == 1:
            return refusal("via-wrong", "aos-12.8", a=a, b=b, choices=words)
        else:
            return refusal("via-needed", "aos-12.8", a=a, b=b, choices=words)
    return tuple(hops)


def refuse_deliver(s: State, seat: int, move: Deliver) -> Refusal | None:
    hex_of = s.board.map.stop_hex
    start = hex_of[move.start]
    if LETTERS[move.good] not in s.goods.get(start, ""):
        return refusal("no-such-cube", "aos-7.2", good=move.good, city=move.start)
    path = path_of(s, move)
    if isinstance(path, Refusal):
        return path
    engine = s.players[seat].engine
    if len(path) > engine:
        return refusal("engine-too-weak", "aos-7.5", n=len(path), engine=engine)
    stops = (start, *(hop.to for hop in path))
    if len(set(stops)) < len(stops):
        return refusal("stop-twice", "aos-7.4")
    names = s.board.map.stop_names
    for hop in path[:-1]:
        if s.board.cities.get(hop.to) == move.good:
            return refusal("must-stop", "aos-7.3", good=move.good, city=names[hop.to])
    if not path or s.board.cities.get(stops[-1]) != move.good:
        return refusal("wrong-city", "aos-7.2", good=move.good, stop=names[stops[-1]])
    return None


def delivered(s: State, seat: int, move: Deliver) -> tuple[State, Event]:
    path = path_of(s, move)
    assert not isinstance(path, Refusal), "refused before"
    start, letter = s.board.map.stop_hex[move.start], LETTERS[move.good]
    s = s.with_goods({**s.goods, start: taken(s.goods[start], letter)}).with_bag(added(s.bag, letter))
    gains = incomes(s, path)
    for owner, steps in gains.items():
        s = s.with_player(owner, replace(s.players[owner], income=s.players[owner].income + steps))
    stops = tuple(s.board.map.stop_names[hop.to] for hop in path)
    if not gains:
        return s, DeliveredForNobody(seat, move.good, move.start, stops)
    said = tuple(say("income-step", seat=owner, n=steps) for owner, steps in gains.items())
    return s, Delivered(seat, move.good, move.start, stops, said)


def incomes(s: Known, path: Path) -> dict[int, int]:
    """Steps of income by seat (aos-7.7); the links of a bankrupt player bring nobody anything (aos-8.5)."""
    gains: dict[int, int] = {}
    for hop in path:
        if hop.owner is not None and not s.players[hop.owner].bankrupt:
            gains[hop.owner] = gains.get(hop.owner, 0) + 1
    return gains


# What is worth delivering.


@dataclass(frozen=True, slots=True)
class Haul:
    """A delivery and the steps of income that it brings: to the mover and to all the others together."""

    way: Way
    own: int
    others: int

    @property
    def worth(self) -> float:
        """In steps of the mover: what helps others costs a little."""
        return self.own - weights.OTHERS_STEP * self.others


def hauls(s: State, seat: int, engine: int) -> list[Haul]:
    """The best way for each cube, best cubes first."""
    best: dict[tuple[str, str], Haul] = {}
    for way in ways(s, engine):
        own = sum(hop.owner == seat for hop in way.path)
        others = sum(hop.owner is not None and hop.owner != seat for hop in way.path)
        haul = Haul(way, own, others)
        known = best.get((way.start, way.good))
        if known is None or haul.worth > known.worth:
            best[way.start, way.good] = haul
    return sorted(best.values(), key=lambda haul: -haul.worth)


def move_of(s: State, haul: Haul) -> Deliver:
    return move_of_way(s, haul.way)


def label(move: Deliver) -> Say:
    """What runs where, by which stops and, between stops that several links join, by whose: no two read alike."""
    route: list[Say] = []
    via = ""
    for word in move.route:
        if word.startswith(VIA):
            via = word
        else:
            route.append(say("stop-by", stop=word, via=via) if via else say("name", word=word))
            via = ""
    if len(route) < 2:
        return say("deliver-label", good=move.good, start=move.start, end=route[0] if route else say("nothing"))
    *stops, end = route
    return say("deliver-through", good=move.good, start=move.start, stops=tuple(stops), end=end, n=len(route))


def note(s: Known, path: Path) -> Say:
    """Who earns from it."""
    gains = incomes(s, path)
    if not gains:
        return say("deliver-note-nobody")
    return say("deliver-note", incomes=tuple(say("income-step", seat=owner, n=steps) for owner, steps in gains.items()))


def ranked(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Deliveries that bring the mover most come first; other moves keep their place behind them."""

    def worth(move: Move) -> tuple[int, int]:
        if not isinstance(move, Deliver):
            return (1, 0)
        path = path_of(s, move)
        return (0, -incomes(s, path).get(seat, 0)) if not isinstance(path, Refusal) else (2, 0)

    return sorted(moves, key=worth)
