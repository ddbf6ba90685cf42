"""What was written for questions to come, held against the questions that a seat will be asked.

Each step is for the first question, after that of the step before it, in which it can be played. The questions after it
are looked at again, since they may be others when it is played.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.core.ahead import Ahead, read_choice
from engine.core.game import AnyGame
from engine.core.move import write_line
from engine.core.phase_plans import planning_of
from engine.core.phrases import understand as in_sentences
from engine.core.plan import Choice, Intention, Plan
from engine.core.play import actors, complete, legal
from engine.core.reader import Reading, reader_now
from engine.core.refusal import MoveError, NotAMove
from engine.core.say import Say, say
from engine.core.situation import Situation
from engine.core.standing_forms import read_form
from pbem.mail_in.parse.plan_orders import Wanted

Foresee = Callable[[Plan], Sequence[Ahead[Any]]]  # the questions to come, if this is planned


@dataclass(frozen=True)
class Misfit:
    """A step that is for no question to come, and why."""

    written: str
    why: Say


@dataclass(frozen=True)
class Understood:
    """What was understood, by the questions in their order, and what was not."""

    found: tuple[tuple[Ahead[Any], Intention], ...] = ()
    misfits: tuple[Misfit, ...] = ()


def understand(
    game: AnyGame, present: Any, seat: int, steps: Sequence[Wanted], plan: Plan, foresee: Foresee
) -> Understood:
    found: list[tuple[Ahead[Any], Intention]] = []
    misfits: list[Misfit] = []
    for step in steps:
        answered = [one.key for one, _ in found]
        errors: list[MoveError] = []
        for asked in _later(foresee(plan), answered):
            try:
                intention = _intention(game, present, seat, step, asked)
            except MoveError as error:
                errors.append(error)
                continue
            found.append((asked, intention))
            plan = plan.with_intention(intention)
            break
        else:
            longer = _longer_list(game, present, seat, step, found[-1]) if found else None
            if longer is None:
                misfits.append(Misfit(step.written, _most_telling(errors, step)))
            else:
                found[-1] = (found[-1][0], longer)
                plan = plan.with_intention(longer)
    return Understood(tuple(found), tuple(misfits))


def _longer_list(
    game: AnyGame, present: Any, seat: int, step: Wanted, last: tuple[Ahead[Any], Intention]
) -> Intention | None:
    """`I5 then I11 then I9`: where one question is asked several times, what comes next belongs to its list."""
    asked, known = last
    is_list = planning_of(game.phase_named[asked.state.phase]).lists_all and read_form(known.choices[0].form) is None
    if not is_list or game.read(known.choices[0].form, asked.state)[0].ONCE:
        return None
    with suppress(MoveError):
        more = _intention(game, present, seat, step, asked)
        return Intention(asked.key, (*known.choices, *more.choices), known.always, known.any_cost)
    return None


def _later(questions: Sequence[Ahead[Any]], answered: Sequence[str]) -> Sequence[Ahead[Any]]:
    """Those after the last one that a step is for."""
    last = max((at for at, one in enumerate(questions) if one.key in answered), default=-1)
    return questions[last + 1 :]


def _most_telling(errors: Sequence[MoveError], step: Wanted) -> Say:
    """A rule that forbids it says more than a question for which it means nothing."""
    telling = (error for error in errors if not isinstance(error, NotAMove))
    error = next(telling, None) or next(iter(errors), None)
    return error.say() if error is not None else say("no-such-verb", text=step.written)


def _intention(game: AnyGame, present: Any, seat: int, step: Wanted, asked: Ahead[Any]) -> Intention:
    choices: list[Choice] = []
    for text in step.choices:
        verb = choices[0].form.partition(".")[0] if choices else ""
        choices.append(_choice(game, present, seat, text, asked, verb))
    return Intention(asked.key, tuple(choices), always=step.always)


def _choice(game: AnyGame, present: Any, seat: int, text: str, asked: Ahead[Any], verb: str) -> Choice:
    """The first way to read it that can be played. A verb may be left out: `engineer or locomotive`."""
    if read_form(text) is not None:
        return read_choice(game, asked, seat, text, present)
    errors: list[MoveError] = []
    reader = reader_now(game, asked.state)
    verbs = _verbs(game, asked.state, seat, verb)
    for written in (text, *(f"{each} {text}" for each in verbs)):
        try:
            line = reader.read(written).line
            return read_choice(game, asked, seat, write_line(_whole(game, asked.state, seat, line)), present)
        except MoveError as error:
            errors.append(error)
    certain = [verb] if verb else verbs if len(verbs) == 1 else []
    sentences = (text, *(f"{each} {text}" for each in certain))
    for sentence in sentences if seat in actors(game, asked.state) else ():
        said = in_sentences(Situation(game, asked.state, seat), sentence)
        if isinstance(said, Reading) and said.sure and not said.then:
            return read_choice(game, asked, seat, write_line(_whole(game, asked.state, seat, said.line)), present)
    raise next((error for error in errors if not isinstance(error, NotAMove)), errors[0])


def _whole(game: AnyGame, state: Any, seat: int, line: tuple[Any, ...]) -> tuple[Any, ...]:
    """With `done` where only that is missing. What is not legal here may be legal in another position."""
    try:
        return complete(game, state, seat, line)
    except MoveError:
        return line


def _verbs(game: AnyGame, state: Any, seat: int, verb: str) -> list[str]:
    """What may have been left out: the verb of the choice before it, and each verb of the question."""
    verbs = [verb] if verb else []
    if seat in actors(game, state):
        verbs += [move.VERB for move in legal(game, state, seat)]
    return list(dict.fromkeys(verbs))
