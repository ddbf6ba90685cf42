"""Phase 4: building track and placing New Cities (aos-6). The rules of a single tile are in `lay_rules`."""

from collections.abc import Iterator, Sequence

from engine.core.event import Event
from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal
from engine.core.say import Say, say
from engine.games.age_of_steam import build_plans, city_sites, tile_work
from engine.games.age_of_steam.build_effects import (
    build_turn,
    is_fresh,
    is_won_by_redirect,
    neglected,
    with_city,
    with_tile,
)
from engine.games.age_of_steam.events import Built, BuiltNothing, LinesLost
from engine.games.age_of_steam.lay_rules import refuse_lay
from engine.games.age_of_steam.moves import Done, Lay, Urbanize
from engine.games.age_of_steam.state import Building, State

NAME = "build"
MOVES = (Lay, Urbanize, Done)

TILES = 3  # aos-6.2
ENGINEER_TILES = 4


def begin(s: State) -> State:
    first = s.holder("first-build")  # aos-6.1
    queue = tuple(sorted(s.order, key=lambda seat: seat != first))
    return _with_builder(s.with_phase(NAME, queue))


def _with_builder(s: State) -> State:
    """The first of those asked begins a build turn."""
    if not s.asked:
        return s.with_building(None)
    action = s.players[s.asked[0]].action
    tiles = ENGINEER_TILES if action == "engineer" else TILES
    return s.with_building(Building(tiles, may_urbanize=action == "urbanization"))


def actors(s: State) -> tuple[int, ...]:
    return s.asked[:1]


def question(s: State, seat: int) -> str:
    return f"{s.turn}/{NAME}"


def offers(s: State, seat: int) -> Iterator[Move]:
    yield Done()
    yield from city_sites.offers(s)
    if build_turn(s).tiles_left:
        yield from tile_work.offers(s, seat)


def refuse(s: State, seat: int, move: Lay | Urbanize | Done) -> Refusal | None:
    if isinstance(move, Lay):
        return refuse_lay(s, seat, move)
    if isinstance(move, Urbanize):
        return city_sites.refuse_urbanize(s, seat, move)
    return None


def play(s: State, seat: int, move: Lay | Urbanize | Done) -> Outcome[State]:
    if isinstance(move, Lay):
        return Outcome(with_tile(s, seat, move))
    if isinstance(move, Urbanize):
        after = with_city(s, seat, move)
        return Outcome(after, city_sites.told(s.board, after.board, seat, move))
    return _done(s, seat)


def _done(s: State, seat: int) -> Outcome[State]:
    events: list[Event] = [_summary(s, seat)]
    lost = neglected(s, seat)
    board = s.board
    for line in lost:
        board = board.with_owner(line, None)
    if lost:
        names = tuple(board.map.stop_names[line.stop] for line in lost if line.stop is not None)
        events.append(LinesLost(seat, len(lost), names))
    s = s.with_board(board).with_asked(s.asked[1:])
    return Outcome(_with_builder(s), tuple(events), "turn")


def _summary(s: State, seat: int) -> Event:
    building = build_turn(s)
    if not building.touched:
        return BuiltNothing(seat)
    names = s.board.map.stop_names
    results = []
    for line in s.board.lines:
        if line.owner != seat or not (is_fresh(s, line) or is_won_by_redirect(s, line)):
            continue
        a, b = line.ends
        if line.is_link and a is not None and b is not None:
            results.append(say("new-link", a=names[a], b=names[b]))
        elif line.stop is not None and line.loose:
            (hex, _), *_ = line.loose
            results.append(say("new-loose-end", stop=names[line.stop], hex=hex))
    if not results:
        results.append(say("redirected"))
    return Built(seat, len(building.touched), building.touched, building.spent, tuple(results))


def default(s: State, seat: int) -> Line:
    return (Done(),)


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    return build_plans.suggest_building(s, seat, n)


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return build_plans.rank_building(s, seat, moves)


def prompt(s: State, seat: int) -> Say:
    return say("ask-build", n=build_turn(s).tiles_left)


def notes(s: State, seat: int) -> Sequence[Say]:
    building = build_turn(s)
    player = s.players[seat]
    lines = [say("note-building", n=len(building.touched), spent=building.spent, money=player.money)]
    lines.append(say("note-due", costs=player.shares + player.engine, income=player.income))
    if building.may_urbanize:
        lines.append(say("note-may-urbanize"))
    lost = [s.board.map.stop_names[line.stop] for line in neglected(s, seat) if line.stop is not None]
    if lost:
        lines.append(say("danger-lines", n=len(lost), stops=tuple(lost)))
    short = max(0, player.shares + player.engine - player.income - player.money)
    return [*lines, say("danger-short", missing=short)] if short else lines
