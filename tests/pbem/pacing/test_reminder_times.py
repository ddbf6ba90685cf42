"""When a person is reminded of a question."""

from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace
from pbem.pacing.reminder_times import (
    Before,
    NoPoint,
    Part,
    Step,
    read_point,
    read_points,
    schedule,
    step,
    write_points,
)
from pbem.pacing.rest import Absence, Quiet, Rest
from tests.pbem.pacing.worlds import few, lengths, moments, paces, rests

PARIS = "Europe/Paris"
HOUR = timedelta(hours=1)
NIGHT = Rest(PARIS, Quiet(time(22), time(8)))

points = st.lists(
    st.one_of(
        st.builds(
            lambda below, above: Part(Fraction(min(above, below - 1), below)), st.integers(2, 9), st.integers(1, 8)
        ),
        st.builds(lambda minutes: Before(timedelta(minutes=minutes)), st.integers(1, 3000)),
    ),
    max_size=6,
)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(PARIS)).astimezone(UTC)


def planned(text: str, pace: Pace, start: str, rest: Rest = NIGHT) -> tuple[datetime, ...]:
    return schedule(read_points(text), pace, at(start), pace.deadline(at(start), rest.away), rest)


def test_points_are_read_and_written():
    assert read_points("1/2 24h 4h 30m") == (
        Part(Fraction(1, 2)),
        Before(24 * HOUR),
        Before(4 * HOUR),
        Before(HOUR / 2),
    )
    assert read_points("4H, 2/4; 2 j 30 min 1d 24h") == (
        Part(Fraction(1, 2)), Before(48 * HOUR), Before(24 * HOUR), Before(4 * HOUR), Before(HOUR / 2),
    )  # fmt: skip
    assert read_points("nonsense 5/4 4h") == (Before(4 * HOUR),)
    assert read_points("") == ()


@few
@given(points)
def test_points_written_are_read_back(chosen):
    assert set(read_points(write_points(chosen))) == set(chosen)


@pytest.mark.parametrize(
    ("word", "late"),
    [
        ("1/1", True),
        ("3/2", True),
        ("0h", True),
        ("+4h", True),
        ("0/2", False),
        ("1/0", False),
        ("4", False),
        ("²h", False),
    ],
)
def test_words_that_are_no_points(word, late):
    with pytest.raises(NoPoint) as wrong:
        read_point(word)
    assert wrong.value.late is late


def test_points_of_the_time():
    assert planned("1/2 24h 4h", Pace(72), "2026-05-04 18:00") == (
        at("2026-05-06 08:00"),  # half the time is over at 06:00
        at("2026-05-06 18:00"),
        at("2026-05-07 14:00"),
    )


def test_a_part_is_of_the_time_that_counts():
    week = Pace(36, counts=CountedTime((0, 1, 2, 3, 4), time(9), time(21), PARIS))
    assert planned("1/2", week, "2026-05-08 15:00") == (at("2026-05-11 21:00"),)
    assert planned("2/3", week, "2026-05-08 15:00") == (at("2026-05-12 15:00"),)


def test_hours_before_the_deadline_are_hours_by_any_clock():
    assert planned("4h", Pace(24), "2026-10-24 14:00", Rest()) == (at("2026-10-25 09:00"),)
    assert planned("12h", Pace(24), "2026-03-28 12:00", Rest()) == (at("2026-03-29 00:00"),)


def test_reminders_move_out_of_the_night_and_fall_together():
    # Deadline at 12:00: 11 and 6 hours before it are quiet and move to 08:00; 4 hours before is 08:00 anyway.
    assert planned("11h 6h 4h", Pace(24), "2026-05-04 12:00") == (at("2026-05-05 08:00"),)
    # A quarter of an hour after one that was moved says nothing new; what was chosen so stays so.
    assert planned("6h 225m", Pace(24), "2026-05-04 12:00") == (at("2026-05-05 08:00"),)
    assert planned("60m 50m", Pace(24), "2026-05-04 12:00") == (at("2026-05-05 11:00"), at("2026-05-05 11:10"))


def test_what_cannot_be_said_before_the_deadline_is_not_said():
    assert planned("4h", Pace(24), "2026-05-04 07:30") == ()
    assert planned("48h 24h 23h", Pace(24), "2026-05-04 12:00") == (at("2026-05-04 13:00"),)


def test_reminders_wait_for_the_end_of_an_absence():
    rest = Rest(PARIS, NIGHT.quiet, (Absence(date(2026, 5, 5), date(2026, 5, 6)),))
    # The clock stands still for two days: deadline on the 8th at 18:00, half the time over on the 8th at 06:00.
    assert planned("1/2 1/4", Pace(48), "2026-05-04 18:00", rest) == (at("2026-05-07 08:00"), at("2026-05-07 18:00"))
    # At a table that does not wait, six hours are left before she leaves, and she comes back too late.
    assert planned("1/2 4h", Pace(48, most_away=0), "2026-05-04 18:00", rest) == (at("2026-05-04 21:00"),)


def test_points_follow_a_deadline_that_was_moved():
    pace, start = Pace(24), at("2026-05-04 12:00")
    moved = schedule(read_points("1/2 4h"), pace, start, start + 96 * HOUR, Rest())
    assert moved == (start + 48 * HOUR, start + 92 * HOUR)
    idle = Pace(24, counts=CountedTime((6,), zone=PARIS))  # moved by the host to where nothing counts
    assert schedule(read_points("1/2"), idle, start, start + 4 * HOUR, Rest()) == (start + 2 * HOUR,)


@few
@given(points, paces, moments, rests())
def test_schedule_is_in_order_in_time_and_disturbs_nobody(chosen, pace, start, rest):
    deadline = pace.deadline(start, rest.away)
    found = schedule(chosen, pace, start, deadline, rest)
    assert list(found) == sorted(set(found))
    assert len(found) <= len(chosen)
    for moment in found:
        assert start < moment < deadline
        assert rest.allows(moment)
    assert schedule(chosen[::-1], pace, start, deadline, rest) == found


# One step of the sweep.

PLAN = (at("2026-05-04 12:00"), at("2026-05-04 18:00"), at("2026-05-05 09:00"))
START, DEADLINE = at("2026-05-04 06:00"), at("2026-05-05 12:00")


@pytest.mark.parametrize(
    ("handled", "now", "due", "later"),
    [
        ("2026-05-04 06:00", "2026-05-04 11:59", None, PLAN[0]),
        ("2026-05-04 06:00", "2026-05-04 12:00", PLAN[0], PLAN[1]),
        ("2026-05-04 12:00", "2026-05-04 12:00", None, PLAN[1]),
        ("2026-05-04 06:00", "2026-05-04 21:00", PLAN[1], PLAN[2]),  # two were missed: the latest only
        ("2026-05-04 06:00", "2026-05-04 23:00", None, at("2026-05-05 08:00")),  # up again at night
        ("2026-05-04 06:00", "2026-05-05 08:00", PLAN[1], PLAN[2]),
        ("2026-05-04 06:00", "2026-05-05 08:45", PLAN[1], None),  # the next would come a quarter of an hour later
        ("2026-05-04 18:00", "2026-05-03 18:00", None, PLAN[2]),  # the clock was put back by a day
        ("2026-05-05 09:00", "2026-05-05 09:30", None, None),
        ("2026-05-04 06:00", "2026-05-05 12:00", None, None),  # too late for any
    ],
)
def test_a_step(handled, now, due, later):
    assert step(PLAN, at(handled), at(now), DEADLINE, NIGHT) == Step(due, later)


def test_what_waits_for_the_morning_is_forgotten_when_the_deadline_comes_first():
    assert step(PLAN[:2], START, at("2026-05-04 23:00"), at("2026-05-05 07:00"), NIGHT) == Step(None, None)


@few
@given(points, paces, moments, rests(), st.lists(lengths, max_size=6))
def test_steps_at_any_time_remind_once_and_in_order(chosen, pace, start, rest, pauses):
    deadline = pace.deadline(start, rest.away)
    plan = schedule(chosen, pace, start, deadline, rest)
    now = handled = start
    sent: list[datetime] = []
    for pause in pauses:
        now += pause
        done = step(plan, handled, now, deadline, rest)
        assert done.next is None or handled < done.next < deadline
        if done.due is not None:
            assert handled < done.due <= now < deadline
            assert done.due == max(moment for moment in plan if moment <= now)
            assert rest.allows(now)
            handled = done.due
            sent.append(done.due)
        if done.next is not None:
            assert rest.allows(done.next)
            assert done.next > now
    assert sent == sorted(set(sent))
