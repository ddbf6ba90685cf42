"""Reminders, absences, deadlines and what comes after them, as the people at the table see them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from sqlmodel import select

from pbem.base.fields import BadField
from pbem.base.service import Service
from pbem.pacing.pace import Pace
from pbem.people.absences import come_back, go_away
from pbem.people.settings import Settings, change_settings
from pbem.play.turn import locked_table
from pbem.play.undo import take_back
from pbem.store.links import Links
from pbem.store.models import Absence, Address, Mail, Seat, User
from pbem.tables.host import move_deadline, pause, resume
from pbem.tables.open_table import Joining, NewTable, create_table, join
from pbem.tables.rewind import go_back
from pbem.tables.talk import say_at_table
from pbem.upkeep.sweep import sweep as sweep_once
from pbem.web.app import create_app
from pbem.web.mailbox import opened, text_of
from tests.e2e.player import Post, Presser
from tests.pbem.conftest import FakeClock
from tests.pbem.sample_tables import asks, host_link, lines, new_table, play_one, seats, sweep, table

HOUR = timedelta(hours=1)
QUARTER_DAY = 6 * HOUR


class Group:
    """People at some tables, the clock, and the post."""

    def __init__(self, service: Service, clock: FakeClock, tables: int = 1, **more: Any) -> None:
        self.service, self.clock, self.post = service, clock, Post(service)
        self.tables = [self._table(new_table(**more)) for _ in range(tables)]
        sweep(service)
        self.post.arrive()

    def _table(self, new: NewTable) -> int:
        table_id = create_table(self.service, new)
        for seat in seats(self.service, table_id):
            join(self.service, seat.id, Joining(zone="Europe/Paris"))
        return table_id

    def person(self, number: int) -> User:
        with self.service.db.reading() as session:
            return session.get_one(User, seats(self.service, self.tables[0])[number].user_id)

    def settings(self, number: int, **changed: object) -> None:
        user = self.person(number)
        now = {name: getattr(user, name) for name in Settings.__dataclass_fields__}
        change_settings(self.service, user.id, Settings(**{**now, **changed}))

    def pass_time(self, until: timedelta, step: timedelta = HOUR) -> list[tuple[datetime, Mail]]:
        """Lets time go by with a sweep at every step; returns the mails that came, with when."""
        return self.look_at(*(number * step / HOUR for number in range(1, -(-until // step) + 1)))

    def look_at(self, *hours: float) -> list[tuple[datetime, Mail]]:
        """Sweeps so many hours from now, and at no other time: what comes at an exact moment is looked for just before
        it and at it. Returns the mails that came, with when."""
        came, begun = [], self.clock.time
        for each in hours:
            self.clock.time = begun + each * HOUR
            sweep(self.service)
            came += [(self.clock.time, mail) for mail in self.post.arrive()]
        return came


def words(mail: Mail) -> str:
    return " ".join(text_of(opened(mail), "plain").split())


def asked_number(service: Service, table_id: int) -> int:
    ask = asks(service, table_id)[0]
    return next(seat.number for seat in seats(service, table_id) if seat.id == ask.seat_id)


@pytest.mark.both_databases
def test_reminders_come_at_the_chosen_points_and_then_the_default(service: Service, clock: FakeClock) -> None:
    """Three days: half of it is over on Wednesday at midnight, four hours before the end it is Thursday 08:00."""
    group = Group(service, clock)
    number = asked_number(service, group.tables[0])
    email = f"seat{number}@mail.localhost"
    came = group.look_at(35, 36, 67, 68, 71, 73)
    to_her = [(at, mail) for at, mail in came if mail.email == email]
    assert [mail.kind for _, mail in to_her[:2]] == ["reminder", "reminder"]
    start = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert [at - start for at, _ in to_her[:2]] == [timedelta(hours=36), timedelta(hours=68)]
    assert "issue" in words(to_her[0][1]), "the question itself is in the reminder"
    assert to_her[2][1].kind in ("default", "turn")
    assert lines(service, group.tables[0])[1].how == "default"
    others = [mail for _, mail in came if mail.email != email and mail.kind in ("turn", "news")]
    assert any("default was played" in words(mail) for mail in others), "everybody sees that it was a default"


def test_quiet_hours_hold_a_reminder_back(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    number = asked_number(service, group.tables[0])
    group.settings(number, quiet_from="22:00", quiet_to="08:00", reminders="1/2")
    came = group.look_at(33, 36, 42.5, 43, 48)
    reminders = [at for at, mail in came if mail.kind == "reminder"]
    assert reminders == [datetime(2026, 11, 18, 7, 0, tzinfo=UTC)], "08:00 in Paris instead of one in the night"


@pytest.mark.both_databases
def test_one_mail_for_all_tables_the_most_urgent_first(service: Service, clock: FakeClock) -> None:
    service.drawer = None
    group = Group(service, clock, tables=1)
    number = asked_number(service, group.tables[0])
    for hours in (48, 60, 96):
        group.tables.append(group._table(new_table(pace=Pace(hours=hours))))
    for table_id in group.tables[1:]:
        while asked_number(service, table_id) != number:
            play_one(service, table_id)
    group.post.arrive()
    came = [mail for _, mail in group.pass_time(timedelta(hours=24), QUARTER_DAY) if mail.kind == "reminder"]
    assert len(came) == 1
    mail = came[0]
    assert mail.raw is not None
    assert len(mail.raw) <= 300 * 1024
    assert mail.raw.count(b"Content-Type: image/png") == 2, "the first two with a picture"
    told = words(mail)
    assert all("Answer by" in told for _ in group.tables)
    for table_id in group.tables:
        ask = asks(service, table_id)[0]
        assert ask.reminders_sent == 1
        assert ask.next_reminder_at is None or ask.next_reminder_at > clock.time - timedelta(hours=24)
    deadlines = re.findall(r"Answer by \w+ (\d+) November, (\d+):(\d+)", told)
    assert deadlines == sorted(deadlines)


def test_a_sign_of_life_stops_reminders_and_a_mere_look_does_not(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    ask = asks(service, table_id)[0]
    seat = seats(service, table_id)[asked_number(service, table_id)]
    browser = Presser(create_app(service))
    for _ in range(3):
        assert browser.open(Links(service).turn(seat, ask)).status_code == 200
    assert asks(service, table_id)[0].next_reminder_at is not None
    say_at_table(service, seat.id, "I am thinking.", "")
    assert asks(service, table_id)[0].next_reminder_at is None
    assert [mail for _, mail in group.pass_time(timedelta(days=2), QUARTER_DAY) if mail.kind == "reminder"] == []


@pytest.mark.both_databases
def test_after_a_time_without_service_one_reminder_and_a_grace(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    clock.forward(days=2, hours=22)
    sweep_once(service)
    sweep_once(service)
    assert [mail.kind for mail in group.post.arrive()] == ["reminder"], "both points had passed"
    clock.forward(days=2)
    sweep_once(service)
    assert table(service, group.tables[0]).ply == 0, "nobody could answer while the server was away"
    ask = asks(service, group.tables[0])[0]
    assert ask.deadline_at == clock.time + timedelta(hours=1)
    clock.forward(minutes=5)
    sweep_once(service)
    assert table(service, group.tables[0]).ply == 0
    group.pass_time(timedelta(hours=1), timedelta(minutes=5))
    assert table(service, group.tables[0]).ply > 0


def test_a_time_without_service_in_a_pause_gives_nothing_away(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    clock.forward(days=2, hours=23)
    sweep(service)
    pause(service, table_id)
    clock.forward(days=3)
    sweep_once(service)
    resume(service, table_id)
    assert asks(service, table_id)[0].deadline_at == clock.time + HOUR


def test_a_clock_that_jumps_back_sends_nothing_twice(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    first = group.look_at(35, 36, 40)
    assert [mail.kind for _, mail in first] == ["reminder"]
    clock.forward(days=-1)
    sweep(service)
    again = group.pass_time(timedelta(hours=24), QUARTER_DAY)
    assert [mail.kind for _, mail in again] == []


def test_an_absence_slides_the_deadline_up_to_the_limit_of_the_table(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock, pace=Pace(most_away=7))
    number = asked_number(service, group.tables[0])
    before = asks(service, group.tables[0])[0].deadline_at
    assert before is not None
    absence = go_away(service, group.person(number).id, "2026-11-17", "2026-11-19")
    assert asks(service, group.tables[0])[0].deadline_at == before + timedelta(days=3)
    assert [mail for _, mail in group.pass_time(timedelta(days=3), QUARTER_DAY) if mail.kind == "reminder"] == []
    come_back(service, group.person(number).id, absence.id)
    go_away(service, group.person(number).id, "2026-11-19", "2027-01-10")
    late = asks(service, group.tables[0])[0].deadline_at
    assert late is not None
    assert late <= before + timedelta(days=7)


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        ("", "2026-12-01", "start"),
        ("2026-12-05", "2026-12-01", "end"),
        ("2026-02-30", "2026-12-01", "start"),
        ("2025-01-01", "2025-01-05", "end"),
        ("2026-12-01", "2028-12-01", "end"),
    ],
)
def test_an_absence_that_makes_no_sense(
    sqlite_service: Service, clock: FakeClock, start: str, end: str, field: str
) -> None:
    group = Group(sqlite_service, clock)
    user = group.person(0)
    with pytest.raises(BadField) as wrong:
        go_away(sqlite_service, user.id, start, end)
    assert wrong.value.field == field
    browser = Presser(create_app(sqlite_service))
    page = browser.open(Links(sqlite_service).me(user))
    answer = browser.press(page, "/absences", start=start, end=end)
    assert answer.status_code == 422
    assert 'class="error"' in answer.text
    with sqlite_service.db.reading() as session:
        assert session.exec(select(Absence)).all() == []


def test_where_the_host_decides_she_has_one_pace(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock, at_deadline="host")
    table_id = group.tables[0]
    while asked_number(service, table_id) == 0:
        play_one(service, table_id)
    group.post.arrive()
    ply = table(service, table_id).ply
    came = group.look_at(36, 68, 71, 72, 74)
    asked = [mail for _, mail in came if mail.kind == "host"]
    assert [mail.email for mail in asked] == ["seat0@mail.localhost"]
    assert "HAS NOT ANSWERED" in words(asked[0])
    assert {mail.email for _, mail in came if mail.kind == "notice"} == {f"seat{n}@mail.localhost" for n in range(3)}
    assert table(service, table_id).ply == ply
    browser = Presser(create_app(service))
    page = browser.open(host_link(service, table_id))
    assert "you decide" in page.text
    browser.press(page, f"/default/{asked_number(service, table_id)}")
    assert lines(service, table_id)[ply + 1].how == "default"


def test_the_host_who_says_nothing_lets_the_default_be_played(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock, at_deadline="host")
    table_id = group.tables[0]
    while asked_number(service, table_id) == 0:
        play_one(service, table_id)
    ply = table(service, table_id).ply
    group.pass_time(timedelta(days=6, hours=12), QUARTER_DAY)
    assert lines(service, table_id)[ply + 1].how == "default"


def test_whom_no_mail_reaches_does_not_lose_the_turn_in_silence(service: Service, clock: FakeClock) -> None:
    """Whatever the table says: the host is asked, and may wait or give the seat away."""
    group = Group(service, clock)
    table_id = group.tables[0]
    while asked_number(service, table_id) == 0:
        play_one(service, table_id)
    ply, number = table(service, table_id).ply, asked_number(service, table_id)
    with service.db.writing() as session:
        address = session.exec(select(Address).where(Address.email == f"seat{number}@mail.localhost")).one()
        address.suspended_at = service.now()
    came = group.look_at(36, 68, 71, 73)
    assert [mail.email for _, mail in came if mail.kind == "host"] == ["seat0@mail.localhost"]
    assert table(service, table_id).ply == ply
    group.pass_time(timedelta(days=3), QUARTER_DAY)
    assert lines(service, table_id)[ply + 1].how == "default", "the host has said nothing either"


def test_two_defaults_in_a_row_and_the_host_may_act(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    came: list[Mail] = []
    for _ in range(60):
        if asked_number(service, table_id) == 1:
            came += [mail for _, mail in group.pass_time(timedelta(days=3, hours=1), QUARTER_DAY)]
        else:
            play_one(service, table_id)
        if seats(service, table_id)[1].defaults_in_a_row >= 2:
            break
    group.post.arrive()
    missing = [mail for mail in group.post.delivered if mail.content.get("notice") == "missing"]
    assert [mail.email for mail in missing] == ["seat0@mail.localhost"]


def test_a_host_who_is_missing_is_followed_by_another(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    for _ in range(60):
        if asked_number(service, table_id) == 0:
            group.pass_time(timedelta(days=3, hours=1), QUARTER_DAY)
        else:
            play_one(service, table_id)
        if seats(service, table_id)[0].defaults_in_a_row >= 2:
            break
    here = table(service, table_id)
    assert here.host_id != seats(service, table_id)[0].user_id


def test_a_bank_saves_the_time_of_quick_answers(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock, pace=Pace(hours=24, bank=timedelta(hours=30)))
    table_id = group.tables[0]
    first = asked_number(service, table_id)
    clock.forward(hours=4)
    play_one(service, table_id)
    assert seats(service, table_id)[first].bank == 20 * 60
    while asked_number(service, table_id) != first:
        play_one(service, table_id)
    ask = asks(service, table_id)[0]
    assert ask.deadline_at == clock.time + timedelta(hours=44)


def test_a_line_taken_back_saves_no_time(service: Service, clock: FakeClock) -> None:
    object.__setattr__(service.config, "cooling_off", 180)
    group = Group(service, clock, pace=Pace(hours=24, bank=timedelta(hours=100)))
    table_id = group.tables[0]
    first = asked_number(service, table_id)
    with service.db.writing() as session:
        seat = session.get_one(Seat, seats(service, table_id)[first].id)
        seat.bank, seat.defaults_in_a_row = 60, 1
    for _ in range(3):
        clock.forward(hours=1)
        play_one(service, table_id)
        assert seats(service, table_id)[first].bank > 60
        take_back(service, seats(service, table_id)[first].id)
        held = seats(service, table_id)[first]
        assert (held.bank, held.defaults_in_a_row) == (60, 1)


@pytest.mark.both_databases
def test_a_rewind_gives_every_bank_back(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock, pace=Pace(hours=24, bank=timedelta(hours=100)))
    table_id = group.tables[0]
    for _ in range(3):
        clock.forward(hours=1)
        play_one(service, table_id)
    before = [(seat.bank, seat.defaults_in_a_row) for seat in seats(service, table_id)]
    ply = table(service, table_id).ply
    for _ in range(6):
        clock.forward(hours=30)
        play_one(service, table_id)
    assert [(seat.bank, seat.defaults_in_a_row) for seat in seats(service, table_id)] != before
    with service.db.writing() as session:
        go_back(service, session, locked_table(session, table_id), ply + 1)
    assert [(seat.bank, seat.defaults_in_a_row) for seat in seats(service, table_id)] == before


def test_a_pause_neither_uses_time_nor_is_forgotten(service: Service, clock: FakeClock) -> None:
    """A day of three is used, then ten days of pause: two days are left, whatever the person changes afterwards."""
    group = Group(service, clock, pace=Pace(hours=72, bank=timedelta(hours=100)))
    table_id = group.tables[0]
    number = asked_number(service, table_id)
    clock.forward(days=1)
    pause(service, table_id)
    clock.forward(days=10)
    resume(service, table_id)
    promised = asks(service, table_id)[0].deadline_at
    assert promised == clock.time + timedelta(days=2)
    group.settings(number, lang="fr", zone="Asia/Tokyo")
    assert asks(service, table_id)[0].deadline_at == promised
    today = clock.time.date()
    absence = go_away(service, group.person(number).id, today.isoformat(), (today + timedelta(days=30)).isoformat())
    late = asks(service, table_id)[0].deadline_at
    assert late is not None
    assert late > promised + timedelta(days=10)
    come_back(service, group.person(number).id, absence.id)
    assert asks(service, table_id)[0].deadline_at == promised
    clock.forward(days=1)
    play_one(service, table_id)
    assert seats(service, table_id)[number].bank == 24 * 60, "two days were used, and none by the pause"


def test_a_deadline_that_the_host_sets_in_a_pause_is_kept(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    pause(service, table_id)
    clock.forward(days=5)
    until = clock.time + timedelta(days=4)
    move_deadline(service, table_id, asked_number(service, table_id), until)
    clock.forward(days=1)
    resume(service, table_id)
    assert asks(service, table_id)[0].deadline_at == until


def test_news_keep_away_from_an_absence_that_was_added_later(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    waiting = next(number for number in range(3) if number != asked_number(service, table_id))
    group.settings(waiting, news="daily")
    play_one(service, table_id)
    if asked_number(service, table_id) == waiting:
        play_one(service, table_id)
        play_one(service, table_id)
    group.post.arrive()
    go_away(service, group.person(waiting).id, "2026-11-17", "2026-11-18")
    email = f"seat{waiting}@mail.localhost"
    hours = (19, 31, 43, 58, 59, 66, 67, 70)  # eight in the morning of each day, the midnight that ends the absence
    came = [at for at, mail in group.look_at(*hours) if mail.email == email and mail.kind == "news"]
    assert came == [datetime(2026, 11, 19, 7, tzinfo=UTC)], "08:00 in Paris"


@pytest.mark.both_databases
def test_news_once_a_day(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    table_id = group.tables[0]
    waiting = next(number for number in range(3) if number != asked_number(service, table_id))
    group.settings(waiting, news="daily")
    while asked_number(service, table_id) != waiting:
        play_one(service, table_id)
    play_one(service, table_id)
    play_one(service, table_id)
    if asked_number(service, table_id) == waiting:
        play_one(service, table_id)
        play_one(service, table_id)
    group.post.arrive()
    email = f"seat{waiting}@mail.localhost"
    came = [(at, mail) for at, mail in group.look_at(6, 18, 19, 30) if mail.email == email]
    news = [at for at, mail in came if mail.kind == "news"]
    assert news == [datetime(2026, 11, 17, 7, 0, tzinfo=UTC)], "08:00 in Paris"


def test_the_calendar_follows_the_deadline(service: Service, clock: FakeClock) -> None:
    group = Group(service, clock)
    number = asked_number(service, group.tables[0])
    user = group.person(number)
    browser = Presser(create_app(service))

    def entry() -> Any:
        text = browser.open(Links(service).calendar(user))
        assert text.mimetype == "text/calendar"
        return icalendar.Calendar.from_ical(text.text).walk("VEVENT")[0]

    first = entry()
    go_away(service, user.id, "2026-11-17", "2026-11-18")
    moved = entry()
    assert first["UID"] == moved["UID"]
    assert moved["SEQUENCE"] > first["SEQUENCE"]
    assert moved.decoded("DTSTART") - first.decoded("DTSTART") == timedelta(days=2)


@pytest.mark.both_databases
@pytest.mark.slow
def test_two_sweeps_at_once_count_exactly(service: Service, clock: FakeClock) -> None:
    from concurrent.futures import ThreadPoolExecutor

    group = Group(service, clock, tables=6)
    clock.forward(hours=37)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: sweep(service), range(8)))
    came = group.post.arrive()
    reminders = [mail.email for mail in came if mail.kind == "reminder"]
    assert len(reminders) == len(set(reminders)) > 0
    clock.forward(hours=36)
    for _ in range(4):
        clock.forward(minutes=30)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: sweep(service), range(8)))
    for table_id in group.tables:
        defaults = [line for line in lines(service, table_id) if line.how == "default"]
        assert len(defaults) == 1
