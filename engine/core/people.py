"""A game among people who read their mail now and then: how often it stands still, and for how long.

    game = play_by_mail(game, colours, seed, options, Habits(mean=8 * 3600, plans="asked"))
    game.waits, game.seconds, game.mails, game.lines

The people of this model, and the rules by which mails leave, are those of docs/why.md ("How waits are counted"). The
service is tested with the same people: equal seeds and reading times give the same lines.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from typing import Generic, Literal, TypeVar

from engine.core.ahead import NO_PLAN, questions_ahead, taken_all
from engine.core.follow import Broken, Followed, follow, question
from engine.core.game import Game, Options, Position
from engine.core.move import Line, write_line
from engine.core.plan import Plan
from engine.core.play import actors, forced, is_over, play, start, suggest
from engine.core.rng import Rng
from engine.core.say import Say
from engine.core.sheet import Standing

S = TypeVar("S", bound=Position)
V = TypeVar("V")

Plans = Literal["off", "offered", "asked"]
How = Literal["hand", "plan", "forced"]
_GRAIN = 1 << 32


@dataclass(frozen=True)
class Habits:
    mean: int  # seconds from a mail to its reading, on average
    plans: Plans = "off"


@dataclass(frozen=True)
class MailedLine:
    seat: int
    text: str
    how: How
    at: int  # seconds since the game began


@dataclass(frozen=True)
class ByMail:
    """A finished game."""

    lines: tuple[MailedLine, ...]
    standings: tuple[Standing, ...]
    waits: int  # questions that somebody had to read while the game stood still
    questions: int  # lines that needed a decision, planned or not
    mails: tuple[int, ...]  # by seat
    seconds: int
    broken: Counter[str]  # plans that were not followed, by reason
    followed: int
    ruined: int


class Reader:
    """When a person reads: an exponential time after a mail, in whole seconds, drawn anew for each visit."""

    def __init__(self, seed: str, seat: int, mean: int) -> None:
        self.rng = Rng(f"people/{seed}/{seat}")
        self.mean = mean

    def delay(self) -> int:
        drawn, self.rng = self.rng.below(_GRAIN)
        return max(1, round(-self.mean * log((drawn + 1) / _GRAIN)))


@dataclass
class Person:
    reader: Reader
    plan: Plan = NO_PLAN
    played: dict[str, str] = field(default_factory=dict)  # own answers by the key of their question
    visit: int | None = None  # when the unread mail will be read
    mails: int = 0

    def gets_mail(self, now: int) -> None:
        """An unread mail is read together with those that come after it."""
        self.mails += 1
        if self.visit is None:
            self.visit = now + self.reader.delay()


def answer(game: Game[S, V], view: V, seat: int) -> Line:
    """People play what is suggested first."""
    return suggest(game, view, seat, 1)[0].line


def plan_ahead(game: Game[S, V], view: V, seat: int) -> Plan:
    """People take everything that is filled in, from the position that they see."""
    return taken_all(NO_PLAN, questions_ahead(game, view, seat))


def play_by_mail(game: Game[S, V], colours: Sequence[str], seed: str, options: Options, habits: Habits) -> ByMail:
    return _Table(game, tuple(colours), seed, options, habits).run()


class _Table(Generic[S, V]):
    def __init__(self, game: Game[S, V], colours: tuple[str, ...], seed: str, options: Options, habits: Habits) -> None:
        self.game = game
        self.habits = habits
        self.s: S = start(game, colours, seed, options).state
        self.people = [Person(Reader(seed, seat, habits.mean)) for seat in range(len(colours))]
        self.now = 0
        self.lines: list[MailedLine] = []
        self.asked: set[int] = set()  # seats with an open question that was mailed
        self.refused: set[int] = set()  # seats whose plan does not fit the open question
        self.news: set[int] = set()  # seats that the lines of this moment have something to tell
        self.broken: Counter[str] = Counter()
        self.waits = self.followed = self.ruined = 0

    def run(self) -> ByMail:
        self.begin_phase()
        self.send_mails(present=None)
        while not is_over(self.game, self.s):
            self.visit(
                min(self.seats, key=lambda seat: (self.people[seat].visit is None, self.people[seat].visit, seat))
            )
        return ByMail(
            tuple(self.lines),
            self.game.standings(self.s),
            self.waits,
            sum(line.how != "forced" for line in self.lines),
            tuple(person.mails for person in self.people),
            self.now,
            self.broken,
            self.followed,
            self.ruined,
        )

    @property
    def seats(self) -> range:
        return range(len(self.people))

    def visit(self, seat: int) -> None:
        """The person answers and plans as long as there is something to answer, and goes."""
        person = self.people[seat]
        assert person.visit is not None, "somebody is asked, so somebody reads"
        self.now, person.visit = person.visit, None
        while True:
            while self.is_asked(seat):
                self.play(seat, answer(self.game, self.game.view(self.s, seat), seat), "hand")
                self.play_forced()
            if self.habits.plans != "off" and not is_over(self.game, self.s):
                person.plan = plan_ahead(self.game, self.game.view(self.s, seat), seat)
            self.follow_plans()
            if not self.is_asked(seat):
                break
        self.send_mails(present=seat)

    def is_asked(self, seat: int) -> bool:
        return not is_over(self.game, self.s) and seat in actors(self.game, self.s)

    def play_forced(self) -> None:
        """What a seat cannot decide, as everybody knows, is played for it."""
        while not is_over(self.game, self.s):
            found = ((seat, forced(self.game, self.s, seat)) for seat in actors(self.game, self.s))
            seat, line = next(((seat, line) for seat, line in found if line is not None), (0, None))
            if line is None:
                return
            key = question(self.game, self.s, seat)
            self.play(seat, line, "forced")
            self.people[seat].plan = self.people[seat].plan.without(key)

    def follow_plans(self) -> None:
        """Everything that is planned and fits, in the order of the questions."""
        self.play_forced()
        while not is_over(self.game, self.s):
            ready = ((seat, self.planned(seat)) for seat in actors(self.game, self.s))
            seat, found = next(((seat, found) for seat, found in ready if found is not None), (0, None))
            if found is None:
                return
            key = question(self.game, self.s, seat)
            self.play(seat, found.line, "plan")
            self.people[seat].played[key] = found.choice.form
            self.followed += 1
            if self.habits.plans == "asked" and self.game.plans_after_turns and not self.is_asked(seat):
                self.news.add(seat)
            self.play_forced()

    def planned(self, seat: int) -> Followed | None:
        if seat in self.asked or seat in self.refused:
            return None
        person = self.people[seat]
        found = follow(self.game, self.s, seat, person.plan, played=person.played)
        if isinstance(found, Broken):
            self.refused.add(seat)
            self.broken[found.why] += 1
        return found if isinstance(found, Followed) else None

    def play(self, seat: int, line: Line, how: How) -> None:
        before = self.s
        self.people[seat].played[question(self.game, before, seat)] = write_line(line)
        played = play(self.game, before, seat, line)
        self.s = played.state
        self.ruined += sum(event.RUINS for event in (*played.events, *played.settled))
        self.lines.append(MailedLine(seat, write_line(line), how, self.now))
        self.asked.discard(seat)
        self.refused.discard(seat)
        if is_over(self.game, self.s):
            return
        if self.round_of(before) != self.round_of(self.s):
            self.news.update(self.seats)
        if before.phase != self.s.phase:
            self.begin_phase()

    def round_of(self, s: S) -> Say:
        return self.game.round(self.game.view(s, None))

    def begin_phase(self) -> None:
        if self.habits.plans == "asked" and self.s.phase in self.game.planning_points:
            self.news.update(self.seats)

    def send_mails(self, present: int | None) -> None:
        """The mails of this moment, at most one to each seat; who is reading just now needs none."""
        if is_over(self.game, self.s):
            return
        self.asked &= set(actors(self.game, self.s))
        for seat in self.seats:
            is_new = self.is_asked(seat) and seat not in self.asked
            if is_new:
                self.asked.add(seat)
                self.waits += 1
            if is_new or (seat in self.news and seat != present):
                self.people[seat].gets_mail(self.now)
        self.news.clear()
