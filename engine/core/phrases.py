"""Reading what people write in sentences, where the exact grammar of `reader.py` gives nothing.

In this order: the number of a printed choice; its printed words; the grammar again without courtesies, with number
words and other words for verbs and things; routes, which the game works out; what fits best among what is legal. Each
word that may be part of a move must be part of the one that is read. What is left is asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, product
from typing import Any

from engine.core.choices import Choices, NoSuchChoice
from engine.core.clauses import Clause, clauses, is_verb, matters, says, spellings, verbs_of, written
from engine.core.move import HEX, MOST_MOVES, Line, write_line
from engine.core.named_moves import Found, NamedMoves
from engine.core.play import Preview, legal, preview
from engine.core.reader import MOST_TOKENS, Reading, plain
from engine.core.refusal import Illegal, MoveError, NotAMove
from engine.core.say import Say, say
from engine.core.situation import MOST_CHOICES, Situation
from engine.core.vocabulary import Mark, sentences

MOST_SPELLINGS = 64  # ways to read a text whose words have several meanings
MOST_CHATTER = 2  # unknown words beside a move
MOST_CLAUSES = 12
TOO_LONG = "line-too-long"
QUIET = ("pass", "skip", "done")  # the moves by which a seat declines, the plainest first
STAY = "hold"  # declines as well, and stays in the auction


@dataclass(frozen=True)
class Unclear:
    """Nothing is played: `why`, and the likeliest lines, best first."""

    why: Say
    choices: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Chat:
    """There is no order in it. Nothing but courtesies are `polite`: thanks for something, and no more."""

    polite: bool = False


Understood = Reading | Unclear | Chat


def understand(situation: Situation, text: str) -> Understood:
    """What the text asks for."""
    if sum(map(len, sentences(text))) > MOST_TOKENS:
        return Unclear(say("line-too-many-words"))
    return _Text(situation, text, tuple(situation.vocabulary.read(text, situation.reader.verbs))).understood()


def understand_better(situation: Situation, line: Line, text: str) -> Reading | None:
    """A legal meaning of a text that the exact grammar reads as a line which a rule forbids, as `deliver red, Nashville
    to Chicago` where several links lead there. None if there is none, or if the line itself is legal."""
    try:
        preview(situation.game, situation.imagined, situation.seat, line)
    except Illegal as error:
        found = understand(situation, text)
        if not isinstance(found, Reading) or not situation.is_legal(found.line):
            return None
        # What follows a whole line belongs to later questions, unless it says the same: `engine upgrade`.
        return found if error.refusal.reason != TOO_LONG or not found.then else None
    except MoveError:
        pass
    return None


def denies(situation: Situation, text: str) -> bool:
    """Whether there is a `no`, `not` or `nothing` in it."""
    return any(map(situation.vocabulary.denies, situation.vocabulary.read(text, situation.reader.verbs)))


def answers_now(situation: Situation, text: str) -> bool:
    """Whether it has a verb with which the present question can be answered, and not only declined."""
    return _acts(situation, situation.vocabulary.read(text, situation.reader.verbs))


def _acts(situation: Situation, marks: Iterable[Mark]) -> bool:
    possible = situation.verbs_now - set(QUIET)
    return any(is_verb(mark) and possible.intersection(mark.words("verb")) for mark in marks)


@dataclass(frozen=True)
class _Text:
    situation: Situation
    text: str
    marks: tuple[Mark, ...]

    @cached_property
    def said(self) -> list[Mark]:
        """Without sentences that have nothing to do with a move."""
        about = {mark.sentence for mark in self.marks if matters(mark) or mark.sorts & {"doubt", "none"}}
        return [mark for mark in self.marks if mark.sentence in about]

    @cached_property
    def content(self) -> list[Mark]:
        return [mark for mark in self.said if mark.sorts != {"unknown"}]

    @cached_property
    def chatter(self) -> int:
        """Unknown words; the names of people whom the mail has named beside its choices are none."""
        return sum(mark.sorts == {"unknown"} and mark.typed not in self._printed_words for mark in self.said)

    @cached_property
    def _printed_words(self) -> frozenset[str]:
        printed = (words for choice in self.situation.printed for words in choice.words)
        return frozenset(atom for words in printed for sentence in sentences(words) for atom in sentence)

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.situation)

    @cached_property
    def named(self) -> NamedMoves:
        return NamedMoves(self.situation)

    def understood(self) -> Understood:
        chosen = self.choices.by_number(self.marks, self.text) or self.choices.agreed(self.marks)
        if isinstance(chosen, NoSuchChoice):
            lines = self.situation.printed_lines[:MOST_CHOICES]
            return Unclear(say("reading-no-choice", number=chosen.number), lines)
        if chosen:
            return Reading(chosen)
        if printed := self.choices.by_words(self.marks):
            # Whoever copies what the mail has printed has made no typing error.
            return Reading(printed[0]) if len(printed) == 1 else self._unclear("reading-several", printed)
        if (declined := self._declined()) is not None:
            return declined
        if rest := self._behind_denial():
            return _Text(self.situation, self.text, rest).denied_before()
        if not any(map(matters, self.marks)):
            return self._beside()
        if self._is_doubtful:
            return self._unclear("reading-doubtful", self._quiet if self._only_denies else ())
        return self._moves()

    def denied_before(self) -> Understood:
        """What follows a denial of something else is never certain."""
        found = self.understood()
        return replace(found, sure=False) if isinstance(found, Reading) else found

    def _moves(self) -> Understood:
        """By the grammar, clause by clause, by what fits a printed choice; a line that cannot be played comes last."""
        spelled, illegal = self._spelled(self.content)
        if spelled.lines:
            return self._answer(spelled)
        walked = self._walk()
        if walked is not None and not (isinstance(walked, Reading) and not self.situation.is_legal(walked.line)):
            return walked
        if fitting := self.choices.fitting(self.content):
            return self._answer(Found(fitting, sure=False))
        if walked is not None:
            return walked
        if illegal is not None and not self.chatter:
            return Reading(illegal, self._forgiven)
        return self._unclear("reading-unclear")

    # What is answered

    def _answer(self, found: Found, then: tuple[str, ...] = ()) -> Understood:
        lines = self._printed_among(found.lines)
        if len(lines) > 1:
            return self._unclear("reading-several", lines)
        if self.chatter > MOST_CHATTER or (self.chatter and not verbs_of(self.content)):
            return self._unclear("reading-unsure", lines)
        asked = any("question" in mark.sorts for mark in self.said)
        sure = found.sure and not self.chatter and not self._forgiven and not asked
        return Reading(lines[0], self._forgiven, sure, then)

    def _printed_among(self, lines: tuple[Line, ...], begun: Line = ()) -> tuple[Line, ...]:
        """Of lines that differ only in the hexes they use, the one that the mail has printed is meant; `begun` stands
        before all of them."""
        on_hexes = all(any(slot.kind == HEX for slot in move.slots()) for line in lines for move in line)
        if len(lines) < 2 or not on_hexes:
            return lines
        printed = {choice.line for choice in self.situation.printed}
        shown = tuple(line for line in lines if write_line(self.situation.whole((*begun, *line))) in printed)
        return shown if len(shown) == 1 else lines

    def _unclear(self, why: str, lines: Iterable[Line] = ()) -> Unclear:
        first = list(lines)
        for clause in self._clauses(self.content)[:2] if len(first) < MOST_CHOICES else ():
            first += self.named.of(self.situation.imagined, clause).lines
        return Unclear(say(why), self.choices.likeliest(self.content, first))

    @cached_property
    def _forgiven(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (mark.typed, "/".join(dict.fromkeys(mark.words("verb", "name"))))
            for mark in self.said
            if mark.guessed and mark.has_content
        )

    # What is no order, or no plain one

    @cached_property
    def _is_doubtful(self) -> bool:
        """It denies, weighs, asks, or is about somebody else. "Could I bid 3?" is a courtesy."""
        polite = any("polite" in mark.sorts for mark in self.marks)
        if any(
            (mark.sorts & {"doubt", "none"} and not mark.words("verb", "name", "hex") and not mark.may_be_left_out)
            or ("question" in mark.sorts and not polite)
            for mark in self.said
        ):
            return True
        if any("limit" in mark.sorts and later.words("number") for mark, later in pairwise(self.said)):
            return True
        people = {atom for name in self.situation.people for atom in plain(name).split()} - self._printed_words
        about = [mark for clause in self._clauses(self.said) if any(map(matters, clause)) for mark in clause]
        return any(mark.typed in people and not mark.has_content for mark in about)

    def _declined(self) -> Understood | None:
        """`nothing`, `no shares`, `I won't bid`, `pass` where it is called `done`: the move that does nothing."""
        now = self.situation.reader.verbs
        if not any(map(self._denies, self.said)) and not any(
            set(mark.words("verb")) & set(QUIET) and not set(mark.words("verb")) & now.keys() for mark in self.said
        ):
            return None
        denied: set[str] = set()
        for mark in self.said:
            verbs = set(mark.words("verb"))
            quiet = verbs & set(QUIET) & now.keys()
            if self._denies(mark) or mark.may_be_left_out:
                continue
            if not verbs or (quiet and " " not in mark.typed):  # `I don't pass` is no pass
                return None
            denied |= verbs
        if not denied & set(QUIET) and not self._leaves_nothing(denied):
            return self._unclear("reading-doubtful", self._quiet) if not denied else None
        return Reading(self._quiet[0], self._forgiven, not self._forgiven) if self._quiet else None

    @cached_property
    def _quiet(self) -> tuple[Line, ...]:
        """The line that does nothing, if there is one."""
        now = self.situation.reader.verbs
        lines: Iterator[Line] = ((now[verb](),) for verb in QUIET if verb in now)
        return tuple(islice(filter(self.situation.is_legal, lines), 1))

    @property
    def _only_denies(self) -> bool:
        """`don't upgrade`, and not `don't bid 2`, where another number may be meant."""
        named = (mark.words("name", "number", "hex") for mark in self.said if not self._denies(mark))
        return any(map(self._denies, self.said)) and not any(named)

    def _leaves_nothing(self, denied: set[str]) -> bool:
        """Whether whoever will not do this does nothing: each verb that is written is denied, and there is no other but
        such as need no word (`no delivery`, where the engine can be raised instead)."""
        possible = self.situation.verbs_now - set(QUIET)
        if STAY in possible - denied or (STAY in denied and len(possible) > 1):
            return False
        if not denied:
            return True
        if any(verbs_of(clause) and not any(map(self._denies, clause)) for clause in self._clauses(self.said)):
            return False
        wordless = self.situation.wordless
        return possible <= denied or (not denied & possible <= wordless and possible - denied <= wordless)

    def _behind_denial(self) -> tuple[Mark, ...]:
        """`no delivery, I raise my engine`: what follows a first clause that only denies a verb. Where a denial stands
        behind a verb, it may belong to the next one, and is asked about."""
        first, *others = self._clauses(self.said) or [[]]
        verb = next((at for at, mark in enumerate(first) if is_verb(mark)), 0)
        if not others or not any(map(self._denies, first[:verb])):
            return ()
        plainly = all(is_verb(mark) or self._denies(mark) or mark.may_be_left_out for mark in first)
        rest = [mark for clause in others for mark in clause]
        if not plainly or any(map(self._denies, rest)):
            return ()
        return tuple(mark for mark in rest if "instead" not in mark.sorts)

    def _denies(self, mark: Mark) -> bool:
        return "none" in mark.sorts or mark.words("number") == ("0",)

    def _beside(self) -> Understood:
        """Nothing but words that mostly stand beside moves. They are one only with a noun of the game: `one share`."""
        marks = self.marks
        may_be_one = len(marks) == 1 or any("thing" in mark.sorts for mark in marks)
        if may_be_one and all(mark.sorts != {"unknown"} for mark in marks):
            for found in (self._spelled(marks)[0], self.named.of(self.situation.imagined, list(marks))):
                if len(found.lines) == 1 and self.situation.is_legal(found.lines[0]):
                    return Reading(found.lines[0], sure=False)
            if any({"thing", "verb"} <= mark.sorts for mark in marks):
                return self._unclear("reading-unclear")
        return Chat(all(mark.sorts & {"courtesy", "aside"} for mark in marks))

    # The grammar without what is beside it

    def _spelled(self, marks: Sequence[Mark]) -> tuple[Found, Line | None]:
        """The whole text by the exact grammar, in all meanings of its words; and a line that a rule forbids."""
        found: dict[str, Line] = {}
        illegal: Line | None = None
        for chosen in islice(product(*map(spellings, marks)), MOST_SPELLINGS):
            meant = [each for each in chosen if each is not None]
            try:
                line = self.situation.reader.read(" ".join(each.word for each in meant)).line
            except NotAMove:
                continue
            if not says(line, meant):
                continue
            if self.situation.is_legal(line):
                found[write_line(line)] = line
            elif illegal is None:
                illegal = line
        return Found(tuple(found.values())), illegal

    # Clause by clause

    def _clauses(self, marks: Sequence[Mark]) -> list[Clause]:
        return clauses(marks, self.situation.wordless)[:MOST_CLAUSES]

    def _walk(self) -> Understood | None:
        """Reads one clause after the other, each in the position that the moves before it have made."""
        parts = self._clauses(self.content)
        read = self._walk_over(parts)
        if isinstance(read, Reading) and read.then and len(parts) > 1:
            # `keep Memphis, flip cloth`: what ends the line may have been written first.
            turned = self._walk_over([*parts[1:], parts[0]])
            if isinstance(turned, Reading) and not turned.then and self.situation.is_legal(turned.line):
                return turned
        return read

    def _walk_over(self, parts: Sequence[Clause]) -> Understood | None:
        shown = self.situation.started(self.situation.imagined)
        line: Line = ()
        sure = True
        verbs: Clause = []
        for number, clause in enumerate(parts):
            if shown.ends is not None:
                return self._with_rest(Found((line,), sure), parts[number:])
            found = self._next(shown.state, clause, verbs)
            lines = self._printed_among(found.lines, line)
            if len(lines) != 1:
                return self._unclear("reading-several", lines) if number == 0 and lines else None
            sure = sure and found.sure
            verbs = verbs_of(clause) or verbs
            try:
                shown, played = self._played(shown, lines[0])
            except MoveError:
                return None
            line = (*line, *lines[0][:played])
            if played < len(lines[0]):  # `draw two cards`: the first shows something
                rest = (write_line(lines[0][played:]), *map(written, parts[number + 1 :]))
                return self._answer(Found((line,), sure), rest)
        line = self._forced_on(line, shown)
        return self._answer(Found((line,), sure)) if line else None

    def _next(self, state: Any, clause: Clause, verbs: Clause) -> Found:
        """A clause without a verb may have that of the clause before: `run I10 sw, then I1 sw`."""
        if verbs and not verbs_of(clause):
            found = self.named.of(state, [*verbs, *clause])
            if found.lines:
                return found
        return self.named.of(state, clause)

    def _played(self, shown: Preview[Any], line: Line) -> tuple[Preview[Any], int]:
        """The draft with as much of the line as belongs to it, and how many moves that are."""
        for number, move in enumerate(line):
            if shown.ends is not None:
                return shown, number
            shown = self.situation.extended(shown, (move,))
        return shown, len(line)

    def _forced_on(self, line: Line, shown: Preview[Any]) -> Line:
        """With the moves that must follow, as long as there is only one."""
        situation = self.situation
        while line and shown.ends is None and len(line) < MOST_MOVES:
            further = tuple(islice(legal(situation.game, shown.state, situation.seat), 2))
            if len(further) != 1:
                break
            line, shown = (*line, *further), situation.extended(shown, further)
        return line

    def _with_rest(self, found: Found, rest: Sequence[Clause]) -> Understood:
        """The first line is over, and something follows: it belongs to later questions, unless it answers this one too:
        `no shares, issue 2`."""
        instead = self.named.of(self.situation.imagined, rest[0])
        (first,) = found.lines
        declined = all(move.VERB in QUIET for move in first) and _acts(self.situation, rest[0])
        if declined or any(self.situation.contradicts(first, line) for line in instead.lines):
            return self._unclear("reading-contradicts", (first, *instead.lines))
        return self._answer(found, tuple(map(written, rest)))
