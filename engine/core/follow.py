"""Following a plan when its question has come: the line to play, or why the seat is asked.

    match follow(game, state, seat, plan, played=lines_by_key):
        case Followed(line=line):  play(game, state, seat, line)
        case Broken(reason=why):   ask the seat, and say why
        case None:                 nothing is planned for this question

A line is played only if it is legal, does what it did when it was planned, brings no new danger, and its owner's
earlier answers are those it was made for. Otherwise the next choice is tried; one that is meant for the case that
another takes the things away, only in that case.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from engine.core.event import Event
from engine.core.game import Game, Position
from engine.core.guard import Done, difference, done_by
from engine.core.move import Line
from engine.core.phase_plans import planning_of
from engine.core.plan import Choice, Intention, Plan, frame_of, kind_of
from engine.core.play import default, imagined
from engine.core.refusal import MoveError
from engine.core.say import Say, say
from engine.core.standing_forms import Rest, UpTo, read_form

S = TypeVar("S", bound=Position)
V = TypeVar("V")

LAPSES_AFTER = 2  # rounds in which the owner of an `always` was not heard of

# Why a plan is not followed.
Why = Literal["illegal", "costs", "differs", "danger", "branch", "limit", "shares", "lapsed"]
WHYS: tuple[Why, ...] = ("illegal", "costs", "differs", "danger", "branch", "limit", "shares", "lapsed")


@dataclass(frozen=True)
class Followed:
    line: Line
    choice: Choice
    intention: Intention


@dataclass(frozen=True)
class Broken:
    """The seat is asked; `reason` is what its question says about the plan."""

    why: Why
    reason: Say
    intention: Intention


def question(game: Game[S, V], s: S, seat: int) -> str:
    """The key of what the seat is asked now."""
    key: str = game.phase_named[s.phase].question(s, seat)
    return key


def follow(
    game: Game[S, V],
    s: S,
    seat: int,
    plan: Plan,
    *,
    played: Mapping[str, str] | None = None,
    silent_rounds: int = 0,
    since: Sequence[Event] = (),
) -> Followed | Broken | None:
    """What the plan answers to the question that the true state asks the seat.

    `played` are the seat's own answers of this turn by their keys: of a planned line the form of its choice, since a
    line may have been spelled otherwise when it was followed; else the line that was played. `silent_rounds` tells for
    how many rounds the owner was not heard of, `since` what has happened since the plan was made: who is the cause.
    """
    key = question(game, s, seat)
    intention = intended(plan, key)
    if intention is None or not intention.choices:
        return None
    if intention.always and silent_rounds >= LAPSES_AFTER:
        return Broken("lapsed", say("plan-lapsed", plan=_said(intention)), intention)
    unfit: list[_Unfit] = []
    for choice in intention.choices:
        if choice.instead and any(one.why not in ("illegal", "branch") for one in unfit):
            continue
        tried = _try(game, s, seat, choice, intention.any_cost, played or {})
        if not isinstance(tried, _Unfit):
            return Followed(tried, choice, intention)
        unfit.append(tried)
    if len(unfit) > 1 and all(one.why == "illegal" for one in unfit):
        plans = tuple(choice.said() for choice in intention.choices)
        return Broken("illegal", say("plan-none-left", plans=plans), intention)
    return Broken(unfit[0].why, _because(seat, since, unfit[0]), intention)


def intended(plan: Plan, key: str) -> Intention | None:
    """What is planned for a question: for itself, for the rest of its phase, or for always."""
    named = plan.named(key)
    if named is not None:
        return named
    for one in plan.intentions:
        resting = any(isinstance(read_form(choice.form), Rest) for choice in one.choices)
        if resting and frame_of(one.key) == frame_of(key) and kind_of(one.key) == kind_of(key):
            return one
    return plan.standing(key)


def resolve(game: Game[S, V], s: S, seat: int, form: str) -> Line | Say:
    """The line of a choice in a position, or why a standing form asks its owner. MoveError if it cannot be read."""
    standing = read_form(form)
    if standing is None:
        return game.read(form, s)
    view = game.view(s, seat)
    if isinstance(standing, Rest):
        return default(game, view, seat)
    bidding = planning_of(game.phase_named[s.phase]).bidding
    if bidding is None:
        return say("plan-no-auction", form=form)
    return bidding.answer(imagined(game, view), seat, standing)


@dataclass(frozen=True)
class _Unfit:
    """Why a choice is not followed; `now` is what it would do."""

    why: Why
    reason: Say
    now: Done | None = None


def _try(game: Game[S, V], s: S, seat: int, choice: Choice, any_cost: bool, played: Mapping[str, str]) -> Line | _Unfit:
    for key, fitting in choice.after.items():
        if key in played and played[key] not in fitting:
            return _Unfit("branch", say("plan-branch", plan=choice.said(), then=fitting[0], now=played[key]))
    try:
        line = resolve(game, s, seat, choice.form)
    except MoveError as error:
        return _illegal(choice, error)
    if isinstance(line, Say):
        return _Unfit(_asking(choice, line), line)
    tried = _judged(game, s, seat, choice, line, any_cost)
    if not isinstance(tried, _Unfit) or choice.effect is None:
        return tried
    respelled = planning_of(game.phase_named[s.phase]).respelled
    spellings = respelled(imagined(game, game.view(s, seat)), seat, line) if respelled is not None else ()
    others = (_judged(game, s, seat, choice, other, any_cost) for other in spellings)
    return next((other for other in others if not isinstance(other, _Unfit)), tried)


def _judged(game: Game[S, V], s: S, seat: int, choice: Choice, line: Line, any_cost: bool) -> Line | _Unfit:
    try:
        now = done_by(game, s, seat, line)
    except MoveError as error:
        return _illegal(choice, error)
    reason = difference(game, choice, now, any_cost)
    return line if reason is None else _Unfit(_WHY_SAID[reason.id], reason, now)


def _illegal(choice: Choice, error: MoveError) -> _Unfit:
    return _Unfit("illegal", say("plan-illegal", plan=choice.said(), why=error.say()))


_WHY_SAID: Mapping[str, Why] = {"plan-costs": "costs", "plan-differs": "differs", "plan-danger": "danger"}


def _asking(choice: Choice, reason: Say) -> Why:
    if not isinstance(read_form(choice.form), UpTo):
        return "illegal"
    return "shares" if reason.id == "plan-shares" else "limit"


def _said(intention: Intention) -> Say:
    return intention.choices[0].said()


def _because(seat: int, since: Sequence[Event], unfit: _Unfit) -> Say:
    """The reason with its cause: the latest event of another seat where the line would do something."""
    for event in reversed(since if unfit.now is not None else ()):
        seen = event.seen_by(seat)
        if seen is None or unfit.now is None or getattr(seen, "seat", seat) == seat:
            continue
        if unfit.now.places & set(seen.places()):
            return say("plan-because", event=seen.say(), reason=unfit.reason)
    return unfit.reason
