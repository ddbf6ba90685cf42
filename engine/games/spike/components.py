"""The printed pieces: mesh, contracts, routes, cards, trains. Read from the data files and checked when loaded."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import msgspec

from engine.games.spike.tables import BadData, read_table

PARTS = ("speed", "power", "cars")
TIME = "time"  # a time card in the deck


@dataclass(frozen=True)
class Node:
    id: str
    good: str  # empty at a junction
    row: int
    half_column: int


@dataclass(frozen=True)
class Edge:
    """A track space between two neighbouring nodes; `id` is the word for it."""

    id: str
    ends: tuple[str, str]
    kind: str

    def other(self, node: str) -> str:
        a, b = self.ends
        return b if node == a else a


class Reach(msgspec.Struct, frozen=True, gc=False):
    """A track space seen from one of its ends."""

    edge: Edge
    far: str  # the other end
    kind: int  # of its rail, as an index


@dataclass(frozen=True)
class Side:
    """One side of a contract card: what it pays in which city."""

    good: str
    pays: Mapping[str, int]


@dataclass(frozen=True)
class Pieces:
    """The figures of `pieces.toml`."""

    display: int
    hand: int
    tracks: int
    time_cards: int
    prices: tuple[int, ...]
    market_columns: int
    market_rows: tuple[int, ...]
    kinds: Mapping[str, str]
    cards: Mapping[int, int]  # of each kind, by the number of players
    contracts: Mapping[int, int]
    levels: Mapping[str, tuple[int, ...]]
    goods: Mapping[str, str]


@dataclass(frozen=True)
class Box:
    pieces: Pieces
    nodes: Mapping[str, Node]
    edges: Mapping[str, Edge]
    contracts: Mapping[str, Mapping[str, Side]]  # card, then side
    routes: Mapping[str, Mapping[str, int]]  # top city, then the listed cities

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.pieces.kinds)

    @cached_property
    def kind_index(self) -> Mapping[str, int]:
        return {kind: index for index, kind in enumerate(self.kinds)}

    @cached_property
    def goods(self) -> tuple[str, ...]:
        return tuple(self.pieces.goods)

    @cached_property
    def cities(self) -> tuple[str, ...]:
        return tuple(node.id for node in self.nodes.values() if node.good)

    @cached_property
    def good_of(self) -> Mapping[str, str]:
        """What each city supplies (spk-1.3)."""
        return {city: self.nodes[city].good for city in self.cities}

    @cached_property
    def suppliers(self) -> Mapping[str, tuple[str, ...]]:
        return {good: tuple(city for city in self.cities if self.good_of[city] == good) for good in self.goods}

    @cached_property
    def edges_at(self) -> Mapping[str, tuple[Edge, ...]]:
        at: dict[str, list[Edge]] = {node: [] for node in self.nodes}
        for edge in self.edges.values():
            for end in edge.ends:
                at[end].append(edge)
        return {node: tuple(edges) for node, edges in at.items()}

    @cached_property
    def steps_at(self) -> Mapping[str, tuple[Reach, ...]]:
        """The track spaces at each node, seen from there."""
        return {
            node: tuple(Reach(edge, edge.other(node), self.kind_index[edge.kind]) for edge in edges)
            for node, edges in self.edges_at.items()
        }

    @cached_property
    def cards_of_good(self) -> Mapping[str, tuple[str, ...]]:
        """The contract cards of each good."""
        of: dict[str, list[str]] = {good: [] for good in self.goods}
        for card, sides in self.contracts.items():
            of[sides["a"].good].append(card)
        return {good: tuple(cards) for good, cards in of.items()}

    @cached_property
    def distance(self) -> Mapping[str, Mapping[str, int]]:
        """Track spaces on the shortest way between any two nodes."""
        return {node: self.distances_from(node) for node in self.nodes}

    @cached_property
    def city_distances(self) -> Mapping[str, tuple[int, ...]]:
        """The same from each node to the cities alone, in their order."""
        return {node: tuple(far[city] for city in self.cities) for node, far in self.distance.items()}

    def distances_from(self, start: str) -> Mapping[str, int]:
        found = {start: 0}
        queue = [start]
        for node in queue:
            for edge in self.edges_at[node]:
                far = edge.other(node)
                if far not in found:
                    found[far] = found[node] + 1
                    queue.append(far)
        return found


@cache
def box() -> Box:
    """The data of this package."""
    return read_box(
        {file: _text(file) for file in ("pieces.toml", "nodes.csv", "edges.csv", "contracts.csv", "routes.csv")}
    )


def _text(file: str) -> str:
    return (files(__package__) / "data" / file).read_text("utf-8")


def read_box(texts: Mapping[str, str]) -> Box:
    pieces = read_pieces(texts["pieces.toml"])
    nodes = read_nodes(texts["nodes.csv"], pieces)
    edges = read_edges(texts["edges.csv"], nodes, pieces)
    contracts = read_contracts(texts["contracts.csv"], nodes, pieces)
    read = Box(pieces, nodes, edges, contracts, read_routes(texts["routes.csv"], nodes))
    reached = read.distances_from(next(iter(nodes)))
    for node in nodes:
        if node not in reached:
            raise BadData(f"edges.csv: {node} is cut off from part of the mesh")
    return read


def read_pieces(text: str) -> Pieces:
    file = "pieces.toml"
    try:
        raw: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: not a TOML file: {error}") from error
    try:
        pieces = Pieces(
            raw["display"],
            raw["hand"],
            raw["tracks"],
            raw["time_cards"],
            tuple(raw["prices"]),
            raw["market"]["columns"],
            tuple(raw["market"]["rows"]),
            raw["kinds"],
            {int(number): row["cards"] for number, row in raw["players"].items()},
            {int(number): row["contracts"] for number, row in raw["players"].items()},
            {part: tuple(raw["train"][part]) for part in PARTS},
            raw["goods"],
        )
    except KeyError as error:
        raise BadData(f"{file}: “{error.args[0]}” is missing") from error
    if pieces.market_columns * len(pieces.market_rows) != len(pieces.goods):
        raise BadData(f"{file}: the market has not one box for each of the {len(pieces.goods)} goods")
    for number, contracts in pieces.contracts.items():
        if number * contracts != len(pieces.goods):
            raise BadData(f"{file}: [players] {number}: {contracts} contracts each do not deal out all goods")
    for part, levels in pieces.levels.items():
        if len(levels) != len(pieces.prices) + 1:
            raise BadData(f"{file}: [train] {part} needs one value more than there are prices")
    return pieces


def read_nodes(text: str, pieces: Pieces) -> Mapping[str, Node]:
    nodes: dict[str, Node] = {}
    for row in read_table("nodes.csv", text, ("node", "good", "row", "half_column")):
        id = row["node"].text
        if not id or id in nodes:
            raise row["node"].wrong(f"“{id}” is there twice" if id else "a node needs a name")
        good = row["good"].one_of(("", *pieces.goods), "good")
        nodes[id] = Node(id, good, row["row"].number(), row["half_column"].number())
    return nodes


def read_edges(text: str, nodes: Mapping[str, Node], pieces: Pieces) -> Mapping[str, Edge]:
    edges: dict[str, Edge] = {}
    order = {node: index for index, node in enumerate(nodes)}
    for row in read_table("edges.csv", text, ("node_a", "node_b", "kind")):
        a, b = row["node_a"].one_of(nodes, "node"), row["node_b"].one_of(nodes, "node")
        if order[a] >= order[b]:
            raise row["node_b"].wrong(f"“{b}” should come after “{a}” in nodes.csv")
        apart = abs(nodes[a].row - nodes[b].row), abs(nodes[a].half_column - nodes[b].half_column)
        if apart not in ((0, 2), (1, 1)):
            raise row["node_b"].wrong(f"“{b}” is no neighbour of “{a}”")
        id = f"{a}-{b}"
        if id in edges:
            raise row["node_b"].wrong(f"“{id}” is there twice")
        edges[id] = Edge(id, (a, b), row["kind"].one_of(pieces.kinds, "rail kind"))
    return edges


def read_contracts(text: str, nodes: Mapping[str, Node], pieces: Pieces) -> Mapping[str, Mapping[str, Side]]:
    numbers = (1, 2, 3)
    columns = ("card", "side", "good", *_pairs(numbers, "pays"))
    contracts: dict[str, dict[str, Side]] = {}
    for row in read_table("contracts.csv", text, columns):
        good = row["good"].one_of(pieces.goods, "good")
        side = row["side"].one_of(("a", "b"), "side")
        pays: dict[str, int] = {}
        for number in numbers:
            cell = row[f"city_{number}"]
            city = _city(cell.one_of(nodes, "city"), nodes)
            if city is None or city in pays or nodes[city].good == good:
                raise cell.wrong(f"“{cell.text}” is no city that this contract can list")
            pays[city] = row[f"pays_{number}"].number(1)
        sides = contracts.setdefault(row["card"].text, {})
        if side in sides or any(other.good != good for other in sides.values()):
            raise row["side"].wrong("a card has one side a and one side b for the same good")
        sides[side] = Side(good, pays)
    for card, sides in contracts.items():
        if set(sides) != {"a", "b"}:
            raise BadData(f"contracts.csv: card {card} has only one side")
    for good in pieces.goods:
        if not any(sides["a"].good == good for sides in contracts.values()):
            raise BadData(f"contracts.csv: there is no card for {good}")
    return contracts


def read_routes(text: str, nodes: Mapping[str, Node]) -> Mapping[str, Mapping[str, int]]:
    numbers = (1, 2, 3, 4)
    routes: dict[str, Mapping[str, int]] = {}
    for row in read_table("routes.csv", text, ("top", *_pairs(numbers, "value"))):
        top = _city(row["top"].one_of(nodes, "city"), nodes)
        if top is None or top in routes:
            raise row["top"].wrong(f"“{row['top'].text}” is no city, or heads two routes")
        listed: dict[str, int] = {}
        for number in numbers:
            cell = row[f"city_{number}"]
            city = _city(cell.one_of(nodes, "city"), nodes)
            if city is None or city in listed or city == top:
                raise cell.wrong(f"“{cell.text}” is no other city of the route")
            listed[city] = row[f"value_{number}"].number(1)
        routes[top] = listed
    return routes


def _city(node: str, nodes: Mapping[str, Node]) -> str | None:
    return node if nodes[node].good else None


def _pairs(numbers: Sequence[int], value: str) -> tuple[str, ...]:
    return tuple(name for number in numbers for name in (f"city_{number}", f"{value}_{number}"))
