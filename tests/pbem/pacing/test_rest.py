"""When a person is not to be disturbed."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given

from pbem.pacing.local import wall
from pbem.pacing.rest import Absence, Quiet, Rest, read_quiet
from tests.pbem.pacing.worlds import few, moments, rests

NIGHT = Quiet(time(22), time(8))


def at(zone: str, text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def is_free(rest: Rest, moment: datetime) -> bool:
    """The rule once more, told by the clock on the wall."""
    shown = wall(moment, ZoneInfo(rest.zone))
    if any(absence.first <= shown.date() <= absence.last for absence in rest.absences):
        return False
    if rest.quiet is None:
        return True
    begins, ends, now = rest.quiet.begins, rest.quiet.ends, shown.time()
    return not (begins <= now < ends if begins < ends else now >= begins or now < ends)


@pytest.mark.parametrize(
    ("zone", "quiet", "asked", "expected"),
    [
        ("Europe/Paris", NIGHT, "2026-05-01 21:59", "2026-05-01 21:59"),
        ("Europe/Paris", NIGHT, "2026-05-01 22:00", "2026-05-02 08:00"),
        ("Europe/Paris", NIGHT, "2026-12-31 23:30", "2027-01-01 08:00"),
        ("Europe/Paris", NIGHT, "2028-02-28 23:30", "2028-02-29 08:00"),
        ("Europe/Paris", NIGHT, "2026-05-01 08:00", "2026-05-01 08:00"),
        ("Europe/Paris", Quiet(time(13), time(15)), "2026-05-01 13:30", "2026-05-01 15:00"),
        ("Europe/Paris", Quiet(time(22), time(2, 30)), "2026-03-29 01:00", "2026-03-29 03:00"),  # 02:30 is skipped
        ("Asia/Kolkata", NIGHT, "2026-05-01 22:30", "2026-05-02 08:00"),
        ("America/Sao_Paulo", Quiet(time(22), time(0, 30)), "2018-11-03 23:00", "2018-11-04 01:00"),
        ("Pacific/Apia", NIGHT, "2011-12-29 23:00", "2011-12-31 08:00"),
    ],
)
def test_end_of_quiet_hours(zone, quiet, asked, expected):
    assert Rest(zone, quiet).next_allowed(at(zone, asked)) == at(zone, expected)


def test_quiet_hours_in_an_hour_that_is_shown_twice():
    rest = Rest("Europe/Paris", Quiet(time(22), time(2, 30)))
    assert rest.next_allowed(at("Europe/Paris", "2026-10-25 01:00")) == at("Europe/Paris", "2026-10-25 02:30")
    assert not rest.allows(at("Europe/Paris", "2026-10-25 02:10", fold=1)), "the clock shows a quiet hour again"
    again = rest.next_allowed(at("Europe/Paris", "2026-10-25 02:10", fold=1))
    assert again == at("Europe/Paris", "2026-10-25 02:30", fold=1)


def test_end_of_an_absence_is_the_end_of_its_last_day_and_of_the_night():
    away = (Absence(date(2026, 3, 27), date(2026, 3, 29)),)
    asked = at("Europe/Paris", "2026-03-27 12:00")
    assert Rest("Europe/Paris", None, away).next_allowed(asked) == at("Europe/Paris", "2026-03-30 00:00")
    assert Rest("Europe/Paris", NIGHT, away).next_allowed(asked) == at("Europe/Paris", "2026-03-30 08:00")
    twice = (*away, Absence(date(2026, 3, 30), date(2026, 4, 2)))
    assert Rest("Europe/Paris", NIGHT, twice).next_allowed(asked) == at("Europe/Paris", "2026-04-03 08:00")


@few
@given(moments, rests())
def test_next_allowed_is_free_and_the_first_that_is(asked, rest):
    found = rest.next_allowed(asked)
    assert found >= asked
    assert is_free(rest, found)
    assert rest.allows(found)
    if found > asked:
        assert not is_free(rest, asked)
        # Rules begin and end at whole minutes.
        assert not is_free(rest, found - timedelta(minutes=1)) or found - asked < timedelta(minutes=1)
    assert rest.next_allowed(found) == found


def test_quiet_hours_as_they_are_stored():
    assert read_quiet("22:00", "08:00") == NIGHT
    assert read_quiet("", "") is None
    assert read_quiet("22:00", "") is None
    assert read_quiet("25:00", "08:00") is None
    assert read_quiet("08:00", "08:00") is None


def test_rests_without_end_are_no_rests():
    with pytest.raises(ValueError):
        Quiet(time(8), time(8))
    with pytest.raises(ValueError):
        Absence(date(2026, 5, 2), date(2026, 5, 1))
    assert Absence(date(2028, 2, 28), date(2028, 3, 1)).days == 3
