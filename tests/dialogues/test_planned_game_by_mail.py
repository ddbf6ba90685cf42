"""Age of Steam by mail alone, among people who plan: at most two mails a person and turn, unless a plan breaks."""

from collections import Counter

import pytest

from pbem.base.service import Service
from pbem.store.models import Ask, Mail, Seat
from pbem.store.models.table import OVER
from pbem.tables.host import choose_plans
from pbem.web.mailbox import opened, text_of
from tests.dialogues.correspondence import Correspondence
from tests.pbem.plans import follow_all
from tests.pbem.sample_tables import asks, bot_line, lines, seats, state, table

MOST_MAILS = 2


class Planners(Correspondence):
    """Everybody answers at once, first those who are only offered to plan."""

    def __init__(self, service: Service) -> None:
        super().__init__(service)
        choose_plans(service, self.table_id, "asked")
        self.unread: list[Mail] = list(self.post.delivered)
        self.sent: Counter[tuple[int, int]] = Counter()  # by turn and seat
        self.excused: Counter[tuple[int, int]] = Counter()  # questions whose plan did not fit

    @property
    def turn(self) -> int:
        return int(state(self.service, self.table_id).turn)  # type: ignore[attr-defined]

    @property
    def is_over(self) -> bool:
        return table(self.service, self.table_id).status == OVER

    def play(self, turns: int) -> None:
        while not self.is_over and self.turn <= turns:
            follow_all(self.service)
            self.unread += self.came()
            self.unread.sort(key=lambda mail: (self.question_of(mail) is not None, mail.id))
            assert self.unread, "somebody has something to read"
            self.read(self.unread.pop(0))

    def question_of(self, mail: Mail) -> Ask | None:
        return next((ask for ask in asks(self.service, self.table_id) if ask.id == mail.ask_id), None)

    def read(self, mail: Mail) -> None:
        if mail.seat_id is None or mail.raw is None:
            return
        seat = next(seat for seat in seats(self.service, self.table_id) if seat.id == mail.seat_id)
        ask = self.question_of(mail)
        offers = "plan all" in text_of(opened(mail), "plain") and mail.ply == table(self.service, self.table_id).ply
        if ask is not None and not ask.is_planned:
            self.excused[self.turn, seat.number] += ask.why_asked is not None
            self.send(seat, mail, bot_line(self.service, ask, "greedy") + ("\nplan all" if offers else ""))
        elif offers:
            self.send(seat, mail, "plan all")

    def send(self, seat: Seat, mail: Mail, text: str) -> None:
        self.sent[self.turn, seat.number] += 1
        assert self.answer(mail, text.replace(" ", "\n").replace(".", " ").replace("plan\nall", "plan all")).status == (
            "accepted"
        )


@pytest.mark.slow
@pytest.mark.parametrize("turns", [1, pytest.param(99, marks=pytest.mark.soak)])
def test_people_who_plan_send_few_mails(sqlite_service: Service, turns: int) -> None:
    group = Planners(sqlite_service)
    group.play(turns)
    assert group.is_over or group.turn == turns + 1
    ways = Counter(line.how for line in lines(sqlite_service, group.table_id))
    assert ways["plan"] > ways["mail"], ways
    for place, number in group.sent.items():
        assert number <= MOST_MAILS + group.excused[place], (place, number, group.sent, group.excused)
