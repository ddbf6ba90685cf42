"""A desk in the words of a mail: the scene with every mention of a seat marked, so that HTML can set its disc before
the name and text need not.

A mark wraps the letter of the seat and the player's name in two characters for private use, which no name can hold
(`tidy` drops them). `writing.py` resolves them wherever a template prints something.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from engine.core.play import actors
from engine.core.sheet import Standing
from engine.draw.theme import SEATS
from pbem.mail_out.letter_parts import Desk, Offers
from pbem.mail_out.names import tidy
from pbem.play.scene import Change, Choice, Player, Question, Scene, Section, sentence

MOST_WORDS = 2000  # letters of the board in words before the moves
FEW = 2
SHORTEST_GRID = 3
MOST_SCORE_COLUMNS = 3  # what a phone has room for beside the name and the total
GRID_LETTERS = 16  # labels that fit three in a row, at 375 px too

NO_OFFERS = Offers(())

OPEN, SHUT = "\ue000", "\ue001"
MARK = re.compile(f"{OPEN}(.)([^{SHUT}]*){SHUT}")


def mark(letter: str, name: str) -> str:
    return f"{OPEN}{letter}{name}{SHUT}"


def unmarked(text: str) -> str:
    return MARK.sub(lambda found: found[2], text)


@dataclass(frozen=True)
class Row:
    """A line of the board in words: what stands at the left, and the rest."""

    head: str
    text: str


@dataclass(frozen=True)
class Words:
    """One section of the board in words. Lines about a seat have a row each; the others are joined."""

    heading: str
    rows: tuple[Row, ...]
    joined: tuple[str, ...]


@dataclass(frozen=True)
class Ranked:
    standing: Standing
    player: str
    is_reader: bool
    parts: tuple[tuple[str, int], ...]


class Told:
    """What templates see of a desk."""

    def __init__(self, desk: Desk, offers: Offers = NO_OFFERS) -> None:
        scene = desk.scene
        self.desk = desk
        self.offers = offers
        self.links = desk.links
        self.title = tidy(desk.title)
        self.number = desk.number
        self.game = scene.game.words.name(scene.game.id, scene.lang)
        newest = desk.newest
        self.left_out = len(scene.changes) - len(newest.changes)
        self._plain = newest.named(tuple(map(tidy, scene.names)))
        self._marked = self._plain.named(tuple(self._mark(seat) for seat in range(len(scene.names))))

    def _mark(self, seat: int) -> str:
        return mark(SEATS[self._plain.state.seats[seat]].letter, self._plain.names[seat])

    @property
    def scene(self) -> Scene:
        return self._marked

    @property
    def round(self) -> str:
        return self._marked.round

    @property
    def reader(self) -> str:
        return "" if self._marked.reader is None else self.seat(self._marked.reader)

    @property
    def reader_letter(self) -> str:
        """In lower case, as the style sheet has it."""
        return "" if self._plain.reader is None else SEATS[self._plain.state.seats[self._plain.reader]].letter.lower()

    def seat(self, number: int) -> str:
        return self._marked.names[number]

    @cached_property
    def colours(self) -> tuple[tuple[str, str], ...]:
        """The seats with the names of their colours, in their order."""
        name = self._plain.game.words.name
        return tuple(
            (self.seat(seat), name(colour, self._plain.lang)) for seat, colour in enumerate(self._plain.state.seats)
        )

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """Whoever must decide now."""
        return tuple(self.seat(seat) for seat in actors(self._plain.game, self._plain.state))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        return self._marked.changes

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The first and the last number of the list, None when the board shows none of it."""
        numbers = [change.number for change in self.changes if change.number is not None]
        return (numbers[0], numbers[-1]) if numbers else None

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return self._marked.columns

    @cached_property
    def players(self) -> tuple[Player, ...]:
        return self._marked.players

    @cached_property
    def words(self) -> tuple[Words, ...]:
        return tuple(_in_rows(section) for section in self._marked.sections)

    @cached_property
    def new_words(self) -> tuple[Words, ...]:
        """The sections of the board in words that are not as the reader's last mail had them."""
        shown = self._shown.sections if self._shown is not None else ()
        return tuple(_in_rows(section) for section in self._marked.sections if section not in shown)

    @cached_property
    def old_words(self) -> tuple[str, ...]:
        """The headings of the others."""
        shown = self._shown.sections if self._shown is not None else ()
        return tuple(section.heading for section in self._marked.sections if section in shown)

    @cached_property
    def board_is_known(self) -> bool:
        """Whether the board is as the reader's last mail has shown it."""
        return self._shown is not None and self._shown.blank_board == self._marked.blank_board

    @cached_property
    def _shown(self) -> Scene | None:
        return self.desk.shown.named(self._marked.names) if self.desk.shown is not None else None

    @cached_property
    def words_first(self) -> bool:
        """A long board in words would put the moves out of sight: it comes after them."""
        return sum(len(line) for section in self._marked.sections for line in section.lines) <= MOST_WORDS

    @property
    def private(self) -> tuple[str, ...]:
        return self._marked.private

    @property
    def alt(self) -> str:
        return unmarked(self._marked.picture_in_words)

    @cached_property
    def text_board(self) -> str:
        return self._plain.game.text(self._marked.view, self._plain.marks)

    @cached_property
    def question(self) -> Question | None:
        return self._marked.question

    @cached_property
    def prompt(self) -> str:
        return self.question.prompt if self.question else ""

    @cached_property
    def moves(self) -> tuple[Choice, ...]:
        """The choices with their numbers, in the order of the numbers' list, the best first."""
        return tuple(replace(self._marked.choice(choice.line), number=choice.number) for choice in self.offers.choices)

    @property
    def nearest(self) -> tuple[Choice, ...]:
        """Those that are nearest to what the reader wrote."""
        return self.moves[: self.offers.first]

    @property
    def others(self) -> tuple[Choice, ...]:
        return self.moves[self.offers.first :]

    @property
    def few(self) -> tuple[Choice, ...]:
        """Two of the best and the default, for a mail about many tables."""
        default = self.question.default.line if self.question is not None else ""
        best = [choice for choice in self.moves if choice.line != default][:FEW]
        return (*best, *(choice for choice in self.moves if choice.line == default))

    def is_default(self, choice: Choice) -> bool:
        return self.question is not None and choice.line == self.question.default.line

    @property
    def in_grid(self) -> bool:
        """Whether the moves are short enough to stand side by side: bids, numbers of shares."""
        question = self.question
        return (
            question is not None
            and not question.on_the_board
            and len(self.others) >= SHORTEST_GRID
            and all(len(unmarked(choice.label)) <= GRID_LETTERS for choice in self.others)
        )

    @property
    def board_first(self) -> bool:
        """A question of numbers or names does not need the board before the answer."""
        return self.question is None or self.question.on_the_board

    @cached_property
    def standings(self) -> tuple[Ranked, ...]:
        """The final order, with the parts of the score that brought or cost anybody something."""
        standings = self._plain.game.standings(self._plain.state)
        counted = {part for standing in standings for part, points in standing.parts if points}
        return tuple(
            Ranked(
                standing,
                self.seat(standing.seat),
                standing.seat == self._plain.reader,
                tuple((self._plain.source(part), points) for part, points in standing.parts if part in counted),
            )
            for standing in standings
        )

    @property
    def score_in_columns(self) -> bool:
        """Whether the parts of the score fit beside each other; if not, they stand under the name."""
        return len(self.standings[0].parts) <= MOST_SCORE_COLUMNS


def _in_rows(section: Section) -> Words:
    """Lines that begin with a seat stand in rows under it; a line may say more than one thing of it."""
    rows, joined = [], []
    for line in section.lines:
        head, text = _split_head(line)
        if head:
            rows.append((head, text))
        else:
            joined.append(line.removesuffix("."))
    grouped = (
        Row(head, " ".join(sentence(text) for _, text in group))
        for head, group in groupby(rows, key=lambda row: row[0])
    )
    return Words(section.heading, tuple(grouped), tuple(joined))


def _split_head(line: str) -> tuple[str, str]:
    found = MARK.match(line)
    rest = line[found.end() :].lstrip() if found else ""
    return (found[0], rest[1:].lstrip()) if found and rest.startswith(":") else ("", line)


def typed(line: str) -> Iterator[str]:
    """A line as one writes it in a mail: a move a line, spaces between its words."""
    for move in line.split():
        yield move.replace(".", " ")
