"""Which time counts, across changes of the clocks, leap days and the ends of years."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.pacing.counted_time import EVERY_DAY, CountedTime
from pbem.pacing.local import ZERO, moment, wall
from pbem.pacing.pace import DAYS, Pace, read_pace
from pbem.pacing.rest import Absence, Rest
from tests.pbem.pacing.worlds import FIRST, LAST, clocks, counted_times, few, lengths, moments, paces, rests, zones

WORK = (0, 1, 2, 3, 4)
HOUR = timedelta(hours=1)


def at(zone: str, text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)


# What a clock shows, and when.


@pytest.mark.parametrize(
    ("zone", "shown", "expected"),
    [
        ("Europe/Paris", "2026-03-29 02:00", "2026-03-29T01:00Z"),  # skipped: 02:00 to 03:00
        ("Europe/Paris", "2026-03-29 02:30", "2026-03-29T01:00Z"),
        ("Europe/Paris", "2026-03-29 03:00", "2026-03-29T01:00Z"),
        ("Europe/Paris", "2026-10-25 02:30", "2026-10-25T00:30Z"),  # shown twice: the first
        ("America/New_York", "2026-03-08 02:15", "2026-03-08T07:00Z"),
        ("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30Z"),
        ("Australia/Lord_Howe", "2026-10-04 02:10", "2026-10-03T15:30Z"),  # skipped: 02:00 to 02:30
        ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45Z"),  # shown twice: 01:30 to 02:00
        ("Asia/Kolkata", "2026-01-01 00:00", "2025-12-31T18:30Z"),
        ("America/Sao_Paulo", "2018-11-04 00:00", "2018-11-04T03:00Z"),  # a day that began at 01:00
        ("America/Sao_Paulo", "2018-02-18 00:00", "2018-02-18T03:00Z"),  # after 23:00 was shown twice
        ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30T10:00Z"),  # a day that never was
        ("Pacific/Apia", "2011-12-31 00:00", "2011-12-30T10:00Z"),
    ],
)
def test_first_moment_of_a_time_on_the_wall(zone, shown, expected):
    assert moment(datetime.fromisoformat(shown), ZoneInfo(zone)) == datetime.fromisoformat(expected)


@few
@given(zones, st.datetimes(FIRST, LAST), st.timedeltas(ZERO, timedelta(days=2)))
@example("Europe/Paris", datetime.fromisoformat("2026-03-29 02:30"), timedelta(minutes=30))
@example("America/St_Johns", datetime.fromisoformat("2010-11-06 23:30"), timedelta(minutes=45))
def test_later_on_the_wall_is_never_earlier(name, shown, more):
    zone = ZoneInfo(name)
    found = moment(shown, zone)
    assert found <= moment(shown + more, zone)
    assert wall(found, zone) >= shown
    assert wall(found - timedelta(seconds=1), zone) < shown


# The time of one answer.


@pytest.mark.parametrize(
    ("zone", "hours", "start", "expected"),
    [
        # 24 hours are 24 hours, whatever the clocks do.
        ("Europe/Paris", 24, "2026-03-28 18:00", "2026-03-29 19:00"),
        ("Europe/Paris", 24, "2026-10-24 18:00", "2026-10-25 17:00"),
        ("America/New_York", 48, "2026-03-07 12:00", "2026-03-09 13:00"),
        ("Australia/Lord_Howe", 24, "2026-04-04 12:00", "2026-04-05 11:30"),
        ("Australia/Lord_Howe", 24, "2026-10-03 12:00", "2026-10-04 12:30"),
        ("Asia/Kolkata", 72, "2028-02-28 09:30", "2028-03-02 09:30"),  # a leap day
        ("Asia/Kolkata", 72, "2026-02-27 09:30", "2026-03-02 09:30"),
        ("America/Sao_Paulo", 24, "2018-11-03 12:00", "2018-11-04 13:00"),
        ("Pacific/Apia", 24, "2011-12-29 12:00", "2011-12-31 12:00"),
        ("Europe/Paris", 72, "2026-12-30 20:00", "2027-01-02 20:00"),  # the end of a year
    ],
)
def test_deadline_when_all_time_counts(zone, hours, start, expected):
    assert Pace(hours).deadline(at(zone, start)) == at(zone, expected)


@pytest.mark.parametrize(
    ("zone", "hours", "days", "opens", "closes", "start", "expected"),
    [
        ("Europe/Paris", 72, WORK, 0, 0, "2026-10-23 18:00", "2026-10-28 18:00"),  # over a week-end of 49 hours
        ("Europe/Paris", 24, EVERY_DAY, 9, 21, "2026-03-28 20:00", "2026-03-30 20:00"),
        ("Europe/Paris", 12, EVERY_DAY, 9, 21, "2026-03-28 22:30", "2026-03-29 21:00"),
        ("Europe/Paris", 2, (6,), 0, 4, "2026-03-28 12:00", "2026-03-29 03:00"),  # 02:00 to 03:00 is skipped
        ("Europe/Paris", 5, (6,), 0, 4, "2026-10-24 12:00", "2026-10-25 04:00"),  # 02:00 to 03:00 counts twice
        ("America/New_York", 8, WORK, 20, 4, "2026-03-06 19:00", "2026-03-07 04:00"),  # Friday's hours end on Saturday
        ("America/New_York", 9, WORK, 20, 4, "2026-03-06 19:00", "2026-03-09 21:00"),
        ("Australia/Lord_Howe", 3, (6,), 0, 3, "2026-10-03 12:00", "2026-10-11 00:30"),
        ("Asia/Kolkata", 10, (1,), 9, 14, "2028-02-29 10:00", "2028-03-14 10:00"),
        ("America/Sao_Paulo", 23, (6,), 0, 0, "2018-11-03 12:00", "2018-11-05 00:00"),  # a Sunday of 23 hours
        ("America/Sao_Paulo", 25, (5,), 0, 0, "2018-02-16 12:00", "2018-02-18 00:00"),  # a Saturday of 25
        ("Pacific/Apia", 24, (4,), 0, 0, "2011-12-29 12:00", "2012-01-07 00:00"),  # the Friday that never was
        ("Europe/Paris", 8, WORK, 9, 17, "2027-12-31 16:00", "2028-01-03 16:00"),
    ],
)
def test_deadline_when_some_time_counts(zone, hours, days, opens, closes, start, expected):
    pace = Pace(hours, counts=CountedTime(days, time(opens), time(closes), zone))
    start, expected = at(zone, start), at(zone, expected)
    assert pace.deadline(start) == expected
    assert pace.counted_between(start, expected) == pace.time


def test_an_hour_that_is_shown_twice_is_two_moments():
    first, second = at("Europe/Paris", "2026-10-25 02:30"), at("Europe/Paris", "2026-10-25 02:30", fold=1)
    assert Pace(1).deadline(first) == second.astimezone(UTC)
    assert Pace(1).counted_between(first, second) == HOUR


@few
@given(counted_times, moments, lengths)
def test_counting_is_the_inverse_of_the_deadline(counts, start, length):
    end = counts.after(start, length)
    assert counts.between(start, end) == length
    assert counts.between(start, end - timedelta(microseconds=1)) < length


@few
@given(counted_times, moments, lengths, rests())
def test_inverse_with_absences(counts, start, length, rest):
    end = counts.after(start, length, rest.away)
    assert counts.between(start, end, rest.away) == length
    assert end >= counts.after(start, length)


@few
@given(counted_times, moments, st.timedeltas(ZERO, timedelta(days=40)), st.timedeltas(ZERO, timedelta(days=40)))
def test_counted_time_adds_up(counts, start, first, second):
    middle, end = start + first, start + first + second
    whole = counts.between(start, end)
    assert whole == counts.between(start, middle) + counts.between(middle, end)
    assert ZERO <= whole <= end - start
    assert counts.after(start, whole) <= end


@few
@given(st.sets(st.integers(0, 6), min_size=1, max_size=6), clocks, clocks, zones, moments, lengths)
def test_what_counts_and_what_does_not_are_all_time(days, opens, closes, zone, start, length):
    if opens == closes:
        others = [CountedTime(tuple(set(EVERY_DAY) - days), opens, closes, zone)]
    else:
        others = [
            CountedTime(tuple(set(EVERY_DAY) - days), opens, opens, zone),
            CountedTime(tuple(days), closes, opens, zone),
        ]
        if closes < opens:  # the rest of the day begins on the day after, which may be another kind of day
            others[1] = CountedTime(tuple((day + 1) % 7 for day in days), closes, opens, zone)
    counted = CountedTime(tuple(days), opens, closes, zone).between(start, start + length)
    assert counted + sum((other.between(start, start + length) for other in others), ZERO) == length


# Paces with absences and a bank.


@few
@given(paces, moments, st.timedeltas(ZERO, timedelta(days=30)), rests())
def test_who_is_asked_later_has_never_less_time(pace, start, later, rest):
    assert pace.deadline(start, rest.away) <= pace.deadline(start + later, rest.away)


@few
@given(paces, moments, rests())
def test_absences_move_a_deadline_up_to_the_limit(pace, start, rest):
    plain, moved = pace.deadline(start), pace.deadline(start, rest.away)
    latest = plain + timedelta(days=pace.most_away)
    assert plain <= moved <= latest
    if moved < pace.counts.last_run(plain, latest):
        assert pace.counted_between(start, moved, rest.away) == pace.time
    # It is always at the end of counted time, never in the middle of a night or week-end.
    assert pace.counted_between(moved - timedelta(microseconds=1), moved) > ZERO


@few
@given(paces, moments, rests(), st.integers(0, 60), st.integers(0, 20))
def test_one_more_absence_never_brings_a_deadline_nearer(pace, start, rest, ahead, days):
    first = start.date() + timedelta(days=ahead)
    more = Rest(rest.zone, None, (*rest.absences, Absence(first, first + timedelta(days=days))))
    assert pace.deadline(start, rest.away) <= pace.deadline(start, more.away)


def test_absence_stops_the_clock_by_the_persons_own_days():
    rest = Rest("America/New_York", None, (Absence(date(2026, 3, 8), date(2026, 3, 9)),))
    assert rest.away == ((at("America/New_York", "2026-03-08 00:00"), at("America/New_York", "2026-03-10 00:00")),)
    start = at("America/New_York", "2026-03-07 12:00")
    assert Pace(24).deadline(start, rest.away) == at("America/New_York", "2026-03-10 12:00")


def test_an_absence_beyond_the_limit_ends_where_the_clock_last_ran():
    week = CountedTime(WORK, time(9), time(21), "Europe/Paris")
    rest = Rest("Europe/Paris", None, (Absence(date(2026, 7, 1), date(2026, 9, 30)),))
    start = at("Europe/Paris", "2026-06-30 12:00")  # a Tuesday; without the absence it would be Wednesday, 12:00
    assert Pace(12, counts=week, most_away=10).deadline(start, rest.away) == at("Europe/Paris", "2026-07-10 21:00")
    assert Pace(12, counts=week, most_away=9).deadline(start, rest.away) == at("Europe/Paris", "2026-07-10 12:00")
    assert Pace(12, counts=week, most_away=0).deadline(start, rest.away) == at("Europe/Paris", "2026-07-01 12:00")


def test_absences_that_overlap_or_touch_are_one():
    spans = [
        (date(2026, 5, 4), date(2026, 5, 6)),
        (date(2026, 5, 1), date(2026, 5, 3)),
        (date(2026, 5, 2), date(2026, 5, 5)),
    ]
    rest = Rest("UTC", None, tuple(Absence(first, last) for first, last in spans))
    assert rest.away == ((datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 5, 7, tzinfo=UTC)),)


def test_bank_fills_with_quick_answers_and_is_used_up_by_late_ones():
    pace = Pace(24, bank=timedelta(hours=30))
    bank = pace.bank_after(ZERO, 4 * HOUR)
    assert bank == 20 * HOUR
    bank = pace.bank_after(bank, HOUR)
    assert bank == 30 * HOUR, "no more than the table's limit"
    start = datetime(2026, 5, 1, tzinfo=UTC)
    assert pace.deadline(start, bank=bank) == start + 54 * HOUR
    assert pace.bank_after(bank, 34 * HOUR) == 20 * HOUR
    assert pace.bank_after(bank, 54 * HOUR) == ZERO
    assert Pace(24).bank_after(ZERO, HOUR) == ZERO
    assert Pace(24).deadline(start, bank=bank) == start + 24 * HOUR, "a table without a bank"


@few
@given(paces, moments, st.timedeltas(ZERO, timedelta(hours=72)), st.timedeltas(ZERO, timedelta(days=20)))
def test_bank_never_outgrows_its_limit(pace, start, bank, waited):
    bank = min(bank, pace.bank)
    deadline = pace.deadline(start, bank=bank)
    assert pace.counted_between(start, deadline) == pace.time + bank
    used = pace.counted_between(start, min(start + waited, deadline))
    left = pace.bank_after(bank, used)
    assert ZERO <= left <= pace.bank
    assert left - bank <= pace.time - used or left == ZERO


# As it is stored.


@few
@given(paces)
def test_a_pace_is_read_back(pace):
    assert read_pace(pace.stored()) == pace


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"hours": 72},
        {"hours": "many", "days": [], "zone": "Europe/Atlantis", "from": "25:00", "to": 3, "bank": -1},
        {"hours": 0, "minutes": -5, "days": 7, "zone": "Europe", "away": None, "reminders": 4},
        {"unknown": True, "zone": "", "days": ["someday"], "from": "09:00+02:00"},
    ],
)
def test_what_is_not_known_is_standard(stored):
    assert read_pace(stored) == Pace()


def test_old_paces_are_read():
    assert read_pace({"hours": 12}) == Pace(12)
    assert read_pace({"hours": 12}).counts.days == tuple(range(len(DAYS)))


def test_moments_without_zone_are_no_moments():
    with pytest.raises(ValueError):
        Pace().deadline(datetime.fromisoformat("2026-05-01"))
    with pytest.raises(ValueError):
        CountedTime(())
    with pytest.raises(ValueError):
        Pace(0)
