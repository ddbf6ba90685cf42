"""Phase 9, first part: the Production action puts cubes on the goods chart (aos-9.1, aos-9.2, aos-11.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.core.event import Event
from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.core.standing_forms import REST
from engine.games.age_of_steam.components import COLUMNS
from engine.games.age_of_steam.events import CubePlaced, CubesDrawn, CubesReturned, ProductionDeclined
from engine.games.age_of_steam.moves import Draw, Pass, Place
from engine.games.age_of_steam.outlook import columns_by_steps
from engine.games.age_of_steam.state import State
from engine.rail.goods import COLOURS, LETTERS, added, drawn, taken

NAME = "production"
MOVES = (Draw, Place, Pass)

CUBES = 2


def begin(s: State) -> State:
    producer = s.holder("production")
    if producer is None or not s.bag or not free_boxes(s):
        return s.with_phase(NAME)
    return s.with_phase(NAME, (producer,))


def free_boxes(s: State) -> list[tuple[str, int]]:
    """Column and number, from 1 at the top, of each empty box."""
    return [(column, box) for column in COLUMNS for box, cube in enumerate(s.chart[column], 1) if cube == "."]


def actors(s: State) -> tuple[int, ...]:
    return s.asked


def question(s: State, seat: int) -> str:
    """First whether to draw, then where the cubes go."""
    return f"{s.turn}/{NAME}/{2 if s.drawn else 1}"


def offers(s: State, seat: int) -> Iterator[Move]:
    yield Pass()
    yield Draw()
    for letter in dict.fromkeys(s.drawn):
        for column, box in free_boxes(s):
            yield Place(COLOURS[letter], column, box)


def refuse(s: State, seat: int, move: Draw | Place | Pass) -> Refusal | None:
    if isinstance(move, Draw):
        return refusal("drawn-already", "aos-9.1") if s.drawn else None
    if isinstance(move, Pass):
        return refusal("must-place", "aos-9.2") if s.drawn and not s.on("production-choice") else None
    if not s.drawn:
        return refusal("draw-first", "aos-9.1")
    if LETTERS[move.good] not in s.drawn:
        return refusal("not-drawn", "aos-9.1", good=move.good)
    boxes = s.chart[move.column]
    if not 1 <= move.box <= len(boxes):
        return refusal("no-such-box", "aos-1.9", column=move.column, n=len(boxes))
    return None if boxes[move.box - 1] == "." else refusal("box-full", "aos-9.1", column=move.column, box=move.box)


def play(s: State, seat: int, move: Draw | Place | Pass) -> Outcome[State]:
    if isinstance(move, Draw):
        choosing = s.on("production-choice")
        cubes, bag, rng = drawn(s.bag, 2 * CUBES if choosing else CUBES, s.rng)
        s = s.with_bag(bag, rng).with_drawn(cubes, min(CUBES, len(cubes), len(free_boxes(s))))
        return Outcome(s, (CubesDrawn(seat, tuple(COLOURS[letter] for letter in cubes)),), "seen")
    if isinstance(move, Pass):
        if not s.drawn:
            return Outcome(s.with_asked(()), (ProductionDeclined(seat),), "turn")
        return _finish(s, seat, ())
    letter = LETTERS[move.good]
    boxes = s.chart[move.column]
    s = s.with_chart(move.column, boxes[: move.box - 1] + letter + boxes[move.box :])
    s = s.with_drawn(taken(s.drawn, letter), s.to_place - 1)
    event = CubePlaced(seat, move.good, move.column, move.box)
    return Outcome(s, (event,)) if s.to_place else _finish(s, seat, (event,))


def _finish(s: State, seat: int, events: tuple[Event, ...]) -> Outcome[State]:
    if s.drawn:
        events = (*events, CubesReturned(seat, tuple(COLOURS[letter] for letter in s.drawn)))
    s = s.with_bag(added(s.bag, s.drawn)).with_drawn("", 0).with_asked(())
    return Outcome(s, events, "turn")


def default(s: State, seat: int) -> Line:
    return next(_ways(s, seat)) if s.drawn else (Pass(),)


@dataclass(frozen=True, slots=True)
class Box:
    """An empty box of the chart and what a cube of some colour would bring the seat from there."""

    column: str
    box: int
    steps: float


def _by_worth(s: State, seat: int, letter: str) -> list[Box]:
    """The best first; of equal ones those that the dice empty first."""
    steps = columns_by_steps(s, seat, letter)
    boxes = [Box(column, box, steps.get(column, -1.0)) for column, box in free_boxes(s)]
    return sorted(boxes, key=lambda box: (-box.steps, box.box))


def _ways(s: State, seat: int) -> Iterator[Line]:
    """Where to put the cubes, the best way first: each goes into its best box, the first one then into its next."""
    ranked = {letter: _by_worth(s, seat, letter) for letter in s.drawn}
    cubes = sorted(s.drawn, key=lambda letter: -ranked[letter][0].steps)[: s.to_place]
    told: set[frozenset[Move]] = set()
    for skipped in range(len(free_boxes(s))):
        line: list[Place] = []
        for letter in cubes:
            taken_boxes = [(place.column, place.box) for place in line]
            free = [box for box in ranked[letter] if (box.column, box.box) not in taken_boxes]
            chosen = free[0 if line else skipped]
            line.append(Place(COLOURS[letter], chosen.column, chosen.box))
        if frozenset(line) not in told:
            told.add(frozenset(line))
            yield tuple(line)


def continued(s: State, seat: int, line: Line) -> Iterator[tuple[str, str]]:
    """The cubes are placed as well as they would be for a silent seat."""
    if Draw() in line:
        yield f"{s.turn}/{NAME}/2", REST


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    if not s.drawn:
        number = min(2 * CUBES if s.on("production-choice") else CUBES, len(s.bag))
        drawing = Suggestion((Draw(),), say("draw-cubes", n=number), say("draw-cubes-note"))
        return [drawing, Suggestion((Pass(),), say("decline-production"), say("decline-production-note"))][:n]
    return [Suggestion(way, say("place-cubes", boxes=_said(way)), _cities(s, way)) for way in islice(_ways(s, seat), n)]


def _cities(s: State, way: Line) -> Say:
    """The cities that the cubes will come to."""
    names = s.board.map.stop_names
    where = dict(s.board.map.city_of_column) | {letter: hex for hex, letter in s.board.new_cities.items()}
    hexes = dict.fromkeys(where.get(move.column) for move in way if isinstance(move, Place))
    cities = tuple(names[hex] for hex in hexes if hex is not None)
    return say("place-cubes-note", cities=cities) if cities else say("place-cubes-nowhere")


def _said(way: Line) -> tuple[Say, ...]:
    return tuple(
        say("cube-in-box", good=move.good, column=move.column, box=move.box) for move in way if isinstance(move, Place)
    )


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Each cube's best boxes first."""
    ranked = [(letter, box) for letter in dict.fromkeys(s.drawn) for box in _by_worth(s, seat, letter)]
    steps = {Place(COLOURS[letter], box.column, box.box): box.steps for letter, box in ranked}
    return sorted(moves, key=lambda move: -steps[move] if isinstance(move, Place) else float("-inf"))


def prompt(s: State, seat: int) -> Say:
    if not s.drawn:
        return say("ask-draw")
    return say("ask-place", n=s.to_place, goods=tuple(COLOURS[letter] for letter in s.drawn))


def notes(s: State, seat: int) -> Sequence[Say]:
    return [say("note-boxes", n=len(free_boxes(s)))]


PLANNING: Planning[State] = Planning(continued=continued)
