"""Small positions from short strings.

    building("K10.straight.1:o L9.cross-straights.2:o- K9.stub.3:g", cities="M6.a", seat="green", money=20)

A tile is written as in a move, with the owner of each of its tracks behind it: the first letter of a seat's colour, or
`-` for nobody. One letter stands for all tracks. Tracks are in the order of their smallest exits.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import SEAT_COLOURS, Outcome
from engine.core.move import Line, read_line
from engine.core.play import actors, legal, play, refuse, start, step
from engine.games.age_of_steam import GAME
from engine.games.age_of_steam.board import Board
from engine.games.age_of_steam.components import COLUMNS, CUBES, rail_map, tile_set
from engine.games.age_of_steam.moves import Lay
from engine.games.age_of_steam.phases import build, goods, issue, production
from engine.games.age_of_steam.state import Player, State
from engine.rail.goods import added, handful, taken
from engine.rail.tiles import spokes
from engine.rail.track import Laid, Tiled
from engine.rail.track import Line as RailLine

OWNERS: Mapping[str, int | None] = {"-": None, **{colour[0]: seat for seat, colour in enumerate(SEAT_COLOURS)}}
MAP = rail_map("rust-belt")


def seat_of(colour: str) -> int:
    return SEAT_COLOURS.index(colour)


def board(track: str = "", cities: str = "") -> Board:
    made = Board("rust-belt", new_cities=dict(city.split(".") for city in cities.split()))
    for text in track.split():
        place, _, owners = text.partition(":")
        hex, tile, rotation = place.split(".")
        tracks = tile_set()[tile].lying(int(rotation))
        if made.is_town(hex):
            tracks = spokes(tracks)
        each = owners * len(tracks) if len(owners) == 1 else owners
        laid = tuple(Laid(a, b, OWNERS[owner]) for (a, b), owner in zip(tracks, each, strict=True))
        made = made.with_tile(hex, Tiled(tile, int(rotation), laid))
    return made


def fresh_table(seats: int = 4, seed: str = "table", **options: str) -> State:
    """A new game; options with underscores for hyphens. The order is that of the seats."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    s = start(GAME, SEAT_COLOURS[:seats], seed, chosen).state
    return issue.begin(s.with_order(tuple(range(seats))))


def with_player(s: State, colour: str, **holdings: object) -> State:
    """Some holdings of a seat changed; money comes from and goes to the bank."""
    seat = seat_of(colour)
    money = holdings.pop("money", None)
    if isinstance(money, int):
        s = s.with_paid(seat, s.players[seat].money - money)
    return s.with_player(seat, replace(s.players[seat], **holdings))


def player(s: State, colour: str) -> Player:
    return s.players[seat_of(colour)]


def with_cubes(s: State, cubes: str = "", chart: Mapping[str, str] | None = None) -> State:
    """Only these cubes, `evansville:BB cincinnati:R`, and these boxes; the other boxes are empty, the rest is in the
    bag."""
    bag = handful(CUBES)
    there = {MAP.stop_hex[city]: letters for city, letters in (part.split(":") for part in cubes.split())}
    empty = {column: "." * len(s.chart[column]) for column in COLUMNS}
    boxes = empty | dict(chart or {})
    for letter in "".join([*there.values(), *boxes.values()]).replace(".", ""):
        bag = taken(bag, letter)
    s = replace(s, chart=boxes)
    return s.with_goods(there).with_bag(bag)


def building(
    track: str = "",
    cities: str = "",
    *,
    seat: str = "orange",
    seats: int = 4,
    money: int = 40,
    action: str | None = None,
    started: bool = True,
    **options: str,
) -> State:
    """The seat begins a build turn; after it come the others."""
    s = fresh_table(seats, **options).with_board(board(track, cities))
    for colour in SEAT_COLOURS[:seats]:
        s = with_player(s, colour, money=money, started=started)
    s = with_player(s, seat, action=action)
    first = seat_of(seat)
    s = build.begin(s.with_order((first, *(other for other in range(seats) if other != first))))
    return s


def moving(
    track: str = "",
    cubes: str = "",
    *,
    cities: str = "",
    engine: int = 2,
    seats: int = 4,
    first_move: str | None = None,
    **options: str,
) -> State:
    """The goods phase begins, in the order of the seats."""
    s = with_cubes(fresh_table(seats, **options).with_board(board(track, cities)), cubes)
    for colour in SEAT_COLOURS[:seats]:
        s = with_player(s, colour, engine=engine, action="first-move" if colour == first_move else None)
    return goods.begin(s)


def producing(chart: Mapping[str, str] | None = None, bag: str | None = None, seats: int = 3, **options: str) -> State:
    """Orange has Production; only these boxes are filled. With a `bag` all other cubes lie in Toronto."""
    s = with_player(fresh_table(seats, **options), "orange", action="production")
    s = with_cubes(s, chart=chart)
    if bag is not None:
        rest = s.bag
        for letter in bag:
            rest = taken(rest, letter)
        s = s.with_goods({"Q2": rest}).with_bag(added("", bag))
    return production.begin(s)


FULL = {f"{half}{die}": "RBP" for half in "we" for die in range(1, 7)} | dict.fromkeys("abcdefgh", "YK")


def drawn(s: State) -> State:
    """After the draw of Production, before anything else happens."""
    return outcome(s, "draw").state


def line_of(s: State, text: str) -> Line:
    return read_line(text, GAME.verbs, GAME.lexicon(s.options))


def asked(s: State) -> str:
    """The colour of the one seat that must decide."""
    (seat,) = actors(GAME, s)
    return s.seats[seat]


def go(s: State, text: str) -> State:
    """The whole line by the seat that is asked, and what follows by itself."""
    return play(GAME, s, actors(GAME, s)[0], line_of(s, text)).state


def go_on(s: State, *lines: str) -> State:
    for text in lines:
        s = go(s, text)
    return s


def tell(s: State, text: str) -> tuple[Event, ...]:
    """What happens by the whole line and by itself after it."""
    played = play(GAME, s, actors(GAME, s)[0], line_of(s, text))
    return (*played.events, *played.settled)


def draft(s: State, text: str) -> State:
    """The moves without an end of the line and without what follows."""
    for move in line_of(s, text):
        s = outcome(s, str(move)).state
    return s


def outcome(s: State, text: str) -> Outcome[State]:
    (move,) = line_of(s, text)
    return step(GAME, s, actors(GAME, s)[0], move)


def why(s: State, text: str) -> tuple[str, str] | None:
    """Reason and rule with which the last move of the draft is refused; None when it is legal."""
    *before, last = line_of(s, text)
    for move in before:
        s = outcome(s, str(move)).state
    refusal = refuse(GAME, s, actors(GAME, s)[0], last)
    return None if refusal is None else (refusal.reason, refusal.rule)


def offered(s: State) -> list[str]:
    return [str(move) for move in legal(GAME, s, actors(GAME, s)[0])]


def cost(s: State, text: str) -> int:
    """What the moves of the draft take from the purse of the seat that is asked."""
    seat = actors(GAME, s)[0]
    return s.players[seat].money - draft(s, text).players[seat].money


def complaints(s: State) -> list[str]:
    return list(GAME.audit(s))


def name_of(hex: str | None) -> str:
    return MAP.stop_names[hex] if hex is not None else "loose"


def line_text(s: State, line: RailLine) -> str:
    """`orange: evansville-cincinnati 2`: owner, ends in alphabetical order, segments."""
    owner = "nobody" if line.owner is None else s.seats[line.owner]
    ends = sorted(line.ends, key=lambda hex: (hex is None, name_of(hex)))
    return f"{owner}: {'-'.join(map(name_of, ends))} {len(line.pieces)}"


def lines(s: State) -> list[str]:
    return sorted(line_text(s, line) for line in s.board.lines)


def every_lay() -> list[Lay]:
    """Every tile in every orientation on every hex of land."""
    return [
        Lay(hex, placement.tile.id, placement.rotation) for hex in MAP.grid.hexes for placement in tile_set().placements
    ]


def goods_in(s: State, city: str) -> str:
    return s.goods.get(MAP.stop_hex[city], "")


def stumps(number: int, owner: str = "o") -> str:
    """So many unfinished lines of one segment each, straight away from cities; none joins another."""
    texts: list[str] = []
    for city in MAP.city_at:
        for side, hex in enumerate(MAP.grid.neighbours[city]):
            more = [*texts, f"{hex}.straight.{side % 3}:{owner}"]
            if hex is not None and all(line.loose for line in board(" ".join(more)).lines) and len(texts) < number:
                texts = more
    assert len(board(" ".join(texts)).lines) == number, "lines have joined"
    return " ".join(texts)
