"""The guard of a plan: what a line does, what it brings its seat into, and how two effects differ, in words.

The effect of a line are its events up to the first reveal, as its owner sees them. It holds prices, incomes, owners
and gains; counters of the table are left out (see `Event.effect`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.core.event import Event
from engine.core.game import Game, Position
from engine.core.move import Line
from engine.core.phase_plans import planning_of
from engine.core.plan import Choice, Effect
from engine.core.play import imagined, notes, preview
from engine.core.say import Param, Say, say

S = TypeVar("S", bound=Position)
V = TypeVar("V")

DANGER = "danger-"


@dataclass(frozen=True)
class Done:
    """What a line does in a position."""

    events: tuple[Event, ...]  # as its owner sees them, up to the first reveal
    dangers: tuple[Say, ...]

    @property
    def effect(self) -> tuple[Effect, ...]:
        return tuple(effect for event in self.events if (effect := event.effect()) is not None)

    @property
    def told(self) -> tuple[Say, ...]:
        return tuple(event.say() for event in self.events)

    @property
    def places(self) -> frozenset[str]:
        return frozenset(place for event in self.events for place in event.places())


def done_by(game: Game[S, V], s: S, seat: int, line: Line) -> Done:
    """Raises Illegal or NotYourTurn, as `preview` does."""
    shown = preview(game, s, seat, line)
    seen = (event.seen_by(seat) for event in shown.events)
    return Done(tuple(event for event in seen if event is not None), dangers(game, s, seat, line))


def dangers(game: Game[S, V], s: S, seat: int, line: Line) -> tuple[Say, ...]:
    """What the whole line brings its seat into. Standard: the notes before its last move, with which it is closed."""
    judge = planning_of(game.phase_named[s.phase]).dangers
    if judge is not None:
        return tuple(judge(imagined(game, game.view(s, seat)), seat, line))
    before_last = preview(game, s, seat, line[:-1]).state
    return tuple(note for note in notes(game, game.view(before_last, seat), seat) if note.id.startswith(DANGER))


def difference(game: Game[S, V], choice: Choice, now: Done, any_cost: bool) -> Say | None:
    """What is different from the time when the choice was made; None if it fits."""
    if choice.effect is not None:
        then, here = list(map(dict, choice.effect)), list(map(dict, now.effect))
        if then != here:
            free_then, free_here = (_without_costs(game, effects) for effects in (then, here))
            if free_then != free_here:
                return say("plan-differs", plan=choice.said(), then=choice.told, now=now.told)
            if not any_cost:
                return say("plan-costs", plan=choice.said(), then=_cost(game, then), now=_cost(game, here))
    for danger in now.dangers:
        if not any(_covers(shown, danger) for shown in choice.dangers):
            return say("plan-danger", plan=choice.said(), danger=danger)
    return None


def _covers(shown: Say, danger: Say) -> bool:
    """Whether the danger that was shown is the same one and at least as great."""
    if shown.id != danger.id:
        return False
    return all(_at_most(value, shown.params.get(name)) for name, value in danger.params.items())


def _at_most(value: Param, shown: Param | None) -> bool:
    return value <= shown if isinstance(value, int) and isinstance(shown, int) else value == shown


def _costs_of(game: Game[S, V], effects: Sequence[dict[str, Any]]) -> list[str]:
    return [game.event_named[effect["type"]].COST for effect in effects]


def _without_costs(game: Game[S, V], effects: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    fields = _costs_of(game, effects)
    return [
        {name: value for name, value in effect.items() if name != field}
        for effect, field in zip(effects, fields, strict=True)
    ]


def _cost(game: Game[S, V], effects: Sequence[dict[str, Any]]) -> int:
    return sum(effect.get(field, 0) for effect, field in zip(effects, _costs_of(game, effects), strict=True))
