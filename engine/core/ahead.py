"""Looking ahead: the questions that a seat will be asked next, each in the position imagined for it, and ready answers.

    for ahead in questions_ahead(game, view, seat, plan):
        ahead.key, ahead.prompt, ahead.state      # the position in which it is drafted
        ahead.intention                           # what is planned for it, or what is suggested
    plan = plan.with_intention(ahead.intention)
    choice = read_choice(game, ahead, seat, "take.engineer")      # what a person wrote; MoveError says what is wrong

The position is imagined from what the seat may know. The others play `still`, the seat plays what it has planned, or
what is suggested to it. What others' lines reveal is played through; a reveal of the seat's own line and chance in an
automatic phase end the looking ahead, except in phases that are looked through. So does the first question of another
turn or round than the first one.

`plan.py` is the data of plans, `phase_plans.py` what a phase says for them, `standing_forms.py` the standing forms,
`guard.py` the comparison of effects; `follow.py` plays a plan when its question has come.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.follow import Followed, follow, question, resolve
from engine.core.game import Ends, Game, Position, Suggestion
from engine.core.guard import done_by
from engine.core.move import Line, write_line
from engine.core.phase_plans import planning_of
from engine.core.plan import Choice, Intention, Plan, frame_of
from engine.core.play import actors, forced, imagined, is_over, prompt, settle, step, suggest
from engine.core.refusal import Illegal, MoveError, NotAMove, refusal
from engine.core.rng import Rng
from engine.core.say import Say, say
from engine.core.standing_forms import UpTo, read_form

S = TypeVar("S", bound=Position)
V = TypeVar("V")

LISTED = 7  # suggestions that are looked at for ready answers
ALL = 30  # more than there are where all are listed
NEARLY = 0.8  # of the worth of the first choice, so that another one may stand in for it
MOST_LINES = 200  # of a look ahead; a round has fewer

# Moves that do nothing: never a ready answer in place of another one.
IDLE = frozenset({"pass", "done"})

NO_PLAN = Plan()


@dataclass(frozen=True)
class Ahead(Generic[S]):
    """One question ahead."""

    key: str
    state: S
    prompt: Say
    intention: Intention
    planned: bool
    answered: Mapping[str, str]  # the seat's own lines before it that the position comes from, by key
    now: bool = False  # the seat is asked it already
    later: bool = False  # another planning point comes before it: it is better planned there
    example: bool = False  # something will be shown before it, and its position has an example of that
    blind: bool = False  # the same, but without an example: `state` is the position before


def questions_ahead(
    game: Game[S, V], view: V, seat: int, plan: Plan = NO_PLAN, answer: Line | None = None
) -> tuple[Ahead[S], ...]:
    """The questions from the present one on, in their order. `answer` is played first, as the answer to the present
    question, which is then not among them."""
    found = list(_Walk(game, imagined(game, view), seat, plan).questions(answer))
    return tuple(_with_branches(game, seat, found))


def taken_all(plan: Plan, questions: Sequence[Ahead[S]]) -> Plan:
    """The plan after the one press that takes every ready answer up to the next planning point."""
    for one in questions:
        if not (one.now or one.planned or one.later):
            plan = plan.with_intention(one.intention)
    return plan


def read_choice(game: Game[S, V], asked: Ahead[S], seat: int, text: str, present: S | None = None) -> Choice:
    """A choice that a person wrote, in canonical spelling, for a question ahead.

    It is accepted if it is legal in the imagined position, in that position if others leave everything to choose from,
    or in the present one. Otherwise MoveError says why not in the imagined one.
    """
    after = next((choice.after for choice in asked.intention.choices), {})
    error: MoveError | None = None
    for s in _positions(game, asked.state, seat, present):
        try:
            return make_choice(game, s, seat, text, after)
        except MoveError as found:
            error = error or found
    assert error is not None
    raise error


def _positions(game: Game[S, V], s: S, seat: int, present: S | None) -> Iterator[S]:
    yield s
    yield _clear(game, s, seat)
    if present is not None and seat in actors(game, present):
        yield imagined(game, game.view(present, seat))


def make_choice(game: Game[S, V], s: S, seat: int, form: str, after: Any = None, label: Say | None = None) -> Choice:
    """The choice with what it does in this position. MoveError if it is not legal there."""
    standing = read_form(form)
    line = resolve(game, s, seat, form)
    if isinstance(standing, UpTo):
        bidding = planning_of(game.phase_named[s.phase]).bidding
        if bidding is None:
            raise NotAMove(form, say("plan-no-auction", form=form))
        shown = tuple(bidding.dangers(s, seat, standing))
        return Choice(form, label or say("plan-up-to", limit=standing.limit), dangers=shown, after=after or {})
    assert not isinstance(line, Say)
    done = done_by(game, s, seat, line)
    if standing is not None:
        return Choice(form, label or say("plan-rest"), dangers=done.dangers, after=after or {})
    _finished(game, s, seat, line)
    label = label or next((row.label for row in _suggestions(game, s, seat) if row.line == line), None)
    return Choice(write_line(line), label, done.effect, done.told, done.dangers, after or {})


def _finished(game: Game[S, V], s: S, seat: int, line: Line) -> None:
    """A planned line is whole, like a played one."""
    ends: Ends | None = None
    for index, move in enumerate(line):
        outcome = step(game, s, seat, move, index)
        s, ends = outcome.state, outcome.ends
    if ends is None:
        raise Illegal(refusal("line-unfinished", "line-2"), line[-1] if line else "", max(len(line) - 1, 0))


class _Walk(Generic[S, V]):
    """The way from an imagined position through what the seat will be asked."""

    def __init__(
        self,
        game: Game[S, V],
        s: S,
        seat: int,
        plan: Plan,
        answered: Mapping[str, str] | None = None,
        suggests: bool = True,
    ) -> None:
        self.game = game
        self.s = s
        self.seat = seat
        self.plan = plan
        self.suggests = suggests  # goes on with a suggestion where nothing planned is possible
        self.later = self.example = False
        self.answered = dict(answered or {})  # the seat's own whole lines, by key

    def questions(self, answer: Line | None) -> Iterator[Ahead[S]]:
        frame: str | None = None
        told: set[str] = set()
        for number in range(MOST_LINES):
            if is_over(self.game, self.s):
                return
            before, mover = self.s, self.seat
            asked = actors(self.game, before)
            if self.seat not in asked:
                again = self.outbid()
                if again is not None and again.key not in told:
                    told.add(again.key)
                    yield again
                mover = asked[0]
                line: Line | None = self.line_of_other(mover)
            elif number == 0 and answer is not None:
                line = answer
                if planning_of(self.game.phase_named[before.phase]).bidding is None:  # a bid settles nothing yet
                    self.answered[question(self.game, before, self.seat)] = write_line(answer)
            else:
                key = question(self.game, before, self.seat)
                frame = frame or frame_of(key)
                if frame_of(key) != frame:
                    return
                line = forced(self.game, before, self.seat)
                if line is None:
                    ahead = self.ahead(before, number == 0)
                    if key not in told:
                        told.add(key)
                        yield ahead
                    line = self.line_of(ahead.intention)
            if line is None:
                return
            if self.ends_with(mover, line):
                if mover == self.seat:
                    yield from self.blind(before, line)
                return

    def line_of_other(self, other: int) -> Line:
        phase = self.game.phase_named[self.s.phase]
        line: Line = (planning_of(phase).still or phase.default)(self.s, other)
        return line

    def outbid(self) -> Ahead[S] | None:
        """What the seat is asked if another bids more than it has bid, though here nobody does."""
        bidding = planning_of(self.game.phase_named[self.s.phase]).bidding
        raised: S | None = bidding.outbid(self.s, self.seat) if bidding is not None else None
        return replace(self.ahead(raised), prompt=say("plan-outbid")) if raised is not None else None

    def ahead(self, s: S, now: bool = False) -> Ahead[S]:
        key = question(self.game, s, self.seat)
        known = self.plan.named(key) or self.plan.standing(key)
        if known is None:
            intention = Intention(key, ready_choices(self.game, s, self.seat, self.answered))
        else:
            intention = msgspec.structs.replace(known, key=key)
        asked = prompt(self.game, self.game.view(s, self.seat), self.seat)
        return Ahead(key, s, asked, intention, known is not None, dict(self.answered), now, self.later, self.example)

    def line_of(self, intention: Intention) -> Line | None:
        """What the seat would play here of what it intends: the first that fits, or at least is legal."""
        here = Intention(question(self.game, self.s, self.seat), intention.choices, any_cost=True)
        match follow(self.game, self.s, self.seat, Plan((here,)), played=self.answered):
            case Followed(line=line, choice=choice):
                if choice.effect is not None:
                    self.answered[intention.key] = choice.form
                return line
        if not self.suggests:
            return None
        suggested = suggest(self.game, self.game.view(self.s, self.seat), self.seat, 1)
        return suggested[0].line if suggested else None

    def ends_with(self, seat: int, line: Line) -> bool:
        """Plays a line and what follows by itself; whether the way ends there, as the seat cannot know what comes."""
        s, ends = self.s, None
        for move in line:
            outcome = step(self.game, s, seat, move)
            s, ends = outcome.state, outcome.ends
        shown = seat == self.seat and ends == "seen"
        if shown and not self.looks_through(self.s.phase):
            self.s = s
            return True
        self.example = self.example or shown
        ran: list[str] = []
        before, self.s = self.s, settle(self.game, s, ran).state
        self.later = self.later or (self.s.phase != before.phase and self.s.phase in self.game.planning_points)
        return self.by_chance(s, ran)

    def looks_through(self, phase: str) -> bool:
        return planning_of(self.game.phase_named[phase]).looked_through

    def by_chance(self, before: S, ran: Sequence[str]) -> bool:
        """Whether what followed by itself would look otherwise to the seat in another world that it may be in."""
        if all(map(self.looks_through, ran)):
            return False
        other = self.game.imagine(self.game.view(before, self.seat), Rng("another-world"))
        there = settle(self.game, other).state
        return self.game.view(there, self.seat) != self.game.view(self.s, self.seat)

    def blind(self, before: S, line: Line) -> Iterator[Ahead[S]]:
        """What may be planned after a reveal of the seat's own line, whatever it shows."""
        continued = planning_of(self.game.phase_named[before.phase]).continued
        if continued is None:
            return
        asked = prompt(self.game, self.game.view(before, self.seat), self.seat)
        after = dict(_lists(self.answered))
        for key, form in continued(before, self.seat, line):
            known = self.plan.named(key)
            choice = Choice(form, effect=() if read_form(form) is None else None, after=after)
            intention = known or Intention(key, (choice,))
            yield Ahead(key, before, asked, intention, known is not None, dict(self.answered), blind=True)


def _lists(answered: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    return ((key, (text,)) for key, text in answered.items())


def ready_choices(game: Game[S, V], s: S, seat: int, answered: Mapping[str, str]) -> tuple[Choice, ...]:
    """The answers that are filled in before the player says anything; they must be as good as playing by hand.

    The best suggestion, and those that may stand in for it: the same verb and nearly the same worth. Last comes what is
    best if another takes away what the first needs. Doing nothing never stands in for something. Where all choose from
    the same things, everything is listed.
    """
    planning = planning_of(game.phase_named[s.phase])
    after = dict(_lists(answered))
    if planning.bidding is not None:
        return (make_choice(game, s, seat, str(planning.bidding.limit(s, seat)), after),)
    clear = _clear(game, s, seat)
    best, *others = _suggestions(game, clear, seat)
    rows = [best, *(row for row in others if planning.lists_all or _stands_in(row, best))]
    choices = tuple(make_choice(game, clear, seat, write_line(row.line), after, row.label) for row in rows)
    instead = _if_taken(game, s, seat, best.line, after)
    return choices if instead is None or instead.form in {one.form for one in choices} else (*choices, instead)


def _if_taken(game: Game[S, V], s: S, seat: int, line: Line, after: Any) -> Choice | None:
    """What is suggested if another takes what the line needs before the seat: what it would play by hand then."""
    there = _taken(game, s, seat, line)
    if there is None:
        return None
    best = suggest(game, game.view(there, seat), seat, 1)[0]
    if best.line[0].VERB in IDLE:
        return None
    choice = make_choice(game, there, seat, write_line(best.line), after, best.label)
    return msgspec.structs.replace(choice, instead=True)


def _taken(game: Game[S, V], s: S, seat: int, line: Line) -> S | None:
    taken = planning_of(game.phase_named[s.phase]).taken
    there: S | None = taken(s, seat, line) if taken is not None else None
    return there


def _suggestions(game: Game[S, V], s: S, seat: int) -> tuple[Suggestion, ...]:
    lists_all = planning_of(game.phase_named[s.phase]).lists_all
    return suggest(game, game.view(s, seat), seat, ALL if lists_all else LISTED)


def _stands_in(row: Suggestion, best: Suggestion) -> bool:
    if row.line[0].VERB != best.line[0].VERB or row.line[0].VERB in IDLE:
        return False
    return best.worth is not None and row.worth is not None and 0 < NEARLY * best.worth <= row.worth


def _clear(game: Game[S, V], s: S, seat: int) -> S:
    clear = planning_of(game.phase_named[s.phase]).clear
    cleared: S = s if clear is None else clear(s, seat)
    return cleared


def _with_branches(game: Game[S, V], seat: int, found: list[Ahead[S]]) -> list[Ahead[S]]:
    """Each ready choice, marked with the other answers before it with which it does the same."""
    for at, before in enumerate(found):
        for other in before.intention.choices:
            if other.effect is not None and not before.planned:
                found[at + 1 :] = _marked(game, seat, before, other, found[at + 1 :])
    return found


def _marked(game: Game[S, V], seat: int, before: Ahead[S], other: Choice, later: list[Ahead[S]]) -> list[Ahead[S]]:
    """The later questions, if this choice is played before them."""
    unplanned = frozenset(one.key for one in later if not (one.planned or one.blind))
    for s in _drafted(game, seat, before, other) if unplanned else ():
        line = _fitting(game, s, seat, other)
        if line is not None:
            plan = Plan(tuple(_in_any_branch(one.intention) for one in later))
            walk = _Walk(game, s, seat, plan, before.answered, suggests=False)
            there = _reached(walk, line, unplanned)
            lists_all = planning_of(game.phase_named[before.state.phase]).lists_all
            return [
                _in_branch(game, seat, one, there[one.key], before.key, other.form, not lists_all)
                if one.key in there
                else one
                for one in later
            ]
    return later


def _reached(walk: _Walk[S, V], line: Line, wanted: frozenset[str]) -> Mapping[str, Ahead[S]]:
    """Those of the wanted questions that come after the line; what comes after them is not looked at."""
    there: dict[str, Ahead[S]] = {}
    for one in walk.questions(line):
        if one.key in wanted:
            there[one.key] = one
        if len(there) == len(wanted):
            break
    return there


def _drafted(game: Game[S, V], seat: int, before: Ahead[S], choice: Choice) -> Iterator[S]:
    """The positions in which a choice may have been made, the likeliest first."""
    first = before.intention.choices[0]
    there = None if choice is first else _taken(game, before.state, seat, game.read(first.form, before.state))
    if there is not None:
        yield there
    yield before.state
    yield _clear(game, before.state, seat)


def _in_branch(
    game: Game[S, V], seat: int, one: Ahead[S], there: Ahead[S], key: str, form: str, fills_up: bool
) -> Ahead[S]:
    """The question with its choices marked where they do the same in the branch; if none does, with one for it."""
    choices = tuple(
        _also_after(choice, key, form)
        if form not in choice.after.get(key, (form,)) and _fitting(game, there.state, seat, choice) is not None
        else choice
        for choice in one.intention.choices
    )
    if fills_up and not any(form in choice.after.get(key, (form,)) for choice in choices):
        choices = (*choices, *ready_choices(game, there.state, seat, {**there.answered, key: form}))
    return replace(one, intention=msgspec.structs.replace(one.intention, choices=choices))


def _in_any_branch(intention: Intention) -> Intention:
    choices = tuple(msgspec.structs.replace(choice, after={}) for choice in intention.choices)
    return msgspec.structs.replace(intention, choices=choices)


def _also_after(choice: Choice, key: str, form: str) -> Choice:
    return msgspec.structs.replace(choice, after={**choice.after, key: (*choice.after[key], form)})


def _fitting(game: Game[S, V], s: S, seat: int, choice: Choice) -> Line | None:
    """The line of the choice, if it does here what it did where it was made."""
    alone = _in_any_branch(Intention(question(game, s, seat), (choice,)))
    found = follow(game, s, seat, Plan((alone,)))
    return found.line if isinstance(found, Followed) else None
