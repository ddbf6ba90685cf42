"""Phase 5: two rounds of moving goods (aos-7)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core.event import Event
from engine.core.game import Outcome, Suggestion
from engine.core.move import Line, Move
from engine.core.phase_plans import Planning
from engine.core.refusal import Refusal, refusal
from engine.core.say import Say, say
from engine.games.age_of_steam import deliveries
from engine.games.age_of_steam.components import MOST_ENGINE
from engine.games.age_of_steam.events import EngineRaised, MovePassed
from engine.games.age_of_steam.moves import Deliver, Loco, Pass
from engine.games.age_of_steam.outlook import engine_first
from engine.games.age_of_steam.state import State

NAME = "goods"
MOVES = (Deliver, Loco, Pass)

ROUNDS = 2


def begin(s: State) -> State:
    return s.with_phase(NAME).with_engines_raised(()).with_round(1, _queue(s))


def _queue(s: State) -> tuple[int, ...]:
    first = s.holder("first-move")
    return tuple(sorted(s.order, key=lambda seat: seat != first))


def actors(s: State) -> tuple[int, ...]:
    return s.asked[:1]


def question(s: State, seat: int) -> str:
    return f"{s.turn}/{NAME}/{s.round}"


def offers(s: State, seat: int) -> Iterator[Move]:
    yield Pass()
    yield Loco()
    yield from deliveries.offers(s, seat)


def refuse(s: State, seat: int, move: Deliver | Loco | Pass) -> Refusal | None:
    if isinstance(move, Deliver):
        return deliveries.refuse_deliver(s, seat, move)
    if isinstance(move, Loco):
        if s.players[seat].engine >= MOST_ENGINE:
            return refusal("engine-at-most", "aos-7.9")
        return refusal("engine-raised-already", "aos-7.9") if seat in s.engines_raised else None
    return None


def play(s: State, seat: int, move: Deliver | Loco | Pass) -> Outcome[State]:
    event: Event
    if isinstance(move, Deliver):
        s, event = deliveries.delivered(s, seat, move)
    elif isinstance(move, Loco):
        engine = s.players[seat].engine + 1
        s = s.with_player(seat, replace(s.players[seat], engine=engine))
        s, event = s.with_engines_raised((*s.engines_raised, seat)), EngineRaised(seat, engine)
    else:
        event = MovePassed(seat)
    s = s.with_asked(s.asked[1:])
    if not s.asked and s.round < ROUNDS:
        s = s.with_round(s.round + 1, _queue(s))
    return Outcome(s, (event,), "turn")


def default(s: State, seat: int) -> Line:
    """The delivery that brings the seat most, if one does."""
    best = next(iter(deliveries.hauls(s, seat, s.players[seat].engine)), None)
    return (deliveries.move_of(s, best),) if best is not None and best.own > 0 else (Pass(),)


def still(s: State, seat: int) -> Line:
    return (Pass(),)


def respelled(s: State, seat: int, line: Line) -> Iterator[Line]:
    """A second link between two stops makes a `via` necessary, and its end makes it needless (aos-12.8)."""
    for move in line:
        if isinstance(move, Deliver):
            yield from ((other,) for other in deliveries.over_the_same_stops(s, move))


def suggest(s: State, seat: int, n: int) -> Sequence[Suggestion]:
    """The best deliveries with the engine and passing among them; what helps only others comes last."""
    found = deliveries.hauls(s, seat, s.players[seat].engine)
    gainful = [haul for haul in found if haul.own]
    rows = [_delivery(s, haul) for haul in gainful[:n]]
    rows.insert(3, Suggestion((Pass(),), say("pass-move"), say("pass-move-note")))
    engine = _engine(s, seat)
    if engine is not None:
        rows.insert(0 if engine_first(s, seat, gainful) else 2, engine)
    return [*rows, *(_delivery(s, haul) for haul in found if not haul.own)][:n]


def _delivery(s: State, haul: deliveries.Haul) -> Suggestion:
    move = deliveries.move_of(s, haul)
    return Suggestion((move,), deliveries.label(move), deliveries.note(s, haul.way.path), haul.worth)


def _engine(s: State, seat: int) -> Suggestion | None:
    if refuse(s, seat, Loco()) is not None:
        return None
    return Suggestion((Loco(),), say("raise-engine", engine=s.players[seat].engine + 1), say("raise-engine-note"))


def rank(s: State, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    return deliveries.ranked(s, seat, moves)


def prompt(s: State, seat: int) -> Say:
    return say("ask-goods", round=s.round, engine=s.players[seat].engine)


def notes(s: State, seat: int) -> Sequence[Say]:
    player = s.players[seat]
    return [say("note-expenses", income=player.income, costs=player.shares + player.engine, money=player.money)]


PLANNING: Planning[State] = Planning(still, respelled=respelled)
