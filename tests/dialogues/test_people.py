"""The people of the simulation play through the whole service, on a clock that the test moves: the same seeds and
reading times give the same lines, at the same moments, in the same way.

So what `pbem simulate --people` counts is what the service does.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

import pytest

from engine.core.move import write_line
from engine.core.people import Habits, MailedLine, Person, Reader, answer, play_by_mail
from engine.core.people import plan_ahead as take_everything
from engine.games import GAMES
from pbem.base.service import Service
from pbem.play.plan_ahead import forget_plan, plan_ahead
from pbem.play.play_line import play_line
from pbem.store.mail_kind import MailKind
from pbem.store.models import Ask
from pbem.store.models.table import OVER
from pbem.tables.open_table import Joining, create_table, join
from tests.pbem.conftest import FakeClock
from tests.pbem.plans import follow_all
from tests.pbem.sample_tables import asks, lines, mails, new_table, seats, state, table

MEAN = 8 * 3600
HOW = {"page": "hand", "plan": "plan", "forced": "forced"}
Plans = Literal["off", "offered", "asked"]


class AtService:
    """People who read their mail now and then, answer what they are asked, and plan what is filled in."""

    def __init__(self, service: Service, clock: FakeClock, game: str, people: int, plans: Plans) -> None:
        self.service, self.clock, self.plans = service, clock, plans
        self.table_id = create_table(service, new_table(game, people, plans=plans), by_operator=True)
        for seat in seats(service, self.table_id):
            join(service, seat.id, Joining())
        self.game, self.seats = GAMES[game], seats(service, self.table_id)
        self.begun: datetime = clock.now()
        seed = table(service, self.table_id).seed
        self.people = [Person(Reader(seed, seat.number, MEAN)) for seat in self.seats]
        self.last_mail = 0
        self.read_post(present=None)

    def run(self) -> list[MailedLine]:
        while table(self.service, self.table_id).status != OVER:
            self.visit(min(range(len(self.people)), key=self.next_visit))
        return [
            MailedLine(line.seat or 0, line.text, HOW[line.how], self.seconds(line.played_at))  # type: ignore[arg-type]
            for line in lines(self.service, self.table_id)[1:]
        ]

    def next_visit(self, seat: int) -> tuple[bool, int | None, int]:
        visit = self.people[seat].visit
        return visit is None, visit, seat

    def seconds(self, at: datetime) -> int:
        return round((at - self.begun).total_seconds())

    def question(self, seat: int) -> Ask | None:
        return next((ask for ask in asks(self.service, self.table_id) if ask.seat_id == self.seats[seat].id), None)

    def visit(self, seat: int) -> None:
        person = self.people[seat]
        assert person.visit is not None, "somebody is asked, so somebody reads"
        self.clock.time, person.visit = self.begun + timedelta(seconds=person.visit), None
        while True:
            while (ask := self.question(seat)) is not None:
                view = self.game.view(state(self.service, self.table_id), seat)
                play_line(self.service, ask.seat_id, ask.id, write_line(answer(self.game, view, seat)), "page")
            self.plan(seat)
            follow_all(self.service)
            if self.question(seat) is None:
                break
        self.read_post(present=seat)

    def plan(self, seat: int) -> None:
        here = table(self.service, self.table_id)
        if self.plans == "off" or here.status == OVER:
            return
        view = self.game.view(state(self.service, self.table_id), seat)
        forget_plan(self.service, self.seats[seat].id)
        wanted = take_everything(self.game, view, seat).intentions
        plan_ahead(self.service, self.seats[seat].id, here.ply, wanted)

    def read_post(self, present: int | None) -> None:
        """Whoever gets a mail reads it after a while. That a table has begun is read at once: it asks nothing, unless
        there is something to plan and the table asks for plans."""
        numbers = {seat.id: seat.number for seat in self.seats}
        phase = state(self.service, self.table_id).phase  # type: ignore[attr-defined]
        is_asked = self.plans == "asked" and phase in self.game.planning_points
        kinds = (MailKind.TURN, MailKind.NEWS, *((MailKind.STARTED,) if is_asked else ()))
        new = [mail for mail in mails(self.service) if mail.id > self.last_mail]
        self.last_mail = max([self.last_mail, *(mail.id for mail in new)])
        for number in sorted({numbers[mail.seat_id or 0] for mail in new if mail.kind in kinds}):
            if number != present:
                self.people[number].gets_mail(self.seconds(self.clock.now()))


def check(service: Service, clock: FakeClock, game: str, people: int, plans: Plans) -> None:
    service.config = replace(service.config, cooling_off=0)
    here = AtService(service, clock, game, people, plans)
    played = here.run()
    there = table(service, here.table_id)
    colours = [seat.colour for seat in here.seats]
    simulated = play_by_mail(GAMES[game], colours, there.seed, there.options, Habits(MEAN, plans))
    for number, (one, other) in enumerate(zip(played, simulated.lines, strict=False), 1):
        assert one == other, f"line {number}"
    assert len(played) == len(simulated.lines)
    assert plans == "off" or simulated.followed > 0


@pytest.mark.parametrize("plans", ["off", "offered", "asked"])
def test_a_short_game_goes_as_it_is_simulated(sqlite_service: Service, clock: FakeClock, plans: Plans) -> None:
    check(sqlite_service, clock, "parlour", 3, plans)


@pytest.mark.slow
def test_a_whole_game_goes_as_it_is_simulated(sqlite_service: Service, clock: FakeClock) -> None:
    check(sqlite_service, clock, "age-of-steam", 3, "asked")


@pytest.mark.soak
@pytest.mark.both_databases
@pytest.mark.parametrize("plans", ["off", "offered", "asked"])
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize(
    ("game", "people"),
    [("age-of-steam", 4), ("railroad-tycoon", 4), ("railways-of-the-world", 4), ("spike", 3), ("whistle-stop", 4)],
)
def test_games_go_as_they_are_simulated(
    service: Service, clock: FakeClock, game: str, people: int, number: int, plans: Plans
) -> None:
    service.new_secret = lambda: f"secret {game} {number}"
    check(service, clock, game, people, plans)
