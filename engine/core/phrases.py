"""Reading what people write in sentences, where the exact grammar of `reader.py` gives nothing.

In this order: the number of a printed choice; its printed words; the grammar again without courtesies, with number
words and other words for verbs and things; routes, which the game works out; what fits best among what is legal. Each
word that may be part of a move must be part of the one that is read, and the other way round. What is left is asked.

It reads on a position imagined from what the seat may know, so that an answer cannot betray a secret.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any

from engine.core.game import AnyGame
from engine.core.move import Line, Move, write_line
from engine.core.play import complete, extend, imagined, preview
from engine.core.play import Preview as Shown
from engine.core.reader import MOST_TOKENS, Reader, Reading, plain, reader_now
from engine.core.refusal import Illegal, MoveError, NotAMove
from engine.core.say import Say, say
from engine.core.vocabulary import Mark, Vocabulary, sentences, vocabulary
from engine.core.wish import Wish

MOST_CHOICES = 3
MOST_SPELLINGS = 64  # ways to read a text whose words have several meanings
MOST_WISHES = 8
MOST_CHATTER = 2  # unknown words in a sentence with a move
_MONEY = re.compile(r"[$€]|\bdollars?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Printed:
    """A choice that the answered mail has shown: its line, and its words in each language."""

    line: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Unclear:
    """Nothing is played: `why`, and the likeliest lines, best first."""

    why: Say
    choices: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Chat:
    """There is no order in it. It `asks` if it has a question mark."""

    asks: bool = False


Understood = Reading | Unclear | Chat


@dataclass(frozen=True)
class Situation:
    """A question to a seat, and what the mail printed that is answered. `asked_back`: it asked whether its first
    choice is meant."""

    game: AnyGame
    state: Any
    seat: int
    printed: tuple[Printed, ...] = ()
    people: tuple[str, ...] = ()  # the names of the other players
    asked_back: bool = False

    @cached_property
    def imagined(self) -> Any:
        return imagined(self.game, self.game.view(self.state, self.seat))

    @cached_property
    def reader(self) -> Reader:
        return reader_now(self.game, self.state)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return vocabulary(self.game, self.state.options)

    def understand(self, text: str) -> Understood:
        """What the text asks for."""
        if sum(map(len, sentences(text))) > MOST_TOKENS:
            return Unclear(say("line-too-many-words"))
        return _Text(self, text).understood()

    def contradicts(self, line: Line, rest: Line) -> bool:
        """Whether what follows a whole line answers the same question in another way."""
        return bool(rest) and rest[0].ONCE and type(rest[0]) is type(line[0]) and rest[0] != line[0]

    def finished(self, line: Line) -> tuple[Line, ...]:
        """Whole lines that begin with this one, the most sensible first."""
        shown = preview(self.game, self.imagined, self.seat, line)
        phase = self.game.phase_named[shown.state.phase]
        return tuple((*line, *tip.line) for tip in phase.suggest(shown.state, self.seat, MOST_CHOICES))

    def whole(self, line: Line) -> Line:
        """The line to its end: with `done` if that is all it lacks, else as sensibly as possible."""
        line = complete(self.game, self.imagined, self.seat, line)
        if preview(self.game, self.imagined, self.seat, line).ends is not None:
            return line
        return next(iter(self.finished(line)), line)

    def is_legal(self, line: Line) -> bool:
        """Whether the line can be played whole, with `done` added if that is all it lacks."""
        try:
            line = complete(self.game, self.imagined, self.seat, line)
            return preview(self.game, self.imagined, self.seat, line).ends is not None
        except MoveError:
            return False


@dataclass(frozen=True)
class _Found:
    """Lines that part of a text can mean, all as good as each other, and whether that is certain."""

    lines: tuple[Line, ...] = ()
    sure: bool = True


@dataclass(frozen=True)
class _Text:
    situation: Situation
    text: str

    @cached_property
    def marks(self) -> list[Mark]:
        verbs = self.situation.reader.verbs
        return self.situation.vocabulary.read(self.text, verbs)

    @cached_property
    def said(self) -> list[Mark]:
        """Without sentences that have nothing to do with a move."""
        about = {mark.sentence for mark in self.marks if mark.has_content and not _only_beside(mark)}
        doubtful = {mark.sentence for mark in self.marks if mark.sorts == {"doubt"}}
        return [mark for mark in self.marks if mark.sentence in about | doubtful]

    @property
    def content(self) -> list[Mark]:
        return [mark for mark in self.said if mark.sorts != {"unknown"}]

    @property
    def chatter(self) -> int:
        return sum(mark.sorts == {"unknown"} for mark in self.said)

    @property
    def doubtful(self) -> bool:
        names = {atom for name in self.situation.people for atom in plain(name).split()}
        return any(mark.sorts == {"doubt"} or mark.typed in names for mark in self.said)

    def understood(self) -> Understood:
        if (chosen := self._number_of_choice() or self._consent()) is not None:
            return chosen
        if found := self._printed():
            return self._answer(_Found(found))
        if not any(mark.has_content and not _only_beside(mark) for mark in self.marks):
            return Chat(asks="?" in self.text)
        if self.doubtful:
            return self._unclear("reading-doubtful")
        found_whole, illegal = self._spelled(self.content)
        if found_whole.lines:
            return self._answer(found_whole)
        walked = self._walk()
        if walked is not None:
            return walked
        if (fitting := self._fitting_choices()).lines:
            return self._answer(fitting)
        if illegal is not None and not self.chatter:
            return Reading(illegal, self._forgiven)
        return self._unclear("reading-unclear")

    def _answer(self, found: _Found, then: tuple[str, ...] = ()) -> Understood:
        if len(found.lines) > 1:
            return self._unclear("reading-several", found.lines)
        if self.chatter > MOST_CHATTER:
            return self._unclear("reading-unsure", found.lines)
        sure = found.sure and not self.chatter and not self._forgiven
        return Reading(found.lines[0], self._forgiven, sure, then)

    @property
    def _forgiven(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (mark.typed, "/".join(dict.fromkeys(mark.words("verb", "name"))))
            for mark in self.said
            if mark.guessed and mark.has_content
        )

    # Choices of the mail

    def _number_of_choice(self) -> Understood | None:
        """`2`, `option 2`, `the second one`; never an amount of money."""
        plainly = [mark for mark in self.marks if not mark.may_be_left_out]
        plainly = plainly or [mark for mark in self.marks if mark.has_content]
        if len(plainly) != 1 or not self.situation.printed or _MONEY.search(self.text):
            return None
        numbers = plainly[0].words("number", "nth")
        if not numbers:
            return None
        number = int(numbers[0])
        printed = self.situation.printed
        if 1 <= number <= len(printed):
            return Reading(self._line(printed[number - 1].line))
        return Unclear(say("reading-no-choice", number=number), self._lines_printed())

    def _consent(self) -> Understood | None:
        if not self.situation.asked_back or not self.situation.printed:
            return None
        if all(mark.may_be_left_out or "yes" in mark.sorts for mark in self.marks) and any(
            "yes" in mark.sorts for mark in self.marks
        ):
            return Reading(self._line(self.situation.printed[0].line))
        return None

    def _printed(self) -> tuple[Line, ...]:
        """The lines whose printed words these are."""
        written = _bare(self.marks)
        if not written:
            return ()
        read = self.situation.vocabulary.read
        return tuple(
            self._line(choice.line)
            for choice in self.situation.printed
            if any(_bare(read(words, guesses=0)) == written for words in choice.words)
        )

    def _fitting_choices(self) -> _Found:
        """Printed choices all of whose names are written, and nothing else that could be part of a move."""
        found = []
        wanted = [mark for mark in self.content if mark.has_content and not _only_beside(mark)]
        for choice in self.situation.printed:
            line = self._line(choice.line)
            words = {word for move in line for word in (move.VERB, *move.words())}
            for printed in choice.words:
                marks = self.situation.vocabulary.read(printed, guesses=0)
                shown = {word for mark in marks for word in mark.words("verb", "name", "number", "hex")}
                needed = {word for mark in marks for word in mark.words("name", "hex")} or (shown & words)
                written = {word for mark in wanted for word in mark.words("verb", "name", "number", "hex")}
                if needed <= written and all(
                    not (shown | words).isdisjoint(mark.words("verb", "name", "number", "hex")) for mark in wanted
                ):
                    found.append(line)
                    break
        return _Found(tuple(dict.fromkeys(found)), sure=False)

    def _line(self, text: str) -> Line:
        return self.situation.game.read(text, self.situation.state)

    def _lines_printed(self) -> tuple[Line, ...]:
        return tuple(self._line(choice.line) for choice in self.situation.printed[:MOST_CHOICES])

    # The grammar without what is beside it

    def _spelled(self, marks: Sequence[Mark]) -> tuple[_Found, Line | None]:
        """The whole text by the exact grammar, in all meanings of its words; and a line that a rule forbids."""
        found: dict[str, Line] = {}
        illegal: Line | None = None
        for words in islice(product(*map(_spellings, marks)), MOST_SPELLINGS):
            try:
                line = self.situation.reader.read(" ".join(filter(None, words))).line
            except NotAMove:
                continue
            if self.situation.is_legal(line):
                found[write_line(line)] = line
            elif illegal is None:
                illegal = line
        return _Found(tuple(found.values())), illegal

    # Clause by clause

    def _walk(self) -> Understood | None:
        """Reads one move after the other, each in the position that the moves before it have made."""
        situation = self.situation
        shown: Shown[Any] = Shown(situation.imagined, (), 0, None)
        line: Line = ()
        sure = True
        clauses = list(_clauses(self.content))
        for number, clause in enumerate(clauses):
            if shown.ends is not None:
                return self._with_rest(_Found((line,), sure), clause, clauses[number:])
            found = self._clause(shown.state, clause)
            if len(found.lines) != 1:
                if number == 0 and found.lines:
                    return self._unclear("reading-several", found.lines)
                return None
            sure = sure and found.sure
            for index, move in enumerate(found.lines[0]):
                if shown.ends is not None:  # `draw two cards`: the first shows something
                    further = [write_line(found.lines[0][index:]), *map(_written, clauses[number + 1 :])]
                    return self._answer(_Found((line,), sure), tuple(further))
                try:
                    shown = extend(situation.game, shown, situation.seat, move)
                except MoveError:
                    return None
                line = (*line, move)
        if not line or not situation.is_legal(line):
            return None
        return self._answer(_Found((line,), sure))

    def _with_rest(self, found: _Found, clause: Sequence[Mark], rest: Sequence[Sequence[Mark]]) -> Understood:
        """The first line is over, and something follows: it belongs to later questions, unless it takes back what was
        written first."""
        instead = self._clause(self.situation.imagined, clause)
        (first,) = found.lines
        if any(self.situation.contradicts(first, line) for line in instead.lines):
            return self._unclear("reading-contradicts", (first, *instead.lines))
        return self._answer(found, tuple(map(_written, rest)))

    def _clause(self, state: Any, clause: Sequence[Mark]) -> _Found:
        """The lines that a part of the text can mean here: what the game works out, else single moves."""
        situation = self.situation
        phase = situation.game.phase_named[state.phase]
        if situation.game.grant is not None:
            granted: dict[str, Line] = {}
            for wish in islice(_wishes(clause), MOST_WISHES):
                for line in situation.game.grant(state, situation.seat, wish):
                    granted.setdefault(write_line(line), line)
            if granted:
                return _Found(tuple(granted.values()))
        named: list[Line] = []
        unnamed: list[Line] = []
        for move in phase.offers(state, situation.seat):
            fit = fits(move, clause)
            if fit is not None and phase.refuse(state, situation.seat, move) is None:
                (named if fit else unnamed).append((move,))
        return _Found(tuple(named)) if named else _Found(tuple(unnamed), sure=False)

    # What is asked

    def _unclear(self, why: str, lines: Iterable[Line] = ()) -> Unclear:
        choices = dict.fromkeys(lines)
        if len(choices) < MOST_CHOICES:
            choices.update(dict.fromkeys(self._likeliest()))
        whole = dict.fromkeys(self.situation.whole(line) for line in islice(choices, MOST_CHOICES))
        return Unclear(say(why), tuple(whole))

    def _likeliest(self) -> list[Line]:
        """Legal lines that have most in common with what was written, the printed ones first among equals."""
        situation = self.situation
        wanted = [mark for mark in self.content if mark.has_content]
        scored: list[tuple[int, Line]] = []
        for clause in list(_clauses(self.content))[:2]:
            scored += [(10, line) for line in self._clause(situation.imagined, clause).lines]
        for choice in situation.printed:
            line = self._line(choice.line)
            marks = [mark for words in choice.words for mark in situation.vocabulary.read(words, guesses=0)]
            shown = {word for mark in marks for word in mark.words("verb", "name", "number", "hex")}
            shown |= {word for move in line for word in (move.VERB, *move.words())}
            scored.append((2 * sum(not shown.isdisjoint(mark.words(*_CONTENT)) for mark in wanted), line))
        phase = situation.game.phase_named[situation.imagined.phase]
        offers: list[tuple[int, Line]] = []
        for move in phase.offers(situation.imagined, situation.seat):
            words = {move.VERB, *move.words()}
            score = sum(not words.isdisjoint(mark.words(*_CONTENT)) for mark in wanted)
            if score:
                offers.append((2 * score - max(0, len(words) - score), (move,)))
        best = sorted(offers, key=lambda one: -one[0])
        scored += [
            one
            for one in best[: 4 * MOST_CHOICES]
            if phase.refuse(situation.imagined, situation.seat, one[1][0]) is None
        ]
        whole = [(score, line) for score, line in scored if situation.is_legal(line)]
        return [line for _, line in sorted(whole, key=lambda one: -one[0])]


_CONTENT = ("verb", "name", "number", "hex")


def fits(move: Move, marks: Sequence[Mark]) -> bool | None:
    """Whether the marks name every word of the move and nothing else: True with its verb, False without any verb, None
    if they do not."""
    left = Counter(move.words())
    verb = False
    for mark in marks:
        if move.VERB in mark.words("verb"):
            verb = True
            continue
        word = next((word for word in mark.words("name", "number", "hex") if left[word] > 0), None)
        if word is not None:
            left[word] -= 1
        elif not mark.may_be_left_out:
            return None
    missing = list(left.elements())
    if missing:
        words = move.words()
        if len(missing) > 1 or type(move).implied(words[:-1]) != words[-1:] or missing != list(words[-1:]):
            return None
    if not verb and len(missing) == len(move.words()):
        return None  # nothing of it is named
    return verb


def _spellings(mark: Mark) -> tuple[str, ...]:
    """What a mark can be in the exact grammar; nothing if it may be left out."""
    words = tuple(dict.fromkeys(mark.words(*_CONTENT)))
    return (*words, "") if mark.may_be_left_out or not words else words


def _only_beside(mark: Mark) -> bool:
    """A word that stands beside moves far more often than in them: `to`, `a`, `on`."""
    return mark.may_be_left_out and len(mark.typed) <= 2


def _written(marks: Sequence[Mark]) -> str:
    return " ".join(mark.typed for mark in marks)


def _bare(marks: Sequence[Mark]) -> list[str]:
    return [mark.typed for mark in marks if mark.sorts.isdisjoint(("aside", "to", "from", "via", "then"))]


def _clauses(marks: Sequence[Mark]) -> Iterator[list[Mark]]:
    """Each verb begins a clause, and so do `then` and a new sentence."""
    clause: list[Mark] = []
    has_verb = False
    for mark in marks:
        is_verb = "verb" in mark.sorts and not mark.may_be_left_out
        breaks = "then" in mark.sorts or (clause and mark.sentence != clause[-1].sentence)
        if clause and ((is_verb and has_verb) or breaks):
            if any(each.has_content for each in clause):
                yield clause
                clause, has_verb = [], False
        clause.append(mark)
        has_verb = has_verb or is_verb
    if any(each.has_content for each in clause):
        yield clause


def _wishes(clause: Sequence[Mark]) -> Iterator[Wish]:
    """What the clause asks for, in all meanings of its names."""
    named = [tuple(dict.fromkeys(mark.words("name", "hex"))) or ("",) for mark in clause]
    for names in product(*named):
        verbs: frozenset[str] = frozenset()
        role = ""
        places = {"from": "", "to": ""}
        plain_names: list[str] = []
        via: list[str] = []
        numbers: list[int] = []
        for mark, name in zip(clause, names, strict=True):
            roles = [sort for sort in ("via", "from", "to") if sort in mark.sorts]
            if "verb" in mark.sorts and not roles:
                verbs |= frozenset(mark.words("verb"))
            elif name and not roles and not (mark.may_be_left_out and _only_beside(mark)):
                if role == "via":
                    via.append(name)
                elif role and not places[role]:
                    places[role] = name
                else:
                    plain_names.append(name)
                role = "" if role != "via" else role
            elif roles:
                role = roles[0]
            elif not name:
                numbers += [int(word) for word in mark.words("number")[:1]]
        yield Wish(verbs, tuple(plain_names), tuple(numbers), places["from"], places["to"], tuple(via))
