"""From the text of an answer to orders. The grammar decides: every line that is not empty must be understood, or
nothing is to be played, and the result tells of each line what was understood.

Moves run over line breaks; commands stand on lines of their own. In the answer to a mail about several tables each
line begins with the number of its table. Greetings are passed over. What follows the orders after an empty line, a
closing phrase or END is passed over too, but only if nothing in it looks like an order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.move import write_line
from engine.core.phrases import Chat as Talk
from engine.core.phrases import Unclear, understand, understand_better
from engine.core.reader import Reading, tokens
from engine.core.refusal import NotAMove
from engine.core.say import Say
from engine.core.situation import Situation
from pbem.mail_in.parse.commands import Misread, is_command, read_command, split_command
from pbem.mail_in.parse.furniture import after_closing, after_greeting
from pbem.mail_in.parse.order_types import FOR_THE_PERSON, Chat, Command, Doubt, Moves, Order, Trouble, Try
from pbem.mail_in.parse.table_words import TableWords

MOST_LINES = 60
WRAPPED_AT = 68, 80  # a line of this length was probably broken by the mail program
_FOR_THE_PERSON = frozenset(cls.__name__.lower() for cls in FOR_THE_PERSON)
_TALK = ("say", "tell", "note", "help")
_NUMBER = re.compile(r"^\W{0,3}(?:table|tisch|no\.?|n°)?\s*#?\s*(\d{1,9})(?:\s*[:.)–—-]\s*|\s+|$)(.*)$", re.IGNORECASE)
_OWN_NUMBER = re.compile(r"^(?:table\s*|#\s*|table\s*#)?(\d{1,9})\s*[:)]\s*(.*)$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[*•·‣◦+–—-]\s+)+")
_STARS = re.compile(r"[*`]+")
_UNDERLINED = re.compile(r"(?<!\w)_+|_+(?!\w)")


@dataclass(frozen=True)
class LineRead:
    """A line of the answer with what was understood. `order` is None for a line that is passed over, for one that
    was not understood (`wrong` says why), and for one whose moves belong to an order begun further up."""

    text: str
    table: int | None = None
    order: Order | None = None
    moves: str = ""  # the moves in it as they are written, where it can be read alone
    wrong: Say | Trouble | None = None
    passed_over: bool = False


@dataclass(frozen=True)
class Addressed:
    table: int | None  # None for what concerns the person and no table
    order: Order


@dataclass(frozen=True)
class OrdersRead:
    """`orders` is empty unless every line was understood: then all of it may be done, else nothing."""

    lines: tuple[LineRead, ...]
    orders: tuple[Addressed, ...]

    @property
    def is_empty(self) -> bool:
        """Nothing was written that could be an order: an empty mail, or only the quotation, or only a greeting."""
        return all(line.passed_over for line in self.lines)

    @property
    def wrong(self) -> tuple[LineRead, ...]:
        return tuple(line for line in self.lines if line.wrong is not None)


@dataclass
class _Line:
    at: int
    text: str  # as it was written
    table: int | None = None
    content: str = ""  # without the table's number, bullets and stars
    command: tuple[str, str] | None = None
    after_gap: bool = False  # an empty line stands above it
    is_end: bool = False
    goes_on: bool = False  # belongs to the talk or the attempt of the line above
    passed_over: bool = False
    wrong: Say | Trouble | None = None
    order: Order | None = None
    moves: str = ""


def read_orders(
    text: str, tables: Mapping[int, TableWords], *, unread: Sequence[str] = (), too_long: bool = False
) -> OrdersRead:
    """`tables` are those that the answered mail was about. With several of them lines need the table's number.
    A text that was cut short (`too_long`) is not played, for nobody knows how it went on; nor is one beside which
    something else was written (`unread`) that looks like moves."""
    written = [(at, line.strip()) for at, line in enumerate(text.split("\n"))]
    lines = [_Line(at, line) for at, line in written if line]
    if too_long or len(lines) > MOST_LINES:
        return OrdersRead(tuple(LineRead(line.text[:300], wrong=Trouble.TOO_LONG) for line in lines[:MOST_LINES]), ())
    read = _Assembly(lines, tables).read()
    missed = tuple(
        LineRead(line[:300], wrong=Trouble.BELOW_THE_MARK)
        for line in unread[:MOST_LINES]
        if any(table.resembles_moves(_bare(line)) for table in tables.values())
    )
    return OrdersRead(read.lines + missed, () if missed else read.orders)


@dataclass
class _Assembly:
    lines: list[_Line]
    tables: Mapping[int, TableWords]
    _readings: dict[tuple[int | None, str], Moves | NotAMove] = field(default_factory=dict)

    def read(self) -> OrdersRead:
        self._address()
        self._join_broken_lines()
        self._pass_over_courtesy()
        self._read_commands()
        for table in dict.fromkeys(line.table for line in self.lines):
            self._read_moves(table)
        read = tuple(
            LineRead(line.text, line.table, line.order, line.moves, line.wrong, line.passed_over) for line in self.lines
        )
        orders = tuple(
            Addressed(None if isinstance(line.order, FOR_THE_PERSON) else line.table, line.order)
            for line in self.lines
            if line.order is not None
        )
        return OrdersRead(read, () if any(line.wrong for line in read) else orders)

    def _address(self) -> None:
        """Which table each line is for, and whether it is a command."""
        only = next(iter(self.tables)) if len(self.tables) == 1 else None
        above: _Line | None = None
        for line in self.lines:
            line.after_gap = above is not None and line.at > above.at + 1
            line.content = _bare(line.text)
            line.table = only
            if only is None:
                self._take_number(line, above)
            elif (found := _OWN_NUMBER.match(line.content)) and int(found[1]) == only:
                line.content = found[2]
            line.command = split_command(line.content)
            line.is_end = tokens(line.content) in (["end"], ["fin"])
            needs_no_table = line.is_end or (line.command is not None and line.command[0] in _FOR_THE_PERSON)
            if needs_no_table and line.wrong is Trouble.TABLE_MISSING:
                line.wrong = None
            above = line

    def _take_number(self, line: _Line, above: _Line | None) -> None:
        found = _NUMBER.match(line.content)
        if found and int(found[1]) in self.tables:
            line.table, line.content = int(found[1]), _bare(found[2])
        elif above is not None and not line.after_gap and _was_broken(above.text, line.text):
            line.table = above.table  # the mail program broke the line
        else:
            line.wrong = Trouble.TABLE_UNKNOWN if found else Trouble.TABLE_MISSING

    def _join_broken_lines(self) -> None:
        """A talk or an attempt may go on in the next lines."""
        open_line: _Line | None = None
        above: _Line | None = None
        for line in self.lines:
            if above is None or line.after_gap or line.table != above.table:
                open_line = None
            if line.is_end and self._may_end_a_talk(open_line, above, line):
                line.wrong, line.goes_on, line.is_end = Trouble.WHOSE_LINE, True, False
            elif line.command or line.is_end:
                open_line = line if line.command and line.command[0] in ("try", *_TALK) else None
            elif open_line is not None and open_line.command is not None and above is not None:
                name, rest = open_line.command
                if name == "try" and not self._is_closing(line):
                    open_line.command = (name, f"{rest}\n{line.content}")
                    line.goes_on = True
                elif name != "try" and _was_broken(above.text, line.text):
                    if self._is_order(line) and (_has_digit(line.content) or self._reads(line)):
                        line.wrong = Trouble.WHOSE_LINE
                    open_line.command = (name, f"{rest} {line.text}")
                    line.goes_on = True
                else:
                    open_line = None
            above = line

    def _may_end_a_talk(self, open_line: _Line | None, above: _Line | None, line: _Line) -> bool:
        """Whether END may be the last word of a talk that the mail program broke."""
        if open_line is None or above is None or open_line.command is None or open_line.command[0] == "try":
            return False
        return _was_broken(above.text, line.text)

    def _pass_over_courtesy(self) -> None:
        """The greeting at the top, what follows END, and what follows the last order."""
        if self.lines and self._is_courtesy(self.lines[0], after_greeting(self.lines[0].text)):
            self._skip(self.lines[0])
        self._pass_over_after_end()
        orders = [at for at, line in enumerate(self.lines) if not line.passed_over and self._is_order(line)]
        last = orders[-1] if orders else -1
        for at, line in enumerate(self.lines[last + 1 :], last + 1):
            if line.after_gap or self._is_closing(line):
                if not orders and not self._is_closing(line):
                    return  # nothing but prose: it is answered, not passed over
                if not self._is_closing(line) and self._may_go_on(last, at):
                    line.wrong = Trouble.WHOSE_LINE
                    return
                for later in self.lines[at:]:
                    self._skip(later)
                return

    def _pass_over_after_end(self) -> None:
        """END ends what is read. Where it is a move too (`end` for `done`), whole orders below it still count."""
        for at, line in enumerate(self.lines):
            if line.is_end:
                is_move = self._reads(line)
                for later in self.lines[at + 1 :]:
                    counts = later.command or self._reads(later)
                    if not is_move or not counts:
                        self._skip(later)
                return

    def _is_courtesy(self, line: _Line, rest: str | None) -> bool:
        """A greeting or a closing phrase, with nothing in it that could be an order."""
        if rest is None or self._reads(line):
            return False
        words = tokens(rest)
        verbs = frozenset[str]().union(*(table.verbs for table in self.tables.values()))
        return len(words) <= 5 and not any(word in verbs or is_command(word) for word in words)

    def _is_closing(self, line: _Line) -> bool:
        return self._is_courtesy(line, after_closing(line.content))

    def _skip(self, line: _Line) -> None:
        line.passed_over, line.wrong = True, None

    def _may_go_on(self, last: int, at: int) -> bool:
        """Whether a line after a gap could still belong to the moves above it, as a short name can."""
        line = self.lines[at]
        if line.table is None or self.lines[last].command or self.lines[last].goes_on:
            return False
        above = [each.content for each in self.lines[:at] if each.table == line.table and self._has_moves(each)]
        whole = "\n".join(above)
        return isinstance(self._read(line.table, whole), Moves) and isinstance(
            self._read(line.table, f"{whole}\n{line.content}"), Moves
        )

    def _is_order(self, line: _Line) -> bool:
        """Whether the line is an order or looks like one, so that it must be understood."""
        if line.command or line.goes_on or line.is_end:
            return True
        if self._is_closing(line):
            return False
        if line.table is None:
            return any(table.resembles_moves(line.content) for table in self.tables.values())
        if self._reads(line):
            return True
        return self.tables[line.table].resembles_moves(line.content)

    def _read_commands(self) -> None:
        for line in self.lines:
            if line.command is None or line.passed_over or line.wrong is not None:
                continue
            table = line.table
            words = self.tables[table] if table is not None else None

            def read_try(text: str, table: int | None = table) -> Try:
                found = self._read(table, text)
                if isinstance(found, NotAMove):
                    raise found
                return Try(found.line, found.forgiven)

            try:
                command: Command = read_command(*line.command, words.seats if words else (), read_try)
            except Misread as wrong:
                line.wrong = wrong.trouble
            except NotAMove as wrong_move:
                line.wrong = wrong_move.say()
            else:
                line.order = command

    def _read_moves(self, table: int | None) -> None:
        """All lines of the table that are no commands, as one line of moves."""
        lines = [line for line in self.lines if line.table == table and self._has_moves(line)]
        if lines and lines[-1].is_end and isinstance(self._read(table, lines[-1].content), NotAMove):
            lines.pop().passed_over = True  # only the end of what is to be read
        if table is None or not lines:
            return
        whole = self._read(table, _text(lines))
        alone = [self._read(table, line.content) for line in lines]
        for line, found in zip(lines, alone, strict=True):
            line.moves = write_line(found.line) if isinstance(found, Moves) else ""
        situation = self.tables[table].situation
        if isinstance(whole, Moves):
            better = understand_better(situation, whole.line, _text(lines)) if situation is not None else None
            if better is not None:
                whole = Moves(better.line, better.forgiven, better.sure, better.then)
            self._accept(table, lines, alone, whole)
            return
        if situation is not None:
            self._read_kindly(situation, lines)
            return
        for line, found in zip(lines, alone, strict=True):
            if isinstance(found, NotAMove):
                line.wrong = found.say()
        if all(line.wrong is None for line in lines):
            lines[0].wrong = whole.say()

    def _read_kindly(self, situation: Situation, lines: list[_Line]) -> None:
        """What the exact grammar does not read, as a person would: without the closing phrase and what follows it."""
        end = next((at for at, line in enumerate(lines) if at and self._is_closing(line)), len(lines))
        for line in lines[end:]:
            self._skip(line)
        text = _text(lines[:end])
        match understand(situation, text):
            case Reading(moves, forgiven, sure, then):
                lines[0].order = Moves(moves, forgiven, sure, then)
                lines[0].moves = write_line(moves)
            case Unclear(why, choices):
                lines[0].order = Doubt(why, choices)
            case Talk(polite):
                lines[0].order = Chat(text, polite)

    def _accept(self, table: int, lines: list[_Line], alone: Sequence[Moves | NotAMove], whole: Moves) -> None:
        """The moves are read. A line that has sense only with the one above must be meant to belong to it."""
        said = set(re.split(r"[.\s]", write_line(whole.line).lower()))
        for above, line, found in zip(lines, lines[1:], alone[1:], strict=False):
            words = tokens(line.content)
            if (
                isinstance(found, NotAMove)
                and not (line.at == above.at + 1 and _was_broken(above.text, line.text))
                and not _begins_with_verb(words, self.tables[table])
                and not set(words) <= said
            ):
                line.wrong = Trouble.WHOSE_LINE
        attempts = [line for line in self.lines if line.table == table and line.command and line.command[0] == "try"]
        if attempts:
            attempts[0].wrong = Trouble.TRY_OR_PLAY
        lines[0].order = whole

    def _reads(self, line: _Line) -> bool:
        return isinstance(self._read(line.table, line.content), Moves)

    def _has_moves(self, line: _Line) -> bool:
        return not (line.command or line.goes_on or line.passed_over or line.wrong)

    def _read(self, table: int | None, text: str) -> Moves | NotAMove:
        if table is None:
            return NotAMove(text, Say("line-empty"))
        if (table, text) not in self._readings:
            try:
                found = self.tables[table].reader.read(text)
                self._readings[table, text] = Moves(found.line, found.forgiven, found.sure)
            except NotAMove as wrong:
                self._readings[table, text] = wrong
        return self._readings[table, text]


def _text(lines: Sequence[_Line]) -> str:
    return "\n".join(line.content for line in lines)


def _bare(text: str) -> str:
    """Without what makes a list or bold letters of it."""
    return _UNDERLINED.sub("", _STARS.sub("", _BULLET.sub("", text))).strip()


def _was_broken(above: str, line: str) -> bool:
    """Whether the mail program broke a long line here: the next word had no room any more."""
    least, most = WRAPPED_AT
    first = line.split(maxsplit=1)[0] if line.split() else ""
    return len(above) <= most and len(above) + 1 + len(first) > least


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _begins_with_verb(words: Sequence[str], table: TableWords) -> bool:
    return bool(words) and words[0] in table.verbs
