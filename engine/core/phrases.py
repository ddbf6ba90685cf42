"""Reading what people write in sentences, where the exact grammar of `reader.py` gives nothing.

In this order: the number of a printed choice; its printed words; the grammar again without courtesies, with number
words and other words for verbs and things; routes, which the game works out; what fits best among what is legal. Each
word that may be part of a move must be part of the one that is read. What is left is asked.

It reads on a position imagined from what the seat may know, so that an answer cannot betray a secret.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from typing import Any

from engine.core.clauses import Clause, clauses, fit, matters, spellings, verbs_of, wishes, written
from engine.core.game import AnyGame
from engine.core.move import HEX, MOST_MOVES, Line, Move, write_line
from engine.core.play import Preview, complete, extend, imagined, legal, preview
from engine.core.reader import MOST_TOKENS, Reader, Reading, plain, reader_now
from engine.core.refusal import Illegal, MoveError, NotAMove
from engine.core.say import Say, say
from engine.core.vocabulary import CONTENT, Mark, Vocabulary, sentences, vocabulary

MOST_CHOICES = 3
MOST_SPELLINGS = 64  # ways to read a text whose words have several meanings
MOST_WISHES = 8
MOST_CHATTER = 2  # unknown words beside a move
MOST_CLAUSES = 12
MOST_PARTLY = 40  # legal moves that have all words of a clause and more
TOO_LONG = "line-too-long"
QUIET = ("pass", "skip", "done")  # the moves by which a seat declines, the plainest first


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

    def understand_better(self, line: Line, text: str) -> Reading | None:
        """A legal meaning of a text that the exact grammar reads as a line which a rule forbids, as `deliver red,
        Nashville to Chicago` where several links lead there. None if there is none, or the line itself is legal."""
        try:
            preview(self.game, self.imagined, self.seat, line)
        except Illegal as error:
            if error.refusal.reason != TOO_LONG:
                found = self.understand(text)
                return found if isinstance(found, Reading) and self.is_legal(found.line) else None
        except MoveError:
            pass
        return None

    def line(self, text: str) -> Line:
        return self.game.read(text, self.state)

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

    def starting(self) -> Preview[Any]:
        return Preview(self.imagined, (), 0, None)

    def extended(self, shown: Preview[Any], moves: Iterable[Move]) -> Preview[Any]:
        for move in moves:
            shown = extend(self.game, shown, self.seat, move)
        return shown


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
        about = {mark.sentence for mark in self.marks if matters(mark) or mark.sorts & {"doubt", "none"}}
        return [mark for mark in self.marks if mark.sentence in about]

    @cached_property
    def content(self) -> list[Mark]:
        return [mark for mark in self.said if mark.sorts != {"unknown"}]

    @property
    def chatter(self) -> int:
        return sum(mark.sorts == {"unknown"} for mark in self.said)

    def _clauses(self, marks: Sequence[Mark]) -> list[Clause]:
        wordless = {verb for verb, cls in self.situation.game.verbs.items() if not cls.slots()}
        return clauses(marks, frozenset(wordless))

    @cached_property
    def polite(self) -> bool:
        """A request in the form of a question: "could I bid 3?"."""
        return any("polite" in mark.sorts for mark in self.marks)

    @cached_property
    def doubtful(self) -> bool:
        shown = " ".join(plain(words) for choice in self.situation.printed for words in choice.words)
        people = {atom for name in self.situation.people for atom in plain(name).split() if atom not in shown}
        about = [mark for clause in self._clauses(self.said) if any(map(matters, clause)) for mark in clause]
        return any(
            (mark.sorts & {"doubt", "none"} and not mark.has_content and not mark.may_be_left_out)
            or ("question" in mark.sorts and not self.polite)
            for mark in self.said
        ) or any(mark.typed in people and not mark.has_content for mark in about)

    def understood(self) -> Understood:
        if (chosen := self._number_of_choice() or self._consent()) is not None:
            return chosen
        if found := self._printed():
            return self._answer(_Found(found))
        if (declined := self._declined()) is not None:
            return declined
        if not any(map(matters, self.marks)):
            return self._beside()
        if self.doubtful:
            return self._unclear("reading-doubtful")
        whole, illegal = self._spelled(self.content)
        if whole.lines:
            return self._answer(whole)
        walked = self._walk()
        if walked is not None and not (isinstance(walked, Reading) and not self.situation.is_legal(walked.line)):
            return walked
        if (fitting := self._fitting_choices()).lines:
            return self._answer(fitting)
        if walked is not None:
            return walked
        if illegal is not None and not self.chatter:
            return Reading(illegal, self._forgiven)
        return self._unclear("reading-unclear")

    def _beside(self) -> Understood:
        """Nothing but words that mostly stand beside moves. They are one only with a noun of the game: `one share`."""
        marks = self.marks
        if (len(marks) == 1 or any("thing" in mark.sorts for mark in marks)) and all(mark.sorts != {"unknown"} for mark in marks):
            for one in (self._spelled(marks)[0], self._clause(self.situation.imagined, list(marks))):
                if len(one.lines) == 1 and self.situation.is_legal(one.lines[0]):
                    return Reading(one.lines[0], sure=False)
            if any({"thing", "verb"} <= mark.sorts for mark in marks):
                return self._unclear("reading-unclear")
        return Chat(asks="?" in self.text)

    def _answer(self, found: _Found, then: tuple[str, ...] = ()) -> Understood:
        lines = self._printed_among(found.lines)
        if len(lines) > 1:
            return self._unclear("reading-several", lines)
        if self.chatter > MOST_CHATTER:
            return self._unclear("reading-unsure", lines)
        asked = any("question" in mark.sorts for mark in self.said)
        sure = found.sure and not self.chatter and not self._forgiven and not asked
        return Reading(lines[0], self._forgiven, sure, then)

    def _printed_among(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Of lines that differ only in the hexes they use, the one that the mail has printed is meant."""
        if len(lines) < 2 or not all(any(slot.kind == HEX for slot in move.slots()) for line in lines for move in line):
            return lines
        printed = {choice.line for choice in self.situation.printed}
        shown = tuple(line for line in lines if write_line(self.situation.whole(line)) in printed)
        return shown if len(shown) == 1 else lines

    @cached_property
    def _forgiven(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (mark.typed, "/".join(dict.fromkeys(mark.words("verb", "name"))))
            for mark in self.said
            if mark.guessed and mark.has_content
        )

    # Choices of the mail

    def _number_of_choice(self) -> Understood | None:
        """`2`, `option 2`, `the second one`: a number with nothing beside it but words of choosing."""
        printed = self.situation.printed
        plainly = [mark for mark in self.marks if not mark.sorts & {"choosing", "colon"}]
        plainly = plainly or [mark for mark in self.marks if mark.words("number", "nth")]
        if len(plainly) != 1 or not printed or "$" in self.text:
            return None
        (mark,) = plainly
        if mark.sorts <= {"nth", "choosing"} and len(self.marks) == 1 and mark.typed.isalpha():
            return None  # a bare `first` is the beginning of something
        number = next(iter(mark.words("number", "nth")), None)
        if number is None or not (mark.typed.isdigit() or len(self.marks) > 1 or "nth" in mark.sorts):
            return None
        if mark.typed[:1].isdigit() and not (mark.typed.isdigit() or "nth" in mark.sorts):
            return None  # an amount: `2k`
        if 1 <= int(number) <= len(printed):
            return Reading(self.situation.line(printed[int(number) - 1].line))
        return Unclear(say("reading-no-choice", number=int(number)), self._lines_printed())

    def _consent(self) -> Understood | None:
        if not self.situation.asked_back or not self.situation.printed:
            return None
        agreed = any("yes" in mark.sorts for mark in self.marks)
        if agreed and all(mark.may_be_left_out or "yes" in mark.sorts for mark in self.marks):
            return Reading(self.situation.line(self.situation.printed[0].line))
        return None

    def _printed(self) -> tuple[Line, ...]:
        """The lines whose printed words these are, with courtesies around them and perhaps their number."""
        typed = _without_courtesies(self.marks)
        if not typed:
            return ()
        read = self.situation.vocabulary.read
        found = []
        for number, choice in enumerate(self.situation.printed, 1):
            for words in choice.words:
                shown = [mark.typed for mark in read(words, guesses=0) if "colon" not in mark.sorts]
                if typed in (shown, [str(number), *shown]):
                    found.append(self.situation.line(choice.line))
                    break
        return tuple(found)

    def _fitting_choices(self) -> _Found:
        """Printed choices all of whose names are written, and nothing else that could be part of a move."""
        found = []
        wanted = [mark for mark in self.content if matters(mark)]
        typed = {word for mark in wanted for word in mark.words(*CONTENT)}
        order = [word for mark in wanted for word in mark.words("name", "hex")[:1]]
        for choice in self.situation.printed:
            line = self.situation.line(choice.line)
            words = {word for move in line for word in (move.VERB, *move.words())}
            for printed in choice.words:
                marks = self.situation.vocabulary.read(printed, guesses=0)
                shown = {word for mark in marks for word in mark.words(*CONTENT)}
                names = [word for mark in marks for word in mark.words("name", "hex")[:1]]
                needed = set(names) or (shown & words)
                if (
                    needed <= typed
                    and [name for name in names if name in order] == [name for name in order if name in names]
                    and all(not (shown | words).isdisjoint(mark.words(*CONTENT)) for mark in wanted)
                ):
                    found.append(line)
                    break
        return _Found(tuple(dict.fromkeys(found)), sure=False)

    def _lines_printed(self) -> tuple[Line, ...]:
        return tuple(self.situation.line(choice.line) for choice in self.situation.printed[:MOST_CHOICES])

    # Nothing

    def _declined(self) -> Understood | None:
        """`nothing`, `no shares`, `I won't bid`, `pass` where it is called `done`: the move that does nothing."""
        now = self.situation.reader.verbs
        if not any("none" in mark.sorts or mark.words("number") == ("0",) for mark in self.said) and not any(
            set(mark.words("verb")) & set(QUIET) and not set(mark.words("verb")) & now.keys() for mark in self.said
        ):
            return None
        for mark in self.said:
            verbs = set(mark.words("verb"))
            negated = "none" in mark.sorts or mark.words("number") == ("0",) or mark.may_be_left_out
            quiet = verbs & set(QUIET) & now.keys()
            if not negated and (not verbs or (quiet and " " not in mark.typed)):
                return None
        for verb in QUIET:
            if verb in now and self.situation.is_legal((now[verb](),)):
                return Reading((now[verb](),), self._forgiven, not self._forgiven)
        return None

    # The grammar without what is beside it

    def _spelled(self, marks: Sequence[Mark]) -> tuple[_Found, Line | None]:
        """The whole text by the exact grammar, in all meanings of its words; and a line that a rule forbids."""
        found: dict[str, Line] = {}
        illegal: Line | None = None
        for words in islice(product(*map(spellings, marks)), MOST_SPELLINGS):
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
        """Reads one clause after the other, each in the position that the moves before it have made."""
        parts = self._clauses(self.content)[:MOST_CLAUSES]
        read = self._walk_over(parts)
        if read is None and len(parts) > 1:
            return None
        if isinstance(read, Reading) and read.then and len(parts) > 1:
            # `keep Memphis, flip cloth`: what ends the line may have been written first.
            turned = self._walk_over([*parts[1:], parts[0]])
            if isinstance(turned, Reading) and not turned.then and self.situation.is_legal(turned.line):
                return turned
        return read

    def _walk_over(self, parts: Sequence[Clause]) -> Understood | None:
        situation = self.situation
        shown = situation.starting()
        line: Line = ()
        sure = True
        verbs: Clause = []
        for number, clause in enumerate(parts):
            if shown.ends is not None:
                return self._with_rest(_Found((line,), sure), parts[number:])
            found = _Found()
            if not verbs_of(clause) and verbs:
                found = self._clause(shown.state, [*verbs, *clause])
            if not found.lines:
                found = self._clause(shown.state, clause)
            lines = self._printed_among(found.lines) if number == 0 else found.lines
            if len(lines) != 1:
                return self._unclear("reading-several", lines) if number == 0 and lines else None
            sure = sure and found.sure
            verbs = verbs_of(clause) or verbs
            for index, move in enumerate(lines[0]):
                if shown.ends is not None:  # `draw two cards`: the first shows something
                    further = [write_line(lines[0][index:]), *map(written, parts[number + 1 :])]
                    return self._answer(_Found((line,), sure), tuple(further))
                try:
                    shown = situation.extended(shown, (move,))
                except MoveError:
                    return None
                line = (*line, move)
        line = self._forced_on(line, shown)
        return self._answer(_Found((line,), sure)) if line else None

    def _forced_on(self, line: Line, shown: Preview[Any]) -> Line:
        """With the moves that must follow, as long as there is only one."""
        situation = self.situation
        while line and shown.ends is None and len(line) < MOST_MOVES:
            further = list(islice(legal(situation.game, shown.state, situation.seat), 2))
            if len(further) != 1:
                break
            line, shown = (*line, *further), situation.extended(shown, further)
        return line

    def _with_rest(self, found: _Found, rest: Sequence[Clause]) -> Understood:
        """The first line is over, and something follows: it belongs to later questions, unless it takes back what was
        written first."""
        instead = self._clause(self.situation.imagined, rest[0])
        (first,) = found.lines
        if any(self.situation.contradicts(first, line) for line in instead.lines):
            return self._unclear("reading-contradicts", (first, *instead.lines))
        return self._answer(found, tuple(map(written, rest)))

    def _clause(self, state: Any, clause: Clause) -> _Found:
        """The lines that a clause can mean here: what it names wholly, else several moves with one verb, else the only
        legal move that has all of its words."""
        if (named := self._named(state, clause)).lines:
            return named
        if (series := self._series(state, clause)).lines:
            return series
        partly: list[Line] = []
        for move in self._offers(state, clause, partly=True):
            partly.append((move,))
            if len(partly) > MOST_PARTLY:
                return _Found()
        own = tuple(line for line in partly if self._is_own_verb(line[0], clause))
        found = own if len(own) == 1 else tuple(partly)
        return _Found(found, sure=False) if len(found) == 1 else _Found()

    def _is_own_verb(self, move: Move, clause: Clause) -> bool:
        """Whether the verb is written by its name, and not by a word that stands for several verbs."""
        names = self.situation.vocabulary.begun
        return any(("verb", move.VERB) in names.get(mark.typed, ()) for mark in clause)

    def _named(self, state: Any, clause: Clause) -> _Found:
        """What the game works out, else the moves all of whose words are written."""
        situation = self.situation
        if situation.game.grant is not None:
            granted: dict[tuple[str, ...], Line] = {}  # the same tiles in another order are the same line
            for wish in islice(wishes(clause), MOST_WISHES):
                for line in situation.game.grant(state, situation.seat, wish):
                    granted.setdefault(tuple(sorted(map(str, line))), line)
            if granted:
                return _Found(tuple(granted.values()))
        named = tuple((move,) for move in self._offers(state, clause))
        return _Found(named, sure=bool(verbs_of(clause)))

    def _offers(self, state: Any, clause: Clause, *, partly: bool = False) -> Iterator[Move]:
        """Legal moves whose words are all written, or only some of them, and that have all words of the clause. Those
        whose verb is written come alone."""
        situation = self.situation
        phase = situation.game.phase_named[state.phase]
        has_verb = bool(verbs_of(clause))
        for move in phase.offers(state, situation.seat):
            fitting = fit(move, clause, situation.reader.lexicon)
            if fitting is None or bool(fitting.missing) != partly or (has_verb and not fitting.verb):
                continue
            if phase.refuse(state, situation.seat, move) is None:
                yield move

    def _series(self, state: Any, clause: Clause) -> _Found:
        """`take red and white`: one verb, several moves."""
        situation = self.situation
        verbs = verbs_of(clause)
        left = [mark for mark in clause if mark not in verbs]
        shown = Preview(state, (), 0, None)
        line: Line = ()
        while any(map(matters, left)) and shown.ends is None and len(line) < MOST_CLAUSES:
            found, end = self._first_of(shown.state, verbs, left)
            if not found:
                return _Found()
            try:
                shown = situation.extended(shown, found)
            except MoveError:
                return _Found()
            line, left = (*line, *found), left[end:]
        if any(map(matters, left)) or len(line) < 2:
            return _Found()
        return _Found((line,), sure=bool(verbs))

    def _first_of(self, state: Any, verbs: Clause, left: Clause) -> tuple[Line, int]:
        """The shortest beginning that is one line, with the verb or without, and where it ends."""
        for begun in (verbs, []) if verbs else ([],):
            for end in range(1, len(left) + 1):
                if matters(left[end - 1]):
                    lines = self._named(state, [*begun, *left[:end]]).lines
                    if len(lines) == 1:
                        return lines[0], end
        return (), 0

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
        scored: list[tuple[float, Line]] = []
        for clause in self._clauses(self.content)[:2]:
            scored += [(10, line) for line in self._clause(situation.imagined, clause).lines]
        for choice in situation.printed:
            line = situation.line(choice.line)
            marks = [mark for words in choice.words for mark in situation.vocabulary.read(words, guesses=0)]
            shown = {word for mark in marks for word in mark.words(*CONTENT)}
            shown |= {word for move in line for word in (move.VERB, *move.words())}
            scored.append((2 * sum(not shown.isdisjoint(mark.words(*CONTENT)) for mark in wanted), line))
        phase = situation.game.phase_named[situation.imagined.phase]
        offers: list[tuple[float, Line]] = []
        for move in phase.offers(situation.imagined, situation.seat):
            words = {move.VERB, *move.words()}
            score = sum(not words.isdisjoint(mark.words(*CONTENT)) for mark in wanted)
            if score:
                offers.append((2 * score - max(0, len(words) - score), (move,)))
        best = sorted(offers, key=lambda one: -one[0])[: 4 * MOST_CHOICES]
        scored += [one for one in best if phase.refuse(situation.imagined, situation.seat, one[1][0]) is None]
        return [line for _, line in sorted(scored, key=lambda one: -one[0])]


def _without_courtesies(marks: Sequence[Mark]) -> list[str]:
    """The words between the courtesies at both ends."""
    typed = list(marks)
    while typed and "courtesy" in typed[0].sorts:
        typed.pop(0)
    while typed and "courtesy" in typed[-1].sorts:
        typed.pop()
    return [mark.typed for mark in typed if "colon" not in mark.sorts]
