"""The driver: what is legal, playing a whole line or nothing, and everything that needs nobody.

    played = play(game, state, seat, line)      # raises NotYourTurn or Illegal, and then nothing has happened

A line is what a seat decides between two things that it cannot foresee. It ends exactly with the move whose outcome
says so; a shorter or a longer one is refused.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.event import Event
from engine.core.game import OVER, Ends, Game, Options, Outcome, Position, Suggestion
from engine.core.move import Line, Move
from engine.core.refusal import Illegal, NotYourTurn, Refusal, refusal
from engine.core.rng import Rng
from engine.core.say import Say

S = TypeVar("S", bound=Position)
V = TypeVar("V")

MOST_PHASES = 1_000  # a game that passes more without a question would never ask one again
WORLDS = 12  # how many states are imagined to find out whether a move is forced for all that everybody knows


class Played(msgspec.Struct, Generic[S], frozen=True):
    """The position after a line. `settled` are the events of the automatic phases that followed it."""

    state: S
    events: tuple[Event, ...]
    settled: tuple[Event, ...]
    ends: Ends


class Preview(msgspec.Struct, Generic[S], frozen=True):
    """The position after a draft, up to and never through the first move that shows something.

    `shown` moves were played. `ends` tells how the line ends, None while it is unfinished; with "seen" the last move
    is not played in `state`.
    """

    state: S
    events: tuple[Event, ...]
    shown: int
    ends: Ends | None


def is_over(game: Game[S, V], s: S) -> bool:
    return s.phase == OVER


def actors(game: Game[S, V], s: S) -> tuple[int, ...]:
    """The seats that must decide now: none only when the game is over."""
    return () if is_over(game, s) else tuple(_phase(game, s).actors(s))


def refuse(game: Game[S, V], s: S, seat: int, move: Move) -> Refusal | None:
    phase = _phase(game, s)
    if type(move) not in phase.MOVES:
        return refusal("not-in-this-phase", "line-1", verb=move.VERB)
    reason: Refusal | None = phase.refuse(s, seat, move)
    return reason


def legal(game: Game[S, V], s: S, seat: int) -> Iterator[Move]:
    """Every legal next move of the seat, lazily, in a stable order."""
    if seat not in actors(game, s):
        return
    phase = _phase(game, s)
    for move in phase.offers(s, seat):
        if phase.refuse(s, seat, move) is None:
            yield move


def step(game: Game[S, V], s: S, seat: int, move: Move, index: int = 0) -> Outcome[S]:
    """One move, without what follows from it by itself."""
    if seat not in actors(game, s):
        raise NotYourTurn(seat)
    reason = refuse(game, s, seat, move)
    if reason is not None:
        raise Illegal(reason, move, index)
    outcome: Outcome[S] = _phase(game, s).play(s, seat, move)
    return outcome


def play(game: Game[S, V], s: S, seat: int, line: Sequence[Move]) -> Played[S]:
    """The whole line and everything after it that needs nobody, or an error and nothing at all."""
    state, events, ends = _walk(game, s, seat, line)
    if ends is None:
        raise unfinished(line)
    settled = settle(game, state)
    return Played(settled.state, events, settled.events, ends)


def preview(game: Game[S, V], s: S, seat: int, draft: Sequence[Move]) -> Preview[S]:
    shown = Preview(s, (), 0, None)
    for move in draft:
        shown = extend(game, shown, seat, move)
    return shown


def extend(game: Game[S, V], shown: Preview[S], seat: int, move: Move) -> Preview[S]:
    """The preview with one more move. A move that shows something is not played: it is drawn when the line is."""
    index = shown.shown + (shown.ends == "seen")
    if shown.ends is not None:
        raise _too_long(move, index)
    outcome = step(game, shown.state, seat, move, index)
    if outcome.ends == "seen":
        return Preview(shown.state, shown.events, shown.shown, "seen")
    return Preview(outcome.state, shown.events + outcome.events, shown.shown + 1, outcome.ends)


def complete(game: Game[S, V], s: S, seat: int, draft: Sequence[Move]) -> Line:
    """The draft with `done` added when that is all it lacks; otherwise as it is."""
    shown = preview(game, s, seat, draft)
    done = game.verbs.get("done")
    if shown.ends is None and done is not None and not is_over(game, shown.state):
        closing = done()
        if seat in actors(game, shown.state) and refuse(game, shown.state, seat, closing) is None:
            return (*draft, closing)
    return tuple(draft)


def settle(game: Game[S, V], s: S, ran: list[str] | None = None) -> Outcome[S]:
    """Runs what needs nobody, until somebody is asked or the game is over; `ran` gets the names of these phases."""
    events: list[Event] = []
    for _ in range(MOST_PHASES):
        if is_over(game, s):
            return Outcome(s, tuple(events))
        phase = _phase(game, s)
        if hasattr(phase, "run"):
            outcome = phase.run(s)
            if ran is not None:
                ran.append(phase.NAME)
            events += outcome.events
            s = outcome.state
            if is_over(game, s):
                continue
        elif phase.actors(s):
            return Outcome(s, tuple(events))
        s = game.after(s)
    raise RuntimeError(f"{game.id}: {MOST_PHASES} phases passed and nobody was asked")


def start(game: Game[S, V], colours: Sequence[str], seed: str, options: Options | None = None) -> Outcome[S]:
    """A new game, brought to its first question."""
    opening = game.begin(colours, seed, options)
    settled = settle(game, opening.state)
    return Outcome(settled.state, opening.events + settled.events)


# What is advised to a seat is worked out on a state imagined from its own view, never on the true one.

IMAGINATION = Rng("imagination")


def imagined(game: Game[S, V], view: V) -> S:
    return game.imagine(view, IMAGINATION)


def default(game: Game[S, V], view: V, seat: int) -> Line:
    """The safe line that is played when the seat stays silent."""
    s = imagined(game, view)
    line: Line = tuple(_phase(game, s).default(s, seat))
    return line


def suggest(game: Game[S, V], view: V, seat: int, n: int = 5) -> tuple[Suggestion, ...]:
    """The n most sensible whole lines, best first."""
    s = imagined(game, view)
    return tuple(_phase(game, s).suggest(s, seat, n))[:n]


def rank(game: Game[S, V], view: V, seat: int, moves: Sequence[Move]) -> tuple[Move, ...]:
    s = imagined(game, view)
    return tuple(_phase(game, s).rank(s, seat, moves))


def prompt(game: Game[S, V], view: V, seat: int) -> Say:
    s = imagined(game, view)
    asked: Say = _phase(game, s).prompt(s, seat)
    return asked


def notes(game: Game[S, V], view: V, seat: int) -> tuple[Say, ...]:
    s = imagined(game, view)
    return tuple(_phase(game, s).notes(s, seat))


def forced(game: Game[S, V], s: S, seat: int) -> Line | None:
    """The line of a seat that has no choice, as far as everybody knows; None when it has one.

    A line that is forced only by a secret is not: playing it at once would tell the secret. So the single move must
    also be the only one in states imagined from what everybody sees.
    """
    if _only(game, s, seat) is None:  # as it mostly is: then nothing need be imagined
        return None
    worlds = _worlds(game, s)
    line: list[Move] = []
    while True:
        choices = [_only(game, world, seat) for world in worlds]
        move = choices[0]
        if move is None or any(choice != move for choice in choices):
            return None
        line.append(move)
        outcomes = [step(game, world, seat, move) for world in worlds]
        if outcomes[0].ends is not None:
            return tuple(line)
        worlds = [outcome.state for outcome in outcomes]


def _worlds(game: Game[S, V], s: S) -> list[S]:
    """The state and others that nobody without a seat can tell from it; a game without secrets has only one."""
    public = game.view(s, None)
    worlds = [s]
    for number in range(WORLDS):
        world = reseeded(game.imagine(public, Rng(f"forced-{number}")), s.rng)
        if world not in worlds:
            worlds.append(world)
    return worlds


def reseeded(s: S, rng: Rng) -> S:
    replaced: S = msgspec.structs.replace(s, rng=rng)  # type: ignore[type-var]
    return replaced


def _only(game: Game[S, V], s: S, seat: int) -> Move | None:
    moves = legal(game, s, seat)
    only = next(moves, None)
    return only if next(moves, None) is None else None


def _walk(game: Game[S, V], s: S, seat: int, line: Sequence[Move]) -> tuple[S, tuple[Event, ...], Ends | None]:
    events: list[Event] = []
    ends: Ends | None = None
    for index, move in enumerate(line):
        if ends is not None:
            raise _too_long(move, index)
        outcome = step(game, s, seat, move, index)
        s, ends = outcome.state, outcome.ends
        events += outcome.events
    return s, tuple(events), ends


def unfinished(line: Sequence[Move]) -> Illegal:
    return Illegal(refusal("line-unfinished", "line-2"), line[-1] if line else "", max(len(line) - 1, 0))


def _too_long(move: Move, index: int) -> Illegal:
    """The line has ended before this move."""
    return Illegal(refusal("line-too-long", "line-3", number=index), move, index)


def _phase(game: Game[S, V], s: S) -> Any:  # a Phase or an Automatic
    return game.phase_named[s.phase]
