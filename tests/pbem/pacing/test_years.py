"""Two simulated years at tables of random pace: the clock jumps from due time to due time, and nothing is told at a
wrong time, twice or too late."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from pbem.pacing.counted_time import EVERY_DAY, CountedTime
from pbem.pacing.local import ZERO, wall
from pbem.pacing.pace import Pace, read_pace
from pbem.pacing.reminder_times import read_points, schedule, step
from pbem.pacing.rest import Absence, Quiet, Rest
from tests.pbem.pacing.worlds import ZONES

TABLES = 24
BEGIN = datetime(2027, 6, 1, tzinfo=UTC)  # the leap day of 2028 and four changes of the clocks in both hemispheres
END = BEGIN + timedelta(days=730)
SWEEP = timedelta(seconds=30)
REMINDERS = ("", "1/2", "1/2 4h", "24h 4h", "1/3 2/3 12h 1h", "48h 24h 4h 30m")


@dataclass
class Seat:
    rest: Rest
    points: str
    bank: timedelta = ZERO


def random_pace(rng: Random) -> Pace:
    days = EVERY_DAY if rng.random() < 0.5 else tuple(sorted(rng.sample(EVERY_DAY, rng.randint(2, 6))))
    hours = (time(), time()) if rng.random() < 0.5 else (time(rng.randint(6, 20), 30), time(rng.randint(0, 23)))
    counts = CountedTime(days, *hours, rng.choice(ZONES))
    length = rng.choice((6, 12, 24, 36, 72))
    bank = timedelta(hours=rng.choice((0, 0, 24, 72)))
    return Pace(length, rng.choice((0, 30)), bank, counts, rng.choice((0, 5, 21)))


def random_seat(rng: Random) -> Seat:
    quiet = Quiet(time(rng.randint(20, 23), 15), time(rng.randint(0, 9), 30)) if rng.random() < 0.8 else None
    absences = []
    for _ in range(rng.randint(0, 6)):
        first = BEGIN.date() + timedelta(days=rng.randint(0, 730))
        absences.append(Absence(first, first + timedelta(days=rng.randint(0, 25))))
    return Seat(Rest(rng.choice(ZONES), quiet, tuple(absences)), rng.choice(REMINDERS))


def is_disturbed(rest: Rest, at: datetime) -> bool:
    shown = wall(at, ZoneInfo(rest.zone))
    today: date = shown.date()
    quiet = rest.quiet
    at_night = quiet is not None and (
        quiet.begins <= shown.time() < quiet.ends
        if quiet.begins < quiet.ends
        else shown.time() >= quiet.begins or shown.time() < quiet.ends
    )
    return at_night or any(absence.first <= today <= absence.last for absence in rest.absences)


def play_one_ask(pace: Pace, seat: Seat, start: datetime, rng: Random) -> tuple[datetime, int]:
    """Runs the sweeps of one ask; returns when it was closed and how often its seat was reminded."""
    away = seat.rest.away
    deadline = pace.deadline(start, away, seat.bank)
    had = pace.counted_between(start, deadline, away)
    assert start < deadline
    assert had <= pace.time + min(seat.bank, pace.bank)
    plan = schedule(read_points(seat.points), pace, start, deadline, seat.rest)
    # Some answer at once, some in time, some never.
    answers = start + (deadline - start) * rng.choice((0.01, 0.3, 0.9, 1.5))
    down_from = start + (deadline - start) * rng.random() if rng.random() < 0.1 else None
    down_to = down_from + timedelta(hours=rng.randint(1, 60)) if down_from else None
    closed = min(answers, deadline)
    late = SWEEP * rng.random()
    handled, due, sent = start, plan[0] if plan else None, list[datetime]()
    while due is not None and due + late < closed:
        now = due + late
        if down_from is not None and down_to is not None and down_from <= now < down_to:
            now = down_to
        if now >= closed:
            break
        done = step(plan, handled, now, deadline, seat.rest)
        if done.due is not None:
            assert not is_disturbed(seat.rest, now)
            assert done.due > handled, "none twice"
            handled = done.due
            sent.append(now)
        assert done.next is None or now < done.next < deadline
        due = done.next
    for moment in plan:
        assert start < moment < deadline
        assert not is_disturbed(seat.rest, moment)
    wanted = [moment + late for moment in plan if moment + late < closed]
    if down_from is None and not any(is_disturbed(seat.rest, moment) for moment in wanted):
        assert sent == wanted, "none forgotten"
    assert len(sent) <= len(wanted), "after a time without service at most one"
    used = pace.counted_between(start, closed, away)
    seat.bank = pace.bank_after(seat.bank, used)
    assert ZERO <= seat.bank <= pace.bank
    return closed, len(sent)


@pytest.mark.parametrize("part", range(2))
def test_two_years(part):
    reminders = asks = 0
    for table in range(part, TABLES, 2):
        rng = Random(table)
        pace = random_pace(rng)
        assert read_pace(pace.stored()) == pace
        seats = [random_seat(rng) for _ in range(3)]
        now, turn = BEGIN, 0
        while now < END:
            now, told = play_one_ask(pace, seats[turn % 3], now, rng)
            reminders += told
            asks += 1
            turn += 1
            now += timedelta(hours=rng.expovariate(1 / 20))
    assert asks > 1000
    assert reminders > asks / 10
