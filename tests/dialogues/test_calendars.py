"""Tables over two simulated years: the clock jumps from due time to due time, and after every sweep it is asked whether
somebody was disturbed at a wrong time, reminded twice or of something answered, or forgotten.

Quiet hours and absences are worked out here once more, from the clock on the wall alone.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update
from sqlmodel import Session, col, func, select

from pbem.base.service import Service
from pbem.pacing.counted_time import EVERY_DAY, CountedTime
from pbem.pacing.pace import Pace, read_pace
from pbem.people.absences import come_back, go_away
from pbem.people.settings import Settings, change_settings
from pbem.play.play_line import play_line
from pbem.store.models import Absence, Ask, Failure, Line, Mail, Seat, Table, User
from pbem.store.models.mail import SENT, WAITING
from pbem.store.models.seat import JOINED
from pbem.store.models.table import PAUSED, RUNNING
from pbem.tables.host import move_deadline, pause, resume
from pbem.tables.open_table import Joining, NewSeat, NewTable, create_table, join
from pbem.tables.talk import say_at_table
from pbem.upkeep.deadlines import decide_for_default
from pbem.upkeep.pulse import DOWN, wake_up
from pbem.upkeep.watchdog import complaints
from tests.pbem.conftest import FakeClock
from tests.pbem.pacing.worlds import ZONES
from tests.pbem.sample_tables import bot_line, seats, sweep

BEGIN = datetime(2027, 5, 1, tzinfo=UTC)  # the leap day of 2028, and four changes of the clocks in both hemispheres
END = BEGIN + timedelta(days=730)
TABLES = 20  # at one server
FEW_TABLES = 8
PEOPLE = 12
REMINDERS = ("", "1/2", "1/2 4h", "24h 4h", "1/3 2/3 12h 1h", "48h 24h 4h 30m")
NEWS = ("round", "line", "daily", "daily", "turn")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def is_quiet(user: User, at: datetime) -> bool:
    if not user.quiet_from:
        return False
    shown = at.astimezone(ZoneInfo(user.zone)).strftime("%H:%M")
    if user.quiet_from < user.quiet_to:
        return user.quiet_from <= shown < user.quiet_to
    return shown >= user.quiet_from or shown < user.quiet_to


def is_away(absences: list[Absence], user: User, at: datetime) -> bool:
    today = at.astimezone(ZoneInfo(user.zone)).date().isoformat()
    return any(gone.first.isoformat() <= today <= gone.last.isoformat() for gone in absences)


def midnights(user: User, absences: list[Absence]) -> Iterator[tuple[datetime, datetime]]:
    """The absences as moments."""
    zone = ZoneInfo(user.zone)
    for gone in absences:
        first = datetime.combine(gone.first, time(), zone)
        last = datetime.combine(gone.last + DAY, time(), zone)
        yield first.astimezone(UTC), last.astimezone(UTC)


def expected_deadline(start: datetime, length: timedelta, away: list[tuple[datetime, datetime]], most: int) -> datetime:
    """Where every hour counts: the time without the absences, but at most some days later than without any."""
    plain = start + length
    at, left = start, length
    for gone, back in sorted(away):
        if back <= at:
            continue
        if gone > at:
            if gone - at >= left:
                break
            left -= gone - at
        at = max(at, back)
    return min(at + left, plain + most * DAY)


class World:
    """A server with many tables, the people at them, and the clock."""

    def __init__(self, service: Service, clock: FakeClock, seed: int, tables: int) -> None:
        self.service, self.clock, self.rng = service, clock, Random(seed)
        self.plans: dict[int, datetime] = {}  # when the answer to an ask comes
        self.told = 0  # the last mail that has been looked at
        self.sent: set[tuple[int, datetime]] = set()  # asks and the moments planned for their reminders
        self.counts: Counter[str] = Counter()
        self.known: set[int] = set()
        clock.time = BEGIN
        starts = sorted(BEGIN + self.rng.random() * (END - BEGIN - 150 * DAY) for _ in range(tables))
        self.todo = [(at, self.open_table) for at in starts]
        for _ in range(tables * 8):
            act = self.rng.choice(
                (self.change_settings, self.absent, self.absent, self.back, self.talk, self.host_acts)
            )
            self.todo.append((BEGIN + self.rng.random() * (END - BEGIN), act))
        self.todo += [(BEGIN + self.rng.random() * (END - BEGIN), self.out_of_service) for _ in range(3)]
        self.todo.sort(key=lambda pair: pair[0], reverse=True)

    # What happens

    def run(self) -> None:
        while True:
            due = self.next_due()
            if self.todo and (due is None or self.todo[-1][0] <= due):
                at, act = self.todo.pop()
                self.clock.time = max(at, self.clock.time)
                act()
            elif due is not None:
                self.clock.time = max(due, self.clock.time) + self.rng.random() * 30 * timedelta(seconds=1)
            else:
                break
            self.answer()
            self.sweep()

    def next_due(self) -> datetime | None:
        """A deadline, a reminder, somebody's daily news, an answer, the end of the cooling-off."""
        with self.service.db.reading() as session:
            runs = (col(Ask.closed_at).is_(None), Table.status == RUNNING)
            joined = (
                select(func.min(Ask.deadline_at), func.min(Ask.next_reminder_at)).join(
                    Table, col(Table.id) == col(Ask.table_id)
                )
            ).where(*runs)
            found = [*session.exec(joined).one(), session.exec(select(func.min(User.next_news_at))).one()]
        found += self.plans.values()
        return min((at for at in found if at is not None), default=None)

    def answer(self) -> None:
        for ask_id in [ask_id for ask_id, at in self.plans.items() if at <= self.clock.time]:
            del self.plans[ask_id]
            with self.service.db.reading() as session:
                ask = session.get_one(Ask, ask_id)
                here = session.get_one(Table, ask.table_id)
            if ask.closed_at is None and here.status == RUNNING:
                how = self.rng.choice(("page", "link", "mail"))
                play_line(self.service, ask.seat_id, ask.id, bot_line(self.service, ask), how)
                self.counts["answers"] += 1

    def sweep(self) -> None:
        late = self.overdue()
        planned = self.planned()
        sweep(self.service)
        self.check(late, planned)
        self.counts["sweeps"] += 1
        if self.counts["sweeps"] % 40 == 0:
            assert complaints(self.service, repair=False) == []
        self.plan_answers()

    def plan_answers(self) -> None:
        with self.service.db.reading() as session:
            query = select(Ask, Seat).join(Seat, col(Seat.id) == col(Ask.seat_id)).where(col(Ask.closed_at).is_(None))
            for ask, seat in session.exec(query).all():
                if ask.id in self.known or seat.status != JOINED:
                    continue
                self.known.add(ask.id)
                self.check_new(session, ask, seat)
                assert ask.deadline_at is not None
                share = self.rng.choice((0.02, 0.3, 0.6, 0.95, None))  # None: never
                if share is not None:
                    self.plans[ask.id] = ask.starts_at + share * (ask.deadline_at - ask.starts_at)

    def open_table(self) -> None:
        rng = self.rng
        people = rng.sample(range(PEOPLE), rng.randint(2, 3))
        chairs = [NewSeat(f"P{number}", f"p{number}@mail.localhost") for number in people]
        if rng.random() < 0.3:
            chairs.append(NewSeat("Bot", "", "random"))
        new = NewTable(
            "parlour",
            "A table",
            tuple(chairs),
            {"rounds": "1"},
            self.pace(),
            at_deadline=rng.choice(("default", "host")),
        )
        table_id = create_table(self.service, new)
        for seat in seats(self.service, table_id):
            if not seat.bot:
                join(self.service, seat.id, Joining(zone=rng.choice(ZONES)))
        self.counts["tables"] += 1

    def pace(self) -> Pace:
        rng = self.rng
        days = EVERY_DAY if rng.random() < 0.6 else tuple(sorted(rng.sample(EVERY_DAY, rng.randint(2, 6))))
        hours = (time(), time()) if rng.random() < 0.6 else (time(rng.randint(6, 20), 30), time(rng.randint(0, 23)))
        bank = timedelta(hours=rng.choice((0, 0, 24, 72)))
        counts = CountedTime(days, *hours, rng.choice(ZONES))
        reminders = rng.choice(("", "", "1/2 6h"))
        return Pace(rng.choice((6, 24, 72, 120)), rng.choice((0, 30)), bank, counts, rng.choice((0, 5, 21)), reminders)

    def anybody(self) -> User | None:
        with self.service.db.reading() as session:
            people = session.exec(select(User).order_by(col(User.id))).all()
        return self.rng.choice(people) if people else None

    def any_table(self) -> Table | None:
        with self.service.db.reading() as session:
            found = session.exec(select(Table).where(col(Table.status).in_((RUNNING, PAUSED)))).all()
        return self.rng.choice(found) if found else None

    def change_settings(self) -> None:
        user, rng = self.anybody(), self.rng
        if user is None:
            return
        quiet = (f"{rng.randint(20, 23)}:15", f"0{rng.randint(0, 9)}:30") if rng.random() < 0.8 else ("", "")
        if rng.random() < 0.2:
            quiet = ("01:30", "02:30")  # the hour that is skipped or shown twice
        new = Settings(
            user.name, user.lang, rng.choice(ZONES), rng.choice(NEWS), rng.random() < 0.9, rng.choice(REMINDERS), *quiet
        )
        change_settings(self.service, user.id, new)

    def absent(self) -> None:
        user = self.anybody()
        if user is not None:
            today = self.clock.time.astimezone(ZoneInfo(user.zone)).date()
            first = today + self.rng.randint(0, 10) * DAY
            last = first + self.rng.randint(0, 25) * DAY
            before = self.deadlines(user)
            go_away(self.service, user.id, first.isoformat(), last.isoformat())
            after = self.deadlines(user)
            assert all(after[ask_id] >= at for ask_id, at in before.items()), "an absence gives time and takes none"

    def deadlines(self, user: User) -> dict[int, datetime]:
        with self.service.db.reading() as session:
            query = select(Ask).join(Seat, col(Seat.id) == col(Ask.seat_id))
            rows = session.exec(query.where(Seat.user_id == user.id, col(Ask.closed_at).is_(None))).all()
        return {ask.id: ask.deadline_at for ask in rows if ask.deadline_at is not None}

    def back(self) -> None:
        with self.service.db.reading() as session:
            known = session.exec(select(Absence).order_by(col(Absence.id).desc())).first()
        if known is not None:
            come_back(self.service, known.user_id, known.id)

    def talk(self) -> None:
        here = self.any_table()
        if here is not None:
            people = [seat for seat in seats(self.service, here.id) if seat.status == JOINED]
            say_at_table(self.service, self.rng.choice(people).id, "I am thinking.", "")

    def host_acts(self) -> None:
        here = self.any_table()
        if here is None:
            return
        if here.status == PAUSED:
            resume(self.service, here.id)
        elif self.rng.random() < 0.5:
            pause(self.service, here.id)
            self.todo.append((self.clock.time + self.rng.random() * 12 * DAY, lambda: resume(self.service, here.id)))
            self.todo.sort(key=lambda pair: pair[0], reverse=True)
        else:
            with self.service.db.reading() as session:
                ask = session.exec(select(Ask).where(Ask.table_id == here.id, col(Ask.closed_at).is_(None))).first()
                seat = session.get_one(Seat, ask.seat_id) if ask is not None else None
            if seat is not None and self.rng.random() < 0.5:
                move_deadline(self.service, here.id, seat.number, self.clock.time + self.rng.randint(1, 200) * HOUR)
            elif seat is not None:
                decide_for_default(self.service, here.id, seat.number)

    def out_of_service(self) -> None:
        """No sweep for some hours or days, then they begin again."""
        self.clock.time += DOWN + self.rng.random() * 4 * DAY
        wake_up(self.service)

    # What is asked after every sweep

    def overdue(self) -> list[int]:
        with self.service.db.reading() as session:
            query = select(Ask.id).join(Table, col(Table.id) == col(Ask.table_id))
            query = query.where(col(Ask.closed_at).is_(None), Table.status == RUNNING)
            return list(session.exec(query.where(col(Ask.deadline_at) <= self.clock.time)).all())

    def planned(self) -> dict[int, datetime]:
        with self.service.db.reading() as session:
            query = select(Ask.id, Ask.next_reminder_at).where(col(Ask.closed_at).is_(None))
            rows = session.exec(query.where(col(Ask.next_reminder_at) <= self.clock.time)).all()
        return {ask_id: at for ask_id, at in rows if at is not None}

    def check(self, late: list[int], planned: dict[int, datetime]) -> None:
        assert not self.overdue(), "every deadline is treated within one sweep"
        with self.service.db.reading() as session:
            for ask_id in late:
                self.check_treated(session, session.get_one(Ask, ask_id))
            new = session.exec(select(Mail).where(col(Mail.id) > self.told).order_by(col(Mail.id))).all()
            self.told = max([self.told, *(mail.id for mail in new)])
            for mail in new:
                if mail.kind == "reminder":
                    self.check_reminder(session, mail, planned)
                elif mail.kind == "news" and session.get_one(User, mail.user_id).news == "daily":
                    self.check_undisturbed(session, mail)
                    self.counts["daily news"] += 1
            assert session.exec(STRANDED).first() is None, "no running table without an open question"
            unclear = select(Ask.id).where(
                col(Ask.closed_at).is_(None), col(Ask.deadline_at).is_(None) | (col(Ask.default) == "")
            )
            assert session.exec(unclear).first() is None, "no open question without deadline and default"
        with self.service.db.writing() as session:
            session.exec(update(Mail).where(WAITING).values(status=SENT, sent_at=Mail.due_at))

    def check_treated(self, session: Session, ask: Ask) -> None:
        if ask.closed_at is None:
            assert ask.host_asked_at == self.clock.time, "the host was asked"
            assert session.get_one(Table, ask.table_id).at_deadline == "host"
            self.counts["host asked"] += 1
        elif (line := session.exec(select(Line).where(Line.ask_id == ask.id)).first()) is not None:
            assert line.how in ("default", "bot")
            self.counts["defaults"] += 1

    def check_reminder(self, session: Session, mail: Mail, planned: dict[int, datetime]) -> None:
        self.check_undisturbed(session, mail)
        ids = mail.content["asks"]
        assert isinstance(ids, list)
        triggers = [ask_id for ask_id in ids if ask_id in planned]
        assert triggers, "a reminder comes only when one is due"
        for ask_id in ids:
            ask = session.get_one(Ask, ask_id)
            assert ask.closed_at is None, "nobody is reminded of what is answered"
            assert ask.host_asked_at is None
            assert session.get_one(Table, ask.table_id).status == RUNNING
            assert session.get_one(Seat, ask.seat_id).user_id == mail.user_id
        for ask_id in triggers:
            assert session.get_one(Ask, ask_id).alive_at is None, "who was heard of is not reminded"
            assert (ask_id, planned[ask_id]) not in self.sent, "no reminder comes twice"
            self.sent.add((ask_id, planned[ask_id]))
        self.counts["reminders"] += 1

    def check_undisturbed(self, session: Session, mail: Mail) -> None:
        user = session.get_one(User, mail.user_id)
        assert not is_quiet(user, mail.created_at), f"{user.quiet_from}–{user.quiet_to} {user.zone}: {mail.created_at}"
        assert not is_away(self.absences(session, user), user, mail.created_at)

    def absences(self, session: Session, user: User) -> list[Absence]:
        return list(session.exec(select(Absence).where(Absence.user_id == user.id)).all())

    def check_new(self, session: Session, ask: Ask, seat: Seat) -> None:
        """The deadline of a new question, where every hour counts."""
        table = session.get_one(Table, ask.table_id)
        pace, user = read_pace(table.pace), session.get_one(User, seat.user_id)
        goes_on = ask.starts_at != ask.opened_at + timedelta(seconds=self.service.config.cooling_off)
        if not pace.counts.is_always or goes_on or ask.deadline_moves:
            return
        away = list(midnights(user, self.absences(session, user)))
        length = pace.time + min(seat.bank * MINUTE, pace.bank)
        assert ask.deadline_at == expected_deadline(ask.starts_at, length, away, pace.most_away)
        self.counts["deadlines"] += 1


STRANDED = select(Table.id).where(
    Table.status == RUNNING,
    ~select(Ask.id).where(col(Ask.table_id) == col(Table.id), col(Ask.closed_at).is_(None)).exists(),
)


def two_years(service: Service, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, seed: int, tables: int) -> None:
    monkeypatch.setattr("pbem.upkeep.sweep.guard", lambda service: None)  # called below, and not always
    secret = Random(f"secret-{seed}")  # so that the same games are played each time
    monkeypatch.setattr("secrets.token_hex", lambda size: secret.randbytes(size).hex())
    if seed % 2:
        service.config = replace(service.config, cooling_off=180)
    world = World(service, clock, seed, tables)
    world.run()
    with service.db.reading() as session:
        assert session.exec(select(Failure)).all() == []
        assert session.exec(select(Table.id).where(Table.status == RUNNING)).all() == [], "every game came to its end"
    assert complaints(service) == []
    assert clock.time > BEGIN + timedelta(days=600)
    assert set(world.counts) >= {"tables", "answers", "defaults", "reminders", "daily news", "deadlines", "host asked"}
    print(dict(world.counts))


@pytest.mark.slow
def test_eight_tables_over_two_years(
    sqlite_service: Service, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_years(sqlite_service, clock, monkeypatch, seed=0, tables=FEW_TABLES)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [0, *range(100, 125)])
def test_five_hundred_tables_over_two_years(
    sqlite_service: Service, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    two_years(sqlite_service, clock, monkeypatch, seed, TABLES)
