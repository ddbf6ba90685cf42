"""What people write about time, and what they are told when it cannot be."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.fields import BadField
from pbem.pacing.counted_time import CountedTime
from pbem.pacing.forms import longest_wait, pace_values, read_pace_form, read_reminders
from pbem.pacing.pace import DAYS, Pace
from pbem.pacing.reminder_times import write_points
from pbem.pacing.rest import Absence, Quiet
from pbem.pacing.written_times import read_absence, read_clock, read_day, read_moment, read_quiet_hours, read_zone
from tests.pbem.pacing.worlds import few

TODAY = date(2026, 8, 3)
WORK = DAYS[:5]
BOTH = "Write when they begin and when they end, or leave both empty: then every hour counts."


def form(**given):
    """The form as it comes: three days, every day counts."""
    values = {"time": "3", "unit": "days", "days": DAYS} | given
    return {f"pace-{name}": [value] if isinstance(value, str) else list(value) for name, value in values.items()}


def refused(read, *given, **more) -> tuple[str, str]:
    with pytest.raises(BadField) as wrong:
        read(*given, **more)
    return wrong.value.field, wrong.value.why % wrong.value.params


@pytest.mark.parametrize(
    ("given", "pace"),
    [
        ({}, Pace(72)),
        ({"time": "30", "unit": "minutes"}, Pace(0, 30)),
        ({"time": "90", "unit": "minutes"}, Pace(1, 30)),
        ({"time": "2", "unit": "weeks"}, Pace(336)),
        ({"unit": "hours", "bank": "48"}, Pace(3, bank=timedelta(hours=48))),
        ({"days": WORK, "zone": "paris"}, Pace(72, counts=CountedTime((0, 1, 2, 3, 4), zone="Europe/Paris"))),
        # A day is what counts of it.
        ({"from": "9", "to": "21h"}, Pace(36, counts=CountedTime(opens=time(9), closes=time(21)))),
        ({"from": "8:30", "to": "18:00"}, Pace(28, 30, counts=CountedTime(opens=time(8, 30), closes=time(18)))),
        ({"from": "18:00", "to": "24:00", "time": "1"}, Pace(6, counts=CountedTime(opens=time(18)))),
        (
            {"time": "1", "unit": "weeks", "days": WORK, "from": "9:00", "to": "17:00"},
            Pace(40, counts=CountedTime((0, 1, 2, 3, 4), time(9), time(17))),
        ),
        ({"reminders": "4h, 1/2", "away": "0"}, Pace(72, most_away=0, reminders="1/2 4h")),
    ],
)
def test_paces(given, pace):
    assert read_pace_form(form(**given)) == pace


@pytest.mark.parametrize(
    ("given", "field", "why"),
    [
        ({"time": "0"}, "pace-time", "Write a whole number from 1 to 56."),
        ({"time": "57"}, "pace-time", "Write a whole number from 1 to 56."),
        ({"time": "9", "unit": "weeks"}, "pace-time", "Write a whole number from 1 to 8."),
        ({"time": "4", "unit": "minutes"}, "pace-time", "Write a whole number from 5 to 80640."),
        ({"time": "²", "unit": "hours"}, "pace-time", "Write a whole number from 1 to 1344."),
        ({"time": "1.5"}, "pace-time", "Write a whole number from 1 to 56."),
        ({"time": ""}, "pace-time", "Write a whole number from 1 to 56."),
        ({"time": "9" * 5000}, "pace-time", "Write a whole number from 1 to 56."),
        # Half an hour a week counts: more would take longer than half a year.
        (
            {"time": "14", "unit": "hours", "days": ["sun"], "from": "20:00", "to": "20:30"},
            "pace-time",
            "Write a whole number from 1 to 13.",
        ),
        ({"unit": "years"}, "pace-unit", "Choose minutes, hours, days or weeks."),
        ({"bank": "-3"}, "pace-bank", "Write a whole number from 0 to 1344."),
        ({"away": "200"}, "pace-away", "Write a whole number from 0 to 182."),
        ({"days": ()}, "pace-days", "Tick at least one day."),
        ({"days": ("mon", "someday")}, "pace-days", "Choose days of the week."),
        ({"from": "9:00"}, "pace-to", BOTH),
        ({"to": "9:00"}, "pace-from", BOTH),
        (
            {"from": "9:00", "to": "9:00"},
            "pace-to",
            "The hours begin and end at the same time. Leave both empty if every hour counts.",
        ),
        ({"from": "9:00", "to": "9:10"}, "pace-to", "At least 15 minutes of a day must count."),
        ({"from": "9:60", "to": "10:00"}, "pace-from", "This is not a time of day. It looks like 22:00."),
        ({"zone": "Europe/Atlantis"}, "pace-zone", "There is no time zone “Europe/Atlantis”. Is it Europe/Athens?"),
        (
            {"reminders": "72h"},
            "pace-reminders",
            "A reminder “72h” before the deadline would come before the question. Write at most 71h.",
        ),
        (
            {"reminders": "30m", "unit": "minutes", "time": "30"},
            "pace-reminders",
            "A reminder “30m” before the deadline would come before the question. Write at most 29m.",
        ),
    ],
)  # fmt: skip
def test_impossible_paces(given, field, why):
    assert refused(read_pace_form, form(**given)) == (field, why)


paces = st.builds(
    form,
    time=st.integers(0, 60).map(str),
    unit=st.sampled_from(("minutes", "hours", "days", "weeks")),
    days=st.sets(st.sampled_from(DAYS)),
    **{
        "from": st.sampled_from(("", "9", "18:30", "22h15")),
        "to": st.sampled_from(("", "9", "20:00", "2:00")),
        "zone": st.sampled_from(("", "Europe/Paris", "Asia/Kolkata")),
        "reminders": st.sampled_from(("", "1/2 4h", "30m")),
    },
)


@few
@given(paces)
def test_a_pace_that_is_taken_fills_its_form_again_and_ends_within_half_a_year(given):
    try:
        pace = read_pace_form(given)
    except BadField as wrong:
        field, why = wrong.field, wrong.why % wrong.params
    else:
        field, why = "", ""
    if field:
        assert field in given
        assert "%" not in why
        return
    values = {name: [value] if isinstance(value, str) else value for name, value in pace_values(pace).items()}
    assert read_pace_form(values) == pace
    assert longest_wait(pace) <= timedelta(weeks=27)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Paris", "Europe/Paris"),
        (" europe/paris ", "Europe/Paris"),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_zones(text, zone):
    assert read_zone(text) == zone


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Write a time zone, such as Europe/Paris."),
        ("Europe/Pariss", "There is no time zone “Europe/Pariss”. Is it Europe/Paris?"),
        ("xyzzy", "There is no time zone “xyzzy”. A time zone looks like Europe/Paris."),
        ("../../etc/passwd", "There is no time zone “../../etc/passwd”. A time zone looks like Europe/Paris."),
        ("Europe", "There is no time zone “Europe”. A time zone looks like Europe/Paris."),
    ],
)
def test_no_zones(text, why):
    assert refused(read_zone, text) == ("zone", why)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("22:00", time(22)),
        ("7", time(7)),
        ("7h", time(7)),
        ("22 h 30", time(22, 30)),
        ("22.15", time(22, 15)),
        ("22:30h", time(22, 30)),
        ("24:00", time()),
    ],
)
def test_times_of_day(text, at):
    assert read_clock(text, "quiet_from") == at


@pytest.mark.parametrize("text", ["", "25:00", "12:60", "24:30", "noon", "٣:00"])
def test_no_times_of_day(text):
    assert refused(read_clock, text, "quiet_from") == ("quiet_from", "This is not a time of day. It looks like 22:00.")


def test_days():
    assert read_day("2028-02-29", "start", TODAY) == date(2028, 2, 29)
    assert read_day("3.8.2026", "start", TODAY) == read_day("03/08/2026", "start", TODAY) == TODAY
    assert refused(read_day, "soon", "start", TODAY) == ("start", "This is not a date. Today is 2026-08-03.")
    assert refused(read_day, "2026-02-29", "start", TODAY) == (
        "start",
        "This day does not exist. Today is 2026-08-03.",
    )


@pytest.mark.parametrize(
    ("first", "last", "field", "why"),
    [
        ("2026-08-20", "2026-08-10", "end", "This is before the first day. Write 2026-08-20 or a later day."),
        ("2026-07-01", "2026-08-02", "end", "This is over already. Write 2026-08-03 or a later day."),
        ("2026-08-10", "2027-08-10", "end", "An absence lasts at most 182 days: up to 2027-02-07."),
        ("9999-12-01", "9999-12-31", "start", "This is too far ahead. Write 2028-08-02 or an earlier day."),
        ("2026-08-10", "9999-12-31", "end", "An absence lasts at most 182 days: up to 2027-02-07."),
        ("0000-01-01", "2026-08-10", "start", "This day does not exist. Today is 2026-08-03."),
    ],
)
def test_impossible_absences(first, last, field, why):
    assert refused(read_absence, first, last, TODAY) == (field, why)


def test_absences():
    assert read_absence("2026-08-10", "2026-08-10", TODAY) == Absence(date(2026, 8, 10), date(2026, 8, 10))
    assert read_absence("2026-08-01", "2026-08-03", TODAY).days == 3, "one that has begun already"
    assert read_absence("2026-08-10", "2027-02-07", TODAY).days == 182


def test_quiet_hours():
    assert read_quiet_hours("22:00", "8") == Quiet(time(22), time(8))
    assert read_quiet_hours("", " ") is None
    empty = "Write when they begin and when they end, or leave both empty."
    assert refused(read_quiet_hours, "22:00", "") == ("quiet_to", empty)
    assert refused(read_quiet_hours, "", "8:00") == ("quiet_from", empty)
    full = "This leaves no time for a mail. Write 21:00 or an earlier time, or leave both empty."
    assert refused(read_quiet_hours, "22:00", "21:30") == ("quiet_to", full)
    assert refused(read_quiet_hours, "22:00", "22:00") == ("quiet_to", full)
    assert read_quiet_hours("22:00", "21:00") == Quiet(time(22), time(21))


def test_reminders():
    assert write_points(read_reminders("4h 1/2, 24h")) == "1/2 24h 4h"
    assert write_points(read_reminders("1 day and 4 hours")) == write_points(read_reminders("24 4")) == "24h 4h"
    assert write_points(read_reminders("2 jours et 30 minutes")) == "48h 30m"
    assert read_reminders("") == ()
    advice = " Write a part of the time such as 1/2, or a time before the deadline such as 4h"
    late = f"“3/2” would come after the deadline.{advice}."
    assert refused(read_reminders, "1/2 3/2") == ("reminders", late)
    assert refused(read_reminders, "soon") == ("reminders", f"“soon” is not a reminder.{advice} or 30m.")
    many = "These are too many reminders. Write at most 6."
    assert refused(read_reminders, "1h 2h 3h 4h 5h 6h 7h") == ("reminders", many)
    assert refused(read_reminders, "5000h")[1].endswith("Write at most 4367h.")


def test_a_reminder_may_be_longer_than_the_counted_time():
    evenings = Pace(6, counts=CountedTime((0, 1, 2, 3, 4), time(18), time(21), "Europe/Paris"))
    assert longest_wait(evenings) == timedelta(days=4), "asked on Friday at nine, two evenings later is Tuesday"
    assert write_points(read_reminders("24h", "reminders", evenings)) == "24h"
    assert refused(read_reminders, "96h", "reminders", evenings)[1].endswith("Write at most 95h.")


NOW = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)  # 02:45 in Paris, for the first time


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-19T18:00", "2026-11-19T17:00Z"),
        ("19.11.2026 18:00", "2026-11-19T17:00Z"),
        ("2026-10-25T02:50", "2026-10-25T00:50Z"),
        ("2026-10-25T02:30", "2026-10-25T01:30Z"),  # gone by once, but it comes again
    ],
)
def test_moments(text, expected):
    assert read_moment(text, "Europe/Paris", NOW) == datetime.fromisoformat(expected)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-10-25T01:30", "This is over already. Write 2026-10-25 02:46 or later."),
        (
            "2027-03-28T02:30",
            "This time does not exist, because the clocks go forward then. Write 03:00 or a later time.",
        ),
        ("2031-01-01T12:00", "Write a year from 2026 to 2028."),
        ("2026-11-31T12:00", "This day does not exist. Today is 2026-10-25."),
        ("2026-11-30", "This is not a time of day. It looks like 22:00."),
        ("tomorrow", "This is not a date. Today is 2026-10-25."),
    ],
)
def test_no_moments(text, why):
    assert refused(read_moment, text, "Europe/Paris", NOW) == ("until", why)
