"""The board of Spike as a picture: the mesh with market and cards in its waters, the players below."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from engine.core.game import OVER
from engine.core.sheet import Drawing, Marks, Piece
from engine.draw import graphboard, theme, tokens
from engine.draw.free_places import Clutter, best, box_around
from engine.draw.graphboard import Lattice, Point, direction, middle
from engine.draw.svg import circle, label, layered, path, pressable, quiet_presses, rect, stacked
from engine.draw.text_widths import BOLD
from engine.games.spike import cardwork
from engine.games.spike.components import box
from engine.games.spike.moves import DECK
from engine.games.spike.names import words
from engine.games.spike.network import network
from engine.games.spike.player_row import draw_row
from engine.games.spike.textboard import text
from engine.games.spike.view import View

WIDTH, HEIGHT = 1200, 1092
LATTICE = Lattice(8, 46)
REACH = 66  # how far the land goes around the mesh

# Where trains and delivery markers stand around the sign of a city.
TRAINS = ((28, -25), (-28, -25), (38, 14), (-38, 14))
MARKERS = ((-23, -8), (-23, 10), (23, -8), (23, 10))
# Where the marks of contracts may stand around it, and how wide they are.
GOALS = ((48, -12), (48, 12), (-48, -12), (-48, 12), (0, -34), (48, 36), (-48, 36))
GOAL_WIDE = 60
# Where the number of a change may stand around the middle of what has changed.
AROUND = ((-28, -28), (28, -28), (0, -34), (-38, 0), (38, 0), (-28, 28), (28, 28), (0, 36), (-58, -28), (58, -28))


@cache
def nodes() -> Mapping[str, Point]:
    return {node.id: LATTICE.at(node.row, node.half_column) for node in box().nodes.values()}


@cache
def space_at(track: str) -> tuple[Point, Point]:
    """The middle of a track space and its direction."""
    a, b = (nodes()[end] for end in box().edges[track].ends)
    return middle(a, b), direction(a, b)


@cache
def still() -> str:
    spots = nodes()
    spaces = [(spots[a], spots[b]) for a, b in (edge.ends for edge in box().edges.values())]
    svg = rect(0, 0, WIDTH, HEIGHT, fill=theme.WATER)
    svg += graphboard.coast((*spaces, *_beyond()), _triangles(), REACH)
    (north, _), (_, west) = LATTICE.at(0, 8), LATTICE.at(12, 0)
    svg += rect(0, 0, 60, west, fill=theme.LAND) + rect(0, 0, north, 40, fill=theme.LAND)
    for id, edge in box().edges.items():
        (x, y), way = space_at(id)
        svg += graphboard.space(x, y, way, edge.kind)
    for node, (x, y) in spots.items():
        if node not in box().good_of:
            svg += graphboard.junction(x, y)
    for city in box().cities:
        svg += cardwork.good_sign(*spots[city], box().good_of[city], 32)
    for (x, y), name in graphboard.plates((spots[city], words().name(city, "en")) for city in box().cities):
        svg += graphboard.plate(x, y, name)
    return svg + rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, fill="none", stroke=theme.INK, stroke_width=3)


def _beyond() -> Iterator[tuple[Point, Point]]:
    """The land goes on under the frame in the west and in the north-west."""
    (x, y), (north, _) = nodes()["houston"], LATTICE.at(0, 7)
    yield (x, y), (-80, y)
    yield nodes()["j1"], (-80, -40)
    yield nodes()["j4"], (north, -80)


def _triangles() -> Iterator[tuple[Point, Point, Point]]:
    spots = nodes()
    order = {node: index for index, node in enumerate(box().nodes)}
    beside = {node: [edge.other(node) for edge in box().edges_at[node]] for node in box().nodes}
    for a, near in beside.items():
        for b in near:
            for c in beside[b]:
                if c in near and order[a] < order[b] < order[c]:
                    yield spots[a], spots[b], spots[c]


def draw(view: View, marks: Marks) -> Drawing:
    board = layered(WIDTH, HEIGHT, still(), _pieces(view, marks), text(view, marks))
    return stacked(board, draw_row(view, marks))


def _pieces(view: View, marks: Marks) -> Iterator[Piece]:
    yield from _changed_ground(marks)
    yield from _tracks(view, marks)
    yield from _covered(view)
    yield from _numbers(view)
    yield from _elsewhere(marks)
    yield from _pressed(marks)
    yield from _own_rings(view)
    yield from _deliveries(view)
    yield from _trains(view)
    yield from _own_goals(view)
    yield from cardwork.market(view, marks)
    yield cardwork.rounds(view, marks)
    yield from cardwork.cards(view, marks)
    yield from cardwork.hand(view, marks)
    yield from cardwork.route(view, marks)
    yield from _markers(view, marks)


def _changed_ground(marks: Marks) -> Iterator[Piece]:
    for place in marks.changes:
        if place in box().edges:
            yield graphboard.changed(*space_at(place))
        elif place in box().good_of:
            ring = rect(-22, -22, 44, 44, rx=9, fill=theme.CHANGED, stroke=theme.INK, stroke_width=1.6)
            sign = cardwork.good_sign(0, 0, box().good_of[place], 32)
            yield Piece(*nodes()[place], (-24, -24, 48, 48), ring + sign)


def _tracks(view: View, marks: Marks) -> Iterator[Piece]:
    for seat, held in enumerate(view.players):
        paint = theme.SEATS[view.seats[seat]]
        for id in held.tracks:
            yield graphboard.track(*space_at(id), paint, drafted=id in marks.chosen)
    if view.turn is not None and view.turn.building and view.asked:
        paint = theme.SEATS[view.seats[view.asked[0]]]
        for id in view.turn.path:
            yield graphboard.track(*space_at(id), paint, finished=False, drafted=True)


def _covered(view: View) -> Iterator[Piece]:
    """Signs and discs once more over the tracks that run into them."""
    touched: dict[str, None] = {}
    building = view.turn.path if view.turn is not None and view.turn.building else ()
    for id in (*(track for held in view.players for track in held.tracks), *building):
        touched.update(dict.fromkeys(box().edges[id].ends))
    for node in touched:
        if node in box().good_of:
            svg = cardwork.good_sign(0, 0, box().good_of[node], 32)
            yield Piece(*nodes()[node], (-18, -18, 36, 36), svg)
        else:
            yield Piece(*nodes()[node], (-6, -6, 12, 12), graphboard.junction(0, 0))
    for (x, y), city in _plates():
        if any(abs(x - node_x) < 60 and abs(y - node_y) < 80 for node_x, node_y in map(nodes().__getitem__, touched)):
            svg = graphboard.plate(0, 0, words().name(city, "en"))
            yield Piece(x, y, (-70, -12, 140, 24), svg)


@cache
def _plates() -> tuple[tuple[Point, str], ...]:
    spots = graphboard.plates((nodes()[city], words().name(city, "en")) for city in box().cities)
    return tuple((spot, city) for (spot, _), city in zip(spots, box().cities, strict=True))


def _numbers(view: View) -> Iterator[Piece]:
    """Numbers of the junctions that the reader is likely to name next: on the reader's network and one space around."""
    if view.reader is None or view.phase == OVER:
        return
    held = view.players[view.reader]
    if not held.home:
        return
    own = network(held.home, held.tracks).nodes
    around = dict.fromkeys(edge.other(node) for node in own for edge in box().edges_at[node])
    for node in {**own, **around}:
        if node not in box().good_of:
            yield graphboard.numbered(nodes()[node], node[1:])


def _elsewhere(marks: Marks) -> Iterator[Piece]:
    """Every other space and city: a press on it asks why nothing can be done there."""
    if not marks.elsewhere:
        return
    shapes = ((place, shape) for place, shape in _targets() if place not in marks.links)
    svg = quiet_presses(marks.elsewhere, shapes, fill="none", stroke="transparent")
    yield Piece(0, 0, (0, 0, WIDTH, HEIGHT), svg)


@cache
def _targets() -> tuple[tuple[str, str], ...]:
    """Every city and space, with the shape that takes a press on it."""
    spots = nodes()
    cities = ((city, spots[city]) for city in box().cities)
    signs = [(city, path(f"M{x - 16} {y}h32", stroke_width=32)) for city, (x, y) in cities]
    return (*signs, *((track, graphboard.quiet(*space_at(track))) for track in box().edges))


def _pressed(marks: Marks) -> Iterator[Piece]:
    for place, href in marks.links.items():
        if place in box().edges:
            yield graphboard.press(*space_at(place), href, words().name(place, marks.lang))
        elif place in box().good_of:
            ring = rect(
                -22, -22, 44, 44, rx=9, fill=theme.ACCENT, fill_opacity=0.05, stroke=theme.ACCENT, stroke_width=3,
                stroke_dasharray="7 4",
            )  # fmt: skip
            svg = pressable(href, words().name(place, marks.lang), ring)
            yield Piece(*nodes()[place], (-24, -24, 48, 48), svg)
    for place in marks.chosen:
        if place in box().good_of:
            ring = rect(-22, -22, 44, 44, rx=9, fill="none", stroke=theme.ACCENT, stroke_width=5)
            yield Piece(*nodes()[place], (-25, -25, 50, 50), ring)


def _own_cities(view: View) -> Mapping[str, Sequence[str]]:
    """In the reader's own view: the cities that open contracts list, with the good and what it pays."""
    if view.reader is None or view.phase == OVER:
        return {}
    held = view.players[view.reader]
    marked = [contract.delivered for contract in held.contracts]
    found: dict[str, list[str]] = {}
    for contract in held.contracts:
        for city, pays in contract.printed.pays.items() if contract.open else ():
            if city not in marked:
                found.setdefault(city, []).append(f"{box().pieces.goods[contract.good]} {pays}")
    return found


def _own_rings(view: View) -> Iterator[Piece]:
    for city in _own_cities(view):
        svg = rect(-19.5, -19.5, 39, 39, rx=7, fill="none", stroke=theme.ACCENT, stroke_width=3.4)
        yield Piece(*nodes()[city], (-24, -24, 48, 48), svg)


def _own_goals(view: View) -> Iterator[Piece]:
    """What the reader's contracts pay, beside their cities, where no train, marker or name is covered."""
    clutter = Clutter(below=_named_places())
    for piece in (*_deliveries(view), *_trains(view)):
        clutter.add(box_around(piece.x, piece.y, 18), 4)
    for city, goals in _own_cities(view).items():
        x, y = nodes()[city]
        for letters in goals:
            spots = [(x + dx, y + dy) for dx, dy in GOALS]
            left, top = best(((spot, box_around(*spot, GOAL_WIDE / 2, 11)) for spot in spots), clutter, 4)
            clutter.add(box_around(left, top, GOAL_WIDE / 2, 11), 5)
            half = GOAL_WIDE // 2
            svg = rect(-half, -11, GOAL_WIDE, 22, rx=11, fill=theme.CHANGED_GROUND, stroke=theme.ACCENT, stroke_width=2)
            svg += label(0, 6, letters, BOLD, 17, theme.ACCENT)
            yield Piece(round(left), round(top), (-half - 2, -13, GOAL_WIDE + 4, 26), svg)


@cache
def _named_places() -> Clutter:
    """The names and the signs of the cities, which nothing should cover."""
    clutter = Clutter()
    for (x, y), city in _plates():
        clutter.add(box_around(x, y, graphboard.plate_width(words().name(city, "en")) / 2, 10), 2)
        clutter.add(box_around(*nodes()[city], 16), 3)
    return clutter


def _deliveries(view: View) -> Iterator[Piece]:
    for seat, held in enumerate(view.players):
        paint = theme.SEATS[view.seats[seat]]
        for contract in held.contracts:
            if contract.delivered:
                (x, y), (dx, dy) = nodes()[contract.delivered], MARKERS[seat]
                svg = circle(0, 0, 9.5, fill=paint.colour, stroke=theme.INK, stroke_width=1.8)
                yield Piece(x + dx, y + dy, (-11, -11, 22, 22), svg + label(0, 4.6, paint.letter, BOLD, 13, paint.on))


def _trains(view: View) -> Iterator[Piece]:
    here: dict[str, int] = {}
    for seat, held in enumerate(view.players):
        paint = theme.SEATS[view.seats[seat]]
        if held.train in box().good_of:
            here[held.train] = here.get(held.train, 0) + 1
            (x, y), (dx, dy) = nodes()[held.train], TRAINS[here[held.train] - 1]
            yield graphboard.locomotive(x + dx, y + dy, paint)
        elif held.train:
            x, y = _train_spot(held.train)
            yield graphboard.locomotive(x, y - 4, paint)


@cache
def _train_spot(track: str) -> Point:
    """On its space, where the train hides least of the names."""
    (x, y), (dx, dy) = space_at(track)
    clutter = Clutter()
    for (px, py), city in _plates():
        clutter.add(box_around(px, py, graphboard.plate_width(words().name(city, "en")) / 2, 10))
    spots = [(x + round(dx * share), y + round(dy * share)) for share in (0, 0.16, -0.16)]
    left, top = best((((px, py), box_around(px, py - 6, 20, 16)) for px, py in spots), clutter, 20)
    return round(left), round(top)


def _markers(view: View, marks: Marks) -> Iterator[Piece]:
    """The numbers of changes, where they cover least of names, signs and trains."""
    clutter = Clutter(below=_named_places())
    for train in _trains(view):
        clutter.add(box_around(train.x, train.y - 3, 20, 16), 4)
    for place, numbers in marks.changes.items():
        spots = _marker_spots(place)
        for figure in numbers if spots else ():
            spot = best(((spot, box_around(*spot, 16)) for spot in spots), clutter, 6)
            clutter.add(box_around(*spot, 16), 5)
            left, top = spot
            yield tokens.marker(round(left), round(top), figure)


def _marker_spots(place: str) -> tuple[Point, ...]:
    if place in box().edges:
        (x, y), _ = space_at(place)
    elif place in box().good_of:
        x, y = nodes()[place]
    else:
        x, y = cardwork.LEFT + 262, cardwork.TOP - 62
        return ((x, y), (x - 30, y), (x - 60, y), (x - 90, y)) if place == DECK else ()
    return tuple((x + dx, y + dy) for dx, dy in AROUND)
