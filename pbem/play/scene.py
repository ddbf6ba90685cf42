"""A position as one reader sees it, in words of that reader's language: what mails and pages are made of.

Pure: it is given a game, a state and what happened since, and never asks the database. It looks at views only, so
that nothing a reader may not know can get into a mail or a page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from engine.core.event import Event
from engine.core.examples import Example, examples
from engine.core.game import AnyGame, Suggestion
from engine.core.move import HEX_PATTERN, Line, Move, write_line
from engine.core.play import actors, default, is_over, legal, notes, prompt, step, suggest
from engine.core.same import LAST, Same
from engine.core.say import Say, say
from engine.core.sheet import Drawing, Marks, Panel, Sketch
from engine.core.situation import Printed
from engine.draw.theme import SEATS

MOST_CHOICES = 5
MOST_TIPS = 20
MOST_CHANGES = 30  # in a mail: more would push the moves out of sight; the history has them all
MOST_AT_THE_END = 7  # there the story takes the room


@dataclass(frozen=True)
class Player:
    """A seat in the table of players."""

    seat: int
    colour: str
    letter: str
    name: str
    is_reader: bool
    cells: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Change:
    """Something that happened. A number stands beside it on the board too; None where the board does not show it."""

    number: int | None
    text: str


@dataclass(frozen=True)
class Choice:
    """A whole line as a button: what it does, what follows, and how it is written."""

    line: str
    label: str
    note: str
    number: int = 0  # that an answer by mail may give instead of the line; see `numbers.py`


@dataclass(frozen=True)
class Question:
    prompt: str
    notes: tuple[str, ...]
    choices: tuple[Choice, ...]  # the best first, without the default
    default: Choice
    on_the_board: bool  # whether some move names a place; a question of numbers or names does not need the board first


@dataclass(frozen=True)
class Advice:
    """What a question is made of, before it is put into words: the expensive part, computed once for a position."""

    prompt: Say
    notes: tuple[Say, ...]
    tips: tuple[Suggestion, ...]  # the best first
    default: str
    on_the_board: bool


@dataclass(frozen=True)
class Section:
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    game: AnyGame
    state: Any
    reader: int | None
    names: tuple[str, ...]
    lang: str
    events: tuple[Event, ...] = ()  # what happened since the reader last looked, unredacted
    silent: tuple[int, ...] = ()  # the seats for which a default was played meanwhile

    def say(self, message: Say) -> str:
        return self.game.words.render(message, self.lang, self.names)

    def source(self, part: str) -> str:
        """What a part of the final score comes from: one of the game's names, or a message."""
        return self.game.words.tongues[self.lang].names.get(part) or self.say(Say(part))

    @cached_property
    def view(self) -> Any:
        return self.game.view(self.state, self.reader)

    @cached_property
    def seen(self) -> bytes:
        """A short name of what the reader sees: equal names look alike and get the same advice."""
        return sha256(self.game.rules.encode() + msgspec.json.encode(self.view)).digest()

    @cached_property
    def sheet(self) -> Any:
        return self.game.sheet(self.view)

    @property
    def round(self) -> str:
        return self.say(self.game.round(self.view))

    @property
    def guide(self) -> str:
        """Why the reader is asked this, for a first game; empty where the game has nothing to tell."""
        told = self.game.guide(self.view) if self.game.guide is not None and self.is_asked else None
        return self.say(told) if told is not None else ""

    @property
    def is_over(self) -> bool:
        return is_over(self.game, self.state)

    @property
    def is_asked(self) -> bool:
        return self.reader is not None and self.reader in actors(self.game, self.state)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.say(column) for column in self.sheet.columns)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        colours = self.state.seats
        return tuple(
            Player(
                row.seat,
                colours[row.seat],
                SEATS[colours[row.seat]].letter,
                self.names[row.seat],
                row.seat == self.reader,
                tuple(self.say(cell) for cell in row.cells),
                self.say(row.note) if row.note is not None else "",
            )
            for row in self.sheet.rows
        )

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return tuple(
            Section(self.say(section.heading), tuple(self.say(line) for line in section.lines))
            for section in self.sheet.sections
        )

    @cached_property
    def private(self) -> tuple[str, ...]:
        return tuple(self.say(line) for line in self.sheet.private)

    @property
    def picture_in_words(self) -> str:
        return self.say(self.sheet.picture)

    @cached_property
    def _seen(self) -> tuple[tuple[int | None, Event], ...]:
        """The events this reader may know, those with a place numbered from 1."""
        number = 0
        seen: list[tuple[int | None, Event]] = []
        for event in self.events:
            known = event.seen_by(self.reader)
            if known is None:
                continue
            if known.places():
                number += 1
            seen.append((number if known.places() else None, known))
        return tuple(seen)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        told = [Change(number, self.say(event.say())) for number, event in self._seen]
        defaults = [Change(None, self.say(say("default-played", seat=seat))) for seat in self.silent]
        return (*told, *defaults)

    @cached_property
    def marks(self) -> Marks:
        numbers: dict[str, tuple[int, ...]] = {}
        for number, event in self._seen:
            if number is not None:
                numbers |= {place: (*numbers.get(place, ()), number) for place in event.places()}
        return Marks(changes=numbers, names=self.names, lang=self.lang)

    def drawing(self, **more: Any) -> Drawing:
        """The board with the changes numbered; `more` are further marks."""
        return self.game.draw(self.view, replace(self.marks, **more))

    def panels(self, **more: Any) -> tuple[Panel, ...]:
        """What is open and not on the map, with the same marks as the board."""
        return self.game.panels(self.view, replace(self.marks, **more))

    @property
    def text_board(self) -> str:
        return self.game.text(self.view, self.marks)

    @property
    def blank_board(self) -> str:
        """The text board without marks of what has changed."""
        return self.game.text(self.view, Marks(names=self.names, lang=self.lang))

    def named(self, names: tuple[str, ...]) -> "Scene":
        """The same with other names of the players. What does not depend on them is not computed again."""
        scene = replace(self, names=names)
        vars(scene).update(view=self.view, sheet=self.sheet, advice=self.advice)
        return scene

    def newest(self, most: int) -> "Scene":
        """The same with at most so many changes, the last ones: what a list leaves out has no number on the board."""
        extra = len(self._seen) - max(most - len(self.silent), 0)
        if extra <= 0:
            return self
        known = [number for number, event in enumerate(self.events) if event.seen_by(self.reader) is not None]
        scene = replace(self, events=self.events[known[extra - 1] + 1 :])
        vars(scene).update(view=self.view, sheet=self.sheet, advice=self.advice)
        return scene

    @cached_property
    def advice(self) -> Advice | None:
        if self.reader is None or not self.is_asked:
            return None
        return _advice(Same(self.game), Same(self.state), self.reader)

    @cached_property
    def question(self) -> Question | None:
        """The question to the reader; None if it is not the reader's turn."""
        advice = self.advice
        if advice is None:
            return None
        # The default mostly has its words somewhere among the tips, though seldom among the best.
        quiet = self._known.get(advice.default) or self._plain(advice.default)
        best = [self._known[write_line(tip.line)] for tip in advice.tips[:MOST_CHOICES]]
        return Question(
            self.say(advice.prompt),
            tuple(self.say(note) for note in advice.notes),
            tuple(choice for choice in best if choice is not quiet),
            quiet,
            advice.on_the_board,
        )

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What a mail offers: the best first, then an example of every other kind of move."""
        question, advice = self.question, self.advice
        if question is None or advice is None or self.reader is None:
            return ()
        best = [write_line(tip.line) for tip in advice.tips[:MOST_CHOICES]]
        shown = [self.game.read(line, self.state) for line in (*best, advice.default)]
        kinds = examples(self.game, self.view, self.reader, shown, advice.tips)
        lines = dict.fromkeys((*best, *(write_line(kind.line) for kind in kinds), advice.default))
        words = {write_line(kind.line): self._example(kind) for kind in kinds}
        return tuple(self._known.get(line) or words.get(line) or question.default for line in lines)

    def choice(self, line: str) -> Choice:
        """Any line that is legal now, in words."""
        known = [choice for choice in self.choices if choice.line == line]
        return known[0] if known else self.described(line)

    def described(self, line: str) -> Choice:
        """The words of the game itself, or the names of the moves."""
        return self._known.get(line) or self._plain(line)

    @cached_property
    def _known(self) -> dict[str, Choice]:
        """Lines that the game itself has words for."""
        return {choice.line: choice for choice in map(self._choice, self.advice.tips if self.advice else ())}

    def _example(self, example: Example) -> Choice:
        """A kind of move that no tip has: its own name, and the words of what follows it."""
        own = example.line[: len(example.line) - len(example.rest.line)] if example.rest else example.line
        said = [*self.labels(_without_done(own)), *([self.say(example.rest.label)] if example.rest else [])]
        return Choice(write_line(example.line), sentence("; ".join(said)), "")

    def _choice(self, tip: Suggestion) -> Choice:
        note = sentence(self.say(tip.note)) if tip.note is not None else ""
        return Choice(write_line(tip.line), sentence(self.say(tip.label)), note)

    def _plain(self, text: str) -> Choice:
        """A line that no tip describes: its moves, each by its own name."""
        line = self.game.read(text, self.state)
        return Choice(text, sentence(", ".join(self.labels(_without_done(line)))), "")

    def labels(self, line: Line) -> tuple[str, ...]:
        """The name of each move of a line, in the position where it is made."""
        state, said = self.state, []
        for number, move in enumerate(line, 1):
            said.append(self.placed_label(state, move))
            if number < len(line):  # the last one may draw something
                state = step(self.game, state, self.reader or 0, move).state
        return tuple(said)

    # The names of moves

    @cached_property
    def tips(self) -> Mapping[str, tuple[str, str]]:
        """Whole lines that the game itself suggests, with their label and what follows."""
        return {
            write_line(tip.line): (self.say(tip.label), sentence(self.say(tip.note)) if tip.note else "")
            for tip in (self.advice.tips if self.advice is not None else ())
        }

    def name(self, word: str) -> str:
        return self.game.words.name(word, self.lang)

    def sketch(self, state: Any, move: Move) -> Sketch | None:
        return self.game.sketch(self.game.view(state, self.reader), move) if self.game.sketch else None

    def label(self, state: Any, move: Move) -> str:
        """The move in this position, or in one that follows from it."""
        known = self.tips.get(str(move)) if state is self.state else None
        sketch = self.sketch(state, move)
        # The price already stands beside the picture, so the label names only what the picture shows.
        if known is not None and (sketch is None or sketch.piece is None):
            return known[0]
        if sketch is not None:
            return self.say(sketch.label)
        verb = self.game.words.verb(move.VERB, self.lang)
        return " ".join((verb, *map(self.name, move.words())))

    def placed_label(self, state: Any, move: Move) -> str:
        """With the hex before it, where the label does not name it anyway."""
        hex, label = hex_of(move), self.label(state, move)
        return f"{hex}, {label}" if hex and hex not in label.split() else sentence(label)


def printed_choices(*spoken: Sequence[Choice]) -> tuple[Printed, ...]:
    """Choices as the reader of an answer knows them, in several languages: with and without what follows from them."""
    words: dict[tuple[int, str], list[str]] = {}
    for choice in (choice for choices in spoken for choice in choices):
        words.setdefault((choice.number, choice.line), []).extend((choice.label, f"{choice.label}. {choice.note}"))
    return tuple(Printed(number, line, tuple(said)) for (number, line), said in words.items())


@lru_cache(maxsize=LAST)
def _advice(known: Same[AnyGame], state: Same[Any], seat: int) -> Advice:
    game = known.value
    view = game.view(state.value, seat)
    return Advice(
        prompt(game, view, seat),
        notes(game, view, seat),
        suggest(game, view, seat, MOST_TIPS),
        write_line(default(game, view, seat)),
        any(any(move.places()) for move in legal(game, state.value, seat)),
    )


def headline(prompt: str, gettext: Callable[[str], str]) -> str:
    """Every question is announced in the same way, whether or not the game's words do it."""
    if prompt.startswith(gettext("Your turn")):
        return prompt
    return gettext("Your turn: %(what)s") % {"what": prompt[:1].lower() + prompt[1:]}


def _without_done(line: Line) -> Line:
    """What is done goes without saying that it is done."""
    return line[:-1] if len(line) > 1 and line[-1].VERB == "done" else line


def hex_of(move: Move) -> str:
    """The hex that the move names; other places have their name in the label."""
    return next((place for place in move.places() if place and HEX_PATTERN.fullmatch(place)), "")


def sentence(text: str) -> str:
    """With a capital at its beginning, as a button or a line of a list has it."""
    return text[:1].upper() + text[1:]


def seat_names(names: Sequence[str], colours: Sequence[str], game: AnyGame, lang: str) -> tuple[str, ...]:
    """The players' names; a seat without one goes by its colour."""
    return tuple(name or game.words.name(colour, lang) for name, colour in zip(names, colours, strict=True))
