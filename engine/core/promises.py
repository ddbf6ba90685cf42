"""The promises of the engine, checked in play: `pbem simulate` and the contract tests use the same checks.

A game is played by a bot; at each ply the cheap promises are checked, and at some plies (or all) the expensive ones.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.bots import BOTS, bots_with
from engine.core.event import Event
from engine.core.follow import question
from engine.core.game import Game, Options, Position
from engine.core.move import Line, Move, write_line
from engine.core.play import (
    actors,
    default,
    forced,
    is_over,
    legal,
    notes,
    play,
    preview,
    prompt,
    rank,
    refuse,
    start,
    step,
    suggest,
)
from engine.core.record import Broken, Entry, Record, replay, write_result
from engine.core.refusal import MoveError
from engine.core.rng import Rng
from engine.core.say import Say
from engine.core.sheet import Marks, Standing
from engine.core.unseen import shown_too_early
from engine.core.words import LANGUAGES

S = TypeVar("S", bound=Position)
V = TypeVar("V")

MOST_LINES = 20_000  # a game that needs more does not end


class BrokenPromise(AssertionError):
    """What was promised, where it broke, and a record that leads there."""

    def __init__(self, what: str, record: Record) -> None:
        super().__init__(f"{what}\n{record}")
        self.what = what
        self.record = record


@dataclass
class Report(Generic[S]):
    """One finished game."""

    record: Record
    standings: tuple[Standing, ...]
    state: S
    lines: int = 0
    waits: int = 0  # lines for which a person would have been waited for: neither forced nor automatic
    seconds: float = 0.0  # spent in `play` alone
    checked: int = 0
    slowest: float = 0.0
    questions: tuple[int, ...] = ()  # by seat: how often it had to decide
    thought: tuple[float, ...] = ()  # by seat: seconds that its bot took to decide
    events: list[Event] = field(default_factory=list)


def play_out(
    game: Game[S, V],
    seats: Sequence[str],
    seed: str,
    options: Options,
    bots: Sequence[str],
    check: str = "sample",
    clock: Callable[[], float] = lambda: 0.0,
    playouts: int | None = None,
) -> Report[S]:
    """Plays one game to its end under the promises. `check` is none, sample or all; `bots` names one for each seat.

    The engine has no clock of its own; a caller who wants to know how long it took lends one. `playouts` is the budget
    of a patient bot.
    """
    return _Match(game, tuple(seats), seed, options, bots, check, clock, playouts).run()


class _Match(Generic[S, V]):
    def __init__(
        self,
        game: Game[S, V],
        seats: tuple[str, ...],
        seed: str,
        options: Options,
        bots: Sequence[str],
        check: str,
        clock: Callable[[], float] = lambda: 0.0,
        playouts: int | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = game.full_options(options)
        self.bots = [bots_with(playouts)[bot] for bot in bots]
        self.check = check
        self.clock = clock
        self.questions = [0] * len(seats)
        self.thought = [0.0] * len(seats)
        self.rng = Rng(f"bots/{seed}")  # of the bots and the checks, never of the game
        self.keys: list[dict[str, None]] = [{} for _ in seats]  # of the questions to each seat
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.checked = 0
        self.read: set[Move] = set()

    def run(self) -> Report[S]:
        opening = start(self.game, self.seats, self.seed, self.options)
        s = opening.state
        self.keep_events(opening.events)
        seconds = slowest = 0.0
        while not is_over(self.game, s):
            self.promise(len(self.entries) < MOST_LINES, "the game ends")
            looked = self.look_at(s)
            seat, line = self.decide(s)
            if looked:
                self.check_watchers(s, seat, line)
            before = self.clock()
            with self.promised("bots play legal lines"):
                played = play(self.game, s, seat, line)
            took = self.clock() - before
            seconds += took
            slowest = max(slowest, took)
            self.keep_events(played.events + played.settled)
            self.entries.append(Entry(len(self.entries) + 1, self.seats[seat], write_line(line)))
            s = played.state
        self.audit(s)
        standings = self.game.standings(s)
        self.promise(sorted(row.seat for row in standings) == list(range(len(self.seats))), "everybody has a place")
        record = self.record(write_result(standings, self.seats))
        if self.check != "none":
            with self.promised("a record replays"):
                self.promise_same(replay(self.game, record).now, s, "replay equals play")
        return Report(
            record,
            standings,
            s,
            lines=len(self.entries),
            waits=sum(self.questions),
            seconds=seconds,
            checked=self.checked,
            slowest=slowest,
            questions=tuple(self.questions),
            thought=tuple(self.thought),
            events=self.events,
        )

    def decide(self, s: S) -> tuple[int, Line]:
        asked = actors(self.game, s)
        self.promise(set(asked) <= set(range(len(self.seats))), "only seats are asked")
        for other in asked:
            self.check_key(other, question(self.game, s, other))
        seat = self.pick(asked)
        line = forced(self.game, s, seat)
        if line is not None:
            return seat, line
        dice = Rng(f"{self.rng.seed}/{len(self.entries)}")
        before = self.clock()
        line = self.bots[seat](self.game, self.game.view(s, seat), seat, dice)
        self.thought[seat] += self.clock() - before
        self.questions[seat] += 1
        return seat, line

    def check_key(self, seat: int, key: str) -> None:
        """Plans name a question by its key, so it must not come back."""
        keys = self.keys[seat]
        if key != next(reversed(keys), None):
            self.promise(key not in keys, f"{key} is asked once")
            keys[key] = None

    def look_at(self, s: S) -> bool:
        """Checks the position; says whether the expensive promises were checked as well."""
        if self.check == "none":
            return False
        self.audit(s)
        self.promise_same(self.game.decode(self.game.encode(s)), s, "a state survives JSON")
        expensive, self.rng = self.rng.below(16)
        # A question to several seats is rare and holds the most secrets, so it is always looked at.
        if self.check != "all" and expensive != 0 and len(actors(self.game, s)) == 1:
            return False
        self.checked += 1
        self.imagined(s, None)
        for seat in range(len(self.seats)):
            self.check_seat(s, seat)
        with self.promised("seats that are asked together play legal lines"):
            for complaint in shown_too_early(self.game, s):
                self.promise(False, complaint)
        return True

    def audit(self, s: S) -> None:
        for complaint in self.game.audit(s):
            self.promise(False, complaint)

    def check_seat(self, s: S, seat: int) -> None:
        other = self.imagined(s, seat)
        if seat in actors(self.game, s):
            self.check_moves(s, seat)
            self.check_advice(s, seat, self.game.view(s, seat))
            self.promise_same(question(self.game, other, seat), question(self.game, s, seat), "keys keep secrets")
            self.check_offers(s, other, seat)
            self.compare_preview(s, other, seat)

    def imagined(self, s: S, reader: int | None) -> S:
        """A state that this reader cannot tell apart from the true one."""
        view = self.game.view(s, reader)
        seed, self.rng = self.rng.below(1 << 30)
        other = self.game.imagine(view, Rng(f"scramble-{seed}"))
        self.promise_same(self.game.view(other, reader), view, "an imagined state looks the same")
        return other

    def check_moves(self, s: S, seat: int) -> None:
        """Legality and notation along one random line; every legal move of its steps plays."""
        while True:
            moves = list(legal(self.game, s, seat))
            self.promise(bool(moves), "no step leads into a dead end")
            self.promise(len(set(moves)) == len(moves), "a move is offered once")
            for move in moves:
                if move in self.read:  # what a word means does not change in a game
                    continue
                self.read.add(move)
                written = str(move)
                with self.promised("a move is read as written"):
                    self.promise_same(self.game.read(written, s), (move,), f"{written} is read as written")
                self.promise(len(move.places()) == len(move.words()), f"{written} says where its words lie")
            some = moves if self.check == "all" and len(moves) < 40 else [self.pick(moves) for _ in range(6)]
            with self.promised("every legal move plays"):
                outcome = self.pick([step(self.game, s, seat, move) for move in some])
            s = outcome.state
            self.audit(s)
            if outcome.ends is not None:
                self.promise(
                    outcome.ends != "others" or seat not in actors(self.game, s),
                    "a line that ends for others leaves the question to them",
                )
                return
            self.imagined(s, seat)
            self.check_step_advice(s, seat, self.game.view(s, seat))

    def check_advice(self, s: S, seat: int, view: V) -> None:
        with self.promised("the default plays"):
            play(self.game, s, seat, default(self.game, view, seat))
        suggestions = suggest(self.game, view, seat, 5)
        self.promise(bool(suggestions), "something is suggested")
        lines = [write_line(suggestion.line) for suggestion in suggestions]
        self.promise(len(set(lines)) == len(lines), "a line is suggested once")
        for suggestion in suggestions:
            with self.promised("suggestions play"):
                preview(self.game, s, seat, suggestion.line)
                play(self.game, s, seat, suggestion.line)
            self.check_said(suggestion.label, *filter(None, [suggestion.note]))
        self.check_step_advice(s, seat, view)
        sheet = self.game.sheet(view)
        self.check_said(self.game.round(view), *sheet.columns, *sheet.private, sheet.picture)
        self.check_said(*(cell for row in sheet.rows for cell in (*row.cells, *filter(None, [row.note]))))
        self.check_said(*(said for section in sheet.sections for said in (section.heading, *section.lines)))
        panels = self.game.panels(view, Marks(names=self.seats))
        self.check_said(*(said for panel in panels for said in (panel.heading, panel.label)))
        for event in self.events[-20:]:
            for reader in (None, *range(len(self.seats))):
                seen = event.seen_by(reader)
                self.check_said(*(() if seen is None else (seen.say(),)))

    def check_step_advice(self, s: S, seat: int, view: V) -> None:
        """What is advised before the first step and after each."""
        moves = list(legal(self.game, s, seat))
        ranked = rank(self.game, view, seat, moves)
        self.promise(len(ranked) == len(moves) and set(ranked) == set(moves), "rank keeps all")
        self.check_said(prompt(self.game, view, seat), *notes(self.game, view, seat))

    def check_said(self, *messages: Say) -> None:
        for message in messages:
            for lang in LANGUAGES:
                try:
                    self.game.words.render(message, lang, self.seats)
                except KeyError as error:
                    raise BrokenPromise(f"{message.id} can be said in {lang}: {error}", self.record()) from error

    def check_offers(self, s: S, other: S, seat: int) -> None:
        moves = list(legal(self.game, s, seat))
        self.promise_same(list(legal(self.game, other, seat)), moves, "offers keep secrets")
        for move in self.strange_moves(s):
            reason = refuse(self.game, s, seat, move)
            self.promise(reason is not None or move in moves, f"{move} was accepted, so it was offered")
            self.promise_same(refuse(self.game, other, seat, move), reason, f"refusing {move} keeps secrets")

    def compare_preview(self, s: S, other: S, seat: int) -> None:
        line = BOTS["random"](self.game, self.game.view(s, seat), seat, Rng(f"preview-{len(self.entries)}"))
        with self.promised("bots play legal lines"):
            here, there = (preview(self.game, s, seat, line), preview(self.game, other, seat, line))
        self.promise_same(there.ends, here.ends, "previews keep secrets")
        self.promise_same(
            [event.seen_by(seat) for event in there.events],
            [event.seen_by(seat) for event in here.events],
            "events of previews keep secrets",
        )
        views = self.game.view(there.state, seat), self.game.view(here.state, seat)
        self.promise_same(*views, "previews look the same")
        marks = Marks(names=self.seats)
        drawn, again = (self.game.draw(view, marks) for view in views)
        self.promise_same(drawn, again, "drawings keep secrets")
        shown, anew = (self.game.panels(view, marks) for view in views)
        self.promise_same(shown, anew, "the words of panels keep secrets")
        self.promise_same([one.drawing for one in shown], [one.drawing for one in anew], "panels keep secrets")
        written, rewritten = (self.game.text(view, marks) for view in views)
        self.promise_same(written, rewritten, "text boards keep secrets")

    def check_watchers(self, s: S, seat: int, line: Line) -> None:
        """What others are shown of a line is the same in a state that they cannot tell apart, where a line is played
        that looks the same to them. Only an event that names a watcher may tell that one more."""
        for watcher in (None, *(other for other in range(len(self.seats)) if other != seat)):
            here, there = s, self.imagined(s, watcher)
            for move in line:
                alike = self.alike(there, seat, move, watcher)
                if alike is None:  # the move itself shows which of the two states is the true one
                    break
                outcome, other = step(self.game, here, seat, move), step(self.game, there, seat, alike)
                if outcome.ends == "seen" or any(_concerns(event, watcher) for event in outcome.events):
                    break
                self.promise_same(
                    [event.seen_by(watcher) for event in other.events],
                    [event.seen_by(watcher) for event in outcome.events],
                    f"events of {move.seen_by(watcher, seat)} keep secrets",
                )
                here, there = outcome.state, other.state
            else:
                self.promise_same(self.game.view(there, watcher), self.game.view(here, watcher), "lines keep secrets")

    def alike(self, s: S, seat: int, move: Move, watcher: int | None) -> Move | None:
        """A move in this state that looks like the given one to the watcher, another one if possible."""
        if not move.HIDDEN:
            return move if refuse(self.game, s, seat, move) is None else None
        shown = move.seen_by(watcher, seat)
        candidates = [other for other in legal(self.game, s, seat) if other.seen_by(watcher, seat) == shown]
        return next((other for other in candidates if other != move), next(iter(candidates), None))

    def strange_moves(self, s: S) -> Iterator[Move]:
        """Moves made of any words of the game, most of them illegal."""
        lexicon = self.game.lexicon(s.options)
        for cls in self.game.phase_named[s.phase].MOVES:
            for _ in range(3):
                values: list[Any] = []
                for slot in cls.slots():
                    word = self.strange_word(slot.kind.name, lexicon)
                    values.append((word,) if slot.many else word)
                yield cls(*values)

    def strange_word(self, kind: str, lexicon: Any) -> int | str:
        if kind == "number":
            return int(self.pick(range(8)))
        if kind == "hex":
            return f"{self.pick('ABCDEFGHIJ')}{self.pick(range(1, 12))}"
        return str(self.pick(lexicon[kind]))

    def pick(self, items: Sequence[Any]) -> Any:
        item, self.rng = self.rng.pick(items)
        return item

    def keep_events(self, events: tuple[Event, ...]) -> None:
        self.promise_same(self.game.event_decoder.decode(msgspec.json.encode(events)), events, "events survive JSON")
        self.events += events

    def record(self, result: str = "") -> Record:
        return Record(
            self.game.id, self.game.version, self.seats, self.seed, self.options, (), result, tuple(self.entries)
        )

    def promise(self, holds: bool, what: str) -> None:
        if not holds:
            raise BrokenPromise(what, self.record())

    @contextmanager
    def promised(self, what: str) -> Iterator[None]:
        try:
            yield
        except (MoveError, Broken) as error:
            raise BrokenPromise(f"{what}: {error}", self.record()) from error

    def promise_same(self, there: object, here: object, what: str) -> None:
        if there != here:
            self.promise(False, f"{what}: {_differing(there, here)}")


def _concerns(event: Event, watcher: int | None) -> bool:
    return watcher is not None and any(getattr(event, name) == watcher for name in event.__struct_fields__)


def _differing(there: object, here: object) -> str:
    a, b = repr(there), repr(here)
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"…{a[max(at - 40, 0) : at + 60]}… against …{b[max(at - 40, 0) : at + 60]}…"
