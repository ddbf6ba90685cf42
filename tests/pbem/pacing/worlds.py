"""Random zones, paces and people for the tests of time."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import settings
from hypothesis import strategies as st

from pbem.pacing.counted_time import CountedTime
from pbem.pacing.pace import Pace
from pbem.pacing.rest import Absence, Quiet, Rest

ZONES = (
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Asia/Kolkata",  # five and a half hours ahead
    "America/Sao_Paulo",  # put its clocks forward at midnight until 2018
    "Pacific/Apia",  # had no 30 December 2011
    "America/St_Johns",  # put its clocks back at one minute past midnight until 2011
    "Pacific/Chatham",
    "Africa/Casablanca",  # summer time but for Ramadan
)
FIRST, LAST = datetime.fromisoformat("2009-01-01"), datetime.fromisoformat("2030-01-01")
DAY, WEEK = timedelta(days=1), timedelta(days=7)
few = settings(max_examples=40)

zones = st.sampled_from(ZONES)


def changes() -> list[datetime]:
    """The weeks in which some zone puts its clocks forward or back."""
    weeks = [FIRST.replace(tzinfo=UTC) + number * WEEK for number in range((LAST - FIRST) // WEEK)]
    found = []
    for zone in map(ZoneInfo, ZONES):
        offsets = [week.astimezone(zone).utcoffset() for week in weeks]
        found += [week for week, old, new in zip(weeks, offsets, offsets[1:], strict=False) if old != new]
    return sorted(found)


moments = st.one_of(
    st.datetimes(FIRST, LAST, timezones=st.just(UTC)),
    st.builds(lambda day, more: day + more, st.sampled_from(changes()), st.timedeltas(-DAY, WEEK)),
)
# Hours that are skipped or shown twice are what goes wrong; the small hours hold them all.
clocks = st.one_of(
    st.builds(time, st.integers(0, 3), st.sampled_from((0, 1, 30))),
    st.builds(time, st.integers(0, 23), st.sampled_from((0, 15, 30))),
)
counted_times = st.builds(
    CountedTime,
    st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    clocks,
    clocks,
    zones,
).filter(lambda counts: counts.a_week >= timedelta(hours=3))
lengths = st.one_of(
    st.timedeltas(timedelta(microseconds=1), timedelta(hours=3)),
    st.integers(1, 5 * 24).map(lambda hours: timedelta(hours=hours)),
)
paces = st.builds(
    Pace,
    st.integers(1, 5 * 24),
    st.sampled_from((0, 0, 30)),
    st.integers(0, 72).map(lambda hours: timedelta(hours=hours)),
    counted_times,
    st.integers(0, 30),
)


@st.composite
def rests(draw, around=moments):
    """A person with quiet hours and with absences before, around and after a moment."""
    near: date = draw(around).date()
    first, last = draw(clocks), draw(clocks)
    absences = []
    for _ in range(draw(st.integers(0, 4))):
        start = near + draw(st.integers(-20, 60)) * DAY
        absences.append(Absence(start, start + draw(st.integers(0, 25)) * DAY))
    return Rest(draw(zones), Quiet(first, last) if first != last else None, tuple(absences))
