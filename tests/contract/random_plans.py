"""Whole games in which everybody plays at random and sometimes leaves a random plan.

A game at random has from thirty lines to fifteen hundred, and looking ahead is what takes the time: so plans are made
mostly where a phase begins, as at a table that asks for them, and elsewhere the more seldom the longer a game lasts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.ahead import NO_PLAN, Ahead, make_choice, questions_ahead
from engine.core.bots import random_line
from engine.core.event import Event
from engine.core.follow import LAPSES_AFTER, Broken, Followed, follow, question
from engine.core.game import AnyGame
from engine.core.guard import done_by
from engine.core.move import Line, Move, write_line
from engine.core.phase_plans import planning_of
from engine.core.plan import Choice, Intention, Plan
from engine.core.play import actors, forced, imagined, is_over, play, start, step
from engine.core.rng import Rng
from engine.core.standing_forms import REST, UpTo
from engine.core.words import LANGUAGES
from tests.contract.every_game import colours

AT_A_NEW_PHASE = 1  # somebody looks ahead at the beginning of one phase in so many at first
BETWEEN = 8  # and at one ply in so many
SILENT = 6  # once in so many questions the owner was not heard of for too long
SECRECY = 4  # one plan in so many is followed in another world as well
IN_THE_WAY = 4  # but for one line in so many, rivals play where another has planned something if they can


@dataclass
class Tried:
    """What came of the plans of some games."""

    followed: int = 0  # at least once
    broken: Counter[str] = field(default_factory=Counter)

    @property
    def share_broken(self) -> float:
        return self.broken.total() / max(self.broken.total() + self.followed, 1)


@dataclass
class Planner:
    plan: Plan = NO_PLAN
    made: int = 0  # how many lines had been played
    followed: set[str] = field(default_factory=set)  # keys of what was followed: a standing order counts once
    played: dict[str, str] = field(default_factory=dict)

    @property
    def wanted(self) -> frozenset[str]:
        """The things and places of the plan: what its moves begin with, such as `lay.K10` or `take.engineer`."""
        choices = (choice for intention in self.plan.intentions for choice in intention.choices)
        return frozenset(_head(move) for choice in choices for move in choice.form.split())


def _head(move: Move | str) -> str:
    return ".".join(str(move).split(".")[:2])


class RandomTable:
    """Plays one game; everything that a plan must not do is asserted on the way."""

    def __init__(self, game: AnyGame, seats: int, seed: str, tried: Tried, most_lines: int) -> None:
        self.game, self.tried, self.most_lines = game, tried, most_lines
        self.seats = colours(seats)
        self.seed = seed
        self.rng = Rng(f"random-plans/{game.id}/{seed}")
        plain = self.below(4) == 0
        self.options = {} if plain else {one.id: one.values[self.below(len(one.values))] for one in game.options}
        self.s = start(game, self.seats, seed, self.options).state
        self.last_phase = ""
        self.planners = [Planner() for _ in self.seats]
        self.events: list[tuple[Event, ...]] = []
        self.lines: list[tuple[int, str]] = []

    def run(self) -> None:
        while not is_over(self.game, self.s) and len(self.lines) < self.most_lines:
            self.make_plans()
            seat = self.pick(actors(self.game, self.s))
            self.decide(seat)
        self.check_replay()

    def decide(self, seat: int) -> None:
        line = forced(self.game, self.s, seat)
        planned = None if line is not None else self.follow(seat)
        if planned is not None and self.below(2):  # sometimes the seat is quicker than its plan, and plays otherwise
            self.play(seat, planned.line, planned.choice.form)
            return
        line = line or self.line_in_the_way(seat) or self.random_line(self.s, seat)
        self.play(seat, line, write_line(line))

    def line_in_the_way(self, seat: int) -> Line | None:
        """A random line that begins with the thing or the place of another's plan, if there is one."""
        if not self.below(IN_THE_WAY):
            return None
        others = (planner.wanted for number, planner in enumerate(self.planners) if number != seat)
        wanted = frozenset().union(*others)
        s = imagined(self.game, self.game.view(self.s, seat))
        phase = self.game.phase_named[s.phase]
        offered = [move for move in phase.offers(s, seat) if _head(move) in wanted]
        for _ in offered:
            move = offered.pop(self.below(len(offered)))
            if phase.refuse(s, seat, move) is None:
                outcome = step(self.game, s, seat, move)
                return (move,) if outcome.ends is not None else (move, *self.random_line(outcome.state, seat))
        return None

    def random_line(self, s: Any, seat: int) -> Line:
        return random_line(self.game, self.game.view(s, seat), seat, self.dice())

    def follow(self, seat: int) -> Followed | None:
        planner = self.planners[seat]
        silent = max(0, self.below(SILENT) - SILENT + LAPSES_AFTER + 1)
        since = tuple(event for events in self.events[planner.made :] for event in events)
        known: dict[str, Any] = {"played": planner.played, "silent_rounds": silent, "since": since}
        found = follow(self.game, self.s, seat, planner.plan, **known)
        self.check_secrecy(seat, found, known)
        if isinstance(found, Broken):
            self.tried.broken[found.why] += 1
            planner.plan = planner.plan.without(found.intention.key)
            for lang in LANGUAGES:
                assert self.game.words.render(found.reason, lang, self.seats)
        if not isinstance(found, Followed):
            return None
        self.tried.followed += found.intention.key not in planner.followed
        planner.followed.add(found.intention.key)
        self.check_followed(seat, found)
        return found

    def check_followed(self, seat: int, found: Followed) -> None:
        """The line does what it did when it was planned, and brings nothing that was not shown then."""
        now = done_by(self.game, self.s, seat, found.line)
        shown = {danger.id for danger in found.choice.dangers}
        assert {danger.id for danger in now.dangers} <= shown
        if found.choice.effect is not None and not found.intention.any_cost:
            assert list(map(dict, now.effect)) == list(map(dict, found.choice.effect))
        for key, fitting in found.choice.after.items():
            assert self.planners[seat].played.get(key, fitting[0]) in fitting

    def check_secrecy(self, seat: int, found: Followed | Broken | None, known: dict[str, Any]) -> None:
        """A plan is followed alike in all worlds that its owner cannot tell apart."""
        if self.below(SECRECY):
            return
        view = self.game.view(self.s, seat)
        other = self.game.imagine(view, Rng(f"scramble-{len(self.lines)}"))
        assert follow(self.game, other, seat, self.planners[seat].plan, **known) == found

    def play(self, seat: int, line: Line, answer: str) -> None:
        key = question(self.game, self.s, seat)
        played = play(self.game, self.s, seat, line)
        self.s = played.state
        self.planners[seat].played[key] = answer
        self.events.append(played.events + played.settled)
        self.lines.append((seat, write_line(line)))

    def check_replay(self) -> None:
        """The same lines played by hand lead to the same position."""
        s = start(self.game, self.seats, self.seed, self.options).state
        for seat, text in self.lines:
            s = play(self.game, s, seat, self.game.read(text, s)).state
        assert s == self.s

    def make_plans(self) -> None:
        seat = self.who_looks_ahead()
        if seat is not None:
            planner = self.planners[seat]
            planner.plan, planner.made, planner.followed = self.random_plan(seat), len(self.lines), set()
            assert Plan.decode(planner.plan.encode()) == planner.plan

    def who_looks_ahead(self) -> int | None:
        begins, self.last_phase = self.s.phase != self.last_phase, self.s.phase
        seldom = len(self.lines) // 100
        if begins and not self.below(AT_A_NEW_PHASE + seldom):
            return self.pick(actors(self.game, self.s) if self.below(2) else range(len(self.seats)))
        return None if self.below(BETWEEN * (1 + seldom)) else self.below(len(self.seats))

    def random_plan(self, seat: int) -> Plan:
        """Often with what is ready at first: what comes later was made for that, and would only be asked about."""
        plan = Plan(tuple(one for one in self.planners[seat].plan.intentions if one.always))
        questions = questions_ahead(self.game, self.game.view(self.s, seat), seat)
        for ahead in questions:
            if ahead.now or (ahead.blind and self.below(2)):  # a blind answer always fits, so there are fewer of them
                continue
            ready = ahead.blind or (ahead is not questions[-1] and self.below(2) == 0)
            choices = ahead.intention.choices if ready else self.random_choices(ahead, seat)
            always, any_cost = self.below(2) == 0, self.below(4) == 0
            plan = plan.with_intention(Intention(ahead.key, choices, always, any_cost))
        return plan

    def random_choices(self, ahead: Ahead[Any], seat: int) -> tuple[Choice, ...]:
        """What is ready, something random, or a standing form."""
        ready = ahead.intention.choices
        kind = self.below(6)
        if kind == 0:
            return ready
        form = REST if kind == 1 else write_line(self.random_line(ahead.state, seat))
        if planning_of(self.game.phase_named[ahead.state.phase]).bidding is not None and self.below(2):
            form = str(UpTo(self.below(6), ask=self.below(2) == 0, shares=self.below(2) == 0))
        after = next((choice.after for choice in ready), {})
        made = make_choice(self.game, ahead.state, seat, form, after)
        return (made, *ready) if kind == 1 else (made,)

    def below(self, bound: int) -> int:
        number, self.rng = self.rng.below(bound)
        return number

    def pick(self, items: Sequence[int]) -> int:
        return items[self.below(len(items))]

    def dice(self) -> Rng:
        return Rng(f"{self.rng.seed}/{self.rng.count}")
