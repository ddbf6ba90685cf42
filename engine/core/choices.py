"""Answers that point at a choice which the mail has printed: its number, `yes`, its words, or most of its words; and
the lines that are most like an answer that is not understood."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from engine.core.clauses import matters
from engine.core.move import NUMBER, Line, build_move
from engine.core.situation import MOST_CHOICES, Printed, Situation
from engine.core.vocabulary import Mark

LOOKED_AT = 4 * MOST_CHOICES  # moves that are like what was written: so many are held against the rules


@dataclass(frozen=True)
class NoSuchChoice:
    number: int


@dataclass(frozen=True)
class Choices:
    situation: Situation
    _read: dict[Printed, list[list[Mark]]] = field(default_factory=dict)

    def by_number(self, marks: Sequence[Mark], text: str) -> Line | NoSuchChoice | None:
        """`2`, `option 2`, `the second one`: a number with nothing beside it but words of choosing."""
        plainly = [mark for mark in marks if not mark.sorts & {"choosing", "colon"}]
        plainly = plainly or [mark for mark in marks if mark.words("number", "nth")]
        if len(plainly) != 1 or not self.situation.printed or "$" in text:
            return None
        (mark,) = plainly
        number = next(iter(mark.words("number", "nth")), None)
        if number is None or not _is_number_of_choice(mark, alone=len(marks) == 1):
            return None
        chosen = next((choice.line for choice in self.situation.printed if choice.number == int(number)), None)
        if chosen is not None:
            return self.situation.line(chosen)
        return self._amount(int(number)) or NoSuchChoice(int(number))

    def _amount(self, number: int) -> Line:
        """Where the numbers of the choices are amounts, one that was not printed may be given too."""
        for move, *_ in self.situation.printed_lines:
            if [slot.kind for slot in move.slots()] == [NUMBER]:
                line: Line = (build_move(type(move), (str(number),), self.situation.reader.lexicon),)
                return line if self.situation.is_legal(line) else ()
        return ()

    def agreed(self, marks: Sequence[Mark]) -> Line | None:
        """`yes` to a question back means its first choice."""
        if not self.situation.asked_back or not self.situation.printed:
            return None
        agrees = any("yes" in mark.sorts for mark in marks)
        beside = all(mark.may_be_left_out or "yes" in mark.sorts for mark in marks)
        return self.situation.line(self.situation.printed[0].line) if agrees and beside else None

    def by_words(self, marks: Sequence[Mark]) -> tuple[Line, ...]:
        """The lines whose printed words these are, with courtesies around them and perhaps their number."""
        typed = _without_courtesies(marks)
        found = []
        for choice in self.situation.printed if typed else ():
            shown = [_without_courtesies(said) for said in self._marks(choice)]
            if any(typed in (words, [str(choice.number), *words]) for words in shown):
                found.append(self.situation.line(choice.line))
        return tuple(dict.fromkeys(found))

    def fitting(self, marks: Sequence[Mark]) -> tuple[Line, ...]:
        """The lines in whose printed words all names are written, in this order, and nothing else of a move."""
        wanted = [mark for mark in marks if matters(mark)]
        return tuple(
            dict.fromkeys(
                self.situation.line(choice.line)
                for choice in self.situation.printed
                if any(self._covers(wanted, shown, self.situation.line(choice.line)) for shown in self._marks(choice))
            )
        )

    def _covers(self, wanted: Sequence[Mark], shown: Sequence[Mark], line: Line) -> bool:
        words = {word for move in line for word in (move.VERB, *move.words())}
        said = {word for mark in shown for word in mark.content}
        names = [word for mark in shown for word in mark.words("name", "hex")[:1]]
        numbers = {word for mark in shown for word in mark.words("number") if word in words}
        needed = {*names, *numbers} or (said & words)
        typed = {word for mark in wanted for word in mark.content}
        order = [word for mark in wanted for word in mark.words("name", "hex")[:1]]
        return (
            needed <= typed
            and [name for name in names if name in order] == [name for name in order if name in names]
            and all(not (said | words).isdisjoint(mark.content) for mark in wanted)
        )

    def likeliest(self, marks: Sequence[Mark], first: Iterable[Line]) -> tuple[Line, ...]:
        """Whole legal lines: the given ones, then those that have most in common with what was written, printed ones
        before others that are as like, and what was written first before the rest."""
        situation = self.situation
        wanted = [mark.content for mark in marks if mark.has_content]
        scored = [
            (_shared(wanted, self._words(choice)) * 2.0, situation.line(choice.line)) for choice in situation.printed
        ]
        like: list[tuple[float, Line]] = []
        for move, shared in situation.offers(situation.imagined).sharing(wanted):
            size = len({move.VERB, *move.words()})
            like.append((2 * shared - max(0, size - shared), (move,)))
        nearest = sorted(like, key=lambda one: -one[0])[:LOOKED_AT]
        scored += [one for one in nearest if situation.may(situation.imagined, one[1][0])]
        found = dict.fromkeys(first)
        found.update(
            dict.fromkeys(line for _, line in sorted(scored, key=lambda one: (-one[0], _place(wanted, one[1]))))
        )
        return situation.wholes(found)

    def _words(self, choice: Printed) -> set[str]:
        line = self.situation.line(choice.line)
        said = {word for marks in self._marks(choice) for mark in marks for word in mark.content}
        return said | {word for move in line for word in (move.VERB, *move.words())}

    def _marks(self, choice: Printed) -> list[list[Mark]]:
        if choice not in self._read:
            self._read[choice] = [self.situation.vocabulary.read(words, guesses=0) for words in choice.words]
        return self._read[choice]


def _is_number_of_choice(mark: Mark, *, alone: bool) -> bool:
    """Not an amount (`2k`), not a bare `two` or `first`, which may be the beginning of something else."""
    if mark.typed[:1].isdigit():
        return mark.typed.isdigit() or "nth" in mark.sorts
    return not alone


def _shared(wanted: Sequence[AbstractSet[str]], words: AbstractSet[str]) -> int:
    return sum(not words.isdisjoint(meanings) for meanings in wanted)


def _place(wanted: Sequence[AbstractSet[str]], line: Line) -> int:
    """Where in the text the line is first named, by more than its verb."""
    words = {word for move in line for word in move.words()}
    return next((at for at, meanings in enumerate(wanted) if not words.isdisjoint(meanings)), len(wanted))


def _without_courtesies(marks: Sequence[Mark]) -> list[str]:
    """The words between the courtesies at both ends, without colons; one by one, for a phrase that is guessed in an
    answer may be several words in the mail."""
    typed = [mark for mark in marks if "colon" not in mark.sorts]
    while typed and "courtesy" in typed[0].sorts:
        typed.pop(0)
    while typed and "courtesy" in typed[-1].sorts:
        typed.pop()
    return [word for mark in typed for word in mark.typed.split()]
