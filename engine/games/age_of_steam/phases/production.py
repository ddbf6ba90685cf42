"""Phase 9, first part: the Production action puts cubes on the goods chart (aos-9.1, aos-9.2, aos-11.3)."""

from collections.abc import Iterator, Sequence

from engine.core.event import Event
from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.age_of_steam.components import COLUMNS
from engine.games.age_of_steam.events import CubePlaced, CubesDrawn, CubesReturned, ProductionDeclined
from engine.games.age_of_steam.moves import Draw, Pass, Place
from engine.games.age_of_steam.outlook import boxes_by_worth
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
    if not s.drawn:
        return (Pass(),)
    return _placing(s, boxes_by_worth(s, seat, free_boxes(s)))


def _placing(s: State, boxes: Sequence[tuple[str, int]]) -> Line:
    """The drawn cubes in order, one into each of these boxes, as many as must be placed."""
    return tuple(
        Place(COLOURS[letter], column, box) for letter, (column, box) in zip(s.drawn[: s.to_place], boxes, strict=False)
    )


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    if not s.drawn:
        number = 2 * CUBES if s.on("production-choice") else CUBES
        drawing = Suggestion((Draw(),), say("draw-cubes", n=min(number, len(s.bag))))
        return [drawing, Suggestion((Pass(),), say("decline-production"))][:n]
    boxes = boxes_by_worth(s, seat, free_boxes(s))
    ways = [_placing(s, boxes[start:]) for start in range(max(1, len(boxes) - s.to_place + 1))]
    return [Suggestion(way, say("place-cubes", boxes=_said(way))) for way in ways[:n]]


def _said(way: Line) -> tuple[Say, ...]:
    return tuple(
        say("cube-in-box", good=move.good, column=move.column, box=move.box) for move in way if isinstance(move, Place)
    )


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    order = {box: rank for rank, box in enumerate(boxes_by_worth(s, seat, free_boxes(s)))}
    return sorted(moves, key=lambda move: order.get((move.column, move.box), -1) if isinstance(move, Place) else -1)


def prompt(s: State, seat: int) -> Say:
    if not s.drawn:
        return say("ask-draw")
    return say("ask-place", n=s.to_place, goods=tuple(COLOURS[letter] for letter in s.drawn))


def notes(s: State, seat: int) -> Sequence[Say]:
    return [say("note-boxes", n=len(free_boxes(s)))]
