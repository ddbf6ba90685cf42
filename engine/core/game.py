"""What a game is: a value made of functions. Nobody subclasses it, and the driver in `play.py` knows nothing else."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from engine.core.event import Event
from engine.core.move import Lexicon, Line, Move, read_line
from engine.core.refusal import Refusal
from engine.core.rng import Rng
from engine.core.say import Say
from engine.core.sheet import Curve, Drawing, Marks, Panel, Piece, Sheet, Sketch, Standing
from engine.core.shelf import OPTION, Shelf
from engine.core.tables import BadData
from engine.core.wish import Wish
from engine.core.words import Words

OVER = "over"  # the phase of a finished game

# The colours of the seats, for every game: they avoid the hues and the letters of the goods.
SEAT_COLOURS = ("orange", "green", "sky", "magenta", "brown", "white")

# Why a line ends with a move: the seat's turn in this phase is over, something was shown that it could not foresee,
# or another seat must decide first.
Ends = Literal["turn", "seen", "others"]

Options = Mapping[str, str]

# What a patient bot gives the first suggestion ahead of the others, about a point of the score: few play-outs hold much
# luck, and the game had its reasons to suggest it first.
BENEFIT_OF_DOUBT = 0.1


class Position(Protocol):
    """What the driver needs to know of a state."""

    @property
    def phase(self) -> str: ...
    @property
    def seats(self) -> tuple[str, ...]: ...  # the colour of each seat
    @property
    def options(self) -> Options: ...
    @property
    def rng(self) -> Rng: ...


S = TypeVar("S", bound=Position)
V = TypeVar("V")


class Outcome(msgspec.Struct, Generic[S], frozen=True):
    state: S
    events: tuple[Event, ...] = ()
    ends: Ends | None = None  # None: the same line goes on


class Suggestion(msgspec.Struct, frozen=True):
    """A whole line with what it does and what follows from it, as a button shows it."""

    line: Line
    label: Say
    note: Say | None = None
    # By the game's own estimate, on a scale that has its zero at doing nothing. A plan may fall back from one
    # suggestion to another of nearly the same worth; without a worth it never does.
    worth: float | None = None


class Phase(Protocol[S]):
    """A decision, as a module. `actors` names who must decide now; several means that they are asked together.

    `default`, `suggest`, `rank`, `prompt` and `notes` are only ever called with an imagined state: one made from what
    the asked seat may know (see `Game.imagine`), so that advice cannot betray a secret.

    `question` names what the seat is asked, from the state alone and from what this seat may see of it: parts joined by
    "/", the first of which counts turns or rounds ("3/goods/2"). A key does not come back in a game once another one
    was asked; all bids of an auction have one key.

    What plans need to know of a phase besides stands in `PLANNING` (see `phase_plans.py`), if there is anything.
    """

    @property
    def NAME(self) -> str: ...
    @property
    def MOVES(self) -> tuple[type[Move], ...]: ...
    def begin(self, s: S, /) -> S: ...
    def actors(self, s: S, /) -> tuple[int, ...]: ...
    def question(self, s: S, seat: int, /) -> str: ...
    def offers(self, s: S, seat: int, /) -> Iterable[Move]: ...
    def refuse(self, s: S, seat: int, move: Any, /) -> Refusal | None: ...
    def play(self, s: S, seat: int, move: Any, /) -> Outcome[S]: ...
    def default(self, s: S, seat: int, /) -> Line: ...
    def suggest(self, s: S, seat: int, n: int, /) -> Sequence[Suggestion]: ...
    def rank(self, s: S, seat: int, moves: Sequence[Move], /) -> Sequence[Move]: ...
    def prompt(self, s: S, seat: int, /) -> Say: ...
    def notes(self, s: S, seat: int, /) -> Sequence[Say]: ...  # what is spent, left, and in danger, in mid-draft too


class Automatic(Protocol[S]):
    """A phase that needs nobody. It may have `PLANNING` too."""

    @property
    def NAME(self) -> str: ...
    def begin(self, s: S, /) -> S: ...
    def run(self, s: S, /) -> Outcome[S]: ...


@dataclass(frozen=True)
class Estimate(Generic[S]):
    """Lets the play-outs of a patient bot stop before the end of the game.

    `scores` gives for each seat the final score to expect from a position, on the scale of `Standing.score`: what it
    has, and what its income, engine or cards will bring in the rounds that are left. A seat that is out of the game
    gets less than all others. `round` counts the rounds that have begun. `scores` is asked when as many more have begun
    as each of `looks` says; their mean counts, and with the last one the play-out stops. A question in one of the
    phases `whole_game` decides so much that its play-outs go on to the end.
    """

    scores: Callable[[S], Sequence[float]]
    round: Callable[[S], int]
    looks: tuple[int, ...] = (1,)
    whole_game: tuple[str, ...] = ()
    # How much better than the first suggestion another one must do: the more, the more luck is in `scores`.
    doubt: float = BENEFIT_OF_DOUBT


@dataclass(frozen=True)
class Chart(Generic[S, V]):
    """The numbers that tell how a game went; `course.py` reads them at the end of every round.

    `round` counts the rounds that have begun, from 1; it never falls. `curves` gets what a spectator may see, so that
    the course of a running game betrays nothing. The first curve is the score: in a finished game, that of the
    standings. `unit` names a round ("turn 3").
    """

    round: Callable[[S], int]
    curves: Callable[[V], tuple[Curve, ...]]
    unit: Literal["round", "turn"] = "turn"


def scores_now(standings: Callable[[S], Sequence[Standing]]) -> Callable[[S], list[float]]:
    """`Estimate.scores` for a game in which those who lead early mostly win: the scores if the game ended now.

    Where the order does not follow the scores, as for a bankrupt seat, the score follows the order.
    """

    def scores(s: S) -> list[float]:
        rows = standings(s)
        expected = [0.0] * len(rows)
        for row in sorted(rows, key=lambda row: row.place):
            better = (expected[other.seat] - 1 for other in rows if other.place < row.place)
            expected[row.seat] = min([row.score, *better])
        return expected

    return scores


class BadSetup(ValueError):
    """A table that cannot be set up: the sentence says why."""


def no_panels(view: object, marks: Marks) -> tuple[Panel, ...]:
    return ()


def no_emblems(lang: str) -> Mapping[str, Piece]:
    return {}


@dataclass(frozen=True)
class Option:
    """A choice of the host. The first value is the standard one."""

    id: str
    values: tuple[str, ...] = ("off", "on")

    @property
    def standard(self) -> str:
        return self.values[0]


@dataclass(frozen=True)
class Game(Generic[S, V]):
    id: str
    version: int
    seats: range
    options: tuple[Option, ...]
    state: type[S]
    events: tuple[type[Event], ...]
    setup: Callable[[tuple[str, ...], Rng, Options], Outcome[S]]
    phases: tuple[Any, ...]  # modules, checked by mypy where the game lists them as Phase or Automatic
    after: Callable[[S], S]  # what follows a phase in which nobody is left to decide
    lexicon: Callable[[Options], Lexicon]
    view: Callable[[S, int | None], V]
    imagine: Callable[[V, Rng], S]
    round: Callable[[V], Say]  # "turn 5 of 8": constant within a mail thread
    sheet: Callable[[V], Sheet]
    draw: Callable[[V, Marks], Drawing]
    text: Callable[[V, Marks], str]
    standings: Callable[[S], tuple[Standing, ...]]
    chart: Chart[S, V]
    audit: Callable[[S], Iterable[str]]  # what is wrong with a state: pieces lost, money made
    words: Words = field(repr=False)
    panels: Callable[[V, Marks], tuple[Panel, ...]] = no_panels  # what is open and not on the map, drawn apart
    # Pieces, signs and kinds of ground, each by its name: the rules show them beside their words.
    emblems: Callable[[str], Mapping[str, Piece]] = no_emblems
    # Any move of the reader, a refused one too, as a button shows it. Without it buttons show the words of the move.
    sketch: Callable[[V, Move], Sketch | None] | None = None
    # Why the present question is asked, for somebody who plays the first time; None where there is nothing to tell.
    guide: Callable[[V], Say | None] | None = None
    # Whole lines for what a player asks for in words ("build Evansville to Cincinnati"): all that are equally good.
    grant: Callable[[S, int, Wish], Sequence[Line]] | None = None
    # The phases at whose beginning everybody has something to plan; with `plans_after_turns` a seat has it after each
    # of its own turns.
    planning_points: tuple[str, ...] = ()
    plans_after_turns: bool = False
    # What the seat can pay with, as its row in the sheet has it, found without the sheet: pages ask for many prices.
    purse: Callable[[S, int], int] | None = None
    # How a patient bot plays a position on. Both see imagined states only, so they may look at everything.
    playout: Callable[[S, int], Line] | None = None  # a legal line, found quickly; standard: the first suggestion
    estimate: Estimate[S] | None = None  # standard: play-outs go on to the end of the game
    candidates: int = 5  # how many of the first suggestions it tries; standard: as many as a mail shows
    playouts: int = 16  # its standard budget of a question: what takes less than a second of one core
    boxes: Shelf[Any] | None = None  # where a host may put data files of the same shape
    # Plays through a box that was put on the shelf, given its word; BadData says what is wrong with it.
    try_box: Callable[[str], None] | None = None

    @property
    def rules(self) -> str:
        return f"{self.id}/{self.version}"

    def __post_init__(self) -> None:
        """Decoders are made while one thread imports the game: msgspec crashes the process when two threads are the
        first to ask for the same type, for one of them finds it half made."""
        _ = self.state_decoder, self.event_decoder

    @cached_property
    def phase_named(self) -> Mapping[str, Any]:
        return {phase.NAME: phase for phase in self.phases}

    @cached_property
    def verbs(self) -> Mapping[str, type[Move]]:
        return {move.VERB: move for phase in self.phases for move in getattr(phase, "MOVES", ())}

    @cached_property
    def vocabularies(self) -> dict[tuple[object, ...], Any]:
        """What words can mean under some options, as `reader.py` and `vocabulary.py` have worked it out."""
        return {}

    @cached_property
    def event_named(self) -> Mapping[str, type[Event]]:
        return {str(event.__struct_config__.tag): event for event in self.events}

    @cached_property
    def state_decoder(self) -> "msgspec.json.Decoder[S]":
        return msgspec.json.Decoder(self.state)

    @cached_property
    def event_decoder(self) -> "msgspec.json.Decoder[tuple[Event, ...]]":
        union: Any = self.events[0]
        for event in self.events[1:]:
            union = union | event
        return msgspec.json.Decoder(tuple[union, ...])

    def full_options(self, chosen: Options) -> Options:
        """Every option with its value, in the game's order; BadSetup for one that the game does not know."""
        known = {option.id: option for option in self.options}
        boxed = self._boxed(chosen)
        for id, value in chosen.items():
            if id in boxed:
                continue
            if id not in known:
                raise BadSetup(f"{self.id} has no option {id!r}; it has {', '.join(known) or 'none'}")
            if value not in known[id].values:
                raise BadSetup(f"option {id} of {self.id} is one of {', '.join(known[id].values)}, not {value!r}")
        return {id: chosen.get(id, option.standard) for id, option in known.items()} | boxed

    def add_box(self, name: str, files: Mapping[str, str]) -> str:
        """Puts a host's box on the shelf, under the word that is given back; BadData says what is wrong with it."""
        if self.boxes is None:
            raise BadData(f"{self.id} has no files that a box could stand in for")
        word = self.boxes.put(name, files)
        try:
            if self.try_box is not None:
                self.try_box(word)
            for known in self.lexicon(self.full_options({OPTION: word})).values():
                for clash in self.verbs.keys() & set(known):
                    raise BadData(f"box {name}: “{clash}” is the name of a move and cannot be that of a card")
        except BadData:
            self.boxes.remove(word)
            raise
        return word

    def _boxed(self, chosen: Options) -> dict[str, str]:
        """The box that was chosen, by its whole word; nothing for the game's own."""
        if OPTION not in chosen or self.boxes is None:
            return {}
        word = self.boxes.find(chosen[OPTION])
        if word is None:
            raise BadSetup(
                f"{self.id} has no box {chosen[OPTION]!r} here; it has {', '.join(self.boxes.words) or 'none'}"
            )
        return {OPTION: word}

    def begin(self, colours: Sequence[str], seed: str, chosen: Options | None = None) -> Outcome[S]:
        """The position before the first phase in which somebody decides; `play.settle` brings it there."""
        if len(colours) not in self.seats:
            raise BadSetup(f"{self.id} has {self.seats[0]} to {self.seats[-1]} seats, not {len(colours)}")
        if len(set(colours)) != len(colours) or not set(colours) <= set(SEAT_COLOURS):
            raise BadSetup(f"each seat has a colour of its own, out of {', '.join(SEAT_COLOURS)}")
        return self.setup(tuple(colours), Rng(seed), self.full_options(chosen or {}))

    def read(self, text: str, state: S) -> Line:
        """A line in its canonical spelling, as records and links hold it; `reader.py` reads what people type."""
        return read_line(text, self.verbs, self.lexicon(state.options))

    def encode(self, state: S) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> S:
        return self.state_decoder.decode(data)


AnyGame: TypeAlias = Game[Any, Any]  # for callers that take whichever game a table plays
